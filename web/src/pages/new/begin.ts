import { api } from "../../api/client";
import type { About, Created, ScenarioInfo } from "../../api/model";
import { keepSeat } from "../../api/seats.svelte";
import { handOut, preset, seatKinds, usualBot, type Seating } from "./seating";

/** A new match in a scenario, by its name or by the text of one's own; its seat is kept in this browser. */
export async function begin(
  game: string,
  about: About,
  scenario: ScenarioInfo,
  seating: Seating,
  options: Record<string, string> = {},
  text = "",
): Promise<string> {
  const seats = seatKinds(seating, scenario.players);
  const created = await api.create({ game, options, seats, ...(text ? { scenario_text: text } : { scenario: scenario.id }) });
  keep(created, game, scenario, about, seating);
  return created.match;
}

/** Keep what opens a new match, with the links that are still to be sent. */
function keep(created: Created, game: string, scenario: ScenarioInfo, about: About, seating: Seating): void {
  const title = [about.title, scenario.title].filter(Boolean).join(" · ");
  keepSeat(created.match, { ...handOut(created, seating, about), title, game, scenario: scenario.id });
}

/** Start at once: you on the first side, the usual bot against you. */
export async function startAtOnce(game: string, about: About, scenario: ScenarioInfo): Promise<string> {
  const bots = await api.bots();
  return begin(game, about, scenario, preset("machine", scenario, usualBot(bots)));
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
  keep(created, match.game, await api.scenario(match.game, match.scenario), about, seating);
  return created.match;
}
