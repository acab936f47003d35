import type { Clause, Rules, Ruling } from "../../api/model";
import { contains } from "../../parts/search";

export interface Wanted {
  words: readonly string[];
  /** Kinds of clauses to be shown; empty: all. */
  kinds: readonly string[];
  scenario: string;
}

/** Some books number their chapters, some have but names: a name is not shown twice. */
export const isNumber = (number: string): boolean => /\d/.test(number) || number === number.toUpperCase();

export interface ShownChapter {
  number: string;
  title: string;
  clauses: Clause[];
}

/** The chapter a clause stands in: the longest number that it begins with. */
export function chapterOf(rules: Pick<Rules, "chapters">, clause: string): string {
  const whole = (number: string) => clause === number || (clause.startsWith(number) && !/^[0-9]/.test(clause.slice(number.length)));
  const numbers = rules.chapters.map((chapter) => chapter.number).filter(whole);
  return numbers.sort((one, other) => other.length - one.length)[0] ?? "";
}

const textOf = (clause: Clause) => `${clause.id} ${clause.title} ${clause.says}`;
const textOfRuling = (ruling: Ruling) =>
  [ruling.id, ruling.title, ...ruling.readings, ruling.ruling, ruling.why, ruling.option, ...ruling.clauses].join(" ");

export function chaptersShown(rules: Rules, { words, kinds, scenario }: Wanted): ShownChapter[] {
  const shown = rules.clauses.filter(
    (clause) =>
      (!kinds.length || kinds.includes(clause.kind)) &&
      (!scenario || !clause.scenario || clause.scenario === scenario) &&
      contains(textOf(clause), words),
  );
  const placed = new Map<string, Clause[]>();
  for (const clause of shown) {
    const number = chapterOf(rules, clause.id);
    placed.set(number, [...(placed.get(number) ?? []), clause]);
  }
  const chapters = rules.chapters.map(({ number, title }) => ({ number, title, clauses: placed.get(number) ?? [] }));
  const stray = placed.get("") ?? [];
  return [...chapters, { number: "", title: "Others", clauses: stray }].filter((chapter) => chapter.clauses.length);
}

export const rulingsShown = (rules: Rules, words: readonly string[]): Ruling[] =>
  rules.rulings.filter((ruling) => contains(textOfRuling(ruling), words));

/** The kinds there are, in the order in which they matter. */
export function kindsOf(rules: Rules): { kind: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { kind } of rules.clauses) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((one, other) => other.count - one.count);
}
