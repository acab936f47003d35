import { expect, it } from "vitest";
import type { Entry } from "../api/model";
import { choice } from "../board/sample";
import { boughtIn, goodsOf } from "./goods";

it("offers each counter once, with all the places it can be bought at", () => {
  const at = (face: string, place: string, cost: string) => choice(`build ${face} ${place}`, { face, place, cost, label: `Build a ${face} in ${place}: moves ${cost}` });
  const goods = goodsOf([at("tank", "Paris", "6"), at("foot", "Paris", "3"), at("tank", "Reims", "6"), choice("done")]);
  expect(goods.map(({ face, cost, does, at: places }) => [face, cost, does, places.map(({ place }) => place)])).toEqual([
    ["tank", 6, "moves 6", ["Paris", "Reims"]],
    ["foot", 3, "moves 3", ["Paris"]],
  ]);
});

it("counts what was bought in this phase and kept", () => {
  const entry = (revision: number, action: string, kind = "act", told: object[] = []) => ({ revision, action, kind, side: "red", told }) as unknown as Entry;
  const phase = { sort: "phase", event: { event: "phasebegan" } };
  const log = [
    entry(1, "build tank Paris"),
    entry(2, "done", "act", [phase]),
    entry(3, "build tank Paris"),
    entry(4, "build tank Paris"),
    entry(5, "build foot Paris"),
    entry(6, "undo 1", "undo"),
  ];
  expect([...boughtIn(log)]).toEqual([["build tank Paris", 2]]);
});
