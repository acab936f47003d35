import type { Odds } from "../api/model";

type Outcome = NonNullable<Odds["preview"]>["outcomes"][number];
export type Chance = Pick<Outcome, "name" | "share" | "chance" | "says">;

/** What can come of it, each thing once, with its exact chance: several rolls may lead to the same. */
export function chances(outcomes: readonly Outcome[]): Chance[] {
  const found = new Map<string, Chance>();
  for (const { name, share, chance, says } of outcomes) {
    const known = found.get(name);
    found.set(name, known ? { ...known, share: known.share + share, chance: sum(known.chance, chance) } : { name, share, chance, says });
  }
  return [...found.values()];
}

/** The sum of two fractions, as exact as they are. */
export function sum(one: string, other: string): string {
  const [a, b] = parts(one);
  const [c, d] = parts(other);
  const [top, bottom] = [a * d + c * b, b * d];
  const common = divisor(top, bottom);
  return bottom === common ? `${top / common}` : `${top / common}/${bottom / common}`;
}

function parts(fraction: string): [bigint, bigint] {
  const [top = "0", bottom = "1"] = fraction.split("/");
  return [BigInt(top), BigInt(bottom)];
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));
