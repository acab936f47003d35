import type { Face, Piece, Scene, Stack } from "../api/model";
import { isAnchor } from "./anchors";
import type { Ground, Point, Rect } from "./ground";

/** A counter is drawn in a square of this size about its middle, and scaled. */
export const FACE = 40;
const CARDS = 3;
/** Counters in areas are no smaller than this, and about so large in a call-out. */
const SMALLEST = 20;
const CALLED_OUT = 24;
/** By how much of itself a counter lies lower than the middle of its room in an area, to leave the name readable. */
const DROP = 0.24;
/** Where two sides stand in one hex each has a pile: so far from the middle, and so much smaller. */
const [APART, SHARED] = [0.5, 0.7];

/** A counter where it lies. */
export interface Spot extends Point {
  piece: Piece;
  place: string;
  size: number;
  /** Covered by others: reached by spreading the stack. */
  hidden: boolean;
  /** Not in the stack but beside it: it flies over the place. */
  aside?: boolean;
}

/** The counters in one place as they lie on the map. */
export interface Heap {
  place: string;
  /** The lowest first, as they are drawn. */
  spots: Spot[];
  /** Counters seen, and counters face down. */
  seen: number;
  more: number;
  size: number;
  /** Where its counters lie if there are too many for the area itself. */
  callout?: Rect;
}

const piecesOf = (stack: Stack): Piece[] => stack.pieces ?? [];

const laid = new WeakMap<Stack, Heap>();

type Faces = ReadonlyMap<string, Face>;

/**
 * All stacks of a scene laid out on the map, those between hexes last, on top of the others.
 * A stack that has not changed is not laid out again.
 */
export function heaps(scene: Scene, ground: Ground, faces: Faces = new Map()): Heap[] {
  const found = Object.entries(scene.stacks ?? {}).flatMap(([place, stack]) => {
    const known = laid.get(stack);
    if (known?.place === place) return [known];
    const heap = heapOf(stack, place, ground, faces);
    if (heap) laid.set(stack, heap);
    return heap ? [heap] : [];
  });
  const between = found.filter((heap) => isAnchor(heap.place));
  return between.length ? [...found.filter((heap) => !isAnchor(heap.place)), ...between] : found;
}

function heapOf(stack: Stack, place: string, ground: Ground, faces: Faces): Heap | null {
  const space = ground.spaces.get(place);
  if (!space) return null;
  const pieces = piecesOf(stack);
  const callout = ground.hexes || fitting(pieces.length, space.room) >= SMALLEST ? undefined : calloutOf(pieces.length, space, ground);
  const spots = ground.hexes ? piled(pieces, space, space.room, faces) : callout ? rows(pieces, callout) : cluster(pieces, space, space.room);
  return {
    place,
    spots: spots.map((spot) => ({ ...spot, place })).reverse(),
    seen: pieces.length,
    more: stack.more ?? 0,
    size: spots[0]?.size ?? space.room,
    callout,
  };
}

type Laid = Omit<Spot, "place">;

/** What stands in a hex as a pile, and beside it what flies there; what flies alone lies in the middle. */
export function piled(pieces: Piece[], at: Point, room: number, faces: Faces): Laid[] {
  const flies = (piece: Piece) => faces.get(piece.face)?.shape === "air";
  const [flying, standing] = [pieces.filter(flies), pieces.filter((piece) => !flies(piece))];
  if (!standing.length) return cards(flying, at, room);
  const sides = [...new Set(standing.map((piece) => faces.get(piece.face)?.side))];
  const size = 0.86 * room;
  const step = Math.min(0.9 * size, (1.3 * room) / Math.max(1, flying.length - 1));
  const beside = flying.map((piece, index) => ({
    piece,
    size,
    x: at.x + 0.66 * room - index * step,
    y: at.y - 0.62 * room,
    hidden: false,
    aside: true,
  }));
  if (sides.length < 2) return [...beside, ...cards(standing, at, room)];
  const apart = (2 * APART * room) / (sides.length - 1);
  const piles = sides.map((side, index) =>
    cards(standing.filter((piece) => faces.get(piece.face)?.side === side), { x: at.x - APART * room + index * apart, y: at.y }, SHARED * room),
  );
  return [...beside, ...piles.flat()];
}

/** A pile of cards: the top one in front, a few edges of those below. */
export function cards(pieces: Piece[], at: Point, room: number): Laid[] {
  const size = 1.36 * room;
  const step = 0.055 * size;
  const shown = Math.min(pieces.length, CARDS);
  return pieces.map((piece, depth) => {
    const down = Math.min(depth, shown - 1) - (shown - 1) / 2;
    return { piece, size, x: at.x + down * step, y: at.y - down * step, hidden: depth >= CARDS };
  });
}

/** The columns of a block of counters, and its rows. */
function block(many: number, wide: number): [number, number] {
  const rows = Math.ceil(many / Math.max(1, Math.ceil(Math.sqrt(many * wide))));
  return [Math.ceil(many / Math.max(1, rows)), rows];
}

/** How large counters can be in the free room of an area; they may reach a little over its border. */
function fitting(many: number, room: number): number {
  const [columns, rows] = block(many, 1.3);
  return Math.min(30, (2.5 * room) / Math.max(columns, 1), (room + 14) / (1.08 * (rows - 0.5 + DROP)));
}

/** Counters side by side in the free room of an area, in rows that grow downwards: the name stands above them. */
export function cluster(pieces: Piece[], at: Point, room: number): Laid[] {
  const [columns] = block(pieces.length, 1.3);
  const size = Math.max(SMALLEST, fitting(pieces.length, room));
  const pitch = 1.08 * size;
  return pieces.map((piece, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, pieces.length - row * columns);
    return {
      piece,
      size,
      x: at.x + ((index % columns) - (inRow - 1) / 2) * pitch,
      y: at.y + (row + DROP) * pitch,
      hidden: false,
    };
  });
}

const WIDE = 1.8;
const PITCH = 1.12;

/** Counters in rows that fill a call-out. */
function rows(pieces: Piece[], { x, y }: Rect): Laid[] {
  const [columns] = block(pieces.length, WIDE);
  const pitch = PITCH * CALLED_OUT;
  return pieces.map((piece, index) => ({
    piece,
    size: CALLED_OUT,
    x: x + ((index % columns) + 0.5) * pitch,
    y: y + (Math.floor(index / columns) + 0.5) * pitch,
    hidden: false,
  }));
}

/** Where a name and a few counters stand in any area: what a call-out should leave free. */
const home = ({ x, y }: Point): Rect => ({ x: x - 40, y: y - 46, width: 80, height: 82 });
const DIRECTIONS = Array.from({ length: 24 }, (_, index) => (index * Math.PI) / 12);
const RINGS = [0, 14, 32, 54];

/** A free spot near an area for more counters than it has room for: always the same for as many. */
export function calloutOf(many: number, at: Point, ground: Ground): Rect {
  const [columns, high] = block(many, WIDE);
  const [width, height] = [columns * PITCH * CALLED_OUT, high * PITCH * CALLED_OUT];
  const furniture = (ground.plan.furniture ?? []).map(([x, y, width, height]) => ({ x, y, width, height }));
  const taken = [...ground.plan.spaces.map(home), ...furniture];
  const spots = RINGS.flatMap((ring) =>
    DIRECTIONS.map((angle): Rect => {
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      return {
        x: at.x + dx * (36 + ring + width / 2) - width / 2,
        y: at.y + dy * (30 + ring + height / 2) - height / 2,
        width,
        height,
      };
    }),
  );
  const price = (spot: Rect, index: number) =>
    taken.reduce((sum, one) => sum + overlap(spot, one), 0) +
    (width * height - overlap(spot, ground.whole)) * 20 +
    RINGS[Math.floor(index / DIRECTIONS.length)]! * 8;
  return spots[least(spots.map(price))]!;
}

const least = (numbers: readonly number[]): number => numbers.indexOf(Math.min(...numbers));

/** The area that two rectangles share. */
function overlap(one: Rect, other: Rect): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

/**
 * A stack spread out beside its place, the top counter first, large enough to be touched; kept in sight.
 * Of the four sides the one is taken where it covers the fewest of what else can be chosen.
 */
export function fan(pieces: Piece[], at: Point, size: number, seen: Rect, avoid: readonly Point[] = []): Laid[] {
  const rows = Math.ceil(pieces.length / Math.max(3, Math.ceil(Math.sqrt(pieces.length * 1.6))));
  const columns = Math.ceil(pieces.length / rows); // rows as even as can be
  const pitch = 1.14 * size;
  const [half, tall] = [((columns - 1) / 2) * pitch, (rows - 1) * pitch];
  const spots: Point[] = [
    { x: at.x, y: at.y - pitch * rows },
    { x: at.x + half + pitch, y: at.y - tall / 2 },
    { x: at.x - half - pitch, y: at.y - tall / 2 },
    { x: at.x, y: at.y + pitch },
  ].map(({ x, y }) => ({
    x: clamp(x, seen.x + half + size / 2, seen.x + seen.width - half - size / 2),
    y: clamp(y, seen.y + size / 2, seen.y + seen.height - tall - size / 2),
  }));
  const edge = 0.62 * size;
  const covers = ({ x, y }: Point, point: Point) =>
    Math.abs(point.x - x) < half + edge && point.y > y - edge && point.y < y + tall + edge;
  const price = (spot: Point) => avoid.filter((point) => covers(spot, point)).length + (covers(spot, at) ? 1000 : 0);
  const best = spots[least(spots.map(price))]!;
  return pieces.map((piece, index) => ({
    piece,
    size,
    x: best.x - half + (index % columns) * pitch,
    y: best.y + Math.floor(index / columns) * pitch,
    hidden: false,
  }));
}

const clamp = (value: number, low: number, high: number): number =>
  low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value));

/** Where each counter on the map is. */
export function whereabouts(scene: Scene | null): Map<string, string> {
  const found = new Map<string, string>();
  for (const [place, stack] of Object.entries(scene?.stacks ?? {}))
    for (const piece of piecesOf(stack)) found.set(piece.id, place);
  return found;
}
