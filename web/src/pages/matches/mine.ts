import { api } from "../../api/client";
import type { About, Match } from "../../api/model";
import type { Seat } from "../../api/seats.svelte";
import { nobodyWon, winnersOf } from "../../match/ending";

export type Turn = "yours" | "others" | "over" | "broken" | "gone";

/** A seat of this browser and how its match stands; null if the server no longer knows it. */
export interface Held {
  id: string;
  seat: Seat;
  match: Match | null;
  turn: Turn;
}

const MOST = 64;
const ORDER: Record<Turn, number> = { yours: 0, others: 1, over: 2, broken: 3, gone: 4 };

export function turnOf(match: Match | null): Turn {
  if (!match) return "gone";
  if (match.status !== "running") return match.status;
  return match.seats.some((seat) => seat.yours && seat.side === match.to_act) ? "yours" : "others";
}

/** All matches of this browser: those that wait for us first, then the newest. */
export async function listMine(seats: [string, Seat][]): Promise<Held[]> {
  const tokens = [...new Set(seats.map(([, seat]) => seat.token))];
  const parts = Array.from({ length: Math.ceil(tokens.length / MOST) }, (_, part) => tokens.slice(part * MOST, (part + 1) * MOST));
  const found = (await Promise.all(parts.map((part) => api.list(part)))).flat();
  const known = new Map(found.map((match) => [match.id, match]));
  return seats
    .map(([id, seat]) => ({ id, seat, match: known.get(id) ?? null, turn: turnOf(known.get(id) ?? null) }))
    .sort((one, other) => ORDER[one.turn] - ORDER[other.turn] || other.seat.added - one.seat.added);
}

/** One line on how a match stands. */
export function standing({ match, turn }: Held, about: About | undefined): string {
  const title = (side: string | null) => about?.sides.find((one) => one.id === side)?.title ?? side ?? "";
  if (!match) return "The server no longer knows this match.";
  if (turn === "broken") return `The match can no longer be gone on with: ${match.broken ?? "it does not replay"}.`;
  if (match.result) {
    const { reason } = match.result;
    const winners = winnersOf(match.result, about);
    const who = winners ? `${winners} won` : nobodyWon(match.result);
    return reason ? `${who}: ${reason}.` : `${who}.`;
  }
  if (match.undo) return `${title(match.undo.side)} asks to take something back.`;
  return turn === "yours" ? `Your turn, ${title(match.to_act)}.` : `${title(match.to_act)} to act.`;
}
