import type { About } from "../api/model";

/** May whoever sees with the eyes of one side see with those of the other? One person leads all sides of a party. */
export function sameParty(about: About, scenario: string | undefined, one: string, other: string): boolean {
  const parties = about.scenarios.find(({ id }) => id === scenario)?.players ?? [];
  const party = (side: string) => parties.findIndex((sides) => sides.includes(side));
  return !about.secrets || party(one) === party(other);
}
