import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, ApiError } from "../api/client";
import type { About, Match } from "../api/model";
import { hexPlan, scene } from "../board/sample";
import { toasts } from "../parts/toasts.svelte";
import { Replay, SPEEDS } from "./replay.svelte";

vi.mock("../api/client", async (original) => {
  const { ApiError, reasonOf } = await original<typeof import("../api/client")>();
  return { ApiError, reasonOf, api: { match: vi.fn(), scene: vi.fn(), log: vi.fn() } };
});

const about: About = {
  title: "War", about: "", secrets: true, sides: [],
  scenarios: [{ id: "war", title: "", about: "", players: [["red"], ["blue", "green"]] }],
};
const seats = ["red", "blue", "green"].map((side) => ({ side, kind: "hotseat", yours: true }));
const match = (more: object) => ({ revision: 40, scenario: "war", status: "running", to_act: "blue", seats, ...more }) as Match;
const asked = () => vi.mocked(api.scene).mock.calls.map(([, query]) => query?.at);

async function open(more: object = {}, sitting = ""): Promise<Replay> {
  vi.mocked(api.match).mockResolvedValue(match(more));
  const replay = new Replay("m", { game: "war", about, scenario: about.scenarios[0]!, faces: [], plan: hexPlan() });
  const opened = replay.open(sitting);
  await vi.advanceTimersByTimeAsync(100);
  await opened;
  return replay;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.mocked(api.scene).mockImplementation((_, { side } = {}) => Promise.resolve({ scene: scene({ side }) } as never));
  vi.mocked(api.log).mockResolvedValue({ revision: 40, entries: [] } as never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  toasts.length = 0;
});

describe("whose eyes one has", () => {
  it("are those of the side to act, and of its party", async () => {
    const replay = await open();
    expect([replay.side, replay.eyes]).toEqual(["blue", ["blue", "green"]]);
  });
  it("are those of the side that sits at the table", async () => {
    const replay = await open({}, "red");
    expect([replay.side, replay.eyes]).toEqual(["red", ["red"]]);
    expect((await open({}, "nobody")).side).toBe("blue");
  });
  it("are everybody's when it is over", async () => {
    const others = seats.map((seat) => ({ ...seat, yours: false }));
    const replay = await open({ status: "over", to_act: null, seats: others });
    expect([replay.side, replay.eyes]).toEqual(["red", ["red", "blue", "green"]]);
    expect((await open({ seats: others })).eyes).toEqual([]);
  });
  it("stay the same if the others' log cannot be had", async () => {
    const replay = await open();
    vi.mocked(api.log).mockRejectedValue(new ApiError(0, { reason: "the server cannot be reached" }));
    await replay.look("green");
    expect(replay.side).toBe("blue");
    expect(toasts).toHaveLength(1);
  });
});

describe("going through", () => {
  it("asks for nothing the slider only passes", async () => {
    const replay = await open();
    vi.mocked(api.scene).mockClear();
    for (let at = 10; at <= 30; at++) void replay.go(at);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked()[0]).toBe(30);
    expect(Math.min(...asked().map(Number))).toBe(30);
    expect(replay.shown).toBe(30);
  });
  it("is played once, however often it is paused and gone on with", async () => {
    const replay = await open();
    for (let time = 0; time < 3; time++) {
      replay.play();
      replay.pause();
    }
    const { at } = replay;
    replay.play();
    await vi.advanceTimersByTimeAsync(3.5 * SPEEDS.steady);
    expect(replay.at).toBe(at + 4);
    replay.close();
    await vi.advanceTimersByTimeAsync(3 * SPEEDS.steady);
    expect([replay.at, replay.playing]).toEqual([at + 4, false]);
  });
  it("ends at the end", async () => {
    const replay = await open({ revision: 2 });
    replay.play();
    await vi.advanceTimersByTimeAsync(5 * SPEEDS.steady);
    expect([replay.at, replay.playing]).toEqual([2, false]);
  });
});
