import { expect, test } from "vitest";
import type { Match } from "../../api/model";
import { standing, turnOf, type Held } from "./mine";

const match = (more: Partial<Match> = {}): Match => ({
  id: "m", game: "coin", title: "Coin", scenario: "short", options: {}, rules: "1", data: "d", commitment: "c", seed: null, created: 0,
  seats: [{ side: "red", kind: "person", yours: true }, { side: "blue", kind: "bot:captain", yours: false }],
  spectator: false, status: "running", broken: null, changed: [], revision: 3, to_act: "red", result: null, undo: null, rematch: null, chat: true, notices: [], lesson: "",
  ...more,
});
const held = (one: Match | null): Held => ({
  id: "m",
  seat: { token: "t", sides: ["red"], title: "Coin", game: "coin", scenario: "short", spectator: false, added: 0, links: [] },
  match: one,
  turn: turnOf(one),
});

test("whose turn it is", () => {
  expect(turnOf(match())).toBe("yours");
  expect(turnOf(match({ to_act: "blue" }))).toBe("others");
  expect(turnOf(match({ status: "over", to_act: null }))).toBe("over");
  expect(turnOf(null)).toBe("gone");
});

test("the standing names sides as the game calls them", () => {
  const about = { title: "", about: "", secrets: false, scenarios: [], sides: [{ id: "blue", title: "The Blues", letter: "B", colour: "", ink: "" }] };
  expect(standing(held(match({ to_act: "blue" })), about)).toBe("The Blues to act.");
  const result = { winner: "blue", winners: ["blue"], level: "", reason: "the coin fell on its edge", clause: null };
  expect(standing(held(match({ status: "over", to_act: null, result })), about)).toBe("The Blues won: the coin fell on its edge.");
  const given = { ...result, winner: null, winners: [], level: "resignation", reason: "red and The Blues resigned" };
  expect(standing(held(match({ status: "over", to_act: null, result: given })), about)).toBe("Given up: red and The Blues resigned.");
  expect(standing(held(match({ status: "broken", broken: "unknown rules" })), undefined)).toContain("unknown rules");
});
