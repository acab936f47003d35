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
