import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../api/client";
import type { ChatLine, Choice, Hint } from "../api/model";
import type { Hands } from "../match/hands.svelte";
import type { Table } from "../match/table.svelte";
import { toasts } from "../parts/toasts.svelte";
import { Advice } from "./advice.svelte";
import { bell, ring, switchOff, switchOn } from "./bell.svelte";
import { Talk } from "./talk.svelte";

vi.mock("../api/client", async (original) => {
  const { reasonOf } = await original<typeof import("../api/client")>();
  return { reasonOf, api: { hint: vi.fn(), say: vi.fn() } };
});

const kept = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => kept.set(name, text) });
});
afterEach(() => {
  kept.clear();
  toasts.length = 0;
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

describe("advice", () => {
  const choice = (action: string): Choice => ({ action, verb: "move", label: action, piece: "tank" }) as Choice;
  const hint = (revision: number): Hint => ({ match: "m", revision, side: "red", level: "captain", advised: [{ choice: choice("move tank"), reasons: ["It is near."] }, { choice: choice("wait"), reasons: [] }] });

  function hands(focus: object | null = null) {
    const desk = { ground: { spaces: new Map([["a", {}]]), around: () => null }, byKey: new Map(), focused: "", flashed: [] as string[], camera: null };
    const table = {
      id: "m", revision: 3, deciding: true, scene: { focus }, choices: [choice("move tank"), choice("wait")], desk,
      placeOf: (piece?: string) => (piece ? "a" : ""), thoughts: { about: vi.fn() },
    };
    return { table: table as unknown as Table & { revision: number }, do: vi.fn(), desk } as unknown as Hands & { do: ReturnType<typeof vi.fn>; desk: typeof desk };
  }

  it("is shown on the map, and done through the hands", async () => {
    vi.mocked(api.hint).mockResolvedValue(hint(3));
    const mine = hands();
    const advice = new Advice(mine);
    await advice.ask();
    expect([advice.advised?.choice.action, mine.desk.flashed]).toEqual(["move tank", ["a"]]);
    advice.show(1);
    await advice.take();
    expect(mine.do).toHaveBeenCalledWith(expect.objectContaining({ action: "wait" }));
  });

  it("about another position is not shown", async () => {
    vi.mocked(api.hint).mockResolvedValue(hint(2));
    const advice = new Advice(hands());
    await advice.ask();
    expect(advice.hint).toBeNull();
  });

  it("goes on with what was taken up, and only once", async () => {
    vi.mocked(api.hint).mockResolvedValue(hint(3));
    const advice = new Advice(hands({ pieces: ["tank"] }));
    advice.goOn();
    expect(api.hint).not.toHaveBeenCalled();
    await advice.ask();
    await advice.take();
    advice.goOn();
    await vi.waitFor(() => expect(advice.busy).toBe(false));
    advice.goOn();
    expect(api.hint).toHaveBeenCalledTimes(2);
  });

  it("ends with what was taken up put down", async () => {
    vi.mocked(api.hint).mockResolvedValue(hint(3));
    const advice = new Advice(hands());
    await advice.ask();
    await advice.take();
    advice.goOn();
    expect(api.hint).toHaveBeenCalledTimes(1);
  });
});

describe("talk", () => {
  const line = (number: number, side: string, text = "Hello"): ChatLine => ({ number, side, text, time: 0 });
  const table = (lines: ChatLine[], other = "person") =>
    ({
      id: "m", mine: ["red"], live: { chat: lines }, sideTitle: (side: string) => side.toUpperCase(),
      match: { chat: true, seats: [{ side: "red", kind: "person", yours: true }, { side: "blue", kind: other, yours: false }] },
    }) as unknown as Table;

  it("is offered where somebody else sits", () => {
    expect(new Talk(table([])).offered).toBe(true);
    expect(new Talk(table([], "bot:captain")).offered).toBe(false);
    expect(new Talk(table([line(1, "blue")], "bot:captain")).offered).toBe(true);
  });

  it("counts what others said until it is opened", () => {
    const talk = new Talk(table([line(1, "blue"), line(2, "red"), line(3, "blue")]));
    expect(talk.unread).toBe(2);
    talk.show();
    expect(talk.unread).toBe(0);
  });

  it("tells of what is said now, not of what was said before", () => {
    const lines = [line(1, "blue", "Old")];
    const talk = new Talk(table(lines));
    talk.heard();
    expect(toasts).toEqual([]);
    const later = new Talk(table(lines));
    later.heard();
    lines.push(line(2, "blue", "New"), line(3, "red", "Mine"));
    later.heard();
    later.heard();
    expect(toasts.map((toast) => toast.text)).toEqual(["BLUE: New"]);
  });

  it("is muted for this match only, and stays so", () => {
    const lines = [line(1, "blue")];
    const talk = new Talk(table(lines));
    talk.heard();
    talk.mute(true);
    lines.push(line(2, "blue"));
    talk.heard();
    expect([talk.unread, toasts.length, new Talk(table(lines)).muted]).toEqual([0, 0, true]);
    expect(new Talk({ ...table(lines), id: "other" } as Table).muted).toBe(false);
    talk.mute(false);
    expect(new Talk(table(lines)).muted).toBe(false);
  });

  it("keeps the words that could not be sent", async () => {
    const talk = new Talk(table([]));
    talk.text = "  Hello ";
    vi.mocked(api.say).mockRejectedValueOnce(new Error("away"));
    await talk.send();
    expect([talk.text, toasts.length]).toEqual(["  Hello ", 1]);
    await talk.send();
    expect(talk.text).toBe("");
    expect(api.say).toHaveBeenLastCalledWith("m", "Hello");
  });
});

describe("the bell", () => {
  function browser(permission: string) {
    const shown: string[] = [];
    class Notification {
      static permission = permission;
      static requestPermission = vi.fn(() => Promise.resolve((Notification.permission = "granted")));
      constructor(title: string) {
        shown.push(title);
      }
    }
    vi.stubGlobal("Notification", Notification);
    vi.stubGlobal("isSecureContext", true);
    return { shown, Notification };
  }
  afterEach(switchOff);

  it("rings only for those who asked for it and look elsewhere", async () => {
    const { shown, Notification } = browser("default");
    ring("m", "Your turn", "", true);
    expect(Notification.requestPermission).not.toHaveBeenCalled();
    await switchOn();
    ring("m", "Your turn", "", false);
    expect(shown).toEqual([]);
    ring("m", "Your turn", "", true);
    expect(shown).toEqual(["Your turn"]);
    switchOff();
    ring("m", "Your turn", "", true);
    expect(shown).toHaveLength(1);
  });

  it("does not ask again where it was refused", async () => {
    const { Notification } = browser("denied");
    expect(await switchOn()).toBe("denied");
    expect([bell.on, Notification.requestPermission.mock.calls.length]).toEqual([false, 0]);
  });

  it("is off where the browser has none", async () => {
    vi.stubGlobal("isSecureContext", false);
    expect(await switchOn()).toBe("none");
    expect(bell.on).toBe(false);
  });
});
