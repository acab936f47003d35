import type { Face, Piece } from "../api/model";
import type { Heap } from "./layout";

/** A stack from afar: a block in the colour of its owner with one number. */
export interface Block {
  colour: string;
  ink: string;
  words: string;
  pieces: string[];
  dim: boolean;
  /** Nothing but fortifications or markers. */
  round: boolean;
  /** It flies over what stands there. */
  aside: boolean;
}

/** The blocks of a stack, one for each colour: the strength of its units, or how many there are. */
export function blocksOf(heap: Heap, faces: ReadonlyMap<string, Face>): Block[] {
  const found = new Map<string, { face: Face; pieces: Piece[] }>();
  for (const { piece } of heap.spots.toReversed()) {
    const face = faces.get(piece.face);
    if (!face) continue;
    const known = found.get(face.colour);
    if (known) known.pieces.push(piece);
    else found.set(face.colour, { face, pieces: [piece] });
  }
  const unit = (piece: Piece) => (faces.get(piece.face)?.shape ?? "unit") === "unit";
  /** Fortifications count only where nobody mans them. */
  const units = (pieces: Piece[]) => (pieces.some(unit) ? pieces.filter(unit) : pieces);
  return [...found.values()].map(({ face, pieces }) => ({
    colour: face.colour,
    ink: face.ink,
    words: `${strength(units(pieces))}${heap.more ? "+" : ""}`,
    pieces: pieces.map((piece) => piece.id),
    dim: pieces.every((piece) => piece.dim),
    round: !pieces.some(unit),
    aside: face.shape === "air" && heap.spots.some((spot) => !spot.aside),
  }));
}

/** The first number on each counter that is not zero, added up; without numbers the counters are counted. */
function strength(pieces: readonly Piece[]): number {
  const printed = pieces.filter((piece) => piece.factors?.length);
  const worth = ({ factors = [], count = 1 }: Piece) => count * (printed.length ? (factors.find(Boolean) ?? 0) : 1);
  return (printed.length ? printed : pieces).reduce((sum, piece) => sum + worth(piece), 0);
}
