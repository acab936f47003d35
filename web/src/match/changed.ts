import type { Match } from "../api/model";

const short = (version: string) => version.slice(0, 8);

/** What of the game is no longer as a running match began with it; empty if nothing is. */
export function changedWords({ changed, status }: Pick<Match, "changed" | "status">): string {
  if (status !== "running" || !changed.length) return "";
  const parts = changed.map(({ what, began, now }) => `${what} (${short(began)} when it began, ${short(now)} now)`);
  return `The server has other ${parts.join(" and other ")}. All that was done comes out the same, so the match goes on with the new ones.`;
}
