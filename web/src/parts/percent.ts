/** Sums of many shares miss the whole by less than this. */
const NEAR = 1e-9;

/** A share in words: what can happen is never nothing, and what can fail is never certain. */
export const percent = (share: number): string => spoken(Math.round(100 * share), share);

function spoken(whole: number, share: number): string {
  if (whole === 0 && share > 0) return "<1%";
  if (whole === 100 && share < 1 - NEAR) return ">99%";
  return `${whole}%`;
}

/** Shares of one whole in words: the numbers add up to what the shares do. The largest remainders are rounded up. */
export function percents(shares: readonly number[]): string[] {
  const floors = shares.map((share) => Math.floor(100 * share + NEAR));
  const whole = Math.round(100 * shares.reduce((sum, share) => sum + share, 0));
  const left = whole - floors.reduce((sum, floor) => sum + floor, 0);
  const rest = (index: number) => 100 * shares[index]! - floors[index]!;
  const up = new Set(shares.map((_, index) => index).sort((one, other) => rest(other) - rest(one)).slice(0, left));
  return shares.map((share, index) => spoken(floors[index]! + (up.has(index) ? 1 : 0), share));
}
