import type { Piece, Scene, Stack } from "../api/model";
import type { Ground, Point, Rect } from "./ground";

/** A counter is drawn in a square of this size about its middle, and scaled. */
export const FACE = 40;
const CARDS = 3;
/** By how much of itself a counter lies lower than the middle of its room in an area, to leave the name readable. */
const DROP = 0.24;

/** A counter where it lies. */
export interface Spot extends Point {
  piece: Piece;
  place: string;
  size: number;
  /** Covered by others: reached by spreading the stack. */
  hidden: boolean;
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
}

const piecesOf = (stack: Stack): Piece[] => stack.pieces ?? [];

const laid = new WeakMap<Stack, Heap>();

/** All stacks of a scene laid out on the map; a stack that has not changed is not laid out again. */
export function heaps(scene: Scene, ground: Ground): Heap[] {
  return Object.entries(scene.stacks ?? {}).flatMap(([place, stack]) => {
    const known = laid.get(stack);
    if (known?.place === place) return [known];
    const heap = heapOf(stack, place, ground);
    if (heap) laid.set(stack, heap);
    return heap ? [heap] : [];
  });
}

function heapOf(stack: Stack, place: string, ground: Ground): Heap | null {
  const space = ground.spaces.get(place);
  if (!space) return null;
  const pieces = piecesOf(stack);
  const spots = ground.hexes ? cards(pieces, space, space.room) : cluster(pieces, space, space.room);
  return {
    place,
    spots: spots.map((spot) => ({ ...spot, place })).reverse(),
    seen: pieces.length,
    more: stack.more ?? 0,
    size: spots[0]?.size ?? space.room,
  };
}

type Laid = Omit<Spot, "place">;

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

/** Counters side by side in the free room of an area, in rows that grow downwards: the name stands above them. */
export function cluster(pieces: Piece[], at: Point, room: number): Laid[] {
  const columns = Math.ceil(Math.sqrt(pieces.length * 1.3));
  const rows = Math.ceil(pieces.length / columns);
  const size = Math.max(17, Math.min(30, (2.5 * room) / Math.max(columns, rows)));
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

/** A stack spread out beside its place, the top counter first, large enough to be touched; kept in sight. */
export function fan(pieces: Piece[], at: Point, size: number, seen: Rect): Laid[] {
  const columns = Math.min(pieces.length, Math.max(3, Math.ceil(Math.sqrt(pieces.length * 1.6))));
  const rows = Math.ceil(pieces.length / columns);
  const pitch = 1.14 * size;
  const half = ((columns - 1) / 2) * pitch;
  const x = clamp(at.x, seen.x + half + size / 2, seen.x + seen.width - half - size / 2);
  const above = at.y - pitch * rows;
  const top = above - size / 2 > seen.y ? above : at.y + pitch;
  return pieces.map((piece, index) => ({
    piece,
    size,
    x: x - half + (index % columns) * pitch,
    y: top + Math.floor(index / columns) * pitch,
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
