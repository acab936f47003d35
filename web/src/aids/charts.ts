import type { Chart, Lit } from "../api/model";

/** Which row and which column of a chart count now; -1 for none. Heads are compared as they are written. */
export function litIn(chart: Chart, lit: Lit | null | undefined): { row: number; column: number } {
  if (!lit || lit.chart !== chart.id) return { row: -1, column: -1 };
  return {
    row: lit.row ? chart.rows.findIndex(([head]) => head === lit.row) : -1,
    column: lit.column ? chart.columns.indexOf(lit.column) : -1,
  };
}
