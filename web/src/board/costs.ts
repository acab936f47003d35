import type { Choice } from "../api/model";

/** What is written on each place: one cost, or from the least to the most where several things can be done there. */
export function costs(choices: readonly Choice[]): { place: string; cost: string }[] {
  const found = new Map<string, Set<string>>();
  for (const { place, cost } of choices) if (place && cost) found.set(place, (found.get(place) ?? new Set()).add(cost));
  return [...found].map(([place, all]) => ({ place, cost: range([...all]) }));
}

function range(all: string[]): string {
  const sorted = all.toSorted((one, other) => Number(one) - Number(other));
  return sorted.length > 1 ? `${sorted[0]}–${sorted.at(-1)}` : sorted[0]!;
}
