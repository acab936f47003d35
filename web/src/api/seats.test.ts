import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.resetModules();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  });
});
const seat = { token: "t1", sides: ["red"], title: "Coin", game: "coin", scenario: "short", spectator: false };

test("a seat is kept over a reload, and dropped when it is given up", async () => {
  const before = await import("./seats.svelte");
  before.keepSeat("m1", seat);
  vi.resetModules();
  const after = await import("./seats.svelte");
  expect(after.tokenOf("m1")).toBe("t1");
  expect(after.seatOf("m1")?.links).toEqual([]);
  after.dropSeat("m1");
  expect(after.seatOf("m1")).toBeUndefined();
  expect(kept.get("meuse.seats")).toBe("{}");
});

test("what another tab has written meanwhile is not lost", async () => {
  const one = await import("./seats.svelte");
  vi.resetModules();
  const other = await import("./seats.svelte");
  other.keepSeat("m2", { ...seat, token: "t2" });
  one.keepSeat("m1", seat);
  expect(Object.keys(JSON.parse(kept.get("meuse.seats")!)).sort()).toEqual(["m1", "m2"]);
});

test("the newest come first", async () => {
  const { allSeats, keepSeat } = await import("./seats.svelte");
  keepSeat("old", { ...seat, added: 1 });
  keepSeat("new", { ...seat, added: 2 });
  expect(allSeats().map(([id]) => id)).toEqual(["new", "old"]);
});

test("a rematch is opened by the same token; the links of the old match are not its own", async () => {
  const { keepSeat, passSeat, seatOf } = await import("./seats.svelte");
  keepSeat("m1", { ...seat, links: [{ title: "Blue", sides: ["blue"], token: "x" }] });
  passSeat("m1", "m2");
  expect(seatOf("m2")).toMatchObject({ token: "t1", links: [] });
});

test("a link carries the token behind the #, where no server sees it", async () => {
  const { linkTo } = await import("./seats.svelte");
  expect(linkTo("m1", "secret", "https://table")).toBe("https://table/join/m1#secret");
});

test("what cannot be read is as if nothing were there", async () => {
  kept.set("meuse.seats", "not json");
  const { allSeats } = await import("./seats.svelte");
  expect(allSeats()).toEqual([]);
});

test("a browser that keeps nothing says so, and still holds every seat until the page is closed", async () => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => { throw new Error("full"); } });
  const { allSeats, dropSeat, keepSeat, storage } = await import("./seats.svelte");
  expect(storage.kept).toBe(true);
  keepSeat("m1", { ...seat, added: 1 });
  keepSeat("m2", { ...seat, added: 2 });
  expect(storage.kept).toBe(false);
  expect(allSeats().map(([id]) => id)).toEqual(["m2", "m1"]);
  dropSeat("m1");
  expect(allSeats().map(([id]) => id)).toEqual(["m2"]);
});

test("what did not fit is kept once there is room, beside what other tabs wrote", async () => {
  const one = await import("./seats.svelte");
  const { setItem } = localStorage;
  localStorage.setItem = () => { throw new Error("full"); };
  one.keepSeat("m1", seat);
  localStorage.setItem = setItem;
  vi.resetModules();
  (await import("./seats.svelte")).keepSeat("m2", seat);
  one.keepSeat("m3", seat);
  expect(one.storage.kept).toBe(true);
  expect(Object.keys(JSON.parse(kept.get("meuse.seats")!)).sort()).toEqual(["m1", "m2", "m3"]);
});
