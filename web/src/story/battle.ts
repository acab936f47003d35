import type { Chance, Entry, Fight, Line, Odds, Told, Weight } from "../api/model";
import { chances } from "../match/odds";
import { percents } from "../parts/percent";
import { ofBattle, standingOf } from "./recap";

type Preview = NonNullable<Odds["preview"]>;

/** A battle on the board: as it stood last, and where it is told in the log. */
export interface Battle {
  id: string;
  fight: Fight | null;
  /** The revision it was first seen at; 0 if nobody saw it begin. */
  from: number;
  /** The revision it ended with; 0 while it goes on. */
  to: number;
  /** The revision from which on it was on the board. */
  shown?: number;
}

/** Something a battle can come to, ready to be read. */
export interface Prospect {
  says: string;
  name: string;
  share: number;
  percent: string;
  /** The chance to the last digit. */
  exact: string;
  good: string;
}

/** What can be said of a battle before the dice fall. */
export interface Outlook {
  odds: string;
  weights: Weight[];
  prospects: Prospect[];
  /** Every single outcome, where the prospects sum them up. */
  all: Prospect[];
}

const TOLD = ["dice", "result", "loss", "retreat", "move", "control", "score"];

/** A chance of a battle, or of a preview: that one is exact. */
type Possible = Partial<Chance> & { share: number; chance?: string };

function prospects(found: readonly Possible[]): Prospect[] {
  const percent = percents(found.map(({ share }) => share));
  return found.map(({ says = "", name = "", share, good = "", chance }, index) => ({
    says: says || name, name: says ? name : "", share, good, percent: percent[index]!, exact: chance ?? `${(100 * share).toFixed(2)}%`,
  }));
}

export const outlookOfFight = ({ odds = "", weights = [], chances = [] }: Fight): Outlook => ({
  odds, weights: [...weights], prospects: prospects(chances), all: [],
});

export function outlookOfPreview({ factors, sums, outcomes }: Preview): Outlook {
  const all = prospects(chances(outcomes));
  const weights = factors.map(({ name, value, clause }) => ({ says: name, value, clause }));
  return { odds: "", weights, prospects: sums.length ? prospects(chances(sums)) : all, all: sums.length ? all : [] };
}

/** Do the chances favour a side? Unknown where they do not say whom they are good for. */
export function favours({ chances = [] }: Fight, side: string): boolean {
  const share = (good: (side: string) => boolean) =>
    chances.filter((chance) => chance.good && good(chance.good)).reduce((sum, chance) => sum + chance.share, 0);
  return share((one) => one === side) > share((one) => one !== side);
}

/** How many counters stand in a line. */
export const headcount = ({ pieces = [], more = 0 }: Line): number => pieces.reduce((sum, piece) => sum + (piece.count ?? 1), more);

/** How the log announced a battle. */
export const nameOf = (log: readonly Entry[], { from }: Battle): string =>
  log.find((entry) => entry.revision === from)?.told.findLast((told) => told.sort === "battle")?.text ?? "Battle";

/** What the log tells of a battle: all since it was announced, up to its end, also what it brought about elsewhere at once (a counterattack). */
export function toldOf(log: readonly Entry[], { from, to, shown, fight }: Battle): Told[] {
  const known = standingOf(log).filter((entry) => entry.revision >= from && (!to || entry.revision <= to));
  const announced = ({ sort }: Told) => sort === "battle";
  const there = fight?.places[0];
  const here = (told: Told) => announced(told) && (!there || !told.places.length || told.places.includes(there));
  const before = shown ? known.filter((entry) => entry.revision <= shown) : known;
  // nobody saw this one begin: what was announced last may have been another, elsewhere
  const last = before.flatMap((entry) => entry.told).findLast(announced);
  if (!from && (!last || !here(last))) return [];
  const its = known.some((entry) => entry.told.some(here)) ? here : announced;
  const start = known.findLastIndex((entry) => entry.told.some(its));
  const told = known.slice(Math.max(start, 0)).flatMap((entry) => entry.told);
  return ofBattle(told.slice(told.findLastIndex(its) + 1), TOLD);
}
