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

export const choice = (action: string, more: Partial<Choice> = {}): Choice => ({
  action,
  label: action.toUpperCase(),
  verb: action.split(" ")[0]!,
  ...more,
});

export const scene = (more: Partial<Scene> = {}): Scene => ({ side: "red", phase: "", turn: "", to_act: "red", ...more }) as Scene;
