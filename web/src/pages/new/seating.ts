/** Who holds which side of a new match, and which seats and links that makes. */
import type { About, Bot, Created, NewMatch, ScenarioInfo } from "../../api/model";
import type { SeatLink } from "../../api/seats.svelte";

export type Holder = "me" | "friend" | `bot:${string}`;
export type Seating = Record<string, Holder>;
export type SeatKinds = NonNullable<NewMatch["seats"]>;

export type PresetName = "machine" | "table" | "link" | "watch";
export const PRESETS: { name: PresetName; title: string; says: string }[] = [
  { name: "machine", title: "Against the machine", says: "You hold one side, a bot the others." },
  { name: "table", title: "Hot seat", says: "All sides at this screen, one after the other." },
  { name: "link", title: "With a friend", says: "You hold one side and send a link for the rest." },
  { name: "watch", title: "Watch", says: "Bots play every side; you look on." },
];

/** The bot one meets unasked: the captain, else the best there is. */
export const usualBot = (bots: Bot[]): string =>
  (bots.find((bot) => bot.level === "captain") ?? bots.at(-1))?.level ?? "recruit";

/** A preset for a scenario: `first` is the person's group of sides, by its place in the scenario's list. */
export function preset(name: PresetName, scenario: ScenarioInfo, bot: string, first = 0): Seating {
  const others: Holder = name === "link" ? "friend" : name === "table" ? "me" : `bot:${bot}`;
  const mine: Holder = name === "watch" ? `bot:${bot}` : "me";
  const seating: Seating = {};
  scenario.players.forEach((group, place) => {
    for (const side of group) seating[side] = place === first ? mine : others;
  });
  return seating;
}

/** Which preset a seating is, if it is one. */
export function presetOf(seating: Seating): PresetName | null {
  const holders = new Set(Object.values(seating).map((holder) => (holder.startsWith("bot:") ? "bot" : holder)));
  const kinds = [...holders].sort().join(" ");
  return ({ "bot me": "machine", me: "table", "friend me": "link", bot: "watch" } as const)[kinds] ?? null;
}

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
export function handOut(created: Created, seating: Seating, about: Pick<About, "sides">): Handed {
  const title = (side: string) => about.sides.find((one) => one.id === side)?.title ?? side;
  const mine = Object.keys(seating).filter((side) => seating[side] === "me");
  const links = new Map<string, SeatLink>();
  for (const [side, holder] of Object.entries(seating)) {
    const token = created.seats[side];
    if (holder !== "friend" || !token) continue;
    const sides = [...(links.get(token)?.sides ?? []), side];
    links.set(token, { token, sides, title: sides.map(title).join(" and ") });
  }
  const own = mine[0] === undefined ? undefined : created.seats[mine[0]];
  return {
    token: own ?? created.spectator,
    sides: own ? mine : [],
    spectator: !own,
    links: [...links.values(), { token: created.spectator, sides: [], title: "Spectators" }],
  };
}
