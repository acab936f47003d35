import type { Choice, Scene } from "../api/model";
import type { Ground, Point } from "./ground";
import { whereabouts } from "./layout";

/** Something that can be touched: a counter or a place, with the choices touching it may mean. */
export interface Target extends Point {
  key: string;
  piece: string;
  /** Where it is on the map; empty for a counter off the map. */
  place: string;
  choices: Choice[];
  label: string;
}

/** What can be touched although it is no choice now: it takes something instead, out of the hand, or up again. */
export interface Extra extends Target {
  does: "instead" | "out" | "again";
  /** Is a touch on the counter itself meant for it, even where it could be a choice? */
  first: boolean;
}

export const isExtra = (target: Target): target is Extra => "does" in target;

export interface Targets {
  /** On the map, in reading order. */
  pieces: Target[];
  places: Target[];
  /** Counters and places off the map. */
  boxes: Target[];
  /** Choices that are nothing but a button. */
  words: Choice[];
}

/** What each choice is touched by. A choice of a counter and a place is touched at the counter. */
export function targetsOf(choices: readonly Choice[], scene: Scene, ground: Ground): Targets {
  const where = whereabouts(scene);
  const boxed = new Set((scene.boxes ?? []).flatMap((box) => [box.id, ...(box.pieces ?? []).map((piece) => piece.id)]));
  const found = new Map<string, Target>();
  const words: Choice[] = [];
  for (const choice of choices) {
    const { piece = "", place = "" } = choice;
    const at = piece ? (where.get(piece) ?? "") : place;
    const space = ground.spaces.get(at);
    if (!space && !boxed.has(piece) && !boxed.has(place)) {
      words.push(choice);
      continue;
    }
    const key = piece ? `piece ${piece}` : `place ${place}`;
    const known = found.get(key);
    if (known) known.choices.push(choice);
    else found.set(key, { key, piece, place: space ? at : "", x: space?.x ?? 0, y: space?.y ?? 0, choices: [choice], label: "" });
  }
  const all = [...found.values()].map((target) => ({ ...target, label: labelOf(target.choices) }));
  const mapped = reading(all.filter((target) => target.place));
  return {
    pieces: mapped.filter((target) => target.piece),
    places: mapped.filter((target) => !target.piece),
    boxes: all.filter((target) => !target.place),
    words,
  };
}

const labelOf = (choices: Choice[]): string => choices.map((choice) => choice.label).join("; or ");

/** From the top left to the bottom right, in bands, as one reads. */
export function reading<P extends Point>(points: P[], band = 40): P[] {
  return [...points].sort((a, b) => Math.round(a.y / band) - Math.round(b.y / band) || a.x - b.x);
}

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";
const ARROWS: Record<Arrow, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
export const isArrow = (key: string): key is Arrow => key in ARROWS;

/** The nearest point in the direction of an arrow: what lies aside counts as twice as far. */
export function beyond<P extends Point>(from: Point, points: readonly P[], arrow: Arrow): P | undefined {
  const [dx, dy] = ARROWS[arrow];
  let best: P | undefined;
  let least = Infinity;
  for (const point of points) {
    const along = (point.x - from.x) * dx + (point.y - from.y) * dy;
    const aside = Math.abs((point.x - from.x) * dy) + Math.abs((point.y - from.y) * dx);
    if (along <= 0 || along < aside * 0.35) continue;
    const far = along + 2 * aside;
    if (far < least) [best, least] = [point, far];
  }
  return best;
}

export function nearest<P extends Point>(from: Point, points: readonly P[]): P | undefined {
  let best: P | undefined;
  let least = Infinity;
  for (const point of points) {
    const far = Math.hypot(point.x - from.x, point.y - from.y);
    if (far < least) [best, least] = [point, far];
  }
  return best;
}

/** The way to a place, first step first, read back along ``via``. */
export function wayTo(place: string, choices: readonly Choice[], start = ""): string[] {
  const before = new Map(choices.flatMap((choice) => (choice.place ? [[choice.place, choice.via ?? ""]] : [])));
  const way: string[] = [];
  for (let at = place; at && !way.includes(at); at = before.get(at) ?? "") way.unshift(at);
  return start && way[0] !== start ? [start, ...way] : way;
}
