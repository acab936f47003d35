import { expect, test } from "vitest";
import type { Catalogue, Wish } from "../../api/model";
import { packed, unpacked } from "../../parts/packed";
import { asKind, costOf, exchanged, hexesIn, layoutName, readBattle, resized, shuffled, withOne } from "./battle";

const A = { id: "A", turned: false };
const B = { id: "B", turned: true };
const WARE = { id: "x", side: "red", group: "Foot", title: "X", clause: "1", enters: true, prices: [{ id: "plain", title: "", points: 5 }, { id: "good", title: "", points: 6 }] };
const WISH: Wish = {
  title: "Émile", kind: "attack", attacker: "red", sheets: [[A, B]], day: "", river: "", turns: 15, aim: "all", hexes: ["A1"], number: 0,
  sides: { red: { points: 300, edge: "south", depth: 0, lines: [] }, blue: { points: 150, edge: "north", depth: 4, lines: [] } },
};
const CATALOGUE = {
  kinds: [{ id: "meeting", turns: 10, share: 0 }, { id: "attack", turns: 15, share: 2 }],
  aims: [{ id: "most", attack: false }, { id: "all", attack: true }],
  wares: [WARE],
} as unknown as Catalogue;

test("a battle goes into a link and comes out of it again", () => {
  const word = packed(JSON.stringify(WISH));
  expect(word).toMatch(/^[\w-]+$/);
  expect(readBattle(`#${word}`, WISH)).toEqual(WISH);
  expect(unpacked("%%")).toBe("");
  expect(readBattle("#nonsense", WISH)).toBeNull();
  expect(readBattle("", WISH)).toBeNull();
});

test("a layout has a name, grows with free sheets and shrinks", () => {
  expect(layoutName([[A, B], [A]])).toBe("A-B~.A");
  expect(resized([[A, B]], 2, 2, ["A", "B", "C", "D"])).toEqual([[A, B], [{ id: "C", turned: false }, { id: "D", turned: false }]]);
  expect(resized([[A, B]], 1, 1, ["A", "B"])).toEqual([[A]]);
});

test("a sheet that is taken elsewhere changes places", () => {
  expect(exchanged([[A, B]], 0, 0, "B")).toEqual([[{ id: "B", turned: false }, { id: "A", turned: true }]]);
  expect(exchanged([[A, B]], 0, 0, "C")).toEqual([[{ id: "C", turned: false }, B]]);
});

test("sheets at random are all different", () => {
  const drawn = shuffled([[A, B], [A, B]], ["A", "B", "C", "D"]).flat();
  expect(new Set(drawn.map((sheet) => sheet.id)).size).toBe(4);
});

test("one more of a thing is counted, another variety is another line", () => {
  const lines = withOne(withOne([], WARE), WARE);
  expect(lines).toEqual([{ ware: "x", price: "plain", count: 2, enters: 0 }]);
  expect(withOne([{ ware: "x", price: "good", count: 1, enters: 0 }], WARE)).toHaveLength(2);
  expect(costOf({ ware: "x", price: "good", count: 3, enters: 0 }, WARE)).toBe(18);
});

test("hexes are read as people write them", () => {
  expect(hexesIn("a101, A102;a101\n b7")).toEqual(["A101", "A102", "B7"]);
});

test("the kind of battle sets points, turns and who sets up", () => {
  const meeting = asKind(WISH, CATALOGUE, "meeting", "");
  expect(meeting).toMatchObject({ attacker: "", turns: 10, aim: "most" });
  expect(Object.values(meeting.sides).map((camp) => [camp.points, camp.depth])).toEqual([[150, 0], [150, 0]]);
  const turned = asKind(WISH, CATALOGUE, "attack", "blue");
  expect(turned.sides).toMatchObject({ red: { points: 150, depth: 6 }, blue: { points: 300, depth: 0 } });
});
