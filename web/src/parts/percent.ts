/** Sums of many shares miss the whole by less than this. */
const NEAR = 1e-9;

/** A share in words: what can happen is never nothing, and what can fail is never certain. */
export function percent(share: number): string {
  const whole = Math.round(100 * share);
  if (whole === 0 && share > 0) return "<1%";
  if (whole === 100 && share < 1 - NEAR) return ">99%";
  return `${whole}%`;
}
