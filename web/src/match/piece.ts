import type { Face, Piece } from "../api/model";

/** What is to be said of a counter besides its name. */
export function saysOf(piece: Piece, face: Face): string[] {
  const { text = "", steps = 1, full = 1, count = 1, notes = [] } = piece;
  const said = [count > 1 ? `${count} of them` : "", text, full > 1 ? `${steps} of ${full} steps` : "", ...notes, face.note ?? ""];
  return said.filter(Boolean);
}
