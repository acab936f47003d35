import type { Entry, Scene, Told } from "../api/model";

/** Why the story stops somewhere. */
export interface Stop {
  /** In a word or two. */
  why: string;
  /** What happened. */
  says: string[];
  places: string[];
}

const MOST = 3;
/** A goal of more places than this is a region: no single place of it decides anything. */
const FEW = 10;

/** The places of a scene that it matters to hold. */
export function objectivesOf(scene: Scene | null): Set<string> {
  return new Set((scene?.goals ?? []).flatMap(({ places = [] }) => (places.length <= FEW ? places : [])));
}

/** What one stops at, the weightiest first, and what it is called. */
const WHY: [string, string][] = [
  ["score", "Points change"],
  ["control", "An objective changes hands"],
  ["loss", "You have losses"],
  ["result", "The dice have fallen"],
  ["card", "A card is drawn"],
  ["battle", "A battle begins"],
];

/** Is something told worth a stop for who leads some sides, with eyes on some objectives? */
function worth(told: Told, mine: readonly string[], objectives: ReadonlySet<string>): boolean {
  if (told.sort === "loss") return told.parties.some((side) => mine.includes(side));
  if (told.sort === "control") return told.places.some((place) => objectives.has(place));
  return WHY.some(([sort]) => sort === told.sort);
}

/** What of some entries of others one stops at. */
export function stopOf(entries: readonly Entry[], mine: readonly string[], objectives: ReadonlySet<string>): Stop | null {
  const others = entries.filter((entry) => entry.kind === "act" && !mine.includes(entry.side));
  const weighty = others.flatMap((entry) => entry.told.filter((told) => worth(told, mine, objectives)));
  const [sort, why] = WHY.find(([sort]) => weighty.some((told) => told.sort === sort)) ?? [];
  if (!why) return null;
  const says = weighty.filter((told) => told.sort === sort).map((told) => told.text);
  return { why, says: says.slice(-MOST), places: [...new Set(weighty.flatMap((told) => told.places))] };
}
