import { describe, expect, it } from "vitest";
import type { Face } from "../api/model";
import { discAt, parted, stripesOf } from "./print";

const face = (stripes?: string[]) => ({ stripes }) as Face;

describe("the stripe of a counter", () => {
  it("is left out where there is none, and whole with one colour", () => {
    expect(stripesOf(face())).toEqual([]);
    const [only] = stripesOf(face(["#f00"]));
    expect([only!.y, only!.y + only!.height]).toEqual([-9.8, 19.4]);
  });
  it("gives most of its length to the first of several, without a gap", () => {
    const [first, second] = stripesOf(face(["#f00", "#0f0"]));
    expect(first!.height).toBeCloseTo(2 * second!.height);
    expect(second!.y).toBeCloseTo(first!.y + first!.height);
    expect(second!.y + second!.height).toBeCloseTo(19.4);
  });
});

describe("a strength whose last number stands on a disc", () => {
  it("is parted before that number", () => {
    expect(parted("2-2-8")).toEqual(["2-2-", "8"]);
    expect(parted("10-12")).toEqual(["10-", "12"]);
  });
  it("is left whole where there is nothing before it, or no number", () => {
    expect(parted("8")).toEqual(["8", ""]);
    expect(parted("")).toEqual(["", ""]);
  });
  it("has the disc right of the middle, farther right in a longer text", () => {
    expect(discAt("4-8")).toBeGreaterThan(0);
    expect(discAt("2-2-8")).toBeGreaterThan(discAt("4-8"));
  });
});
