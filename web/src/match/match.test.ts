import { describe, expect, it } from "vitest";
import type { Entry, Face, Told } from "../api/model";
import { changedWords } from "./changed";
import { KEYS, Letters } from "./keys";
import { chances, sum } from "./odds";
import { turnsOf } from "./replay.svelte";
import { saysOf } from "./piece";
import { beginning, lastOf, loose, rollsOf, takenBack, trailOf } from "./told";

const told = (more: object = {}) => ({ text: "", clauses: [], event: {}, places: [], dice: [], hits: [], sort: "", parties: [], ...more }) as unknown as Told;
const entry = (revision: number, kind: Entry["kind"], more: object = {}): Entry =>
  ({ revision, kind, side: "red", action: null, rolls: null, told: [], time: 0, ...more }) as Entry;

describe("letters of buttons", () => {
  const word = (action: string, label: string) => ({ action, label, verb: action.split(" ")[0]! });
  const of = (letters: Letters, ...words: ReturnType<typeof word>[]) => words.map((one) => letters.of(one, words));
  it("come from the words, no letter twice, none that is taken", () => {
    expect(of(new Letters(), word("end", "End the phase"), word("enter", "Enter Paris"), word("lay", "Lay low"))).toEqual(["e", "p", "a"]);
  });
  it("keep their meaning as long as the match lasts", () => {
    const letters = new Letters();
    expect(of(letters, word("done", "End the phase"))).toEqual(["e"]);
    expect(of(letters, word("even", "Even odds"), word("done", "Buy no more"))).toEqual(["o", "e"]);
    expect(of(letters, word("order first", "Move first"), word("order last", "Fight first"))).toEqual(["f", "i"]);
    expect(of(letters, word("order last", "Fight first"), word("order first", "Move first"))).toEqual(["i", "f"]);
  });
  it("are listed once each", () => {
    expect(new Set(KEYS.map(([key]) => key)).size).toBe(KEYS.length);
  });
  it("run out in the end", () => {
    const many = Array.from({ length: 30 }, (_, index) => word(`verb${index}`, "aeiou"));
    expect(of(new Letters(), ...many).filter(Boolean)).toHaveLength(5);
  });
});

describe("a game that has changed under its match", () => {
  const changed = [{ what: "data" as const, began: "0123456789abcdef", now: "fedcba9876543210" }];
  it("is spoken of while the match runs", () => {
    expect(changedWords({ changed, status: "running" })).toContain("other data (01234567 when it began, fedcba98 now).");
    expect(changedWords({ changed: [{ what: "rules", began: "3", now: "4" }, ...changed], status: "running" })).toContain(" and other data ");
    expect(changedWords({ changed, status: "over" })).toBe("");
    expect(changedWords({ changed: [], status: "running" })).toBe("");
  });
});

describe("odds", () => {
  it("adds up rolls that lead to the same", () => {
    const outcome = (name: string) => ({ name, chance: "1/6", share: 1 / 6, rolls: [], says: "" });
    const found = chances(["DR", "DR", "DR", "NE", "AE", "AE"].map(outcome));
    expect(found.map(({ name, chance }) => [name, chance])).toEqual([["DR", "1/2"], ["NE", "1/6"], ["AE", "1/3"]]);
    expect(found[0]!.share).toBeCloseTo(0.5);
  });
  it("is exact beyond what numbers hold", () => {
    expect(sum("1/1000000000000000000007", "1/1000000000000000000007")).toBe("2/1000000000000000000007");
    expect(sum("1/2", "1/2")).toBe("1");
  });
});

describe("what was told", () => {
  it("strikes through what was taken back", () => {
    const log = [entry(1, "act"), entry(2, "act"), entry(3, "act"), entry(4, "undo", { action: "undo 2" }), entry(5, "act")];
    expect([...takenBack(log)]).toEqual([2, 3]);
  });
  it("takes back one's own last action that stands, and all since", () => {
    const back = (...log: Entry[]) => lastOf(["red"], log).map(({ revision }) => revision);
    const bot = { side: "blue" };
    expect(back(entry(1, "act"), entry(2, "act"))).toEqual([2]);
    expect(back(entry(1, "act"), entry(2, "act", bot), entry(3, "act", bot))).toEqual([1, 2, 3]);
    expect(back(entry(1, "act"), entry(2, "act", bot), entry(3, "undo", { action: "undo 1" }))).toEqual([1]);
    expect(back(entry(1, "act"), entry(2, "act"), entry(3, "act", bot), entry(4, "undo", { action: "undo 2" }))).toEqual([1]);
    expect(back(entry(1, "act", bot), entry(2, "ask"))).toEqual([]);
  });
  it("finds dice, their sides and where things happened", () => {
    const log = [entry(1, "act", { told: [told({ dice: [4], event: { sides: 10 }, text: "A roll" }), told({ places: ["1", "2"], sort: "move" })] })];
    expect(rollsOf(log)).toEqual([{ dice: [4], sides: 10, hits: [], text: "A roll", clauses: [] }]);
    expect(trailOf(log)).toEqual([["1", "2"]]);
    expect(trailOf([entry(1, "act")])).toBeNull();
    expect(trailOf([entry(1, "act", { told: [told({ places: ["1", "2"], sort: "control" })] })])).toEqual([["1"], ["2"]]);
  });
  it("leaves the dice of a battle on its board", () => {
    const log = [entry(1, "act", { told: [told({ dice: [4] })] })];
    expect(loose(log, false)).toHaveLength(1);
    expect(loose(log, true)).toEqual([]);
    expect(loose([entry(1, "act", { told: [told({ sort: "battle" }), told({ dice: [4] })] })], false)).toEqual([]);
  });
  it("draws a way only for marches and retreats", () => {
    const trail = (...sorts: string[]) => trailOf([entry(1, "act", { told: sorts.map((sort) => told({ places: ["1", "2", "3"], sort })) })]);
    expect(trail("move", "retreat")).toEqual([["1", "2", "3"], ["1", "2", "3"]]);
    expect(trail("control")).toEqual([["1"], ["2"], ["3"]]);
    expect(trail("move", "control")).toEqual([["1", "2", "3"], ["1"], ["2"], ["3"]]);
  });
  it("sees where turns begin, but not those taken back", () => {
    const turn = (text: string) => ({ told: [told({ text, event: { event: "turnbegan" } })] });
    expect(beginning(told({ sort: "phase", event: { event: "markerpicked" } }))).toBe("phase");
    expect(beginning(told({ event: { event: "moved" } }))).toBeNull();
    const log = [entry(1, "act", turn("Turn 1")), entry(2, "act", turn("Turn 2")), entry(3, "undo", { action: "undo 1" }), entry(4, "act", turn("Turn 2"))];
    expect(turnsOf(log)).toEqual([[1, "Turn 1"], [4, "Turn 2"]]);
  });
});

describe("a counter in words", () => {
  it("has one step, and one of its kind, where nothing is said", () => {
    expect(saysOf({ id: "a", face: "f", full: 2 }, { id: "f" } as Face)).toEqual(["1 of 2 steps"]);
    const piece = { id: "a", face: "f", text: "4-6", count: 3, notes: ["out of supply"] };
    expect(saysOf(piece, { id: "f", note: "armour" } as Face)).toEqual(["3 of them", "4-6", "out of supply", "armour"]);
  });
});
