import { describe, expect, test } from "vitest";
import type { ScenarioInfo } from "../../api/model";
import { ALL, handOut, NONE, offers, partOf, partTitle, rivals, seatingOf, seatKinds, usualBot, usualWish, type Wish } from "./seating";

const duel: ScenarioInfo = { id: "duel", title: "Duel", about: "", players: [["red"], ["blue"]] };
const allies: ScenarioInfo = { id: "allies", title: "Allies", about: "", players: [["red"], ["blue", "green"]], starts: "green" };
const about = {
  secrets: true,
  sides: ["red", "blue", "green"].map((id) => ({ id, title: id.toUpperCase(), letter: id[0]!, colour: "#000", ink: "#fff" })),
  camps: [{ id: "cold", title: "The Cold", sides: ["green", "blue"] }],
};
const bot = (level: string) => ({ level, title: level, about: "", scores: [] });
const wish = (more: Partial<Wish> = {}): Wish => ({ ...usualWish([bot("captain")]), ...more });

describe("what one plays", () => {
  test("unasked the part the scenario is about, else the first", () => {
    expect(partOf(wish(), allies)).toEqual(["blue", "green"]);
    expect(partOf(wish(), duel)).toEqual(["red"]);
    expect(seatingOf(wish(), allies)).toEqual({ red: "bot:captain", blue: "me", green: "me" });
  });

  test("a side chosen is kept in another scenario", () => {
    expect(partOf(wish({ play: "red" }), allies)).toEqual(["red"]);
    expect(partOf(wish({ play: "blue" }), allies)).toEqual(["blue", "green"]);
    expect(partOf(wish({ play: "blue" }), duel)).toEqual(["blue"]);
  });

  test("all or none", () => {
    expect(seatingOf(wish({ play: ALL, friend: true }), duel)).toEqual({ red: "me", blue: "me" });
    expect(seatingOf(wish({ play: NONE, friend: true }), duel)).toEqual({ red: "bot:captain", blue: "bot:captain" });
    expect(seatingOf(wish({ friend: true }), duel)).toEqual({ red: "me", blue: "friend" });
  });

  test("seat by seat counts before all else", () => {
    const seats = { red: "friend", blue: "me" } as const;
    expect(seatingOf(wish({ play: ALL, seats }), duel)).toBe(seats);
  });

  test("sides of one camp have its name", () => {
    expect(partTitle(about, ["blue", "green"])).toBe("The Cold");
    expect(partTitle(about, ["blue"])).toBe("BLUE");
    expect(partTitle(about, ["red", "blue"])).toBe("RED and BLUE");
  });

  test("every part is offered, everything alone or with covers, and nothing", () => {
    const titles = (secrets: boolean) => offers({ ...about, secrets }, allies).map((offer) => offer.title);
    expect(titles(true)).toEqual(["RED", "The Cold", "Both sides, alone", "Both sides, hot seat", "Nobody"]);
    expect(titles(false)).toEqual(["RED", "The Cold", "Both sides", "Nobody"]);
  });

  test("rivals are sides of different parts", () => {
    expect(rivals(seatingOf(wish({ play: ALL }), allies), allies)).toBe(true);
    expect(rivals(seatingOf(wish({ play: "blue" }), allies), allies)).toBe(false);
  });

  test("the usual bot is the captain, else the best there is", () => {
    expect(usualBot([bot("recruit"), bot("captain"), bot("general")])).toBe("captain");
    expect(usualBot([bot("recruit"), bot("colonel")])).toBe("colonel");
    expect(usualBot([])).toBe("recruit");
  });
});

describe("seats", () => {
  const kinds = (more: Partial<Wish>, scenario: ScenarioInfo) => seatKinds(seatingOf(wish(more), scenario), scenario.players);

  test("who holds one side has a token of one's own", () => {
    expect(kinds({ friend: true }, duel)).toEqual({ red: "person", blue: "person" });
    expect(kinds({}, duel)).toEqual({ red: "person", blue: "bot:captain" });
  });

  test("who holds several shares one token among them", () => {
    expect(kinds({ play: ALL }, duel)).toEqual({ red: "hotseat", blue: "hotseat" });
    expect(kinds({ play: "red", friend: true }, allies)).toEqual({ red: "person", blue: "hotseat", green: "hotseat" });
    expect(kinds({ play: "blue" }, allies)).toMatchObject({ blue: "hotseat", green: "hotseat" });
  });

  test("my sides come first where two people hold several", () => {
    const players = [["red", "white"], ["blue", "green"]];
    const seating = { red: "me", white: "me", blue: "friend", green: "friend" } as const;
    expect(seatKinds(seating, players)).toEqual({ red: "hotseat", white: "hotseat", blue: "person", green: "person" });
  });
});

describe("tokens", () => {
  const created = { match: "m", commitment: "", seats: { red: "r", blue: "b", green: "b" }, spectator: "s" };

  test("mine is kept, the friend's is one link for both sides, spectators have theirs", () => {
    const handed = handOut(created, { red: "me", blue: "friend", green: "friend" }, about);
    expect(handed).toMatchObject({ token: "r", sides: ["red"], spectator: false });
    expect(handed.links).toEqual([
      { token: "b", sides: ["blue", "green"], title: "The Cold" },
      { token: "s", sides: [], title: "Spectators" },
    ]);
  });

  test("without a side one watches", () => {
    const handed = handOut({ ...created, seats: {} }, seatingOf(wish({ play: NONE }), allies), about);
    expect(handed).toMatchObject({ token: "s", sides: [], spectator: true });
  });

  test("the token of another is never mine", () => {
    expect(handOut(created, { red: "friend", blue: "me", green: "me" }, about)).toMatchObject({ token: "b", sides: ["blue", "green"] });
  });
});
