import { describe as group, expect, test } from "vitest";
import { countOrigins, describe, filesOf, originOf, wordsFor } from "./describe";

group("a file read aloud", () => {
  test("plain fields are facts, the source stands apart", () => {
    const section = describe("Stacking", { source: "rulebook 6.1", land: 5, first_turn: true, months: ["May", "June"] });
    expect(section.source).toBe("rulebook 6.1");
    expect(section.facts).toEqual([["Land", "5"], ["First turn", "yes"], ["Months", "May, June"]]);
  });

  test("entries alike are one table, whatever some of them lack", () => {
    const { parts } = describe("Terrain", { terrain: { clear: { cost: 1, source: "chart" }, rough: { cost: 2, shift: -1 } } });
    expect(parts[0]!.tables[0]).toEqual({
      columns: ["Terrain", "Cost", "Shift"],
      rows: [
        { cells: ["clear", "1", ""], source: "chart", id: "clear" },
        { cells: ["rough", "2", "-1"], source: "", id: "rough" },
      ],
    });
  });

  test("a group with named entries is a heading over their table", () => {
    const data = { group: [{ name: "Corps", steps: [[12, 8], [9, 6]], source: "history", units: [{ id: "G.1", name: "First" }] }] };
    const corps = describe("Units", data).parts[0]!;
    expect(corps.title).toBe("Corps");
    expect(corps.facts).toContainEqual(["Steps", "12-8, 9-6"]);
    expect(corps.facts.map(([name]) => name)).not.toContain("Name");
    expect(corps.tables[0]!.rows[0]).toMatchObject({ id: "G.1", cells: ["G.1", "First"] });
  });

  test("rows with columns are a grid", () => {
    const { tables } = describe("Results", { columns: ["1:1", "2:1"], rows: [["AE", "DR"], ["DR", "DE"]] });
    expect(tables[0]!.columns).toEqual(["", "1:1", "2:1"]);
    expect(tables[0]!.rows[1]!.cells).toEqual(["2", "DR", "DE"]);
  });

  test("outlines are drawn, not printed", () => {
    const { parts } = describe("Map", { area: [{ id: "1", outline: [[[1.5, 2], [3, 4]]] }, { id: "2", outline: [[[5, 6]]] }] });
    expect(parts[0]!.tables[0]!.columns).toEqual(["Id"]);
  });

  test("layers of letters stay as they are written", () => {
    expect(describe("Map", { layers: { terrain: "a b\nc d" } }).parts[0]!.texts).toEqual([{ title: "Terrain", text: "a b\nc d" }]);
  });
});

test("values in words", () => {
  expect(wordsFor({ infantry: 2, tank: 1 })).toBe("infantry 2, tank 1");
  expect(wordsFor([{ kind: "range", to: 4 }, { kind: "cost", to: 1 }])).toBe("kind range, to 4; kind cost, to 1");
  expect(wordsFor(undefined)).toBe("");
  expect(wordsFor(Array.from({ length: 100 }, (_, at) => at))).toMatch(/^0, 1, .*, 11 and 88 more$/);
});

test("where an entry comes from is told by the words of its source", () => {
  expect(originOf("rulebook 2.11")).toBe("book");
  expect(originOf("rulebook 2.11; strengths reconstructed")).toBe("both");
  expect(originOf("reconstructed from geography")).toBe("rebuilt");
  expect(originOf("MIL-STD-2525C")).toBe("other");
});

test("sources are counted at every depth", () => {
  const data = { source: "rulebook", unit: [{ source: "reconstructed" }, { part: { source: "rulebook; reconstructed" } }] };
  expect(countOrigins(data)).toEqual({ book: 1, both: 1, rebuilt: 1, other: 0 });
});

test("files come in reading order, what is beside the game is left out", () => {
  const files = { "tables.toml": {}, "about.toml": {}, "map.toml": {}, "scenarios/two_days.toml": {}, "odd.toml": {} };
  expect(filesOf(files).map((file) => file.title)).toEqual(["Map", "Scenario two days", "Tables", "Odd"]);
});
