import type { MapPlan } from "../api/model";
import type { Ground } from "./ground";

const moved = new WeakMap<Ground, Map<string, string>>();
/** What was drawn for a list of places need not be drawn again for the same list. */
const drawn = new WeakMap<readonly string[], string>();

/** One path around each of some places. */
export function outlineOf(ground: Ground, places: readonly string[]): string {
  const known = drawn.get(places) ?? places.map((place) => outline(ground, place)).join("");
  drawn.set(places, known);
  return known;
}

function outline(ground: Ground, place: string): string {
  const known = moved.get(ground) ?? new Map<string, string>();
  if (!moved.has(ground)) moved.set(ground, known);
  let path = known.get(place);
  if (path === undefined) {
    const space = ground.spaces.get(place);
    path = !space ? "" : space.path || shifted(ground.plan.outline, space.x, space.y);
    known.set(place, path);
  }
  return path;
}

/** The sides of a hex, each with the place beyond it. */
export function edgesOf(ground: Ground, place: string): [string, string][] {
  const space = ground.spaces.get(place);
  const corners = [...outline(ground, place).matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
  if (!space) return [];
  return corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length]!;
    const beyond = ground.at({ x: corner.x + next.x - space.x, y: corner.y + next.y - space.y });
    return [beyond?.id ?? "", `M${corner.x},${corner.y}L${next.x},${next.y}`];
  });
}

/** The sheet without what is printed over the map: nothing is tinted there. */
export function openSheet({ width, height, furniture = [] }: MapPlan): string {
  const rectangles = [[-width, -height, 3 * width, 3 * height], ...furniture];
  return rectangles.map(([x, y, wide, high]) => `M${x},${y}h${wide}v${high}h${-wide!}Z`).join("");
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
