import type { GameOption, Rules, Ruling } from "../../api/model";
import { contains } from "../../parts/search";
import { chapterOf } from "../rules/filter";

/** An option of the rules with the question behind it. */
export interface Reading {
  option: GameOption;
  ruling: Ruling | undefined;
  title: string;
}

export interface ReadingGroup {
  title: string;
  readings: Reading[];
}

/** The options of a scenario under the chapters they belong to. */
export function groupReadings(options: GameOption[], rules: Rules, scenario: string, words: readonly string[]): ReadingGroup[] {
  const groups = new Map<string, Reading[]>();
  for (const option of options) {
    if (option.scenario && option.scenario !== scenario) continue;
    const ruling = rules.rulings.find((one) => one.id === option.ruling);
    const title = option.title || ruling?.title || option.name.replaceAll("_", " ");
    const text = [option.name, title, option.ruling, ...option.values.map((value) => value.says)].join(" ");
    if (!contains(text, words)) continue;
    const chapter = chapterOf(rules, ruling?.clauses[0] ?? "");
    groups.set(chapter, [...(groups.get(chapter) ?? []), { option, ruling, title }]);
  }
  const order = rules.chapters.map((chapter) => chapter.number);
  return [...groups]
    .sort(([one], [other]) => place(order, one) - place(order, other))
    .map(([number, readings]) => ({
      title: rules.chapters.find((chapter) => chapter.number === number)?.title ?? "Others",
      readings,
    }));
}

const place = (order: string[], number: string): number => (order.includes(number) ? order.indexOf(number) : order.length);

/** Only what differs from the usual, and only what the scenario has. */
export function chosenReadings(options: GameOption[], scenario: string, chosen: Record<string, string>): Record<string, string> {
  const open = options.filter((option) => !option.scenario || option.scenario === scenario);
  const changed = open.filter((option) => (chosen[option.name] ?? option.default) !== option.default);
  return Object.fromEntries(changed.map((option) => [option.name, chosen[option.name]!]));
}
