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

/** What the log tells of a battle: all since it began, up to its end. */
export function toldOf(log: readonly Entry[], { from, to, fight }: Battle): Told[] {
  const known = standingOf(log).filter((entry) => entry.revision >= from && (!to || entry.revision <= to));
  const start = known.findLastIndex((entry) => entry.told.some((told) => told.sort === "battle"));
  if (start < 0 && !from) return [];
  // nobody saw this one begin: what was announced last may have been another, elsewhere
  const there = !from && fight?.places[0];
  if (there && known[start]!.told.some(({ sort, places }) => sort === "battle" && places.length && !places.includes(there))) return [];
  const told = known.slice(Math.max(start, 0)).flatMap((entry) => entry.told);
  return ofBattle(told.slice(told.findLastIndex((one) => one.sort === "battle") + 1), TOLD);
}
