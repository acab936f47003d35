import type { MapPlan, Space } from "../api/model";

/**
 * What lies between hexes: a hexside is named by the two beside it (1708/1808), a corner by the three around it
 * (1510+1610+1611), or on the edge of the map by a hex and the number of its corner (0101.4).
 */
export const isAnchor = (id: string): boolean => /[/+.]/.test(id);

/** How much smaller what lies there is than in a hex. */
const SMALLER = 0.62;
/** How far from a corner its button reaches, and how broad that of a hexside is, in parts of a hex's room. */
const ROUND = 0.2;
const BROAD = 0.17;

/** A hexside or a corner as a space of its own; nothing if its hexes are not there. */
export function anchorOf(id: string, plan: MapPlan, hex: (id: string) => Space | undefined): Space | undefined {
  if (plan.kind !== "hex") return undefined;
  const [name, number] = id.split(".");
  const around = name!.split(/[/+]/).map(hex);
  const [first, second] = around;
  if (!first || !around.every((space) => space !== undefined)) return undefined;
  const corner = number === undefined ? undefined : plan.corners?.[Number(number)];
  if (number !== undefined && !corner) return undefined;
  const x = around.reduce((sum, space) => sum + space.x, 0) / around.length + (corner?.[0] ?? 0);
  const y = around.reduce((sum, space) => sum + space.y, 0) / around.length + (corner?.[1] ?? 0);
  const side = id.includes("/");
  return {
    id,
    x,
    y,
    name: `${side ? "Side between" : "Corner of"} ${listed(around.map(titleOf))}`,
    kind: side ? "hexside" : "corner",
    info: [],
    path: side && second ? bar(first, second, { x, y }) : ring({ x, y }, ROUND * first.room),
    room: SMALLER * first.room,
  };
}

const titleOf = ({ id, name }: Space): string => (name ? `${name} (${id})` : id);

const listed = (words: string[]): string => [words.slice(0, -1).join(", "), words.at(-1)!].filter(Boolean).join(" and ");

interface Spot {
  x: number;
  y: number;
}
const pathOf = (points: Spot[]): string => `M${points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}Z`;

/** Something round enough. */
function ring({ x, y }: Spot, radius: number): string {
  const turns = Array.from({ length: 12 }, (_, index) => (index * Math.PI) / 6);
  return pathOf(turns.map((turn) => ({ x: x + radius * Math.cos(turn), y: y + radius * Math.sin(turn) })));
}

/** A bar along the side between two hexes, which is as long as its corners are far from the middles. */
function bar(one: Space, two: Space, { x, y }: Spot): string {
  const far = Math.hypot(two.x - one.x, two.y - one.y);
  const [across, along] = [BROAD * far, far / Math.sqrt(3) / 2 - 0.1 * far];
  const [dx, dy] = [(two.x - one.x) / far, (two.y - one.y) / far];
  const at = (u: number, v: number): Spot => ({ x: x + u * dx - v * dy, y: y + u * dy + v * dx });
  return pathOf([at(across / 2, -along), at(across, 0), at(across / 2, along), at(-across / 2, along), at(-across, 0), at(-across / 2, -along)]);
}
