import { expect, test } from "vitest";
import { draw } from "./drawing";
import known from "./symbols.json";

test("the symbols drawn beforehand are what the library draws: npm test -- -u draws them again", async () => {
  const fresh = Object.fromEntries(Object.keys(known).sort().map((code) => [code, draw(code)]));
  await expect(`${JSON.stringify(fresh, null, 1)}\n`).toMatchFileSnapshot("./symbols.json");
});
