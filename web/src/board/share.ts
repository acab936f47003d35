/** A new tree of plain data that keeps the parts of the old one which are the same, so that only changes are drawn. */
export function share<T>(old: unknown, now: T): T {
  if (Object.is(old, now)) return now;
  if (Array.isArray(old) && Array.isArray(now)) {
    const shared = now.map((part, index) => share(old[index], part));
    return (same(old, shared) ? old : shared) as T;
  }
  if (!isTable(old) || !isTable(now)) return now;
  const shared = Object.fromEntries(Object.entries(now).map(([key, part]) => [key, share(old[key], part)]));
  const keys = Object.keys(shared);
  const unchanged = keys.length === Object.keys(old).length && keys.every((key) => Object.is(old[key], shared[key]));
  return (unchanged ? old : shared) as T;
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const same = (one: unknown[], other: unknown[]): boolean =>
  one.length === other.length && one.every((part, index) => Object.is(part, other[index]));
