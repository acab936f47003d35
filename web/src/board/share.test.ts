import { expect, it } from "vitest";
import { share } from "./share";

it("keeps what has not changed and takes what has", () => {
  const old = { stacks: { a: { pieces: [{ id: "1" }] }, b: { pieces: [] } }, turn: "1" };
  const now = share(old, { stacks: { a: { pieces: [{ id: "1" }] }, b: { pieces: [{ id: "2" }] } }, turn: "2" });
  expect(now).toEqual({ stacks: { a: { pieces: [{ id: "1" }] }, b: { pieces: [{ id: "2" }] } }, turn: "2" });
  expect(now.stacks.a).toBe(old.stacks.a);
  expect(now.stacks.b).not.toBe(old.stacks.b);
});

it("is the old tree if nothing has changed", () => {
  const old = { list: [1, { two: null }] };
  expect(share(old, structuredClone(old))).toBe(old);
});

it("notices what is gone, and what is of another kind", () => {
  expect(share({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  expect(share([1, 2], [1])).toEqual([1]);
  expect(share({ 0: 1 }, [1])).toEqual([1]);
  expect(share(null, { a: 1 })).toEqual({ a: 1 });
});
