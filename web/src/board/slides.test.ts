import { expect, it } from "vitest";
import { Ground } from "./ground";
import { hexPlan, scene } from "./sample";
import { slides } from "./slides";

const ground = new Ground(hexPlan());
const at = (place: string, id: string, count = 1) => ({ [place]: { pieces: [{ id, face: "tank", count }] } });

it("slides a counter along the way that was told", () => {
  const moves = slides(scene({ stacks: at("00", "A") }), scene({ stacks: at("20", "A") }), ground, [["00", "10", "20"]]);
  expect(moves).toEqual([{ piece: "A", way: [{ x: 40, y: 40 }, { x: 80, y: 40 }, { x: 120, y: 40 }] }]);
});

it("slides straight where no way was told", () => {
  const [move] = slides(scene({ stacks: at("00", "A") }), scene({ stacks: at("20", "A") }), ground, []);
  expect(move!.way).toHaveLength(2);
});

it("tells by numbers where counters have no names of their own", () => {
  const before = scene({ stacks: { ...at("00", "00/tank", 2), ...at("20", "20/tank", 1) } });
  const after = scene({ stacks: { ...at("00", "00/tank", 1), ...at("20", "20/tank", 2) } });
  expect(slides(before, after, ground, [["00", "10", "20"]]).map(({ piece }) => piece)).toEqual(["20/tank"]);
  expect(slides(before, before, ground, [["00", "10", "20"]])).toEqual([]);
});
