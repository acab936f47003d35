import type { Desk } from "../board/desk.svelte";

const LASTS = 1400;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Show for a moment where something happened. */
export function flash(desk: Desk, places: readonly string[]): void {
  clearTimeout(timer);
  desk.flashed = places;
  const around = desk.ground.around(places);
  if (around) desk.camera?.centre({ x: around.x + around.width / 2, y: around.y + around.height / 2 }, { lazily: true });
  timer = setTimeout(() => (desk.flashed = []), LASTS);
}
