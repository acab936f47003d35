import { expect, test } from "vitest";
import { percent } from "./percent";

test("what can happen is never nothing, what can fail never certain", () => {
  expect([0, 0.001, 0.126, 0.997, 1].map(percent)).toEqual(["0%", "<1%", "13%", ">99%", "100%"]);
});

test("shares that add up to the whole are the whole", () => {
  const sixths = Array.from({ length: 6 }, () => 1 / 6).reduce((sum, share) => sum + share, 0);
  expect(percent(sixths)).toBe("100%");
});
