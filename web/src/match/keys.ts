import type { Choice } from "../api/model";

/** Letters that always mean the same at the table. */
const TAKEN = "lbtvmgrchx";

/** Letters of buttons: a letter means the same as long as the match is at the table. */
export class Letters {
  #given = new Map<string, string>();

  /** The letter of a choice among others: one for its verb, or for itself where there are several of that verb. */
  of(choice: Choice, among: readonly Choice[]): string {
    const alone = among.filter((one) => one.verb === choice.verb).length === 1;
    const name = alone ? choice.verb : choice.action;
    const known = this.#given.get(name);
    if (known !== undefined) return known;
    const used = new Set([...TAKEN, ...this.#given.values()]);
    const words = choice.label.toLowerCase().match(/[a-z]+/g) ?? [];
    const letter = [...words.map((word) => word[0]!), ...words.join("")].find((one) => !used.has(one)) ?? "";
    if (letter) this.#given.set(name, letter);
    return letter;
  }
}

const kept = new Map<string, Letters>();

/** The letters of a match. */
export function lettersOf(match: string): Letters {
  const known = kept.get(match) ?? new Letters();
  kept.set(match, known);
  return known;
}

/** The keys of the table, for the help page. */
export const KEYS: readonly [string, string][] = [
  ["Arrow keys", "go to the next thing on the map that can be chosen"],
  ["Tab", "go through everything that can be chosen"],
  ["Enter or Space", "choose it"],
  ["Shift", "with a click: the whole stack, or as many of the same kind as go there"],
  ["Space", "following what others do: go on, or pause"],
  [".", "following: the next thing only"],
  ["Letters on buttons", "press that button"],
  ["Esc", "following: show all at once; else close what is open, put down what is in hand, take back the last action"],
  ["/", "find a choice by its words"],
  ["V", "why not? about what has the focus; again, or with nothing focused: arrows go over all places, Enter asks"],
  ["X", "line of sight: touch a place, or arrows and Enter, to see what is seen from there"],
  ["M", "back to the map"],
  ["L, T, B", "log, tracks, boxes"],
  ["C", "charts"],
  ["G", "how to win"],
  ["H", "what would the captain do, and why?"],
  ["R", "what the others did since your last decision"],
  ["1 to 9", "overlays"],
  ["Shift + arrows", "move the map"],
  ["+ and -", "nearer, farther"],
  ["0", "the whole map"],
  ["?", "these keys"],
];
