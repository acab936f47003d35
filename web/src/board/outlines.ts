import type { Ground } from "./ground";

const moved = new WeakMap<Ground, Map<string, string>>();

/** One path around each of some places. */
export const outlineOf = once((ground, places) => places.map((place) => outline(ground, place)).join(""));

/** What was drawn for a list of places need not be drawn again for the same list. */
function once(draw: (ground: Ground, places: readonly string[]) => string): typeof draw {
  const drawn = new WeakMap<readonly string[], string>();
  return (ground, places) => {
    const known = drawn.get(places) ?? draw(ground, places);
    drawn.set(places, known);
    return known;
  };
}

function outline(ground: Ground, place: string): string {
  const known = moved.get(ground) ?? new Map<string, string>();
  if (!moved.has(ground)) moved.set(ground, known);
  let path = known.get(place);
  if (path === undefined) {
    const space = ground.spaces.get(place);
    path = !space ? "" : ground.hexes ? shifted(ground.plan.outline, space.x, space.y) : space.path;
    known.set(place, path);
  }
  return path;
}

/** Where a region of hexes meets others: the sides of its hexes beyond which a hex lies that is none of them. */
export const frontOf = once((ground, places) => {
  if (!ground.hexes) return "";
  const held = new Set(places);
  const meets = ([beyond]: [string, string]) => beyond !== "" && !held.has(beyond);
  return places.flatMap((place) => edges(ground, place).filter(meets).map(([, side]) => side)).join("");
});

/** The sides of a hex, each with the place beyond it. */
function edges(ground: Ground, place: string): [string, string][] {
  const space = ground.spaces.get(place);
  const corners = [...outline(ground, place).matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
  if (!space) return [];
  return corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length]!;
    const beyond = ground.at({ x: corner.x + next.x - space.x, y: corner.y + next.y - space.y });
    return [beyond?.id ?? "", `M${corner.x},${corner.y}L${next.x},${next.y}`];
  });
}

/** A path of absolute points, moved. */
export function shifted(path: string, x: number, y: number): string {
  return path.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, px: string, py: string) => {
    return `${round(Number(px) + x)},${round(Number(py) + y)}`;
  });
}

/** The middles of places, as the points of a line. */
export function placed(ground: Ground, places: readonly string[]): string {
  return places.flatMap((place) => ground.spaces.get(place) ?? []).map(({ x, y }) => `${x},${y}`).join(" ");
}

const round = (value: number): number => Math.round(value * 100) / 100;
