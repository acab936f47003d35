import { expect, test } from "vitest";
import { winnersOf } from "./ending";

const side = (id: string, title: string) => ({ id, title, letter: "", colour: "", ink: "" });
const about = {
  sides: [side("red", "Redland"), side("blue", "Blueland"), side("green", "Greenland")],
  camps: [
    { id: "red", title: "Redland", sides: ["red"] },
    { id: "league", title: "The League", sides: ["blue", "green"] },
  ],
};
const result = (winner: string | null, ...winners: string[]) => ({ winner, winners, level: "victory", reason: "", clause: null });

test("sides that win together are called by their camp's name", () => {
  expect(winnersOf(result("league", "blue", "green"), about)).toBe("The League");
  expect(winnersOf(result("red", "red"), about)).toBe("Redland");
});

test("where no camp is named, the sides are", () => {
  expect(winnersOf(result(null, "red", "green"), about)).toBe("Redland and Greenland");
  expect(winnersOf(result("blue", "blue"), about)).toBe("Blueland");
  expect(winnersOf(result("blue", "blue"))).toBe("blue");
  expect(winnersOf(result(null), about)).toBe("");
});
