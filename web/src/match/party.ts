import type { About, ScenarioInfo } from "../api/model";

/** May somebody who sees with the eyes of one side see with those of the other? One person leads all sides of a party. */
export function sameParty(about: About, scenario: ScenarioInfo, one: string, other: string): boolean {
  const party = (side: string) => scenario.players.findIndex((sides) => sides.includes(side));
  return !about.secrets || party(one) === party(other);
}
