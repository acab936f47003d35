import { expect, it } from "vitest";
import { clauseName } from "./clauses";

it("reads the numbers of clauses as words where they are words", () => {
  expect(["11.10b", "movement.2", "special.maginot.2", "R7", "air_power.3"].map(clauseName)).toEqual([
    "11.10b", "Movement 2", "Special: Maginot 2", "R7", "Air power 3",
  ]);
});
