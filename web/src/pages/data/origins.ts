import type { Origin } from "./describe";

/** Where an entry comes from, by letter beside the colour. */
export const ORIGINS: Record<Origin, { sign: string; title: string }> = {
  book: { sign: "B", title: "rulebook" },
  both: { sign: "P", title: "partly rebuilt" },
  rebuilt: { sign: "R", title: "rebuilt" },
  other: { sign: "O", title: "other" },
};
