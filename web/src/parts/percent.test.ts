import { expect, test } from "vitest";
import { percent, percents } from "./percent";

test("what can happen is never nothing, what can fail never certain", () => {
  expect([0, 0.001, 0.126, 0.997, 1].map(percent)).toEqual(["0%", "<1%", "13%", ">99%", "100%"]);
});

test("shares that add up to the whole are the whole", () => {
  const sixths = Array.from({ length: 6 }, () => 1 / 6).reduce((sum, share) => sum + share, 0);
  expect(percent(sixths)).toBe("100%");
});

test("percentages of one whole add up to a hundred", () => {
  const added = (shares: number[]) => percents(shares).reduce((sum, one) => sum + Number(one.replace(/%/, "")), 0);
  const thirds = [1 / 3, 1 / 3, 1 / 3];
  expect(percents(thirds)).toEqual(["34%", "33%", "33%"]);
  expect(added(Array.from({ length: 6 }, () => 1 / 6))).toBe(100);
  expect(added([0.125, 0.125, 0.375, 0.375])).toBe(100);
  expect(percents([0.996, 0.004])).toEqual([">99%", "<1%"]);
  expect(percents([1])).toEqual(["100%"]);
});
