import { describe, expect, it, vi } from "vitest";
import { anchorOf, isAnchor } from "./anchors";
import { blocksOf } from "./blocks";
import { Desk } from "./desk.svelte";
import { Ground } from "./ground";
import { heaps, piled } from "./layout";
import { outlineOf } from "./outlines";
import { choice, hexPlan, scene } from "./sample";
import { targetsOf } from "./targets";

const corners: [number, number][] = [[20, -11.55], [0, -23.09], [-20, -11.55], [-20, 11.55], [0, 23.09], [20, 11.55]];
const plan = { ...hexPlan(), corners };
const ground = new Ground(plan);
const hex = (id: string) => ground.spaces.get(id)!;
const SIDE = "10/20";
const CORNER = "10+20+11";
const face = (id: string, shape: string) => ({ id, title: id, short: id, side: "red", nation: "", letter: "R", symbol: "", colour: shape, ink: "#000", shape });
const faces = new Map([face("u", "unit"), face("a", "air")].map((one) => [one.id, one]));
const piece = (id: string, kind = "u") => ({ id, face: kind, factors: kind === "u" ? [4] : [] });

describe("a hexside or a corner", () => {
  it("is told from a place by its name", () => {
    expect(["10", "Paris", SIDE, CORNER, "00.4"].map(isAnchor)).toEqual([false, false, true, true, true]);
  });
  it("lies in the middle of its hexes, and on the edge of the map where the plan has its corner", () => {
    expect(ground.spaces.get(SIDE)).toMatchObject({ x: 100, y: 40, kind: "hexside" });
    const corner = ground.spaces.get(CORNER)!;
    expect([corner.x, corner.y]).toEqual([100, expect.closeTo(51.55, 1)]);
    expect(ground.spaces.get("00.1")).toMatchObject({ x: 40, y: 40 - 23.09 });
  });
  it("is nothing where its hexes are not, or on a map of areas", () => {
    for (const id of ["10/99", "99.1", "00.7"]) expect(ground.spaces.get(id)).toBeUndefined();
    expect(anchorOf(SIDE, { ...plan, kind: "area" }, hex)).toBeUndefined();
  });
  it("is not among the spaces of the map, and has a name of its own", () => {
    expect(ground.spaces.size).toBe(plan.spaces.length);
    expect(ground.spaces.has(SIDE)).toBe(true);
    expect(ground.title("00/10")).toBe("Side between Sedan (00) and 10");
    expect(ground.title(CORNER)).toBe("Corner of 10, 20 and 11");
  });
  it("has an outline of its own around its spot", () => {
    const points = [...outlineOf(ground, [CORNER]).matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    expect(points.length).toBe(12);
    for (const [x, y] of points) expect(Math.hypot(x! - 100, y! - 51.55)).toBeCloseTo(4, 0);
    expect(outlineOf(ground, [SIDE])).not.toBe(outlineOf(ground, ["10"]));
  });
});

describe("counters between hexes", () => {
  it("lie on top of the others, and smaller", () => {
    const found = heaps(scene({ stacks: { [CORNER]: { pieces: [piece("A", "a")] }, "10": { pieces: [piece("B")] } } }), ground, faces);
    expect(found.map(({ place }) => place)).toEqual(["10", CORNER]);
    expect(found[1]!.size).toBeLessThan(0.7 * found[0]!.size);
  });
  it("are touched before what lies under them", () => {
    const desk = new Desk(plan, [...faces.values()], []);
    desk.scene = scene({ stacks: { "10": { pieces: [piece("B")] }, [SIDE]: { pieces: [piece("A", "a")] } } });
    expect(desk.hit({ x: 92, y: 40 })).toEqual({ piece: "A", place: SIDE });
    expect(desk.hit({ x: 80, y: 40 })).toEqual({ piece: "B", place: "10" });
  });
});

describe("choices between hexes", () => {
  const choices = [choice("fly 10", { place: "10" }), choice(`fly ${CORNER}`, { place: CORNER }), choice("fly 10+99+11", { place: "10+99+11" })];
  it("are targets of their own; what is not on the map is only a word", () => {
    const found = targetsOf(choices, scene({ choices }), ground);
    expect(found.places.map(({ place }) => place)).toEqual(["10", CORNER]);
    expect(found.words.map(({ action }) => action)).toEqual(["fly 10+99+11"]);
  });
  it("are touched by a pointer near them, else the hex is", () => {
    const desk = new Desk(plan, [...faces.values()], []);
    desk.scene = scene({ choices, stacks: { "10": { pieces: [piece("B")] } } });
    desk.onchoose = vi.fn();
    const at = { x: 0, y: 0 };
    desk.touch({ x: 100, y: 50 }, at);
    expect(desk.onchoose).toHaveBeenLastCalledWith(expect.objectContaining({ key: `place ${CORNER}` }), at, false, "");
    desk.touch({ x: 80, y: 42 }, at);
    expect(desk.onchoose).toHaveBeenLastCalledWith(expect.objectContaining({ key: "place 10" }), at, false, "B");
  });
  it("are reached by the arrows", () => {
    const desk = new Desk(plan, [...faces.values()], []);
    desk.scene = scene({ choices });
    desk.focused = "place 10";
    expect(desk.step("ArrowRight")?.key).toBe(`place ${CORNER}`);
  });
  it("leave the hex alone where no corner can be chosen", () => {
    const desk = new Desk(plan, [...faces.values()], []);
    desk.scene = scene({ choices: [choices[0]!] });
    expect(desk.hit({ x: 99, y: 51 })).toEqual({ piece: "", place: "10" });
  });
});

describe("what flies over a hex", () => {
  const at = { x: 100, y: 100 };
  it("lies beside the stack, which stays as it would be without it", () => {
    const laid = piled([piece("A", "a"), piece("B"), piece("C")], at, 20, faces);
    const alone = piled([piece("B"), piece("C")], at, 20, faces);
    expect(laid.filter(({ aside }) => !aside)).toEqual(alone);
    expect(laid.filter(({ aside }) => aside).map(({ piece }) => piece.id)).toEqual(["A"]);
  });
  it("lies in the middle where nothing else does", () => {
    expect(piled([piece("A", "a")], at, 20, faces)[0]).toMatchObject({ x: 100, y: 100 });
  });
  it("is no part of the strength of a stack seen from afar", () => {
    const [heap] = heaps(scene({ stacks: { "10": { pieces: [piece("A", "a"), piece("B"), piece("C")] } } }), ground, faces);
    const blocks = blocksOf(heap!, faces);
    expect(blocks.map(({ words, aside, round }) => [words, aside, round])).toEqual([["1", true, true], ["8", false, false]]);
  });
});

describe("two sides in one hex", () => {
  it("have a pile each, beside the other, and smaller", () => {
    const own = new Map(["red", "blue"].map((side) => [side[0]!, { ...face(side[0]!, "unit"), side }]));
    const laid = piled([piece("A", "r"), piece("B", "b"), piece("C", "r")], { x: 100, y: 100 }, 20, own);
    const middles = Object.fromEntries(laid.map(({ piece, x }) => [piece.id, x < 100]));
    expect(middles).toEqual({ A: true, B: false, C: true });
    expect(new Set(laid.map(({ size }) => size < 20))).toEqual(new Set([true]));
  });
});
