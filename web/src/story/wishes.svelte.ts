/** How long each thing that others do is looked at, in milliseconds. */
export const SPEEDS = { slow: 1600, steady: 800, quick: 250, once: 0 } as const;
export type Speed = keyof typeof SPEEDS;

/** How somebody wants to follow a match: the same at every table. */
interface Wishes {
  speed: Speed;
  /** Stop at battles, losses, objectives, scores and cards. */
  stops: boolean;
  /** Sum up what the others have done when it is one's own decision again. */
  recap: boolean;
  /** Games whose goals were shown unasked. */
  shown: string[];
}

const PLACE = "meuse.follow";

function kept(): Partial<Wishes> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

const FIRST: Wishes = { speed: "steady", stops: true, recap: true, shown: [] };
const read = { ...FIRST, ...kept() };
export const wishes = $state<Wishes>({ ...read, speed: read.speed in SPEEDS ? read.speed : FIRST.speed });

/** Wish for something else, from now on. */
export function wish(change: Partial<Wishes>): void {
  Object.assign(wishes, change);
  try {
    localStorage.setItem(PLACE, JSON.stringify(wishes));
  } catch {
    // a browser that keeps nothing has it until it is closed
  }
}
