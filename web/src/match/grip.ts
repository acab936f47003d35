import type { Choice, Entry, Scene } from "../api/model";
import { whereabouts } from "../board/layout";
import { takenBack } from "./told";

/** What is asked of the match in one go: take back, carry out one after the other, then all of a verb. */
export interface Wish {
  without?: number[];
  actions?: string[];
  sweep?: string;
}

/** What is in hand, and how it came there. */
export interface Held {
  /** The actions since it was taken that could be taken back, the first took it. */
  entries: Entry[];
  /** The decision at which it was taken, if it is known. */
  before: Scene | null;
  /** Has anything changed on the map since, or fallen that cannot be taken back? */
  moved: boolean;
}

/** The sweep that places what is left as the ready set-up has it. */
export const READY = "ready_actions";

const path = (entries: readonly Entry[]): string => entries.map((entry) => entry.action ?? "").join("\n");
const inHand = (scene: Scene): boolean => !!(scene.focus?.pieces?.length || scene.focus?.places?.length);
const boxed = (scene: Scene): Set<string> => new Set((scene.boxes ?? []).flatMap((box) => (box.pieces ?? []).map((piece) => piece.id)));
const verbOf = (action: string): string => action.split(" ", 1)[0]!;

/** Remembers the decisions that led to this one, as long as they can be taken back. */
export class Grip {
  /** One's own actions that can be taken back freely, the oldest first. */
  run: Entry[] = [];
  #scenes = new Map<string, Scene>();
  #base = -1;
  /** The last decision with nothing in hand. */
  #open: Scene | null = null;
  #now: Scene | null = null;

  /** A decision of this side has come. */
  see(log: readonly Entry[], scene: Scene): void {
    const gone = takenBack(log);
    const standing = log.filter((entry) => entry.kind === "act" && !gone.has(entry.revision));
    const cut = standing.findLastIndex((entry) => entry.side !== scene.side || entry.told.some((told) => told.dice.length));
    const base = standing[cut]?.revision ?? 0;
    if (base !== this.#base) this.#scenes.clear();
    this.#base = base;
    this.run = standing.slice(cut + 1);
    this.#now = scene;
    this.#scenes.set(path(this.run), scene);
    if (!inHand(scene)) this.#open = scene;
    else if (this.#open && (this.#open.phase !== scene.phase || this.#open.turn !== scene.turn)) this.#open = null;
  }

  /** Nobody decides here now. */
  lose(): void {
    this.#now = null;
  }

  /** What was in hand was put down by the same wish by which the next thing is taken: there was a decision between. */
  between(wish: Wish): void {
    const [down, next] = wish.actions ?? [];
    if (!this.#open || !this.#now || !down || !next || wish.without?.length) return;
    const { stacks, boxes, focus } = this.#now;
    const choices = this.#open.choices?.filter((choice) => !choice.piece || !focus?.pieces?.includes(choice.piece));
    this.#scenes.set([...this.run.map((entry) => entry.action ?? ""), down].join("\n"), { ...this.#open, stacks, boxes, choices });
  }

  /** Which decisions are unknown, and would be of use: those before the first and the last of the actions. */
  get missing(): number[] {
    const { run } = this;
    const unknown = (many: number) => !this.#scenes.has(path(run.slice(0, many)));
    return [...new Set([0, run.length - 1])].filter((many) => many >= 0 && many < run.length && unknown(many)).map((many) => run[many]!.revision - 1);
  }

  /** A decision that was looked up. */
  recall(revision: number, scene: Scene): void {
    const many = this.run.findIndex((entry) => entry.revision === revision + 1);
    if (many < 0 || scene.side !== this.#now?.side) return;
    this.#scenes.set(path(this.run.slice(0, many)), scene);
    if (!inHand(scene) && scene.phase === this.#now.phase) this.#open ??= scene;
  }

  get held(): Held | null {
    const now = this.#now;
    if (!now || !inHand(now)) return null;
    let first = this.run.length;
    while (first > 0) {
      const before = this.#scenes.get(path(this.run.slice(0, first)));
      if (before && !inHand(before)) break;
      first -= 1;
    }
    const taken = this.#scenes.get(path(this.run.slice(0, first)));
    const before = taken && !inHand(taken) ? taken : null;
    return { entries: before ? this.run.slice(first) : [], before: before ?? this.#open, moved: !before || !sameMap(before, now) };
  }

  /** Put down what is in hand: as if it had never been taken, or where it has come to. */
  get putDown(): Wish | null {
    const { held } = this;
    if (!held) return null;
    if (!held.moved && held.entries.length) return { without: held.entries.map((entry) => entry.revision) };
    const stop = this.#now?.puts_down && this.#now.choices?.find((choice) => choice.verb === this.#now!.puts_down);
    return stop ? { actions: [stop.action] } : null;
  }

  /** What else could be taken now: the choices of the decision at which the thing in hand was taken. */
  get others(): Choice[] {
    const { held } = this;
    if (!held?.before || !this.putDown) return [];
    const focused = this.#now!.focus?.pieces ?? [];
    const { takes_up: verb = "", choices = [] } = held.before;
    return choices.filter(({ piece = "", place = "", ...choice }) => (piece || place) && (!verb || choice.verb === verb) && !focused.includes(piece));
  }

  /** What else that which was taken could do: the other choices it had when it was taken, as long as nothing has moved. */
  get otherwise(): Choice[] {
    const { held, putDown } = this;
    const [first] = held?.entries ?? [];
    if (!first || !held?.before?.takes_up || !putDown?.without) return [];
    const { takes_up: verb, choices = [] } = held.before;
    const piece = this.#pieceOf(first);
    return choices.filter((choice) => piece && choice.piece === piece && choice.verb !== verb);
  }

  /** Put down what is in hand and choose something else instead. */
  instead(choice: Choice): Wish | null {
    const down = this.putDown;
    return down && { ...down, actions: [...(down.actions ?? []), choice.action] };
  }

  /** The counters of a group that can be taken out of it as if they had never joined. */
  get loose(): string[] {
    const { held } = this;
    if (!held || held.moved || !held.entries.length) return [];
    const focused = this.#now!.focus?.pieces ?? [];
    return focused.filter((piece) => held.entries.some((entry) => this.#took(entry, piece)));
  }

  /** Take a counter out of the group in hand; without the one that was taken first the others are taken again. */
  out(piece: string): Wish | null {
    const { held } = this;
    if (!held || held.moved) return null;
    const [first, ...joined] = held.entries;
    const last = held.entries.findLast((entry) => this.#took(entry, piece));
    if (!first || !last) return null;
    if (last !== first) return { without: [last.revision] };
    if (!joined.length) return this.putDown;
    const heir = (held.before?.choices ?? []).find((choice) => choice.verb === verbOf(first.action ?? "") && choice.piece === this.#pieceOf(joined[0]!));
    if (!heir) return null;
    const without = held.entries.map((entry) => entry.revision);
    return { without, actions: [heir.action, ...joined.slice(1).map((entry) => entry.action ?? "")] };
  }

  /** Counters that came from a box onto the map and can be picked up again, each with what takes it up. */
  get placed(): Map<string, Choice> {
    const found = new Map<string, Choice>();
    if (!this.#now) return found;
    const where = whereabouts(this.#now);
    const held = this.#now.focus?.pieces ?? [];
    for (const { action } of this.run) {
      const piece = this.#unboxed(action);
      if (piece && where.has(piece) && !held.includes(piece)) found.set(piece, { action: action!, verb: verbOf(action!), label: "Pick it up again", piece });
    }
    return found;
  }

  /** Pick up again what was placed: its placement is taken back, and it comes into the hand. */
  again(choice: Choice): Wish | null {
    const first = this.run.findLastIndex((entry) => entry.action === choice.action);
    const down = this.held ? this.putDown?.without : [];
    if (first < 0 || !down) return null;
    const next = this.run.findIndex((entry, index) => index > first && this.#unboxed(entry.action));
    const own = this.run.slice(first, next < 0 ? undefined : next);
    return { without: [...new Set([...own.map((entry) => entry.revision), ...down])], actions: [choice.action] };
  }

  /** The counter that an action (a verb and its object) took from a box, as the boxes were before all of this. */
  #unboxed(action: string | null): string {
    const object = action?.slice(verbOf(action).length + 1) ?? "";
    return object && this.#boxes().has(object) ? object : "";
  }

  #boxes(): Set<string> {
    const first = this.#scenes.get("");
    return first ? boxed(first) : new Set();
  }

  /** After something was placed: the next of the same box, the same kind before others. */
  next(placed: Choice, kind: (piece: string, scene: Scene) => string): Choice | null {
    const now = this.#now;
    const before = [...this.#scenes.values()].find((scene) => boxed(scene).has(placed.piece ?? ""));
    if (!now?.takes_up || !before || inHand(now)) return null;
    const box = before.boxes!.find((one) => one.pieces?.some((piece) => piece.id === placed.piece))!.id;
    const lying = new Set((now.boxes?.find((one) => one.id === box)?.pieces ?? []).map((piece) => piece.id));
    const open = (now.choices ?? []).filter((choice) => choice.verb === now.takes_up && lying.has(choice.piece ?? ""));
    const wanted = kind(placed.piece!, before);
    return open.find((choice) => kind(choice.piece!, now) === wanted) ?? open[0] ?? null;
  }

  /** Was it by this action that a counter came into the hand? There it may have another name, but the same face. */
  #took(entry: Entry, piece: string): boolean {
    const taken = this.#pieceOf(entry);
    return taken === piece || (!!taken && this.#faceOf(taken) === this.#faceOf(piece));
  }

  #faceOf(id: string): string {
    for (const scene of this.#scenes.values()) {
      const piece = Object.values(scene.stacks ?? {}).flatMap((stack) => stack.pieces ?? []).find((one) => one.id === id);
      if (piece) return piece.face;
    }
    return id;
  }

  /** Which counter an action was about. */
  #pieceOf(entry: Entry): string {
    for (const scene of this.#scenes.values()) {
      const choice = scene.choices?.find((one) => one.action === entry.action);
      if (choice?.piece) return choice.piece;
    }
    return "";
  }
}

/** What lies where, counters that look alike counted together: one in hand may have another name. */
function laid(scene: Scene): Map<string, number> {
  const found = new Map<string, number>();
  for (const [place, stack] of Object.entries(scene.stacks ?? {}))
    for (const { face, count = 1 } of stack.pieces ?? []) found.set(`${place} ${face}`, (found.get(`${place} ${face}`) ?? 0) + count);
  return found;
}

/** Does everything lie where it lay? */
function sameMap(one: Scene, other: Scene): boolean {
  const [was, is] = [laid(one), laid(other)];
  return was.size === is.size && [...was].every(([what, count]) => is.get(what) === count);
}
