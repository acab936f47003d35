import { expect, test } from "vitest";
import type { Clause, Rules } from "../../api/model";
import { chapterOf, chaptersShown, isNumber, kindsOf, rulingsShown } from "./filter";

const clause = (id: string, more: Partial<Clause> = {}): Clause => ({
  id,
  title: `Title of ${id}`,
  kind: "rule",
  says: "Nobody may pass.",
  scenario: "",
  rulings: [],
  ...more,
});
const rules: Rules = {
  game: "coin",
  chapters: ["1", "11", "TEC", "move"].map((number) => ({ number, title: `Chapter ${number}` })),
  clauses: [
    clause("1.2a", { scenario: "long", kind: "definition" }),
    clause("11.3b", { says: "A fort holds." }),
    clause("TECc", { kind: "table" }),
    clause("move.4", { scenario: "short" }),
    clause("99.1"),
  ],
  rulings: [
    { id: "A01", title: "Forts", importance: "high", clauses: ["11.3b"], readings: ["one", "two"], ruling: "One.", why: "So it is.", option: "" },
  ],
};
const all = { words: [], kinds: [], scenario: "" };
const ids = (wanted: Parameters<typeof chaptersShown>[1]) =>
  chaptersShown(rules, wanted).map((chapter) => [chapter.number, ...chapter.clauses.map((one) => one.id)]);

test("a clause belongs to the chapter whose whole number it begins with", () => {
  expect(chapterOf(rules, "11.3b")).toBe("11");
  expect(chapterOf(rules, "1.2a")).toBe("1");
  expect(chapterOf(rules, "TECc")).toBe("TEC");
  expect(chapterOf(rules, "move.4")).toBe("move");
  expect(chapterOf(rules, "99.1")).toBe("");
});

test("chapters that have but names are not numbered", () => {
  expect(["1", "TEC", "MF39"].every(isNumber)).toBe(true);
  expect(isNumber("move")).toBe(false);
});

test("chapters come in the book's order, clauses of none at the end", () => {
  expect(ids(all)).toEqual([["1", "1.2a"], ["11", "11.3b"], ["TEC", "TECc"], ["move", "move.4"], ["", "99.1"]]);
});

test("words, kinds and scenario narrow it down, empty chapters go", () => {
  expect(ids({ ...all, words: ["fort"] })).toEqual([["11", "11.3b"]]);
  expect(ids({ ...all, kinds: ["table"] })).toEqual([["TEC", "TECc"]]);
  expect(ids({ ...all, scenario: "long" }).flat()).not.toContain("move.4");
  expect(ids({ ...all, scenario: "long" }).flat()).toContain("1.2a");
});

test("rulings are found by what they rule and by the clauses they are on", () => {
  expect(rulingsShown(rules, ["11.3b"])).toHaveLength(1);
  expect(rulingsShown(rules, ["three"])).toHaveLength(0);
});

test("kinds are counted, the most frequent first", () => {
  expect(kindsOf(rules)[0]).toEqual({ kind: "rule", count: 3 });
});
