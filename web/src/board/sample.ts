import type { Choice, MapPlan, Scene } from "../api/model";

/** A small map for tests: three rows of hexes 40 apart, named by column and row. */
export function hexPlan(columns = 4, rows = 3): MapPlan {
  const spaces = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      spaces.push({
        id: `${column}${row}`,
        x: 40 + 40 * column + (row % 2 ? 20 : 0),
        y: 40 + 34.64 * row,
        name: column === 0 && row === 0 ? "Sedan" : "",
        kind: "clear",
        info: [],
        path: "",
        room: 20,
      });
  const outline = "M0.00,-23.09L20.00,-11.55L20.00,11.55L0.00,23.09L-20.00,11.55L-20.00,-11.55Z";
  return { kind: "hex", width: 240, height: 160, outline, spaces };
}

/** Three areas in a row; the first two share a border of one stretch. */
export function areaPlan(): MapPlan {
  const area = (id: string, left: number, path: string) => ({ id, x: left + 50, y: 50, name: id, kind: "land", info: [], path, room: 20 });
  const spaces = [
    area("west", 0, "M0,0L100,0L100,100L0,100Z"),
    area("east", 100, "M100,0L200,0L200,100L100,100Z"),
    area("far", 200, "M200,0L300,0L300,100L200,100Z"),
  ];
  return { kind: "area", width: 300, height: 100, outline: "", spaces };
}

export const choice = (action: string, more: Partial<Choice> = {}): Choice => ({
  action,
  label: action.toUpperCase(),
  verb: action.split(" ")[0]!,
  ...more,
});

export const scene = (more: Partial<Scene> = {}): Scene => ({ side: "red", phase: "", turn: "", to_act: "red", ...more }) as Scene;
