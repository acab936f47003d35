import { describe, expect, it, vi } from "vitest";
import type { Entry, Face } from "../api/model";
import { changedWords } from "./changed";
import { accessKeys } from "./keys";
import { chances, sum } from "./odds";
import { Pace } from "./pace.svelte";
import { turnsOf } from "./replay.svelte";
import { saysOf } from "./piece";
import { beginning, lastOf, rollsOf, takenBack, trailOf } from "./told";

const told = (more: object = {}) => ({ text: "", clauses: [], event: {}, places: [], dice: [], ...more });
const entry = (revision: number, kind: Entry["kind"], more: object = {}): Entry =>
  ({ revision, kind, side: "red", action: null, rolls: null, told: [], time: 0, ...more }) as Entry;

describe("letters of buttons", () => {
  it("come from the words, no letter twice, none that is taken", () => {
    expect(accessKeys(["End the phase", "Enter Paris", "Lay low"])).toEqual(["e", "p", "a"]);
  });
  it("run out in the end", () => {
    expect(accessKeys(Array.from({ length: 30 }, () => "aeiou")).filter(Boolean)).toHaveLength(5);
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
    const log = [entry(1, "act", { told: [told({ dice: [4], event: { sides: 10 }, text: "A roll" }), told({ places: ["1", "2"] })] })];
    expect(rollsOf(log)).toEqual([{ dice: [4], sides: 10, text: "A roll", clauses: [] }]);
    expect(trailOf(log)).toEqual([["1", "2"]]);
    expect(trailOf([entry(1, "act")])).toBeNull();
  });
  it("sees where turns begin, but not those taken back", () => {
    const turn = (text: string) => ({ told: [told({ text, event: { event: "turnbegan" } })] });
    expect(beginning(told({ event: { event: "phasebegan" } }))).toBe("phase");
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

describe("the pace", () => {
  it("shows what others do one after another, and one's own at once", () => {
    vi.useFakeTimers();
    const shown: number[] = [];
    const pace = new Pace<number>((news) => shown.push(news));
    vi.advanceTimersByTime(5000);
    pace.add(1, false);
    pace.add(2, false);
    expect(shown).toEqual([1]);
    expect(pace.waiting).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual([1, 2]);
    pace.add(3, false);
    pace.add(4, true);
    expect(shown).toEqual([1, 2, 3, 4]);
    vi.useRealTimers();
  });
  it("waits when paused, goes on by steps, and hurries until it is where it should be", () => {
    const shown: number[] = [];
    const pace = new Pace<number>((news) => shown.push(news));
    pace.set("paused");
    for (const news of [1, 2, 3]) pace.add(news, true);
    expect(shown).toEqual([]);
    pace.step();
    expect(shown).toEqual([1]);
    pace.hurry(() => shown.includes(4));
    expect(shown).toEqual([1, 2, 3]);
    pace.add(4, false);
    expect(shown).toEqual([1, 2, 3, 4]);
    pace.add(5, false);
    expect(shown).toEqual([1, 2, 3, 4]);
  });
  it("keeps nobody waiting long who plays, but does not hurry who watches", () => {
    vi.useFakeTimers();
    for (const [patient, after] of [[false, 0], [true, 90]] as const) {
      const pace = new Pace<number>(() => {});
      pace.patient = patient;
      for (let news = 0; news < 100; news++) pace.add(news, false);
      vi.advanceTimersByTime(4000);
      expect(pace.waiting).toBeGreaterThanOrEqual(after);
      if (!patient) expect(pace.waiting).toBe(0);
    }
    vi.useRealTimers();
  });
  it("loses nothing when it can keep no more", () => {
    const shown: number[] = [];
    const pace = new Pace<number>((news) => shown.push(news));
    pace.set("paused");
    for (let news = 0; news < 700; news++) pace.add(news, false);
    expect(shown[0]).toBe(0);
    expect(shown.length + pace.waiting).toBe(700);
  });
});
