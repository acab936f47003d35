import { expect, it } from "vitest";
import type { Face, Piece } from "../api/model";
import { blocksOf } from "./blocks";
import { costs } from "./costs";
import { Ground } from "./ground";
import { heaps } from "./layout";
import { choice, hexPlan, scene } from "./sample";

const face = (id: string, colour: string): [string, Face] => [id, { id, colour, ink: "#000" } as Face];
const faces = new Map([face("r", "red"), face("b", "blue")]);
const words = (pieces: Piece[], more = 0) =>
  blocksOf(heaps(scene({ stacks: { "00": { pieces, more } } }), new Ground(hexPlan()))[0]!, faces).map((block) => `${block.colour} ${block.words}`);

it("shows a stack from afar as one number in its owner's colour", () => {
  const strong = { id: "1", face: "r", factors: [5, 6] };
  expect(words([strong, { id: "2", face: "r", factors: [3, 6], count: 2 }])).toEqual(["red 11"]);
  expect(words([strong, { id: "2", face: "b", factors: [2] }])).toEqual(["red 5", "blue 2"]);
  expect(words([strong], 2)).toEqual(["red 5+"]);
  expect(words([{ id: "1", face: "r", count: 3 }, { id: "2", face: "r" }])).toEqual(["red 4"]);
});

it("writes one cost on a place, however many things cost something there", () => {
  const at = (place: string, cost: string) => choice(`${place} ${cost}`, { place, cost });
  expect(costs([at("a", "2"), at("b", "10"), at("b", "3"), at("b", "5"), at("a", "2"), choice("c", { place: "c" })])).toEqual([
    { place: "a", cost: "2" },
    { place: "b", cost: "3–10" },
  ]);
});
