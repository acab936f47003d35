import type { Entry, Told } from "../api/model";
import { beginning } from "./told";

export type LogFilter = "all" | "battles" | "mine";

/** A line of the log, or a run of set-up that is folded into one. */
export type Row = { entry: Entry } | { folded: Entry[] };

const FIGHTING = new Set(["battle", "dice", "result", "loss", "retreat"]);
/** So many placements in a row are folded. */
const RUN = 3;

const isSetup = (entry: Entry): boolean => entry.told.length > 0 && entry.told.every((told) => told.sort === "setup");

/** The names of the turns, each with the revision at which it begins. */
export function turnsIn(log: readonly Entry[]): { revision: number; title: string }[] {
  return log.flatMap(({ revision, told }) => {
    const turn = told.find((one) => beginning(one) === "turn");
    return turn ? [{ revision, title: turn.text }] : [];
  });
}

/** The log from one beginning of a turn up to the next. */
export function turnOf(log: readonly Entry[], from: number): readonly Entry[] {
  if (!from) return log;
  const next = turnsIn(log).find(({ revision }) => revision > from)?.revision ?? Infinity;
  return log.filter(({ revision }) => revision >= from && revision < next);
}

/** What a filter leaves of the log; beginnings of turns and phases stay only with something between them. */
export function filtered(log: readonly Entry[], filter: LogFilter, mine: readonly string[]): readonly Entry[] {
  if (filter === "all") return log;
  const wanted = (entry: Entry, told: Told) =>
    filter === "battles" ? FIGHTING.has(told.sort) : mine.includes(entry.side) || told.parties.some((side) => mine.includes(side));
  const found: Entry[] = [];
  /** Beginnings that nothing has followed yet: only the last of each kind counts. */
  const ahead: Partial<Record<"turn" | "phase", Entry>> = {};
  for (const entry of log) {
    const told = entry.told.filter((one) => !beginning(one) && wanted(entry, one));
    if (told.length) {
      found.push(...[ahead.turn, ahead.phase].flatMap((begins) => begins ?? []), { ...entry, told });
      delete ahead.turn;
      delete ahead.phase;
    }
    // what begins, begins after what is told with it
    for (const one of entry.told) {
      const part = beginning(one);
      if (part === "turn") delete ahead.phase;
      if (part) ahead[part] = { ...entry, told: [one] };
    }
  }
  return found;
}

/** The log with runs of set-up folded. */
export function rowsOf(log: readonly Entry[]): Row[] {
  const rows: Row[] = [];
  for (let at = 0; at < log.length; ) {
    let end = at;
    while (end < log.length && isSetup(log[end]!)) end += 1;
    if (end - at >= RUN) rows.push({ folded: log.slice(at, end) });
    else rows.push(...log.slice(at, (end = Math.max(end, at + 1))).map((entry) => ({ entry })));
    at = end;
  }
  return rows;
}
