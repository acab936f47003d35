import { describe, expect, it } from "vitest";
import { frontOf } from "./fronts";
import { Ground } from "./ground";
import { areaPlan, hexPlan } from "./sample";

const stretches = (path: string) => path.match(/M/g)?.length ?? 0;
const alone = (side: string) => side;

describe("a front", () => {
  const ground = new Ground(hexPlan());
  const rest = (held: string[]) => ground.plan.spaces.map((space) => space.id).filter((id) => !held.includes(id));
  const front = (held: string[], campOf = alone) => stretches(frontOf(ground, { red: held, blue: rest(held) }, campOf));

  it("is where two camps meet, each stretch once, and never the edge of the map", () => {
    expect(front(["11"])).toBe(6);
    expect(front(["11", "21"])).toBe(10);
    expect(front(["00"])).toBe(2);
    expect(front(rest([]))).toBe(0);
  });
  it("does not part allies", () => {
    expect(front(["11"], () => "allies")).toBe(0);
  });
  it("needs somebody on both sides", () => {
    expect(frontOf(ground, { red: ["11"] }, alone)).toBe("");
  });
  it("follows the border that areas share", () => {
    const areas = new Ground(areaPlan());
    expect(frontOf(areas, { red: ["west"], blue: ["east"] }, alone)).toBe("M100,100L100,0");
    expect(frontOf(areas, { red: ["west"], blue: ["far"] }, alone)).toBe("");
  });
});
