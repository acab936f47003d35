import { describe, expect, it } from "vitest";
import { Ground } from "./ground";
import { outlineOf, shifted } from "./outlines";
import { hexPlan } from "./sample";

const ground = new Ground(hexPlan());

describe("the ground", () => {
  it("finds the hex a point lies in, up to its rim and not beyond the map", () => {
    expect(ground.at({ x: 40, y: 40 })?.id).toBe("00");
    expect(ground.at({ x: 59, y: 40 })?.id).toBe("00");
    expect(ground.at({ x: 61, y: 40 })?.id).toBe("10");
    expect(ground.at({ x: 60, y: 70 })?.id).toBe("01");
    expect(ground.at({ x: 5, y: 5 })).toBeUndefined();
  });

  it("calls a place by its name and number", () => {
    expect(ground.title("00")).toBe("Sedan (00)");
    expect(ground.title("10")).toBe("10");
  });

  it("draws a rectangle around places with the room they need", () => {
    expect(ground.around(["00", "10"])).toEqual({ x: 20, y: 20, width: 80, height: 40 });
    expect(ground.around(["nowhere"])).toBeNull();
  });
});

describe("outlines", () => {
  it("moves a path to its place", () => {
    expect(shifted("M0,1L-2.5,3Z", 10, 20)).toBe("M10,21L7.5,23Z");
    expect(outlineOf(ground, ["00"])).toMatch(/^M40,16.91L60,28.45/);
  });
});
