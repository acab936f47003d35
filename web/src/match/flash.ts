import type { Desk } from "../board/desk.svelte";

const LASTS = 1400;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Show for a moment where something happened. */
export function flash(desk: Desk, places: readonly string[]): void {
  clearTimeout(timer);
  desk.flashed = places;
  const around = desk.ground.around(places);
  const { camera } = desk;
  if (around && camera) {
    const { x, y, width, height } = around;
    const all = [{ x, y }, { x: x + width, y: y + height }].every((corner) => camera.sees(corner));
    const large = width > camera.window.width || height > camera.window.height;
    camera.centre({ x: x + width / 2, y: y + height / 2 }, { lazily: all || large });
  }
  timer = setTimeout(() => (desk.flashed = []), LASTS);
}
