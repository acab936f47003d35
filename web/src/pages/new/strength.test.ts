import { expect, test } from "vitest";
import type { Bot } from "../../api/model";
import { measured } from "./strength";

const about = {
  sides: ["red", "blue", "green"].map((id) => ({ id, title: id.toUpperCase(), letter: id[0]!, colour: "#000", ink: "#fff" })),
};
const played = { game: "war", scenario: "duel", bot: "captain", against: "recruit", games: 200, wanted: 0.95, seconds: 1, errors: 0, seed: 1, rules: "1", data: "", advice: "" };
const recruit: Bot = { level: "recruit", title: "Recruit", about: "", scores: [] };
const captain: Bot = {
  level: "captain",
  title: "Captain",
  about: "",
  scores: [
    { ...played, camp: "red", sides: ["red"], won: 198, drawn: 0, share: 0.99, low: 0.964, high: 0.997 },
    { ...played, camp: "allies", sides: ["blue", "green"], won: 192, drawn: 3, share: 0.96, low: 0.923, high: 0.98 },
    { ...played, scenario: "other", camp: "red", sides: ["red"], won: 1, drawn: 0, share: 0.005, low: 0.001, high: 0.028 },
  ],
};
const says = (bot: Bot, red: string, blue: string) =>
  measured(bot, [recruit, captain], "war", "duel", about, { red: red as "me", blue: blue as "me", green: "me" });

test("a sentence for each camp in which the bot sits", () => {
  expect(says(captain, "me", "bot:captain")).toEqual([
    "As BLUE and GREEN it won 192 of 200 games against the Recruit and drew 3 (96%, with a margin of 92% to 98%).",
  ]);
  expect(says(captain, "bot:captain", "bot:captain")).toHaveLength(2);
  expect(says(captain, "bot:captain", "me")[0]).toContain("As RED it won 198 of 200 games against the Recruit (99%, with a margin of 96% to >99%)");
});

test("nothing is said where nothing was measured", () => {
  expect(says(recruit, "bot:recruit", "bot:captain")).toEqual([]);
  expect(says(captain, "me", "friend")).toEqual([]);
});
