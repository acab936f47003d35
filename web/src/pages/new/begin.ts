import { api } from "../../api/client";
import type { About, Created, ScenarioInfo } from "../../api/model";
import { keepSeat } from "../../api/seats.svelte";
import { handOut, rivals, seatingOf, seatKinds, usualWish, type Wish } from "./seating";

/** A new match in a scenario, by its name or by the text of one's own; its seat is kept in this browser. */
export async function begin(
  game: string,
  about: About,
  scenario: ScenarioInfo,
  wish: Wish,
  options: Record<string, string> = {},
  text = "",
): Promise<string> {
  const seats = seatKinds(seatingOf(wish, scenario), scenario.players);
  const created = await api.create({ game, options, seats, ...(text ? { scenario_text: text } : { scenario: scenario.id }) });
  return keep(created, game, scenario, about, wish);
}

/** Keep what opens a new match, with the links that are still to be sent. */
function keep(created: Created, game: string, scenario: ScenarioInfo, about: About, wish: Wish): string {
  const seating = seatingOf(wish, scenario);
  const title = [about.title, scenario.title].filter(Boolean).join(" · ");
  const alone = wish.alone && rivals(seating, scenario);
  keepSeat(created.match, { ...handOut(created, seating, about), title, game, scenario: scenario.id, alone });
  return created.match;
}

/** Start at once: you on the side the scenario is about, the usual bot against you. */
export async function startAtOnce(game: string, about: About, scenario: ScenarioInfo): Promise<string> {
  return begin(game, about, scenario, usualWish(await api.bots()));
}

/** A match from a saved text; what it began as stands in the text, so the server is asked. */
export async function goOn(
  text: string,
  kind: "record" | "position",
  about: About,
  scenario: ScenarioInfo,
  wish: Wish,
): Promise<string> {
  const seating = seatingOf(wish, scenario);
  const created = await api.importMatch({ [kind]: text, seats: seatKinds(seating, scenario.players) });
  const { token } = handOut(created, seating, about);
  const match = await api.match(created.match, token);
  return keep(created, match.game, await api.scenario(match.game, match.scenario), about, wish);
}

/** A new match from a moment of another one. */
export async function branchOff(match: string, at: number, game: string, about: About, scenario: ScenarioInfo, wish: Wish): Promise<string> {
  const created = await api.branch(match, { at, seats: seatKinds(seatingOf(wish, scenario), scenario.players) });
  return keep(created, game, scenario, about, wish);
}
