import type { About, Match } from "../api/model";

type Result = NonNullable<Match["result"]>;

/** Who won, as people call them: a camp under its own name, else the sides; empty if nobody did. */
export function winnersOf({ winner, winners }: Result, about?: Pick<About, "camps" | "sides">): string {
  const camp = about?.camps?.find((one) => one.id === winner)?.title;
  return camp ?? winners.map((side) => about?.sides.find((one) => one.id === side)?.title ?? side).join(" and ");
}

/** How a match ended that nobody won. */
export const nobodyWon = ({ level }: Result): string => (level === "resignation" ? "Given up" : "A draw");
