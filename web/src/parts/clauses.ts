import type { Rules } from "../api/model";

export interface Cited {
  title: string;
  says: string;
}

/** What a number stands for: a clause, or how an unclear point is ruled. */
export function findClause(rules: Rules, id: string): Cited | null {
  const clause = rules.clauses.find((one) => one.id === id);
  if (clause) return { title: clause.title, says: clause.says };
  const ruling = rules.rulings.find((one) => one.id === id);
  return ruling ? { title: ruling.title, says: ruling.ruling } : null;
}

/** A clause's number as one reads it: "11.10b", "Movement 2", "Special: Maginot 2". */
export function clauseName(id: string): string {
  const parts = id.split(".");
  if (parts.length < 2 || /^\d/.test(id)) return id;
  const [words, number] = [parts.slice(0, -1), parts.at(-1)!];
  const named = words.map((word) => word[0]!.toUpperCase() + word.slice(1).replaceAll("_", " ")).join(": ");
  return `${named} ${number}`;
}
