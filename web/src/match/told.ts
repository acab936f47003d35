import type { Entry, Told } from "../api/model";

/** Dice that fell together, with what came of them. */
export interface Throw {
  dice: number[];
  /** How many sides they have. */
  sides: number;
  /** Which of them hit. */
  hits: number[];
  text: string;
  clauses: string[];
}

const D6 = 6;
/** How many sides its dice have. */
export const diceSides = (told: Told): number => Number((told.event as { sides?: unknown } | null)?.sides ?? D6);

/** The dice of something told. */
export const throwOf = (told: Told): Throw => ({
  dice: told.dice, sides: diceSides(told), hits: told.hits ?? [], text: told.text, clauses: told.clauses,
});

const acts = (entries: readonly Entry[]): Told[] => entries.filter((entry) => entry.kind === "act").flatMap((entry) => entry.told);

/** The dice of some entries. */
export const rollsOf = (entries: readonly Entry[]): Throw[] => acts(entries).filter((told) => told.dice.length).map(throwOf);

/** The dice that belong to no battle; those of a battle lie on its board. */
export function loose(entries: readonly Entry[], fighting: boolean): Throw[] {
  return fighting || acts(entries).some((told) => told.sort === "battle") ? [] : rollsOf(entries);
}

/** What is drawn as a way; other news are but about places. */
const WAYS = ["move", "retreat"];

/** Where things happened in some entries: single places and ways; null if nowhere. */
export function trailOf(entries: readonly Entry[]): string[][] | null {
  const told = entries.flatMap((entry) => entry.told).filter(({ places }) => places.length);
  if (!told.length) return null;
  const gone = (one: Told) => WAYS.includes(one.sort) && one.places.length > 1;
  const ways = told.filter(gone).map(({ places }) => [...places]);
  const spots = [...new Set(told.filter((one) => !gone(one)).flatMap(({ places }) => places))].map((place) => [place]);
  return [...ways.slice(-8), ...(spots.length > 4 ? [] : spots)];
}

/** Revisions whose actions were taken back later: each undo names how many of the last actions it takes. */
export function takenBack(log: readonly Entry[]): Set<number> {
  const standing: number[] = [];
  const gone = new Set<number>();
  for (const entry of log) {
    if (entry.kind === "act") standing.push(entry.revision);
    if (entry.kind !== "undo") continue;
    const many = Number(/\d+/.exec(entry.action ?? "")?.[0] ?? 1);
    for (const revision of standing.splice(Math.max(0, standing.length - many))) gone.add(revision);
  }
  return gone;
}

/** What taking back takes: the last action of these sides that stands, and all that was done since. */
export function lastOf(sides: readonly string[], log: readonly Entry[]): Entry[] {
  const gone = takenBack(log);
  const standing = log.filter((entry) => entry.kind === "act" && !gone.has(entry.revision));
  const own = standing.findLastIndex((entry) => sides.includes(entry.side));
  return own < 0 ? [] : standing.slice(own);
}

const TURN = /^(turn|round)\w*began$/;

/** Does something told begin a part of the game? Games call such events "turn began"; all else of that sort begins a phase. */
export function beginning(told: Told): "turn" | "phase" | null {
  const kind = String((told.event as { event?: unknown } | null)?.event ?? "");
  return TURN.test(kind) ? "turn" : told.sort === "phase" ? "phase" : null;
}
