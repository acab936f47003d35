import type { Scene } from "../api/model";
import type { Ground, Point } from "./ground";
import { whereabouts } from "./layout";

export interface Slide {
  piece: string;
  way: Point[];
}

const LASTS = 320;
const MOST = 12;

/** Which counters went where between two scenes, along the way that was told if one was. */
export function slides(before: Scene, after: Scene, ground: Ground, ways: readonly (readonly string[])[]): Slide[] {
  const was = whereabouts(before);
  const now = whereabouts(after);
  const found: Slide[] = [];
  const go = (piece: string, told: readonly string[]) => {
    const way = told.flatMap((id) => ground.spaces.get(id) ?? []).map(({ x, y }) => ({ x, y }));
    if (way.length > 1) found.push({ piece, way });
  };
  for (const [piece, place] of now) {
    const from = was.get(piece);
    if (from && from !== place) go(piece, ways.find((way) => way[0] === from && way.at(-1) === place) ?? [from, place]);
  }
  if (!found.length)
    for (const way of ways) for (const piece of arrivals(before, after, way)) go(piece, way);
  return found.length > MOST ? [] : found;
}

/** Where counters have no names of their own: what became less at one end of a way and more at the other. */
function arrivals(before: Scene, after: Scene, way: readonly string[]): string[] {
  const [start, end] = [way[0] ?? "", way.at(-1) ?? ""];
  if (start === end) return [];
  const grown = (place: string, face: string) => count(after, place, face) - count(before, place, face);
  return (after.stacks?.[end]?.pieces ?? [])
    .filter((piece) => grown(end, piece.face) > 0 && grown(start, piece.face) < 0)
    .map((piece) => piece.id);
}

const count = (scene: Scene, place: string, face: string): number =>
  (scene.stacks?.[place]?.pieces ?? []).reduce((sum, piece) => sum + (piece.face === face ? (piece.count ?? 1) : 0), 0);

/** Let counters glide to where they have been drawn already. */
export function slide(moves: readonly Slide[]): void {
  if (!moves.length) return;
  requestAnimationFrame(() => {
    veil(new Set(moves.map(({ piece }) => piece)));
    for (const { piece, way } of moves) {
      const end = way.at(-1)!;
      const steps = way.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)` }));
      document.querySelector(`[data-piece="${CSS.escape(piece)}"]`)?.animate(steps, { duration: LASTS, easing: "ease-in-out" });
    }
  });
}

/** A call-out is not seen before the first of its counters comes: it would be an empty frame. */
function veil(flying: ReadonlySet<string>): void {
  for (const heap of document.querySelectorAll("[data-heap]:has(> .cloth)")) {
    const pieces = [...heap.querySelectorAll<SVGElement>("[data-piece]")];
    if (!pieces.every((piece) => flying.has(piece.dataset.piece ?? ""))) continue;
    for (const part of heap.querySelectorAll(":scope > .cloth, :scope > .leader")) part.animate({ opacity: [0, 0, 0, 1] }, LASTS);
  }
}

export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
