import type { Ground } from "./ground";
import { edgesOf } from "./outlines";

/** A stretch of the border between two places. */
interface Border {
  one: string;
  other: string;
  path: string;
}

const known = new WeakMap<Ground, Border[]>();

/** All borders of a map: worked out once. */
function bordersOf(ground: Ground): Border[] {
  const found = known.get(ground) ?? (ground.hexes ? betweenHexes(ground) : betweenAreas(ground));
  known.set(ground, found);
  return found;
}

function betweenHexes(ground: Ground): Border[] {
  return ground.plan.spaces.flatMap(({ id }) =>
    edgesOf(ground, id).flatMap(([beyond, path]) => (beyond > id ? [{ one: id, other: beyond, path }] : [])),
  );
}

/** Areas that lie side by side are drawn along the same points: a stretch that comes twice is a border. */
function betweenAreas(ground: Ground): Border[] {
  const first = new Map<string, string>();
  return ground.plan.spaces.flatMap(({ id, path }) =>
    stretches(path).flatMap(([from, to]) => {
      const key = from < to ? `${from} ${to}` : `${to} ${from}`;
      const one = first.get(key);
      if (one === undefined) first.set(key, id);
      return one === undefined || one === id ? [] : [{ one, other: id, path: `M${from}L${to}` }];
    }),
  );
}

/** The straight stretches of a path of closed lines. */
function stretches(path: string): [string, string][] {
  return path.split("M").flatMap((line) => {
    const points = line.match(/-?[\d.]+,-?[\d.]+/g) ?? [];
    return points.map((point, index): [string, string] => [point, points[(index + 1) % points.length]!]);
  });
}

/** Where what one camp holds meets what another holds; who holds nothing has no front. */
export function frontOf(ground: Ground, control: Readonly<Record<string, readonly string[]>>, campOf: (side: string) => string): string {
  const holder = new Map(Object.entries(control).flatMap(([side, places]) => places.map((place) => [place, campOf(side)] as const)));
  const meet = ({ one, other }: Border) => holder.has(one) && holder.has(other) && holder.get(one) !== holder.get(other);
  return bordersOf(ground).filter(meet).map(({ path }) => path).join("");
}
