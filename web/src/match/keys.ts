/** Letters that always mean the same at the table. */
const TAKEN = "lbtvm";

/** A letter for each label, from its own words where that goes; empty where none is left. */
export function accessKeys(labels: readonly string[]): string[] {
  const used = new Set(TAKEN);
  return labels.map((label) => {
    const words = label.toLowerCase().match(/[a-z]+/g) ?? [];
    const wanted = [...words.map((word) => word[0]!), ...words.join("")];
    const letter = wanted.find((one) => !used.has(one)) ?? "";
    if (letter) used.add(letter);
    return letter;
  });
}

/** The keys of the table, for the help page. */
export const KEYS: readonly [string, string][] = [
  ["Arrow keys", "go to the next thing on the map that can be chosen"],
  ["Tab", "go through everything that can be chosen"],
  ["Enter or Space", "choose it"],
  ["Space", "show at once what the others have done"],
  ["Letters on buttons", "press that button"],
  ["Esc", "take back the last action; close what is open"],
  ["/", "find a choice by its words"],
  ["V", "why not? about what has the focus; again, or with nothing focused: arrows go over all places, Enter asks"],
  ["M", "back to the map"],
  ["L, T, B", "log, tracks, boxes"],
  ["1 to 9", "overlays"],
  ["Shift + arrows", "move the map"],
  ["+ and -", "nearer, farther"],
  ["0", "the whole map"],
  ["?", "these keys"],
];
