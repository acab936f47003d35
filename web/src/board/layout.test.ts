import { describe, expect, it } from "vitest";
import { Ground } from "./ground";
import { cards, cluster, fan, heaps, whereabouts } from "./layout";
import { areaPlan, hexPlan, scene } from "./sample";

const pieces = (many: number) => Array.from({ length: many }, (_, index) => ({ id: `P${index}`, face: "f" }));
const at = { x: 100, y: 100 };

describe("stacks on hexes", () => {
  it("shows a few edges and hides what lies deeper", () => {
    const laid = cards(pieces(5), at, 20);
    expect(laid.map(({ hidden }) => hidden)).toEqual([false, false, false, true, true]);
    expect(new Set(laid.slice(0, 3).map(({ x }) => x)).size).toBe(3);
  });
  it("draws the lowest counter first", () => {
    const [heap] = heaps(scene({ stacks: { "00": { pieces: pieces(2), more: 3 }, off: { pieces: pieces(1) } } }), new Ground(hexPlan()));
    expect(heap!.spots.map(({ piece }) => piece.id)).toEqual(["P1", "P0"]);
    expect([heap!.seen, heap!.more]).toEqual([2, 3]);
  });
});

describe("counters in areas", () => {
  it("lie beside each other without overlapping", () => {
    const laid = cluster(pieces(7), at, 30);
    for (const one of laid)
      for (const other of laid)
        if (one !== other) expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThanOrEqual(one.size);
  });
  it("are called out where there are too many, always to the same spot, on the map and off the names", () => {
    const plan = areaPlan();
    const ground = new Ground({ ...plan, width: 600, height: 400, spaces: plan.spaces.map((space) => ({ ...space, y: 200 })) });
    const heap = (many: number) => heaps(scene({ stacks: { east: { pieces: pieces(many) } } }), ground)[0]!;
    expect(heap(1).callout).toBeUndefined();
    expect(heap(2).callout).toBeUndefined();
    const { callout, spots } = heap(9);
    expect(heap(9).callout).toEqual(callout);
    for (const { x, y } of spots) {
      expect(x > 0 && x < 600 && y > 0 && y < 400).toBe(true);
      for (const space of ground.plan.spaces) expect(Math.abs(x - space.x) > 40 || Math.abs(y - space.y) > 36).toBe(true);
    }
  });
});

describe("a spread stack", () => {
  const sheet = { x: 0, y: 0, width: 400, height: 300 };
  it("lies above its place, the top counter first", () => {
    const laid = fan(pieces(3), at, 30, sheet);
    expect(laid.map(({ piece }) => piece.id)).toEqual(["P0", "P1", "P2"]);
    expect(laid.every(({ y }) => y < at.y)).toBe(true);
  });
  it("lies elsewhere if it would cover what can be chosen", () => {
    const above = { x: 100, y: 66 };
    const [first] = fan(pieces(3), at, 30, sheet, [above]);
    expect(first!.x).toBeGreaterThan(at.x + 15);
    const below = fan(pieces(3), at, 30, sheet, [above, { x: 140, y: 100 }, { x: 60, y: 100 }]);
    expect(below.every(({ y }) => y > at.y + 15)).toBe(true);
  });
  it("stays on the sheet", () => {
    for (const spot of [{ x: 2, y: 2 }, { x: 398, y: 150 }])
      for (const { x, y, size } of fan(pieces(6), spot, 30, sheet)) {
        expect(x - size / 2).toBeGreaterThanOrEqual(-0.01);
        expect(x + size / 2).toBeLessThanOrEqual(sheet.width + 0.01);
        expect(y - size / 2).toBeGreaterThanOrEqual(-0.01);
      }
  });
});

it("knows where each counter is", () => {
  expect([...whereabouts(scene({ stacks: { "00": { pieces: pieces(2) } } }))]).toEqual([["P0", "00"], ["P1", "00"]]);
  expect(whereabouts(null).size).toBe(0);
});
