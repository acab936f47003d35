import { describe, expect, it, vi } from "vitest";
import { Desk } from "./desk.svelte";
import { choice, hexPlan, scene } from "./sample";

const pieces = (many: number) => Array.from({ length: many }, (_, index) => ({ id: `P${index}`, face: "f" }));

describe("what a pointer is on", () => {
  const desk = new Desk({ ...hexPlan(), kind: "area" }, [], []);
  desk.scene = scene({ stacks: { "00": { pieces: pieces(6) } } });
  const spot = desk.heaps[0]!.spots.find(({ piece }) => piece.id === "P5")!;

  it("is a counter, even where it lies over the border of its area", () => {
    desk.ground.at = () => desk.ground.spaces.get("01");
    expect(desk.hit(spot)).toEqual({ piece: "P5", place: "00" });
  });
  it("is the place, where no counter lies", () => {
    expect(desk.hit({ x: spot.x + 3 * spot.size, y: spot.y })).toEqual({ piece: "", place: "01" });
  });
  it("is nothing beside the map", () => {
    desk.ground.at = () => undefined;
    expect(desk.hit({ x: -50, y: -50 })).toBeNull();
  });
});

describe("a stack that is spread out", () => {
  const spread = () => {
    const desk = new Desk({ ...hexPlan(8, 8), width: 400, height: 340 }, [], []);
    const choices = [choice("move P0", { piece: "P0" }), choice("to 11", { place: "11" }), choice("to 10", { place: "10" })];
    desk.scene = scene({ stacks: { "11": { pieces: pieces(4) } }, choices });
    desk.onask = vi.fn();
    desk.onchoose = vi.fn();
    desk.fanned = "11";
    const { x, y } = desk.cloth!;
    return { desk, gap: { x: x + 1, y: y + 1 } };
  };
  it("hides what lies under its cloth, and the cloth itself chooses nothing", () => {
    const { desk, gap } = spread();
    expect(desk.hit(gap)).toEqual({ piece: "", place: "11", spread: true });
    desk.touch(gap, gap, { finger: true });
    expect(desk.onchoose).not.toHaveBeenCalled();
    expect(desk.onask).toHaveBeenCalledTimes(1);
    expect(desk.fanned).toBe("11");
  });
  it("is closed by a finger elsewhere, which chooses what is there", () => {
    const { desk } = spread();
    const { x, y } = desk.ground.spaces.get("77")!;
    desk.touch({ x, y }, { x, y }, { finger: true });
    expect(desk.fanned).toBe("");
    expect(desk.onask).toHaveBeenCalledTimes(1);
  });
});

describe("between two decisions", () => {
  const desk = new Desk(hexPlan(), [], []);
  desk.scene = scene({ choices: [choice("to 00", { place: "00" }), choice("done")] });
  it("all stays as it is drawn, and nothing can be chosen or asked", () => {
    const { targets } = desk;
    desk.busy = true;
    desk.onask = vi.fn();
    desk.onchoose = vi.fn();
    expect(desk.targets).toEqual(targets);
    for (const place of ["00", "20"]) desk.touch(desk.ground.spaces.get(place)!, { x: 0, y: 0 });
    expect(desk.onchoose).not.toHaveBeenCalled();
    expect(desk.onask).not.toHaveBeenCalled();
    const { x, y } = desk.ground.spaces.get("20")!;
    desk.busy = false;
    desk.touch({ x, y }, { x, y }, { twice: true });
    expect(desk.onask).not.toHaveBeenCalled();
    desk.touch({ x, y }, { x, y });
    expect(desk.onask).toHaveBeenCalledTimes(1);
  });
});
