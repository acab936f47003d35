import { describe, expect, it } from "vitest";
import { Ground } from "./ground";
import { cards, cluster, fan, heaps, whereabouts } from "./layout";
import { hexPlan, scene } from "./sample";

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
});

describe("a spread stack", () => {
  const sheet = { x: 0, y: 0, width: 400, height: 300 };
  it("lies above its place, the top counter first", () => {
    const laid = fan(pieces(3), at, 30, sheet);
    expect(laid.map(({ piece }) => piece.id)).toEqual(["P0", "P1", "P2"]);
    expect(laid.every(({ y }) => y < at.y)).toBe(true);
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
