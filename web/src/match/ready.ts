import { api } from "../api/client";
import type { About, Face, MapPlan, ScenarioInfo } from "../api/model";
import { seatOf } from "../api/seats.svelte";

/** What never changes in a match. */
export interface Ready {
  game: string;
  about: About;
  scenario: ScenarioInfo;
  faces: Face[];
  plan: MapPlan;
}

/** Fetch all of it at once; the picture of the map comes meanwhile. */
export async function ready(match: string): Promise<Ready> {
  const seat = seatOf(match);
  const { game, scenario: name } = seat?.game && seat.scenario ? seat : await api.match(match);
  new Image().src = api.mapUrl(game, name);
  const [about, scenario, faces, plan] = await Promise.all([
    api.about(game), api.scenario(game, name), api.faces(game, name), api.plan(game, name),
  ]);
  return { game, about, scenario, faces, plan };
}
