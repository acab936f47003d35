import { expect, it } from "vitest";
import { inSentence } from "./article";

it("puts an article before several", () => {
  expect(["Allies", "Germany", "France"].map(inSentence)).toEqual(["the Allies", "Germany", "France"]);
});
