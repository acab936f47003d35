import type { Entry, Scene, Told } from "../api/model";
import { takenBack } from "../match/told";

/** A way somebody went. */
export interface Way {
  places: string[];
  side: string;
  /** Driven back: not by its own will. */
  back: boolean;
}

/** A battle as the log tells it. */
export interface Clash {
  title: string;
  places: string[];
  side: string;
  /** Dice, results, losses, retreats and what changed hands, in their order. */
  told: Told[];
}

/** What the others did since one last decided. */
export interface Recap {
  /** The last revision that was one's own doing. */
  since: number;
  /** The last revision that was theirs. */
  until: number;
  sides: string[];
  ways: Way[];
  clashes: Clash[];
  /** What happened besides: losses, objectives, points, cards. */
  besides: Told[];
}

const ARROWS = ["move", "retreat"];
const IN_BATTLE = ["dice", "result", "loss", "retreat", "control"];
const BESIDES = ["loss", "control", "score", "card", "result"];
const ENDS_BATTLE = ["turn", "phase"];

/** What is told after a battle began, as far as it is about it; dice that begin the next turn or phase are none of its. */
export function ofBattle(told: readonly Told[], sorts: readonly string[] = IN_BATTLE): Told[] {
  const end = told.findIndex(({ sort }) => ENDS_BATTLE.includes(sort));
  const own = (end < 0 ? told : told.slice(0, end)).filter(({ sort }) => sorts.includes(sort));
  return end < 0 ? own : own.slice(0, own.findLastIndex(({ sort }) => sort !== "dice") + 1);
}
/** Fewer moves than this are no story. */
const MOVES = 2;
/** What is longer is a list to be looked up, not a mark on a track. */
const LONG = 48;

/** The last action that was one's own to take; what one decides in a battle that others began belongs to their turn. */
function lastOwn(standing: readonly Entry[], own: readonly string[]): number {
  let theirs = false;
  let since = 0;
  for (const entry of standing) {
    const mine = own.includes(entry.side);
    if (mine && !theirs) since = entry.revision;
    for (const told of entry.told) {
      if (told.sort === "battle") theirs = !mine;
      else if (ENDS_BATTLE.includes(told.sort)) theirs = false;
    }
  }
  return since;
}

/** What stands in the log: actions that were not taken back. */
export function standingOf(log: readonly Entry[]): Entry[] {
  const gone = takenBack(log);
  return log.filter((entry) => entry.kind === "act" && !gone.has(entry.revision));
}

/** The battles in some entries, and what else was told. */
function partsOf(entries: readonly Entry[], objectives: ReadonlySet<string>): Pick<Recap, "clashes" | "besides"> {
  const clashes: Clash[] = [];
  const besides: Told[] = [];
  let clash: Clash | null = null;
  const counts = ({ sort, places }: Told) => BESIDES.includes(sort) && (sort !== "control" || places.some((place) => objectives.has(place)));
  for (const entry of entries)
    for (const told of entry.told)
      if (told.sort === "battle") {
        clash = { title: told.text, places: told.places, side: entry.side, told: [] };
        clashes.push(clash);
      } else if (clash && [...IN_BATTLE, ...ENDS_BATTLE].includes(told.sort)) {
        clash.told.push(told);
        if (ENDS_BATTLE.includes(told.sort)) clash = null;
      } else if (counts(told)) besides.push(told);
  return { clashes: clashes.map((one) => ({ ...one, told: ofBattle(one.told) })), besides };
}

/** The ways that were gone, each unit's steps put together. */
export function waysOf(entries: readonly Entry[]): Way[] {
  const ways: Way[] = [];
  for (const entry of entries)
    for (const told of entry.told) {
      if (!ARROWS.includes(told.sort) || told.places.length < 2) continue;
      const side = told.parties[0] ?? entry.side;
      const back = told.sort === "retreat";
      const last = ways.at(-1);
      if (last && last.side === side && last.back === back && last.places.at(-1) === told.places[0]) last.places.push(...told.places.slice(1));
      else ways.push({ places: [...told.places], side, back });
    }
  return ways;
}

/** What happened since some sides last decided, with eyes on some objectives; null if it is not worth a word. */
export function recapOf(log: readonly Entry[], own: readonly string[], objectives: ReadonlySet<string> = new Set()): Recap | null {
  const standing = standingOf(log);
  const since = lastOwn(standing, own);
  const entries = standing.filter((entry) => entry.revision > since);
  const others = entries.filter((entry) => !own.includes(entry.side));
  const { clashes, besides } = partsOf(entries, objectives);
  const ways = waysOf(entries);
  // a card that was drawn has been shown by itself
  const weighty = clashes.length || ways.length >= MOVES || besides.some((told) => told.sort !== "card");
  if (!others.length || !weighty) return null;
  const sides = [...new Set(others.map((entry) => entry.side))];
  return { since, until: others.at(-1)!.revision, sides, ways, clashes, besides };
}

/** What stands otherwise on the tracks. */
export function changes(before: Scene, now: Scene): { title: string; was: string; is: string }[] {
  const was = new Map((before.tracks ?? []).map((track) => [track.id, track.value]));
  return (now.tracks ?? []).flatMap(({ id, title, value }) => {
    const old = was.get(id);
    return old !== undefined && old !== value && value.length <= LONG ? [{ title, was: old, is: value }] : [];
  });
}

const many = (count: number, one: string, several = `${one}s`): string => (count ? `${count} ${count === 1 ? one : several}` : "");

/** The recap in one line. */
export function inShort({ ways, clashes, besides }: Recap): string {
  const told = [...clashes.flatMap((clash) => clash.told), ...besides];
  const sorts = (sort: string) => told.filter((one) => one.sort === sort).length;
  const moves = ways.filter((way) => !way.back).length;
  const said = [many(moves, "move"), many(clashes.length, "battle"), many(sorts("loss"), "loss", "losses"), many(ways.length - moves, "retreat")];
  return said.filter(Boolean).join(", ");
}

/** What is drawn over the map while something is told. */
export interface Telling {
  ways: readonly Way[];
  /** Where was fought, in the order of the telling. */
  clashes: readonly (readonly string[])[];
}
