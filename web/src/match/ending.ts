import type { Match } from "../api/model";

/** How a match ended that nobody won. */
export const nobodyWon = ({ level }: NonNullable<Match["result"]>): string => (level === "resignation" ? "Given up" : "A draw");
