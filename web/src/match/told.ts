import type { Entry } from "../api/model";

type Told = Entry["told"][number];

/** Dice that fell together, with what came of them. */
export interface Throw {
  dice: number[];
  /** How many sides they have. */
  sides: number;
  text: string;
  clauses: string[];
}

const D6 = 6;
/** How many sides its dice have. */
export const diceSides = (told: Told): number => Number((told.event as { sides?: unknown } | null)?.sides ?? D6);

/** The dice of some entries; what is told after a throw is what came of it. */
export function rollsOf(entries: readonly Entry[]): Throw[] {
  return entries
    .filter((entry) => entry.kind === "act")
    .flatMap((entry) =>
      entry.told.flatMap((told) =>
        told.dice.length ? [{ dice: [...told.dice], sides: diceSides(told), text: told.text, clauses: told.clauses }] : [],
      ),
    );
}

/** Where things happened in some entries: single places and ways; null if nowhere. */
export function trailOf(entries: readonly Entry[]): string[][] | null {
  const found = entries.flatMap((entry) => entry.told.flatMap((told) => (told.places.length ? [[...told.places]] : [])));
  if (!found.length) return null;
  const ways = found.filter((way) => way.length > 1);
  const spots = found.filter((way) => way.length === 1);
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

const BEGINS = /^(turn|round|phase)\w*began$/;

/** Does something told begin a part of the game? Games call such events "turn began", "phase began". */
export function beginning(told: Told): "turn" | "phase" | null {
  const kind = String((told.event as { event?: unknown } | null)?.event ?? "");
  const part = BEGINS.exec(kind)?.[1];
  return part ? (part === "phase" ? "phase" : "turn") : null;
}
