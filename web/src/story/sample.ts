import type { Entry, Fight, Told } from "../api/model";

/** Samples for tests: things told, and a battle. */
export const told = (sort: string, more: Partial<Told> = {}): Told => ({
  text: sort, clauses: [], event: {} as never, places: [], dice: [], hits: [], sort, parties: [], ...more,
});

export const entry = (revision: number, side: string, things: Told[] = [], more: Partial<Entry> = {}): Entry => ({
  revision, kind: "act", side, action: null, rolls: null, told: things, time: 0, ...more,
});

export const fight = (more: Partial<Fight> = {}): Fight => ({
  id: "1", title: "Battle of Sedan", places: ["00"], attacker: { side: "red", strength: "15" }, defender: { side: "blue", more: 2 }, ...more,
});
