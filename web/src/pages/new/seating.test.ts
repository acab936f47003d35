import { describe, expect, test } from "vitest";
import type { ScenarioInfo } from "../../api/model";
import { handOut, preset, presetOf, PRESETS, seatKinds, usualBot } from "./seating";

const duel: ScenarioInfo = { id: "duel", title: "Duel", about: "", players: [["red"], ["blue"]] };
const allies: ScenarioInfo = { id: "allies", title: "Allies", about: "", players: [["red"], ["blue", "green"]] };
const about = {
  sides: ["red", "blue", "green"].map((id) => ({ id, title: id.toUpperCase(), letter: id[0]!, colour: "#000", ink: "#fff" })),
};

describe("presets", () => {
  test("each is recognised again", () => {
    for (const { name } of PRESETS) {
      expect(presetOf(preset(name, duel, "captain"))).toBe(name);
      expect(presetOf(preset(name, allies, "captain"))).toBe(name);
    }
    expect(presetOf({ red: "me", blue: "friend", green: "bot:captain" })).toBeNull();
  });

  test("the person gets the first group of sides, or the one wished for", () => {
    expect(preset("machine", allies, "captain")).toEqual({ red: "me", blue: "bot:captain", green: "bot:captain" });
    expect(preset("machine", allies, "captain", 1)).toEqual({ red: "bot:captain", blue: "me", green: "me" });
  });

  test("the usual bot is the captain, else the best there is", () => {
    const bot = (level: string) => ({ level, title: level, about: "", scores: [] });
    expect(usualBot([bot("recruit"), bot("captain"), bot("general")])).toBe("captain");
    expect(usualBot([bot("recruit"), bot("colonel")])).toBe("colonel");
    expect(usualBot([])).toBe("recruit");
  });
});

describe("seats", () => {
  test("who holds one side has a token of one's own", () => {
    expect(seatKinds(preset("link", duel, ""), duel.players)).toEqual({ red: "person", blue: "person" });
    expect(seatKinds(preset("machine", duel, "captain"), duel.players)).toEqual({ red: "person", blue: "bot:captain" });
  });

  test("who holds several shares one token among them", () => {
    expect(seatKinds(preset("table", duel, ""), duel.players)).toEqual({ red: "hotseat", blue: "hotseat" });
    expect(seatKinds(preset("link", allies, ""), allies.players)).toEqual({ red: "person", blue: "hotseat", green: "hotseat" });
    expect(seatKinds(preset("machine", allies, "captain", 1), allies.players)).toMatchObject({ blue: "hotseat", green: "hotseat" });
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
      { token: "b", sides: ["blue", "green"], title: "BLUE and GREEN" },
      { token: "s", sides: [], title: "Spectators" },
    ]);
  });

  test("without a side one watches", () => {
    const handed = handOut({ ...created, seats: {} }, preset("watch", allies, "captain"), about);
    expect(handed).toMatchObject({ token: "s", sides: [], spectator: true });
  });

  test("the token of another is never mine", () => {
    expect(handOut(created, { red: "friend", blue: "me", green: "me" }, about)).toMatchObject({ token: "b", sides: ["blue", "green"] });
  });
});
