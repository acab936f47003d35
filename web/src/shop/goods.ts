import type { Choice, Entry } from "../api/model";
import { beginning, takenBack } from "../match/told";

/** Something that can be bought: a counter at a price, at one place or several. */
export interface Good {
  key: string;
  /** The counter's face; empty for what is no counter. */
  face: string;
  cost: number;
  /** What it can do, where its labels say so after a colon. */
  does: string;
  /** A choice for each place. */
  at: Choice[];
}

/** What is on offer, in the order of the game. */
export function goodsOf(choices: readonly Choice[]): Good[] {
  const found = new Map<string, Good>();
  for (const choice of choices) {
    if (!choice.cost) continue;
    const { face = "", cost } = choice;
    const key = face ? `${face} ${cost}` : choice.action;
    const known = found.get(key);
    if (known) known.at.push(choice);
    else found.set(key, { key, face, cost: Number(cost), does: choice.label.split(": ").slice(1).join(": "), at: [choice] });
  }
  return [...found.values()];
}

/** How often each action was carried out in this phase and not taken back. */
export function boughtIn(log: readonly Entry[]): Map<string, number> {
  const gone = takenBack(log);
  const begins = log.findLastIndex((entry) => !gone.has(entry.revision) && entry.told.some(beginning));
  const found = new Map<string, number>();
  for (const { action, kind, revision } of log.slice(begins + 1))
    if (kind === "act" && action && !gone.has(revision)) found.set(action, (found.get(action) ?? 0) + 1);
  return found;
}
