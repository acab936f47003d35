import { describe, expect, it } from "vitest";
import type { Entry } from "../api/model";
import { filtered, rowsOf, turnOf, turnsIn } from "./chapters";

const told = (sort: string, parties: string[] = [], more: object = {}) => ({ text: sort, clauses: [], event: {}, places: [], dice: [], hits: [], sort, parties, ...more });
const entry = (revision: number, side: string, ...all: object[]): Entry =>
  ({ revision, kind: "act", side, action: null, rolls: null, told: all, time: 0 }) as unknown as Entry;
const turn = (text: string) => told("turn", [], { text, event: { event: "turnbegan" } });
const phase = (text: string) => told("phase", [], { text, event: { event: "phasebegan" } });
const texts = (log: readonly Entry[]) => log.map((one) => one.told.map(({ text }) => text).join("+")).join(" ");

const LOG = [
  entry(1, "red", told("setup")),
  entry(2, "red", told("setup")),
  entry(3, "blue", told("setup")),
  entry(4, "blue", told("setup"), turn("T1")),
  entry(5, "red", told("move", ["red"]), phase("P1")),
  entry(6, "red", told("battle", ["red", "blue"]), told("dice")),
  entry(7, "blue", told("loss", ["blue"])),
  entry(8, "blue", told("move", ["blue"]), turn("T2")),
  entry(9, "blue", told("move", ["blue"])),
];

describe("the log", () => {
  it("folds a run of set-up, and no short one", () => {
    const rows = rowsOf(LOG);
    expect(rows[0]).toEqual({ folded: LOG.slice(0, 3) });
    expect(rows.slice(1)).toEqual(LOG.slice(3).map((one) => ({ entry: one })));
    expect(rowsOf(LOG.slice(1))[0]).toEqual({ entry: LOG[1] });
  });
  it("shows battles alone, under the turn and the phase they are in", () => {
    expect(texts(filtered(LOG, "battles", []))).toBe("T1 P1 battle+dice loss");
  });
  it("shows what a side did and what was done to it", () => {
    expect(texts(filtered(LOG, "mine", ["blue"]))).toBe("setup setup T1 P1 battle loss move T2 move");
    expect(texts(filtered(LOG, "mine", ["red"]))).toBe("setup setup T1 move P1 battle+dice");
    expect(filtered(LOG, "all", [])).toBe(LOG);
  });
  it("is parted by turns", () => {
    expect(turnsIn(LOG)).toEqual([{ revision: 4, title: "T1" }, { revision: 8, title: "T2" }]);
    expect(turnOf(LOG, 4).map(({ revision }) => revision)).toEqual([4, 5, 6, 7]);
    expect(turnOf(LOG, 8).map(({ revision }) => revision)).toEqual([8, 9]);
    expect(turnOf(LOG, 0)).toBe(LOG);
  });
});
