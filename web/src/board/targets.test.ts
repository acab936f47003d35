import { describe, expect, it } from "vitest";
import { Ground } from "./ground";
import { choice, hexPlan, scene } from "./sample";
import { beyond, nearest, reading, targetsOf, wayTo } from "./targets";

const ground = new Ground(hexPlan());
const piece = (id: string) => ({ id, face: "f" });

describe("what can be touched", () => {
  const shown = scene({
    stacks: { "10": { pieces: [piece("A"), piece("B")] } },
    boxes: [{ id: "dead", title: "Dead", pieces: [piece("D")] }],
  });
  const found = targetsOf(
    [choice("move A", { piece: "A" }), choice("top A", { piece: "A" }), choice("to 00", { place: "00" }), choice("raise D", { piece: "D" }), choice("done")],
    shown,
    ground,
  );

  it("is a counter where it lies, with all choices that touch it", () => {
    expect(found.pieces.map(({ piece, place }) => [piece, place])).toEqual([["A", "10"]]);
    expect(found.pieces[0]!.choices.map(({ action }) => action)).toEqual(["move A", "top A"]);
    expect(found.pieces[0]!.label).toBe("MOVE A; or TOP A");
  });

  it("is a place, a counter off the map, or only a word", () => {
    expect(found.places.map(({ place }) => place)).toEqual(["00"]);
    expect(found.boxes.map(({ piece }) => piece)).toEqual(["D"]);
    expect(found.words.map(({ action }) => action)).toEqual(["done"]);
  });

  it("leaves no choice out, even of a counter nobody sees", () => {
    const odd = targetsOf([choice("move X", { piece: "X" })], shown, ground);
    expect(odd.words).toHaveLength(1);
  });
});

describe("the arrow keys", () => {
  const points = [
    { id: "left", x: 0, y: 0 },
    { id: "here", x: 100, y: 0 },
    { id: "right", x: 200, y: 10 },
    { id: "far right", x: 300, y: 0 },
    { id: "below", x: 110, y: 90 },
  ];
  const from = points[1]!;
  it("go to the nearest in their direction", () => {
    expect(beyond(from, points, "ArrowRight")?.id).toBe("right");
    expect(beyond(from, points, "ArrowLeft")?.id).toBe("left");
    expect(beyond(from, points, "ArrowDown")?.id).toBe("below");
    expect(beyond(from, points, "ArrowUp")).toBeUndefined();
  });
  it("prefer what lies straight ahead", () => {
    const aside = { id: "aside", x: 130, y: 60 };
    expect(beyond(from, [...points, aside], "ArrowRight")?.id).toBe("right");
  });
  it("begin at what is nearest", () => {
    expect(nearest({ x: 190, y: 40 }, points)?.id).toBe("right");
    expect(nearest({ x: 0, y: 0 }, [])).toBeUndefined();
  });
});

describe("order and ways", () => {
  it("reads in bands from the top left", () => {
    const points = [{ x: 90, y: 45 }, { x: 10, y: 200 }, { x: 50, y: 40 }, { x: 5, y: 2 }];
    expect(reading(points).map(({ x }) => x)).toEqual([5, 50, 90, 10]);
  });
  it("follows the way back to its beginning", () => {
    const choices = [choice("to 3", { place: "3", via: "2" }), choice("to 2", { place: "2", via: "1" })];
    expect(wayTo("3", choices)).toEqual(["1", "2", "3"]);
    expect(wayTo("3", choices, "0")).toEqual(["0", "1", "2", "3"]);
  });
  it("is not caught in a ring", () => {
    const ring = [choice("to 1", { place: "1", via: "2" }), choice("to 2", { place: "2", via: "1" })];
    expect(wayTo("1", ring)).toEqual(["2", "1"]);
  });
});
