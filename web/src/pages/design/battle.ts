/** A battle that is being designed: kept as plain data, written into links, and changed piece by piece. */
import type { Bought, Catalogue, LaidSheet, Ware, Wish } from "../../api/model";
import { unpacked } from "../../parts/packed";

/** The battle in an address, filled up from another one; null if there is none. */
export function readBattle(hash: string, start: Wish): Wish | null {
  try {
    const read: unknown = JSON.parse(unpacked(hash.replace(/^#/, "")));
    if (typeof read !== "object" || !read || !("sides" in read) || !("sheets" in read)) return null;
    return { ...start, ...(read as Partial<Wish>) };
  } catch {
    return null;
  }
}

/** A layout in one word, as the server's addresses have it. */
export const layoutName = (sheets: readonly (readonly LaidSheet[])[]): string =>
  sheets.map((row) => row.map((sheet) => sheet.id + (sheet.turned ? "~" : "")).join("-")).join(".");

/** As many rows and columns as wanted: sheets stay where they are, new ones are those not taken yet. */
export function resized(sheets: readonly (readonly LaidSheet[])[], rows: number, columns: number, ids: readonly string[]): LaidSheet[][] {
  const kept = sheets.slice(0, rows).map((row) => row.slice(0, columns));
  const free = ids.filter((id) => !kept.flat().some((sheet) => sheet.id === id));
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => ({ ...(kept[row]?.[column] ?? { id: free.shift() ?? "", turned: false }) })),
  );
}

/** Put a sheet into a place of the layout; the one that lay there goes where it came from. */
export function exchanged(sheets: readonly (readonly LaidSheet[])[], row: number, column: number, id: string): LaidSheet[][] {
  const before = sheets[row]![column]!;
  return sheets.map((line, y) =>
    line.map((sheet, x) => {
      if (y === row && x === column) return { ...sheet, id };
      return sheet.id === id ? { ...sheet, id: before.id } : { ...sheet };
    }),
  );
}

/** Sheets drawn and turned at random. */
export function shuffled(sheets: readonly (readonly LaidSheet[])[], ids: readonly string[], random = Math.random): LaidSheet[][] {
  const left = [...ids];
  return sheets.map((row) =>
    row.map(() => ({ id: left.splice(Math.floor(random() * left.length), 1)[0] ?? "", turned: random() < 0.5 })),
  );
}

/** One more of something: the same line if there is one, else another. */
export function withOne(lines: readonly Bought[], ware: Ware): Bought[] {
  const price = ware.prices[0]?.id ?? "";
  const same = lines.findIndex((line) => line.ware === ware.id && (line.price ?? "") === price && !line.enters);
  if (same < 0) return [...lines, { ware: ware.id, price, count: 1, enters: 0 }];
  return lines.map((line, at) => (at === same ? { ...line, count: (line.count ?? 1) + 1 } : line));
}

export const costOf = (line: Bought, ware: Ware | undefined): number =>
  (line.count ?? 1) * (ware?.prices.find((price) => price.id === (line.price ?? ""))?.points ?? 0);

/** The goods of a side by group, in the order of the list. */
export function groupsOf(catalogue: Catalogue, side: string): Map<string, Ware[]> {
  const groups = new Map<string, Ware[]>();
  for (const ware of catalogue.wares) if (ware.side === side) groups.set(ware.group, [...(groups.get(ware.group) ?? []), ware]);
  return groups;
}

/** Names of hexes as somebody writes them. */
export const hexesIn = (text: string): string[] => [...new Set(text.toUpperCase().split(/[\s,;]+/).filter(Boolean))];

/** What changes with the kind of battle: who attacks, how long it lasts, what each side may spend, who sets up. */
export function asKind(wish: Wish, catalogue: Catalogue, id: string, attacker: string): Wish {
  const kind = catalogue.kinds.find((one) => one.id === id);
  if (!kind) return wish;
  const attacks = kind.share ? attacker || Object.keys(wish.sides)[0]! : "";
  const points = Math.min(...Object.values(wish.sides).map((camp) => camp.points));
  const sides = Object.fromEntries(
    Object.entries(wish.sides).map(([side, camp]) => {
      const depth = !kind.share || side === attacks ? 0 : camp.depth || 6;
      return [side, { ...camp, depth, points: kind.share && side === attacks ? points * kind.share : points }];
    }),
  );
  const aim = catalogue.aims.find((one) => one.id === wish.aim);
  return { ...wish, kind: id, attacker: attacks, turns: kind.turns, sides, aim: aim?.attack && !kind.share ? catalogue.aims[0]!.id : wish.aim };
}
