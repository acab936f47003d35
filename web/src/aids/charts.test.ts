import { expect, it } from "vitest";
import { litIn } from "./charts";

const chart = { id: "crt", title: "Combat results", columns: ["Die", "1:1", "2:1"], rows: [["1", "NE", "DR"], ["2", "DR", "DE"]] };

it("finds the row and the column that count", () => {
  expect(litIn(chart, { chart: "crt", row: "2", column: "2:1" })).toEqual({ row: 1, column: 2 });
  expect(litIn(chart, { chart: "crt", column: "1:1" })).toEqual({ row: -1, column: 1 });
  expect(litIn(chart, { chart: "crt", row: "9" })).toEqual({ row: -1, column: -1 });
  expect(litIn(chart, { chart: "terrain", row: "1" })).toEqual({ row: -1, column: -1 });
  expect(litIn(chart, null)).toEqual({ row: -1, column: -1 });
});
