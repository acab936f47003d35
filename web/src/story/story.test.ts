import { afterEach, describe, expect, it, vi } from "vitest";
import { scene } from "../board/sample";
import { Pace } from "../match/pace.svelte";
import { favours, headcount, outlookOfFight, outlookOfPreview, toldOf } from "./battle";
import { changes, inShort, recapOf, waysOf } from "./recap";
import { entry, fight, told } from "./sample";
import { objectivesOf, type Stop, stopOf } from "./stops";
import { wish, wishes } from "./wishes.svelte";

const STOP: Stop = { why: "A battle begins", says: ["Attack"], places: [] };
afterEach(() => {
  vi.useRealTimers();
  wish({ speed: "steady", stops: true, recap: true });
});

describe("following", () => {
  const follow = (stopAt: readonly number[] = []) => {
    vi.useFakeTimers();
    vi.advanceTimersByTime(5000);
    const shown: number[] = [];
    const pace = new Pace<number>((news) => (shown.push(news), stopAt.includes(news) ? STOP : null));
    return { pace, shown };
  };
  it("shows what others do one after another, and one's own at once", () => {
    const { pace, shown } = follow();
    pace.add(1, false);
    pace.add(2, false);
    expect([shown, pace.waiting]).toEqual([[1], 1]);
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual([1, 2]);
    pace.add(3, false);
    pace.add(4, true);
    expect(shown).toEqual([1, 2, 3, 4]);
  });
  it("hurries nothing to fit a time", () => {
    const { pace, shown } = follow();
    for (let news = 0; news < 100; news++) pace.add(news, false);
    vi.advanceTimersByTime(8000);
    expect(shown.length).toBeLessThan(13);
  });
  it("does not dwell on what cannot be seen", () => {
    vi.useFakeTimers();
    const shown: number[] = [];
    const pace = new Pace<number>((news) => (shown.push(news), news < 3 ? false : null));
    for (const news of [1, 2, 3, 4]) pace.add(news, false);
    expect(shown).toEqual([1, 2, 3]);
  });
  it("stops where something of weight happens, and goes on when told to", () => {
    const { pace, shown } = follow([2]);
    for (const news of [1, 2, 3]) pace.add(news, false);
    vi.advanceTimersByTime(60_000);
    expect([shown, pace.stopped, pace.running]).toEqual([[1, 2], STOP, false]);
    pace.goOn();
    expect([shown, pace.stopped]).toEqual([[1, 2, 3], null]);
  });
  it("does not stop who skips, wants no stops, wants all at once, or only watches", () => {
    const skipped = follow([1, 2]);
    for (const news of [1, 2, 3]) skipped.pace.add(news, false);
    skipped.pace.hurry();
    expect([skipped.shown, skipped.pace.stopped]).toEqual([[1, 2, 3], null]);
    for (const choose of [() => wish({ stops: false }), () => wish({ stops: true, speed: "once" })]) {
      choose();
      const { pace, shown } = follow([1]);
      for (const news of [1, 2]) pace.add(news, false);
      vi.advanceTimersByTime(60_000);
      expect(shown).toEqual([1, 2]);
    }
    wish({ speed: "steady" });
    const { pace, shown } = follow([1]);
    pace.stops = false;
    for (const news of [1, 2]) pace.add(news, false);
    vi.advanceTimersByTime(1000);
    expect(shown).toEqual([1]); // but what is worth a stop is looked at longer
    vi.advanceTimersByTime(60_000);
    expect(shown).toEqual([1, 2]);
  });
  it("waits when paused, goes on by steps, and hurries until it is where it should be", () => {
    const { pace, shown } = follow();
    pace.pause();
    for (const news of [1, 2, 3]) pace.add(news, true);
    expect(shown).toEqual([]);
    pace.step();
    vi.advanceTimersByTime(60_000);
    expect(shown).toEqual([1]);
    pace.hurry(() => shown.includes(4));
    expect(shown).toEqual([1, 2, 3]);
    pace.add(4, false);
    expect(shown).toEqual([1, 2, 3, 4]);
    pace.add(5, false);
    expect(shown).toEqual([1, 2, 3, 4]);
  });
  it("loses nothing when it can keep no more", () => {
    const { pace, shown } = follow();
    pace.pause();
    for (let news = 0; news < 700; news++) pace.add(news, false);
    expect(shown[0]).toBe(0);
    expect(shown.length + pace.waiting).toBe(700);
  });
  it("keeps the speed", () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", { setItem: (name: string, text: string) => void kept.set(name, text) });
    follow().pace.set("slow");
    expect([wishes.speed, JSON.parse(kept.get("meuse.follow")!).speed]).toEqual(["slow", "slow"]);
    vi.unstubAllGlobals();
  });
});

describe("a stop", () => {
  const objectives = new Set(["10"]);
  const stop = (...things: Parameters<typeof told>[]) => stopOf([entry(1, "blue", things.map((one) => told(...one)))], ["red"], objectives);
  it("is made for battles, results, scores and cards", () => {
    for (const sort of ["battle", "result", "score", "card"]) expect(stop([sort])?.says).toEqual([sort]);
    for (const sort of ["", "turn", "phase", "setup", "move", "dice", "retreat", "build"]) expect(stop([sort])).toBeNull();
  });
  it("is made for losses of one's own, and for objectives", () => {
    expect(stop(["loss", { parties: ["blue"] }])).toBeNull();
    expect(stop(["loss", { parties: ["red"], places: ["00"] }])?.places).toEqual(["00"]);
    expect(stop(["control", { places: ["00"] }])).toBeNull();
    expect(stop(["control", { places: ["10"] }])?.why).toBe("An objective changes hands");
  });
  it("is not made for every hex of a region", () => {
    const goal = (...places: string[]) => ({ id: "", title: "", says: "", clause: "", side: "red", places });
    const many = Array.from({ length: 11 }, (_, index) => `${index}`);
    expect([...objectivesOf(scene({ goals: [goal("Paris"), goal(...many)] }))]).toEqual(["Paris"]);
  });
  it("names the weightiest thing, and is never made for what one did oneself", () => {
    expect(stop(["battle"], ["loss", { parties: ["red"] }])).toMatchObject({ why: "You have losses", says: ["loss"] });
    expect(stopOf([entry(1, "red", [told("battle")])], ["red"], objectives)).toBeNull();
  });
});

describe("the recap", () => {
  const move = (...places: string[]) => told("move", { places });
  it("tells all since one's last decision", () => {
    const log = [
      entry(1, "blue", [told("battle")]), entry(2, "red", [told("phase"), told("score")]), entry(3, "red", [move("00", "10")]),
      entry(4, "blue", [move("20", "21")]), entry(5, "blue", [told("battle", { text: "Attack", places: ["10"] })]),
      entry(6, "blue", [told("dice", { dice: [6] }), told("loss")]), entry(7, "blue", [told("phase"), told("score")]),
    ];
    const recap = recapOf(log, ["red"])!;
    expect([recap.since, recap.until, recap.sides]).toEqual([3, 7, ["blue"]]);
    expect(recap.ways).toEqual([{ places: ["20", "21"], side: "blue", back: false }]);
    expect(recap.clashes).toMatchObject([{ title: "Attack", places: ["10"], told: [{ sort: "dice" }, { sort: "loss" }] }]);
    expect(recap.besides.map(({ sort }) => sort)).toEqual(["score"]);
    expect(inShort(recap)).toBe("1 move, 1 battle, 1 loss");
  });
  it("does not begin with what one decided in the others' battle", () => {
    const log = [entry(1, "red"), entry(2, "blue", [told("battle")]), entry(3, "red", [told("loss")]), entry(4, "blue", [move("00", "10")])];
    expect(recapOf(log, ["red"])?.since).toBe(1);
  });
  it("is not given for nothing, nor for one's own doings, nor for what was taken back", () => {
    expect(recapOf([entry(1, "blue", [told("phase"), told("setup")])], ["red"])).toBeNull();
    expect(recapOf([entry(1, "blue", [move("00", "10")])], ["red"])).toBeNull();
    expect(recapOf([entry(1, "blue", [told("battle")]), entry(2, "red", [told("phase")]), entry(3, "red")], ["red"])).toBeNull();
    expect(recapOf([entry(1, "blue", [told("battle")]), entry(2, "blue", [], { kind: "undo", action: "undo 1" })], ["red"])).toBeNull();
  });
  it("draws the steps of a unit as one way, and tells retreats apart", () => {
    const ways = waysOf([entry(1, "blue", [move("00", "10")]), entry(2, "blue", [move("10", "20")]), entry(3, "blue", [told("retreat", { places: ["20", "21"], parties: ["red"] })])]);
    expect(ways).toEqual([{ places: ["00", "10", "20"], side: "blue", back: false }, { places: ["20", "21"], side: "red", back: true }]);
  });
  it("says what stands otherwise on the tracks", () => {
    const track = (id: string, value: string) => ({ id, title: id, value });
    const before = scene({ tracks: [track("points", "3"), track("turn", "1")] });
    expect(changes(before, scene({ tracks: [track("points", "4"), track("turn", "1"), track("new", "1")] }))).toEqual([{ title: "points", was: "3", is: "4" }]);
  });
});

describe("the battle board", () => {
  const log = [
    entry(1, "red", [told("battle"), told("dice")]), entry(2, "red", [told("move")]),
    entry(3, "red", [told("phase"), told("battle"), told("dice", { dice: [5] })]), entry(4, "blue", [told("loss"), told("build")]), entry(5, "red", [told("loss")]),
  ];
  const sorts = (from: number, to: number) => toldOf(log, { id: "", fight: null, from, to }).map(({ sort }) => sort);
  it("tells what the log tells since the battle began", () => {
    expect(sorts(3, 4)).toEqual(["dice", "loss"]);
    expect(sorts(3, 0)).toEqual(["dice", "loss", "loss"]);
    expect(sorts(0, 0)).toEqual(["dice", "loss", "loss"]); // after a reload
  });
  it("leaves out the dice that begin what comes next", () => {
    const ended = [entry(1, "red", [told("battle"), told("result"), told("card"), told("dice"), told("phase"), told("score")])];
    expect(toldOf(ended, { id: "", fight: null, from: 1, to: 1 }).map(({ sort }) => sort)).toEqual(["result"]);
    const recap = recapOf(ended, ["blue"])!;
    expect([recap.clashes[0]!.told, recap.besides].map((part) => part.map(({ sort }) => sort))).toEqual([["result"], ["card", "score"]]);
  });
  it("tells nothing of the battle before", () => {
    expect(sorts(4, 0)).toEqual(["loss", "loss"]);
    const fight = { places: ["there"] } as never;
    const before = (place: string) => toldOf([entry(1, "red", [told("battle", { places: [place] }), told("loss")])], { id: "", fight, from: 0, to: 0 });
    expect([before("elsewhere"), before("there").map(({ sort }) => sort)]).toEqual([[], ["loss"]]);
    expect(toldOf([entry(1, "red", [told("move")])], { id: "", fight: null, from: 0, to: 0 })).toEqual([]);
  });
  it("goes on with what it brings about elsewhere at once", () => {
    const fight = { places: ["here"] } as never;
    const battle = (place: string) => told("battle", { places: [place] });
    const log = [entry(1, "red", [battle("here")]), entry(2, "red", [told("dice"), told("result"), battle("elsewhere"), told("dice"), told("loss")])];
    for (const from of [0, 1]) {
      const board = { id: "", fight, from, to: 2, shown: 1 };
      expect(toldOf(log, board).map(({ sort }) => sort)).toEqual(["dice", "result", "dice", "loss"]);
    }
    const answer = { id: "", fight: { places: ["elsewhere"] } as never, from: 2, to: 0, shown: 2 };
    expect(toldOf(log, answer).map(({ sort }) => sort)).toEqual(["dice", "loss"]);
  });
  it("counts those that are unseen as well", () => {
    expect(headcount({ side: "red", pieces: [{ id: "a", face: "f", count: 3 }, { id: "b", face: "f" }], more: 2 })).toBe(6);
  });
  it("gives chances in words, with percentages that add up", () => {
    const third = (says: string, good = "") => ({ says, share: 1 / 3, name: "DR", good });
    const { prospects } = outlookOfFight(fight({ chances: [third("a"), third("b"), third("c")] }));
    expect(prospects.map(({ says, percent, exact }) => [says, percent, exact])).toEqual([["a", "34%", "33.33%"], ["b", "33%", "33.33%"], ["c", "33%", "33.33%"]]);
    const outcome = (name: string, says: string) => ({ name, says, chance: "1/2", share: 0.5, rolls: [] });
    const preview = { title: "", factors: [{ name: "River", value: "-2", clause: "7" }], sums: [], outcomes: [outcome("DR", "Driven back"), outcome("No effect", "")], lit: null };
    const found = outlookOfPreview(preview);
    expect(found.weights).toEqual([{ says: "River", value: "-2", clause: "7" }]);
    expect(found.prospects.map(({ says, name, exact }) => [says, name, exact])).toEqual([["Driven back", "DR", "1/2"], ["No effect", "", "1/2"]]);
  });
  it("recommends no attack that will rather fail", () => {
    const chances = (red: number) => [{ says: "", share: red, good: "red" }, { says: "", share: 0.9 - red, good: "blue" }, { says: "", share: 0.1 }];
    expect(favours(fight({ chances: chances(0.6) }), "red")).toBe(true);
    expect(favours(fight({ chances: chances(0.3) }), "red")).toBe(false);
    expect(favours(fight(), "red")).toBe(false);
  });
});
