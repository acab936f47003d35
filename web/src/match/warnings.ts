import type { Choice } from "../api/model";

const KEPT = "meuse.unwarned";

const unwarned = (): string[] => {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as string[];
  } catch {
    return [];
  }
};
const nameOf = (game: string, choice: Choice): string => `${game} ${choice.verb}`;

/** Does one want to be asked before such a choice is sent? */
export const asksAbout = (game: string, choice: Choice): boolean => !unwarned().includes(nameOf(game, choice));

/** Choices of this kind are not asked about again in this browser. */
export function askNoMore(game: string, choice: Choice): void {
  localStorage.setItem(KEPT, JSON.stringify([...new Set([...unwarned(), nameOf(game, choice)])]));
}
