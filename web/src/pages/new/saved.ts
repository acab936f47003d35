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

const line = (lines: string[], pattern: RegExp): string =>
  lines.map((text) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? "";
