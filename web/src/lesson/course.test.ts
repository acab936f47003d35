import { describe, expect, it } from "vitest";
import type { Entry, LessonStep } from "../api/model";
import { type Act, actsOf, follow, left, possible } from "./course";

const step = (ways: string[][] = [], more: Partial<LessonStep> = {}): LessonStep => ({
  says: "Do it.", ways, any: false, meanwhile: false, then: ways.length ? `after ${ways[0]![0]}` : "", clause: "", places: [], ...more,
});
const acts = (...actions: string[]): Act[] => actions.map((action, index) => ({ revision: index + 1, action, dice: action === "fight", texts: [`told ${action}`] }));
const STEPS = [
  step(),
  step([["ready"]]),
  step(),
  step([["attack", "join a", "join b"]]),
  step([["fight"]]),
  step([["to x", "stop"], ["to y"]]),
  step([["done"]], { any: true }),
  step(),
];
const offered = (...actions: string[]) => new Set(actions);

describe("a lesson is followed", () => {
  it("from one step to the next, whatever the order within a step", () => {
    expect(follow(STEPS, [])).toMatchObject({ due: 1, done: [], last: -1, strayed: false });
    expect(follow(STEPS, acts("ready"))).toMatchObject({ due: 3, last: 1, came: "after ready" });
    expect(follow(STEPS, acts("ready", "attack", "join b"))).toMatchObject({ due: 3, done: ["attack", "join b"] });
    expect(follow(STEPS, acts("ready", "attack", "join b", "join a"))).toMatchObject({ due: 4, last: 3, done: [] });
    expect(follow(STEPS, acts("ready", "attack", "join a", "join b", "fight", "to y"))).toMatchObject({ due: 6, last: 5 });
  });

  it("to its end", () => {
    const all = follow(STEPS, acts("ready", "attack", "join a", "join b", "fight", "to x", "stop", "done"));
    expect(all).toMatchObject({ due: STEPS.length, last: 6, strayed: false });
  });

  it("by those who do something else, which is said and passed over", () => {
    const course = follow(STEPS, acts("ready", "other"));
    expect(course).toMatchObject({ due: 3, strayed: true });
    expect(course.astray.map((act) => act.revision)).toEqual([2]);
    expect(follow(STEPS, acts("ready", "other", "fight"))).toMatchObject({ due: 3, strayed: true });
    expect(follow(STEPS, acts("ready", "other", "attack"))).toMatchObject({ due: 3, done: ["attack"], strayed: false });
  });

  it("by those who leave something out and do what comes later", () => {
    expect(follow(STEPS, acts("ready", "attack", "join a", "fight"))).toMatchObject({ due: 5, last: 4 });
  });

  it("with words of its own on dice only while nothing else was done", () => {
    expect(follow(STEPS, acts("ready", "attack", "join a", "join b", "fight")).came).toBe("after fight");
    expect(follow(STEPS, acts("ready", "other", "attack", "join a", "join b", "fight")).came).toBe("told fight");
    expect(follow(STEPS, acts("other", "ready")).came).toBe("after ready");
  });

  it("without remarks where anything will do", () => {
    const course = follow(STEPS, acts("ready", "attack", "join a", "join b", "fight", "to y", "other"));
    expect(course).toMatchObject({ due: 6, strayed: false });
    expect(follow([step([["a"]]), step([], { meanwhile: true }), step([["b"]])], acts("a", "z"))).toMatchObject({ due: 2, strayed: false });
    expect(follow([step([], { any: true, then: "fine" }), step([["a"]])], acts("z"))).toMatchObject({ due: 1, came: "fine" });
  });
});

describe("the step that can be taken", () => {
  const course = follow(STEPS, acts("ready", "attack", "join a"));
  it("is the one that is due", () => expect(possible(STEPS, course, offered("join b", "fight"), true)).toBe(3));
  it("is a later one if that one cannot be taken any more", () => expect(possible(STEPS, course, offered("fight"), true)).toBe(4));
  it("is none while something else is under way", () => {
    expect(possible(STEPS, course, offered("other"), true)).toBeNull();
    expect(possible(STEPS, follow(STEPS, acts("ready")), offered("fight"), true)).toBeNull();
  });
  it("is one that says what it is about rather than one that might mean anything", () => {
    const ready = follow(STEPS, acts("ready"));
    expect(possible(STEPS, ready, offered("done", "to x"), false)).toBe(5);
    expect(possible(STEPS, ready, offered("done"), false)).toBe(6);
  });
  it("leaves what is not done yet", () => expect(left(STEPS[3]!, course.done)).toEqual([["join b"]]));
});

it("counts what one did oneself since the lesson began and has not taken back", () => {
  const entry = (revision: number, side: string, action: string | null, kind = "act"): Entry =>
    ({ revision, side, action, kind, rolls: null, told: [], time: 0 }) as Entry;
  const log = [entry(1, "us", "ready"), entry(2, "us", "a"), entry(3, "them", null), entry(4, "us", "b"), entry(5, "us", "undo 1", "undo"), entry(6, "us", "c")];
  expect(actsOf(log, ["us"], 1).map((act) => act.action)).toEqual(["a", "c"]);
  expect(actsOf([...log, entry(7, "them", "d")], ["us", "them"], 3).map((act) => act.action)).toEqual(["c", "d"]);
});
