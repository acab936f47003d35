import { expect, test } from "vitest";
import type { GameOption, Rules } from "../../api/model";
import { chosenReadings, groupReadings } from "./readings";

const option = (name: string, more: Partial<GameOption> = {}): GameOption => ({
  name,
  default: "a",
  values: [
    { value: "a", says: `${name} is strict` },
    { value: "b", says: `${name} is mild` },
  ],
  ruling: "",
  scenario: "",
  title: "",
  ...more,
});
const rules: Rules = {
  game: "coin",
  chapters: [
    { number: "1", title: "Start" },
    { number: "2", title: "Combat" },
  ],
  clauses: [],
  rulings: [
    { id: "A1", title: "Heads", importance: "low", clauses: ["2.1"], readings: [], ruling: "", why: "", option: "heads" },
    { id: "A2", title: "Tails", importance: "low", clauses: ["1.4"], readings: [], ruling: "", why: "", option: "tails" },
  ],
};
const options = [option("heads", { ruling: "A1" }), option("tails", { ruling: "A2" }), option("late_toss", { scenario: "long" })];

test("options stand under the chapters of their rulings, in the book's order", () => {
  const groups = groupReadings(options, rules, "long", []);
  expect(groups.map((group) => group.title)).toEqual(["Start", "Combat", "Others"]);
  expect(groups.map((group) => group.readings[0]!.title)).toEqual(["Tails", "Heads", "late toss"]);
});

test("only the scenario's, and only what is searched for", () => {
  expect(groupReadings(options, rules, "short", []).flatMap((group) => group.readings)).toHaveLength(2);
  expect(groupReadings(options, rules, "short", ["heads", "mild"]).flatMap((group) => group.readings)).toHaveLength(1);
});

test("what is as usual, or not of the scenario, is not sent", () => {
  expect(chosenReadings(options, "short", { heads: "b", tails: "a", late_toss: "b" })).toEqual({ heads: "b" });
  expect(chosenReadings(options, "long", { late_toss: "b" })).toEqual({ late_toss: "b" });
});
