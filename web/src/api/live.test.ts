import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Entry } from "./model";
import { Live } from "./live.svelte";
import { heard } from "./network.svelte";

class FakeSocket {
  static all: FakeSocket[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(): void {
    this.onclose?.();
  }
  get since(): string | null {
    return new URL(this.url).searchParams.get("since");
  }
}

const entry = (revision: number): Entry => ({ revision, kind: "act", side: "red", action: null, rolls: null, told: [], time: 0 });
const update = (revision: number, entries: number[], more = {}) => ({
  match: "m", revision, entries: entries.map(entry), state: null, scene: null, ...more,
});
const last = () => FakeSocket.all.at(-1)!;
const begin = (onupdate?: (entries: Entry[]) => void) =>
  new Live("m", { base: "ws://server", open: (url) => new FakeSocket(url) as unknown as WebSocket, onupdate });

beforeEach(() => {
  FakeSocket.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.resolve({ ok: true }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what is heard is kept, in parts and whole", () => {
  const heard: number[] = [];
  const live = begin((entries) => heard.push(...entries.map((one) => one.revision)));
  expect(last().since).toBe("0");
  last().say(update(2, [1, 2]));
  expect(live.scene).toBeNull();
  last().say(update(3, [3], { scene: { side: "red", phase: "", turn: "", to_act: "red" }, state: { id: "m" } }));
  expect(live.log.map((one) => one.revision)).toEqual([1, 2, 3]);
  expect(live.revision).toBe(3);
  expect(live.scene?.to_act).toBe("red");
  expect(heard).toEqual([1, 2, 3]);
  live.close();
});

test("after a break it goes on where it was, and nothing is heard twice", () => {
  const live = begin();
  last().say(update(2, [1, 2]));
  last().close();
  expect(live.connected).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(last().since).toBe("2");
  last().say(update(3, [2, 3]));
  expect(live.connected).toBe(true);
  expect(live.log.map((one) => one.revision)).toEqual([1, 2, 3]);
  live.close();
});

test("what is said is kept, and asked for from where it was", () => {
  const heard: number[] = [];
  const live = begin((entries) => heard.push(entries.length));
  const line = (number: number) => ({ number, side: "red", text: `line ${number}`, time: 0 });
  last().say(update(0, [], { chat: [line(1)] }));
  last().say(update(0, [], { chat: [line(1), line(2)] }));
  expect(live.chat.map((one) => one.text)).toEqual(["line 1", "line 2"]);
  expect(heard).toEqual([]);
  last().close();
  vi.advanceTimersByTime(1000);
  expect(new URL(last().url).searchParams.get("chat")).toBe("2");
  live.close();
});

test("it waits longer each time, and not for ever", () => {
  const live = begin();
  const pauses: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const before = FakeSocket.all.length;
    const start = Date.now();
    last().close();
    while (FakeSocket.all.length === before) vi.advanceTimersByTime(50);
    pauses.push(Date.now() - start);
  }
  expect(pauses[0]).toBeLessThan(700);
  expect(pauses[3]).toBeGreaterThan(pauses[0]!);
  expect(Math.max(...pauses)).toBeLessThan(20_000);
  live.close();
});

test("a refusal ends it, trouble of the server does not", () => {
  const live = begin();
  last().say({ error: "storage", reason: "the database cannot be reached", clause: null, facts: {}, revision: null });
  last().close();
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all).toHaveLength(2);
  last().say({ error: "unknown", reason: "there is no such match", clause: null, facts: {}, revision: null });
  last().close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(live.error?.reason).toBe("there is no such match");
});

test("once closed it stays closed, and old sockets are not listened to", () => {
  const live = begin();
  const first = last();
  first.close();
  vi.advanceTimersByTime(1000);
  first.say(update(9, [9]));
  expect(live.revision).toBe(0);
  live.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(2);
});

test("it connects again where it is dead, and hears nothing twice", () => {
  const live = begin();
  const first = last();
  first.say(update(2, [1, 2]));
  live.again();
  expect(FakeSocket.all).toHaveLength(2);
  expect(live.connected).toBe(false);
  first.say(update(9, [9]));
  expect(live.revision).toBe(2);
  last().say(update(3, [2, 3]));
  expect(live.log.map((one) => one.revision)).toEqual([1, 2, 3]);
  expect(live.connected).toBe(true);
  live.close();
  live.again();
  expect(FakeSocket.all).toHaveLength(2);
});

test("it does not wait once the server is back", () => {
  const live = begin();
  for (let round = 0; round < 5; round += 1) {
    last().close();
    live.again();
  }
  last().close();
  const before = FakeSocket.all.length;
  heard();
  expect(FakeSocket.all).toHaveLength(before + 1);
  last().say(update(1, [1]));
  heard();
  expect(FakeSocket.all).toHaveLength(before + 1);
  live.close();
});

test("it connects again after a long absence, not after a short one", () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("document", page);
  const live = begin();
  last().say(update(1, [1]));
  const away = (time: number) => {
    page.hidden = true;
    page.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(time);
    page.hidden = false;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  away(10_000);
  expect(FakeSocket.all).toHaveLength(1);
  away(600_000);
  expect(FakeSocket.all).toHaveLength(2);
  live.close();
});
