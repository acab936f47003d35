/** Who holds which side of a new match, and which seats and links that makes. */
import type { About, Bot, Created, NewMatch, ScenarioInfo } from "../../api/model";
import type { SeatLink } from "../../api/seats.svelte";

export type Holder = "me" | "friend" | `bot:${string}`;
export type Seating = Record<string, Holder>;
export type SeatKinds = NonNullable<NewMatch["seats"]>;

/** What one would like to play, before it is broken down into seats. */
export interface Wish {
  /** A side: its part is mine, with all sides that one person plays with it. Empty: the part the scenario is about. */
  play: string;
  /** I play every side alone: nothing is covered between them. */
  alone: boolean;
  /** Are the others played by people, who get links? */
  friend: boolean;
  /** The level of the machine. */
  bot: string;
  /** Who holds each side, where it was chosen side by side. */
  seats: Seating | null;
}

/** In place of a side: every side, or none. No side is called so. */
export const ALL = "+all";
export const NONE = "+none";

/** The bot one meets unasked: the captain, else the best there is. */
export const usualBot = (bots: Bot[]): string =>
  (bots.find((bot) => bot.level === "captain") ?? bots.at(-1))?.level ?? "recruit";

export const usualWish = (bots: Bot[]): Wish => ({ play: "", alone: false, friend: false, bot: usualBot(bots), seats: null });

type Names = Pick<About, "sides" | "camps">;
const titleOf = (about: Names, side: string): string => about.sides.find((one) => one.id === side)?.title ?? side;

/** Some sides as people call them together. */
export function partTitle(about: Names, sides: readonly string[]): string {
  const camp = about.camps?.find((one) => one.sides.length > 1 && one.sides.toSorted().join() === sides.toSorted().join());
  return camp?.title ?? sides.map((side) => titleOf(about, side)).join(" and ");
}

/** The sides that a wish is for. */
export function partOf(wish: Pick<Wish, "play">, scenario: ScenarioInfo): readonly string[] {
  if (wish.play === NONE) return [];
  if (wish.play === ALL) return scenario.players.flat();
  const side = wish.play || scenario.starts;
  return scenario.players.find((part) => part.includes(side ?? "")) ?? scenario.players[0] ?? [];
}

/** A way to play that is offered. */
export interface Offer {
  play: string;
  alone: boolean;
  title: string;
  says: string;
  sides: readonly string[];
}

/** All ways to play a scenario: each part, everything, nothing. */
export function offers(about: Pick<About, "sides" | "camps" | "secrets">, scenario: ScenarioInfo): Offer[] {
  const all = scenario.players.flat();
  const every = scenario.players.length === 2 ? "Both sides" : "All sides";
  const parts = scenario.players.map((sides) => ({
    play: sides[0] ?? "", alone: false, title: partTitle(about, sides), says: "Against the machine or a friend.", sides,
  }));
  const alone = { play: ALL, alone: true, title: `${every}, alone`, says: "You act for each in turn and see what it sees.", sides: all };
  const shared = { play: ALL, alone: false, title: `${every}, hot seat`, says: "Several people at this screen; it is covered between them.", sides: all };
  const none = { play: NONE, alone: false, title: "Nobody", says: "Watch the machine play.", sides: [] };
  return [...parts, { ...alone, title: about.secrets ? alone.title : every }, ...(about.secrets ? [shared] : []), none];
}

/** Who holds which side. */
export function seatingOf(wish: Wish, scenario: ScenarioInfo): Seating {
  if (wish.seats) return wish.seats;
  const mine = partOf(wish, scenario);
  const others: Holder = wish.friend && wish.play !== NONE ? "friend" : `bot:${wish.bot}`;
  return Object.fromEntries(scenario.players.flat().map((side) => [side, mine.includes(side) ? "me" : others]));
}

/** Do I hold sides that must not know everything of each other? */
export const rivals = (seating: Seating, scenario: ScenarioInfo): boolean =>
  scenario.players.filter((part) => part.some((side) => seating[side] === "me")).length > 1;

/** Sides that one token opens: all of mine, and a friend's where one person usually plays them. */
export function bundles(seating: Seating, players: readonly (readonly string[])[]): string[][] {
  const held = (holder: Holder, sides: readonly string[]) => sides.filter((side) => seating[side] === holder);
  const friends = players.map((group) => held("friend", group));
  return [held("me", Object.keys(seating)), ...friends].filter((sides) => sides.length > 0);
}

/** The server has one shared token in a match; a second person with several sides gets a link for each. */
export function seatKinds(seating: Seating, players: readonly (readonly string[])[]): SeatKinds {
  const shared = bundles(seating, players).find((sides) => sides.length > 1) ?? [];
  return Object.fromEntries(
    Object.entries(seating).map(([side, holder]) => {
      if (holder.startsWith("bot:")) return [side, holder as SeatKinds[string]];
      return [side, shared.includes(side) ? "hotseat" : "person"];
    }),
  );
}

export interface Handed {
  /** What opens my own seat; the spectators' token if I hold no side. */
  token: string;
  sides: string[];
  spectator: boolean;
  links: SeatLink[];
}

/** Sort the tokens of a new match: what is mine, what is to be sent. */
export function handOut(created: Created, seating: Seating, about: Names): Handed {
  const mine = Object.keys(seating).filter((side) => seating[side] === "me");
  const links = new Map<string, SeatLink>();
  for (const [side, holder] of Object.entries(seating)) {
    const token = created.seats[side];
    if (holder !== "friend" || !token) continue;
    const sides = [...(links.get(token)?.sides ?? []), side];
    links.set(token, { token, sides, title: partTitle(about, sides) });
  }
  const own = mine[0] === undefined ? undefined : created.seats[mine[0]];
  return {
    token: own ?? created.spectator,
    sides: own ? mine : [],
    spectator: !own,
    links: [...links.values(), { token: created.spectator, sides: [], title: "Spectators" }],
  };
}
