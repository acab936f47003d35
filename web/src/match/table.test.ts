import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError } from "../api/client";
import type { Live } from "../api/live.svelte";
import type { About, Entry, Match, Scene } from "../api/model";
import { dropSeat, keepSeat } from "../api/seats.svelte";
import { hexPlan, scene } from "../board/sample";
import { toasts } from "../parts/toasts.svelte";
import { Table } from "./table.svelte";

vi.mock("../api/client", async (original) => {
  const { ApiError, reasonOf } = await original<typeof import("../api/client")>();
  const api = { scene: vi.fn(), log: vi.fn(), act: vi.fn(), undo: vi.fn(), resign: vi.fn() };
  return { ApiError, reasonOf, newKey: () => "key", api };
});

const RIVALS = [["red"], ["blue"], ["green"]];
const about = (players: string[][]): About => ({
  title: "War", about: "", secrets: true, sides: [], scenarios: [{ id: "war", title: "", about: "", players }],
});
/** Red and blue sit here; green is another's, by default a bot's. */
const match = (revision: number, to_act: string | null, green = "bot:recruit"): Match =>
  ({
    revision, to_act, scenario: "war", status: to_act ? "running" : "over",
    seats: [{ side: "red", kind: "hotseat", yours: true }, { side: "blue", kind: "hotseat", yours: true }, { side: "green", kind: green, yours: false }],
  }) as Match;
const entry = (revision: number, side: string, more: object = {}): Entry =>
  ({ revision, kind: "act", side, action: null, rolls: null, told: [], time: 0, ...more }) as Entry;
const stale = (revision: number) => new ApiError(409, { error: "stale", reason: "", revision });

/** A table and what its channel says: by default the news are as the side to act knows them, else as red does. */
function sit(players = RIVALS) {
  const live = { id: "m", revision: 0, log: [], scene: null, match: null, again: vi.fn() } as unknown as Live;
  const table = new Table(live, { game: "war", about: about(players), scenario: about(players).scenarios[0]!, faces: [], plan: hexPlan() });
  table.pace.set("once");
  const hear = (to_act: string | null, entries: Entry[], more: { green?: string; revision?: number } = {}) => {
    live.revision = entries.at(-1)?.revision ?? more.revision ?? live.revision;
    live.match = match(live.revision, to_act, more.green);
    live.onupdate(entries, scene({ side: to_act && to_act !== "green" ? to_act : "red", to_act: to_act ?? "" }));
  };
  return { table, live, hear };
}

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.mocked(api.scene).mockImplementation((_, { side } = {}) => Promise.resolve({ scene: scene({ side }) as Scene } as never));
  vi.mocked(api.log).mockResolvedValue({ revision: 0, entries: [] } as never);
});
afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  toasts.length = 0;
});

describe("the cover", () => {
  it("does not lie where one person plays all sides alone", () => {
    const { table, hear } = sit();
    keepSeat("m", { token: "t", sides: ["red", "blue"], title: "", game: "war", scenario: "war", spectator: false, alone: true });
    hear("blue", []);
    expect([table.covered, table.scene?.side]).toEqual(["", "blue"]);
    hear("red", [entry(1, "blue")]);
    expect([table.covered, table.scene?.side]).toEqual(["", "red"]);
    dropSeat("m");
  });

  it("lies between rivals, also when a third side has acted between them", async () => {
    const { table, hear } = sit();
    hear("blue", []);
    expect([table.covered, table.scene]).toEqual(["blue", null]);
    await table.uncover();
    expect(table.scene?.side).toBe("blue");
    hear("green", [entry(1, "blue")]);
    await vi.waitFor(() => expect(api.scene).toHaveBeenCalledWith("m", { side: "blue" }));
    expect([table.covered, table.scene?.side]).toEqual(["", "blue"]);
    hear("red", [entry(2, "green")]);
    expect([table.covered, table.scene]).toEqual(["red", null]);
  });
  it("lies there from the first, no matter who is to act", async () => {
    const { table, hear } = sit();
    hear("green", []);
    expect(table.covered).toBe("red");
    hear("green", [entry(1, "green")]);
    hear("blue", [entry(2, "green")]);
    expect(table.covered).toBe("blue");
    await table.uncover();
    expect(table.scene?.side).toBe("blue");
  });
  it("asks how it stands if something was done under it", async () => {
    const { table, hear } = sit();
    hear("blue", []);
    hear("green", [entry(1, "green", { kind: "undo", action: "undo 1" })]);
    expect(table.covered).toBe("blue");
    await table.uncover();
    expect(api.scene).toHaveBeenCalledWith("m", { side: "blue" });
    expect(table.scene?.side).toBe("blue");
  });
  it("is not needed between sides of one party, nor when it is over", () => {
    const { table, hear } = sit([["red", "blue"], ["green"]]);
    hear("blue", []);
    hear("red", [entry(1, "blue")]);
    expect([table.covered, table.scene?.side]).toEqual(["", "red"]);
    const over = sit();
    over.hear("blue", []);
    over.hear(null, [entry(1, "green", { kind: "resign" })]);
    expect([over.table.covered, over.table.scene?.side]).toEqual(["", "red"]);
  });
  it("takes what was seen away", async () => {
    const { table, hear } = sit();
    hear("blue", []);
    await table.uncover();
    const told = [{ text: "", clauses: [], event: {}, places: ["00", "10"], dice: [3], hits: [], sort: "move", parties: [] }];
    hear("blue", [entry(1, "blue", { told })]);
    expect([table.desk.trail.length, table.thrown.length]).toEqual([1, 1]);
    hear("red", [entry(2, "blue")]);
    expect([table.desk.trail.length, table.thrown.length]).toEqual([0, 0]);
  });
});

describe("the log", () => {
  it("is the next side's own, and nothing is in it twice", async () => {
    const { table, hear } = sit();
    hear("blue", [entry(1, "green"), entry(2, "red")]);
    let answer = (_: unknown) => {};
    vi.mocked(api.log).mockReturnValue(new Promise((done) => (answer = done)) as never);
    const sitting = table.uncover();
    expect(table.log).toEqual([]);
    hear("blue", [entry(3, "blue")]);
    answer({ revision: 3, entries: [entry(1, "green"), entry(2, "red", { time: 7 }), entry(3, "blue")] });
    await sitting;
    expect(table.log.map(({ revision, time }) => [revision, time])).toEqual([[1, 0], [2, 7], [3, 0]]);
  });
  it("comes in parts", () => {
    const { table, live, hear } = sit([["red", "blue"], ["green"]]);
    live.onupdate([entry(1, "red"), entry(2, "red")], null);
    expect(table.log).toEqual([]);
    hear("red", [entry(3, "red")]);
    expect(table.log).toHaveLength(3);
  });
  it("says so if it cannot be had", async () => {
    const { table, hear } = sit();
    hear("blue", []);
    vi.mocked(api.log).mockRejectedValue(new ApiError(0, { reason: "the server cannot be reached" }));
    await table.uncover();
    expect(toasts.map(({ text }) => text)).toEqual(["The server cannot be reached"]);
  });
});

describe("taking back", () => {
  const open = (log: Entry[], green?: string) => {
    const found = sit([["red", "blue"], ["green"]]);
    found.hear("red", log, { green });
    return found.table;
  };
  it("takes what bots did since with one's own action, and asks nobody", () => {
    const table = open([entry(1, "red"), entry(2, "green"), entry(3, "green")]);
    expect([table.undoes, table.undoIsFree]).toEqual([3, true]);
  });
  it("is free between people only for one's own actions without dice", () => {
    const dice = { told: [{ text: "", clauses: [], event: {}, places: [], dice: [3] }] };
    expect(open([entry(1, "red")], "person").undoIsFree).toBe(true);
    expect(open([entry(1, "red", dice)], "person").undoIsFree).toBe(false);
    expect(open([entry(1, "red"), entry(2, "green")], "person").undoIsFree).toBe(false);
    expect(open([entry(1, "green")], "person").undoes).toBe(0);
  });
  it("goes after a bot that is quicker", async () => {
    const table = open([entry(1, "red"), entry(2, "green")]);
    vi.mocked(api.undo).mockRejectedValueOnce(stale(4)).mockResolvedValueOnce({ revision: 5 } as never);
    await table.undo();
    expect(vi.mocked(api.undo).mock.calls.map(([, { revision, actions }]) => [revision, actions])).toEqual([[2, 2], [4, 4]]);
    expect(toasts).toEqual([]);
  });
  it("does not go after a person", async () => {
    const table = open([entry(1, "red")], "person");
    vi.mocked(api.undo).mockRejectedValue(stale(2));
    await table.undo();
    expect(api.undo).toHaveBeenCalledTimes(1);
    expect(toasts.map(({ text }) => text)).toEqual(["The match has moved on; look again"]);
  });
});

describe("what is done", () => {
  it("is done to the match as it stands, not as it is shown", async () => {
    const { table, hear } = sit([["red", "blue"], ["green"]]);
    hear("green", [entry(1, "red")]);
    table.pace.pause();
    hear("green", [entry(2, "green")]);
    expect(table.revision).toBe(1);
    vi.mocked(api.resign).mockRejectedValueOnce(stale(3)).mockResolvedValueOnce({ revision: 4 } as never);
    await table.resign();
    expect(vi.mocked(api.resign).mock.calls.map(([, { revision }]) => revision)).toEqual([2, 3]);
  });
  it("finds out that the channel is dead", async () => {
    vi.useFakeTimers();
    const { table, live, hear } = sit([["red", "blue"], ["green"]]);
    hear("red", []);
    vi.mocked(api.act).mockResolvedValue({ revision: 1 } as never);
    void table.act({ action: "a", label: "", verb: "a" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(live.again).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(live.again).toHaveBeenCalledTimes(1);
  });
});

describe("the story", () => {
  const said = (sort: string, more: object = {}) => ({ text: sort, clauses: [], event: {}, places: [], dice: [], hits: [], sort, parties: [], ...more });
  const clash = (revision: number) => entry(revision, "green", { told: [said("battle", { text: "Attack" })] });
  const sitting = () => {
    const found = sit([["red", "blue"], ["green"]]);
    found.hear("red", [entry(1, "red")]);
    found.hear("green", [entry(2, "red")]);
    return found;
  };
  it("is summed up when it is one's turn, once", () => {
    const { table, hear } = sitting();
    hear("green", [clash(3)]);
    expect(table.story.recap).toBeNull();
    hear("red", [entry(4, "green", { told: [said("loss")] })]);
    expect(table.story.recap).toMatchObject({ since: 2, until: 4, clashes: [{ title: "Attack" }] });
    expect([table.story.dismiss(), table.story.recap]).toEqual([true, null]);
    table.story.remind();
    expect(table.story.recap).not.toBeNull();
    hear("red", [entry(5, "red")]);
    expect(table.story.recap).toBeNull();
  });
  it("stops at a battle of others, but not where one's own decision comes next", () => {
    const { table, hear } = sitting();
    table.pace.set("steady");
    hear("green", [clash(3)]);
    hear("green", [entry(4, "green", { told: [said("move")] })]);
    expect([table.revision, table.pace.stopped?.why, table.deciding]).toEqual([3, "A battle begins", false]);
    table.pace.goOn();
    hear("red", [clash(5)]);
    expect(table.revision).toBe(4);
    table.pace.goOn();
    expect([table.revision, table.pace.stopped, table.deciding]).toEqual([5, null, true]);
    table.pace.set("once");
  });
  it("keeps the board of a battle until it is put away", () => {
    const { table, live, hear } = sitting();
    const fight = { id: "f", title: "Sedan", places: ["00"], attacker: { side: "green" }, defender: { side: "red" } };
    live.revision = 3;
    live.match = match(3, "green");
    live.onupdate([clash(3)], scene({ to_act: "green", fight }));
    expect(table.story.battle).toMatchObject({ id: "f", from: 3, to: 0 });
    expect(table.story.dismiss()).toBe(false);
    hear("green", [entry(4, "green", { told: [said("dice", { dice: [6] }), said("loss")] })]);
    expect([table.story.battle?.to, table.story.told.map(({ sort }) => sort)]).toEqual([4, ["dice", "loss"]]);
    expect(table.thrown).toEqual([]);
    hear("green", [entry(5, "green", { told: [said("move")] })]);
    expect(table.story.told).toHaveLength(2);
    expect([table.story.dismiss(), table.story.battle]).toEqual([true, null]);
  });
  it("shows a card that was drawn as it stands on the table", () => {
    const { table, live } = sitting();
    const card = { id: "c", title: "Low Cloud", says: "Nothing flies.", clause: "5" };
    live.revision = 3;
    live.match = match(3, "red");
    live.onupdate([entry(3, "red", { told: [said("card", { text: "A card: Low Cloud." })] })], scene({ to_act: "red", cards: [card] }));
    expect(table.story.drawn).toEqual([card]);
  });
  it("is gone through again, and ends where it stands", async () => {
    const { table, hear } = sitting();
    hear("green", [clash(3)]);
    hear("red", [entry(4, "green", { told: [said("loss")] })]);
    const now = table.scene;
    table.pace.pause();
    const replaying = table.story.replay(table.story.recap!);
    expect(table.deciding).toBe(false);
    await replaying;
    expect(vi.mocked(api.scene).mock.calls.map(([, wish]) => wish?.at)).toEqual([2, 3]);
    expect([table.pace.waiting, table.deciding]).toEqual([3, false]);
    table.pace.step();
    table.pace.step();
    expect(table.story.title).toBe("Attack");
    table.skip();
    expect([table.scene === now, table.deciding, table.story.recap]).toEqual([true, true, null]);
  });
});
