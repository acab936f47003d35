import { describe, expect, it } from "vitest";
import { Desk } from "./desk.svelte";
import { hexPlan, scene } from "./sample";

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
