import { api } from "../../api/client";
import type { About, Created, GameInfo, ScenarioInfo } from "../../api/model";
import { keepSeat } from "../../api/seats.svelte";
import { handOut, preset, seatKinds, usualBot, type Seating } from "./seating";

/** A new match from a scenario, its seat kept in this browser. */
export async function found(
  game: GameInfo["name"],
  about: About,
  scenario: ScenarioInfo,
  seating: Seating,
  options: Record<string, string> = {},
): Promise<string> {
  const seats = seatKinds(seating, scenario.players);
  const created = await api.create({ game, scenario: scenario.id, options, seats });
  keep(created, game, scenario.id, about, seating);
  return created.match;
}

/** Keep what opens a new match, with the links that are still to be sent. */
export function keep(created: Created, game: string, scenario: string, about: About, seating: Seating): void {
  const named = about.scenarios.find((one) => one.id === scenario)?.title ?? scenario;
  keepSeat(created.match, { ...handOut(created, seating, about), title: `${about.title} · ${named}`, game, scenario });
}

/** Start at once: you on the first side, the usual bot against you. */
export async function startAtOnce(game: string, about: About, scenario: ScenarioInfo): Promise<string> {
  const bots = await api.bots();
  return found(game, about, scenario, preset("machine", scenario, usualBot(bots)));
}

/** A match from a saved text; what it began as stands in the text, so the server is asked. */
export async function goOn(
  text: string,
  kind: "record" | "position",
  about: About,
  scenario: ScenarioInfo,
  seating: Seating,
): Promise<string> {
  const created = await api.importMatch({ [kind]: text, seats: seatKinds(seating, scenario.players) });
  const { token } = handOut(created, seating, about);
  const match = await api.match(created.match, token);
  keep(created, match.game, match.scenario, about, seating);
  return created.match;
}
