import { describe, expect, it } from "vitest";
import type { Entry, Scene } from "../api/model";
import { choice, scene } from "../board/sample";
import { Grip } from "./grip";

const piece = (id: string) => ({ id, face: id.toLowerCase() });
/** Where counters lie: "A@1 B@1 C@2", and in the box those at 0. */
const lie = (where: string): Partial<Scene> => {
  const stacks: Record<string, { pieces: { id: string; face: string }[] }> = {};
  const box: { id: string; face: string }[] = [];
  for (const word of where.split(" ").filter(Boolean)) {
    const [id = "", place = ""] = word.split("@");
    if (place === "0") box.push(piece(id));
    else (stacks[place] ??= { pieces: [] }).pieces.push(piece(id));
  }
  return { stacks, boxes: [{ id: "box", title: "Box", pieces: box }] };
};
const pieces = (verb: string, ids: string) => ids.split("").map((id) => choice(`${verb} ${id}`, { verb, piece: id }));
const places = (verb: string, ids: string) => ids.split("").map((id) => choice(`${verb} ${id}`, { verb, place: id }));
const open = (where: string, ids: string): Scene =>
  scene({ side: "red", ...lie(where), takes_up: "move", choices: [...pieces("move", ids), ...pieces("top", ids), choice("done", { verb: "done" })] });
const march = (where: string, hand: string, ...choices: Scene["choices"] & object): Scene =>
  scene({ side: "red", ...lie(where), focus: { pieces: hand.split("") }, puts_down: "stop", choices });

/** A match in which things are done, and what the hand sees of it. */
class Play {
  grip = new Grip();
  log: Entry[] = [];
  constructor(first: Scene) {
    this.grip.see(this.log, first);
  }
  write(kind: string, action: string, more: object = {}): this {
    this.log.push({ revision: this.log.length + 1, kind, side: "red", action, rolls: null, told: [], time: 0, ...more } as Entry);
    return this;
  }
  do(action: string, after: Scene, more: object = {}): this {
    for (const one of action.split(",")) this.write("act", one, more);
    this.grip.see(this.log, after);
    return this;
  }
}
const dice = { told: [{ text: "", clauses: [], event: {}, places: [], dice: [3], hits: [], sort: "dice", parties: [] }] };

describe("what is in hand", () => {
  const first = open("A@1 B@1 C@2", "ABC");
  const taken = () => new Play(first).do("move A", march("A@1 B@1 C@2", "A", ...pieces("join", "B"), ...places("to", "23"), choice("stop", { verb: "stop" })));

  it("is nothing while nothing was taken", () => {
    const { grip } = new Play(first);
    expect([grip.held, grip.putDown, grip.others]).toEqual([null, null, []]);
  });
  it("is put down unspent if it has not moved, and another is taken in one go", () => {
    const { grip } = taken();
    expect(grip.putDown).toEqual({ without: [1] });
    expect(grip.others.map(({ action }) => action)).toEqual(["move B", "move C"]);
    expect(grip.instead(grip.others[1]!)).toEqual({ without: [1], actions: ["move C"] });
  });
  it("could do something else instead, as long as it has not moved", () => {
    const { grip } = taken();
    expect(grip.otherwise.map(({ action }) => action)).toEqual(["top A"]);
    expect(grip.instead(grip.otherwise[0]!)).toEqual({ without: [1], actions: ["top A"] });
    expect(taken().do("to 2", march("A@2 B@1 C@2", "A", choice("stop", { verb: "stop" }))).grip.otherwise).toEqual([]);
  });
  it("is put down where it has come to once it has moved", () => {
    const { grip } = taken().do("to 2", march("A@2 B@1 C@2", "A", ...places("to", "3"), choice("stop", { verb: "stop" })));
    expect(grip.held?.moved).toBe(true);
    expect(grip.putDown).toEqual({ actions: ["stop"] });
    expect(grip.instead(grip.others[1]!)).toEqual({ actions: ["stop", "move C"] });
  });
  it("knows the decision between two things that were done in one go", () => {
    const play = taken().do("to 2", march("A@2 B@1 C@2", "A", choice("stop", { verb: "stop" })));
    play.grip.between({ actions: ["stop", "move C"] });
    play.do("stop,move C", march("A@2 B@1 C@2", "C", choice("stop", { verb: "stop" })));
    expect(play.grip.putDown).toEqual({ without: [4] });
    expect(play.grip.others.map(({ action }) => action)).toEqual(["move B"]);
  });
  it("cannot be put back once dice have fallen, but put down", () => {
    const { grip } = taken().do("roll", march("A@1 B@1 C@2", "A", choice("stop", { verb: "stop" })), dice);
    expect(grip.putDown).toEqual({ actions: ["stop"] });
    expect(grip.others.map(({ action }) => action)).toEqual(["move B", "move C"]);
  });
  it("does not go back behind what others did", () => {
    const { grip } = taken().do("x", march("A@1 B@1 C@2", "A"), { side: "blue" });
    expect(grip.putDown).toBeNull();
    expect(grip.others).toEqual([]);
  });
  it("is what it was when something was taken back and done again", () => {
    const play = new Play(first).do("done", open("A@1 B@1 C@2", "AB")).do("move A", march("A@1 B@1 C@2", "A"));
    play.write("undo", "undo 2").write("act", "move C");
    play.grip.see(play.log, march("A@1 B@1 C@2", "C"));
    expect(play.grip.putDown).toEqual({ without: [4] });
  });
  it("is looked up after a reload", () => {
    const play = new Play(open("", ""));
    play.grip = new Grip();
    play.do("move A", march("A@1 B@1 C@2", "A"));
    expect(play.grip.putDown).toBeNull();
    expect(play.grip.missing).toEqual([0]);
    play.grip.recall(0, first);
    expect(play.grip.missing).toEqual([]);
    expect(play.grip.putDown).toEqual({ without: [1] });
  });
});

describe("a group", () => {
  const first = open("A@1 B@1 C@1", "ABC");
  const alone = march("A@1 B@1 C@1", "A", ...pieces("join", "BC"));
  const all = () => new Play(first).do("move A", alone).do("join B,join C", march("A@1 B@1 C@1", "ABC"));
  it("is put down as a whole", () => {
    expect(all().grip.putDown).toEqual({ without: [1, 2, 3] });
  });
  it("lets single ones be clicked out", () => {
    const { grip } = all();
    expect(grip.loose).toEqual(["A", "B", "C"]);
    expect(grip.out("B")).toEqual({ without: [2] });
  });
  it("is led by the next one without the first", () => {
    expect(all().grip.out("A")).toEqual({ without: [1, 2, 3], actions: ["move B", "join C"] });
  });
  it("of one is put down by clicking it out", () => {
    expect(new Play(first).do("move A", alone).grip.out("A")).toEqual({ without: [1] });
  });
  it("may have other names in the hand", () => {
    const { grip } = new Play(first).do("start 1", scene({ side: "red", ...lie("A@1 B@1 C@1"), focus: { places: ["1"] }, choices: pieces("take", "ABC") }))
      .do("take A", march("a@1 B@1 C@1", "a", ...pieces("take", "BC")));
    expect([grip.held?.moved, grip.loose, grip.out("a")]).toEqual([false, ["a"], { without: [2] }]);
    expect(grip.putDown).toEqual({ without: [1, 2] });
  });
  it("that has moved is not taken apart this way", () => {
    const { grip } = all().do("to 2", march("A@2 B@2 C@2", "ABC"));
    expect([grip.loose, grip.out("B")]).toEqual([[], null]);
  });
});

describe("what was placed", () => {
  const setup = (where: string) => {
    const left = [...where.matchAll(/(\w)@0/g)].map(([, id]) => id).join("");
    return scene({ side: "red", ...lie(where), takes_up: "place", choices: pieces("place", left) });
  };
  const kind = (id: string) => (id < "C" ? "tank" : "foot");
  const deploy = (where: string, hand: string) => scene({ side: "red", ...lie(where), focus: { pieces: [hand] }, choices: places("at", "12") });
  const placed = () => new Play(setup("A@0 B@0 C@0 D@0")).do("place A,at 1,place C,at 2", setup("A@1 B@0 C@2 D@0"));
  const pick = (id: string) => choice(`place ${id}`, { verb: "place", piece: id });

  it("can be picked up again, and nothing else is touched", () => {
    const { grip } = placed();
    expect([...grip.placed.keys()]).toEqual(["A", "C"]);
    expect(grip.again(pick("A"))).toEqual({ without: [1, 2], actions: ["place A"] });
    expect(grip.again(pick("C"))).toEqual({ without: [3, 4], actions: ["place C"] });
  });
  it("takes the place of what is in hand", () => {
    const { grip } = placed().do("place B", deploy("A@1 B@0 C@2 D@0", "B"));
    expect(grip.again(pick("C"))).toEqual({ without: [3, 4, 5], actions: ["place C"] });
  });
  it("is followed by the next of its kind, then by the next in the box", () => {
    expect(new Play(setup("A@0 C@0 B@0")).do("place A,at 1", setup("A@1 C@0 B@0")).grip.next(pick("A"), kind)?.action).toBe("place B");
    expect(new Play(setup("A@0 C@0 D@0")).do("place A,at 1", setup("A@1 C@0 D@0")).grip.next(pick("A"), kind)?.action).toBe("place C");
    expect(new Play(setup("A@0")).do("place A,at 1", setup("A@1")).grip.next(pick("A"), kind)).toBeNull();
  });
  it("does not become what marched", () => {
    const { grip } = new Play(open("A@1 B@1", "AB")).do("move A", march("A@1 B@1", "A")).do("to 2,stop", open("A@2 B@1", "B"));
    expect([...grip.placed.keys()]).toEqual([]);
  });
});
