import type { Choice, Piece } from "../api/model";
import type { Desk } from "../board/desk.svelte";
import type { Target } from "../board/targets";

/** Choices of one place, or of one box, in the order of the game. */
export interface Group {
  key: string;
  title: string;
  items: Item[];
}
export interface Item {
  choice: Choice;
  /** The counter it is about; for a place all that lies there. */
  pieces: Piece[];
}

/** Everything that can be chosen on the map and in the boxes, by place; what is a button of its own is not repeated. */
export function groupsOf(desk: Desk): Group[] {
  const found = new Map<string, Group>();
  const { pieces, places, boxes } = desk.targets;
  for (const target of [...pieces, ...places, ...boxes]) {
    const { key, title } = whereOf(target, desk);
    const group = found.get(key) ?? { key, title, items: [] };
    found.set(key, group);
    const lying = piecesOf(target, desk);
    group.items.push(...target.choices.map((choice) => ({ choice, pieces: lying })));
  }
  return [...found.values()];
}

const boxesOf = (desk: Desk) => desk.scene?.boxes ?? [];

function whereOf(target: Target, desk: Desk): { key: string; title: string } {
  if (target.place) return { key: target.place, title: desk.ground.title(target.place) };
  const id = target.choices[0]?.place ?? "";
  const box = boxesOf(desk).find((one) => (target.piece ? one.pieces?.some((piece) => piece.id === target.piece) : one.id === id));
  return { key: `box ${box?.id ?? ""}`, title: box?.title ?? "" };
}

function piecesOf({ piece, place }: Target, desk: Desk): Piece[] {
  if (!piece) return desk.heapAt.get(place)?.spots.map((spot) => spot.piece).toReversed() ?? [];
  const boxed = boxesOf(desk).flatMap((box) => box.pieces ?? []);
  const found = desk.spotOf(piece, place)?.piece ?? boxed.find((one) => one.id === piece);
  return found ? [found] : [];
}
