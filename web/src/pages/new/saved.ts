import { packed, unpacked } from "../../parts/packed";

/** Where a match begins that begins in no scenario of the game's: no scenario is called so. */
export const OWN = "+own";
export const SAVED = "+saved";

const HANDED = "#own=";

/** The address of a new match in a scenario of one's own. */
export const linkToScenario = (game: string, text: string): string => `/new/${encodeURIComponent(game)}${HANDED}${packed(text)}`;

/** The scenario that an address brings along; empty if it brings none. */
export const handedScenario = (hash: string): string => (hash.startsWith(HANDED) ? unpacked(hash.slice(HANDED.length)) : "");

/** A text that somebody saved: which of the two forms it has, and what it says of itself. */
export interface Saved {
  kind: "record" | "position";
  game: string;
  scenario: string;
}

export function readSaved(text: string): Saved | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines.some((line) => /^\[Meuse\s+"/.test(line))) {
    const header = (name: string) => line(lines, new RegExp(`^\\[${name}\\s+"([^"]*)"\\]`));
    return { kind: "record", game: header("Game"), scenario: header("Scenario") };
  }
  const field = (name: string) => line(lines, new RegExp(`^${name}\\s*=\\s*["']([^"']*)["']`));
  const [game, scenario] = [field("game"), field("scenario")];
  return game || scenario ? { kind: "position", game, scenario } : null;
}

/** What the text of a scenario says of itself, as far as it can be seen without reading it as TOML. */
export interface OwnScenario {
  title: string;
  /** The sides that one person usually plays; null if the text does not say it in a way that is known here. */
  players: string[][] | null;
  /** The side it is about; empty if it does not say. */
  starts: string;
}

export function readScenario(text: string): OwnScenario {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const players = /^players\s*=\s*(\[[^=]*?\]\s*,?\s*\])/m.exec(text)?.[1] ?? "";
  const field = (name: string) => line(lines, new RegExp(`^${name}\\s*=\\s*["']([^"']*)["']`));
  return { title: field("title"), players: groups(players), starts: field("starts") };
}

function groups(text: string): string[][] | null {
  try {
    const read: unknown = JSON.parse(text.replaceAll("'", '"').replace(/,\s*(?=\])/g, ""));
    const named = (group: unknown) => Array.isArray(group) && group.every((side) => typeof side === "string");
    return Array.isArray(read) && read.every(named) ? (read as string[][]) : null;
  } catch {
    return null;
  }
}

const line = (lines: string[], pattern: RegExp): string =>
  lines.map((text) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? "";
