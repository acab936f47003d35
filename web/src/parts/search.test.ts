import { describe, expect, test } from "vitest";
import { contains, highlight, wordsOf } from "./search";

describe("searching", () => {
  test("all words must be there, in any order", () => {
    expect(contains("The fort holds the river", wordsOf("river fort"))).toBe(true);
    expect(contains("The fort holds the river", wordsOf("river bridge"))).toBe(false);
  });

  test("case and accents do not matter", () => {
    expect(contains("Liège and the Saône", wordsOf("LIEGE saone"))).toBe(true);
    expect(contains("Liege", wordsOf("liège"))).toBe(true);
  });

  test("an empty query finds all and marks nothing", () => {
    expect(wordsOf("  ")).toEqual([]);
    expect(contains("anything", [])).toBe(true);
    expect(highlight("anything", [])).toEqual([{ text: "anything", hit: false }]);
  });

  test("hits are marked where they stand, accents kept", () => {
    expect(highlight("At Liège, at liege", wordsOf("liege"))).toEqual([
      { text: "At ", hit: false },
      { text: "Liège", hit: true },
      { text: ", at ", hit: false },
      { text: "liege", hit: true },
    ]);
  });

  test("overlapping words are one mark", () => {
    expect(highlight("fortress", wordsOf("fort tress"))).toEqual([{ text: "fortress", hit: true }]);
  });
});
