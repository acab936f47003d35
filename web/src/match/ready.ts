import { api } from "../api/client";
import type { About, Face, Plan } from "../api/model";
import { seatOf } from "../api/seats.svelte";

/** What never changes in a match of a game. */
export interface Ready {
  game: string;
  about: About;
  faces: Face[];
  plan: Plan;
}

/** Fetch all of it at once; the picture of the map comes meanwhile. */
export async function ready(match: string): Promise<Ready> {
  const game = seatOf(match)?.game || (await api.match(match)).game;
  new Image().src = api.mapUrl(game);
  const [about, faces, plan] = await Promise.all([api.about(game), api.faces(game), api.plan(game)]);
  return { game, about, faces, plan };
}
