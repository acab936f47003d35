import { api } from "../api/client";
import type { Choice, Piece, Scene, Sweep, Why } from "../api/model";
import type { Hit } from "../board/desk.svelte";
import type { Point } from "../board/ground";
import { type Extra, isArrow, isExtra, type Target, targetsOf } from "../board/targets";
import { Advice } from "../people/advice.svelte";
import { say } from "../parts/toasts.svelte";
import { READY, type Wish } from "./grip";
import { type Letters, lettersOf } from "./keys";
import type { Table } from "./table.svelte";
import { asksAbout, askNoMore } from "./warnings";

export type Tab = "choices" | "log" | "tracks" | "boxes" | "help";
export type DialogName = "" | "menu" | "charts" | "keys" | "resign" | "undo" | "links" | "dice" | "notices";

/** A choice that is asked about once more, and what happens then. */
export interface Warned {
  choice: Choice;
  go: () => void;
}
export interface Menu {
  menu: readonly Choice[];
  /** The target whose choices they are. */
  key: string;
}

/** What is open at a spot of the board: a menu of choices, a second question, or the answer to "why not?". */
export type Asked = { at: Point } & (Menu | { warned: Warned } | { about: Hit; why: Why | null });

const TABS: Record<string, Tab> = { l: "log", t: "tracks", b: "boxes" };
/** What is repeated as long as it is held. */
const HELD = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "-", "="];
const PANS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What pointer and keys do at the table, and which parts of the page are open. */
export class Hands {
  tab = $state<Tab>("log");
  folded = $state(false);
  dialog = $state<DialogName>("");
  asked = $state.raw<Asked | null>(null);
  /** The next thing touched is asked about, not chosen. */
  asking = $state(false);
  filter = $state("");
  /** Names of the overlays that are shown. */
  layers = $state<string[]>([]);
  /** The revision at which one was asked to agree to a taking back, and put the question aside. */
  aside = $state(-1);
  /** Was the last thing done with a key? */
  keyboard = false;
  /** Was it done with a finger? */
  finger = false;
  /** Was the last choice made in the list? */
  #listed = false;
  /** What had the focus before something was opened on the board. */
  #from: HTMLElement | null = null;

  /** How many things are under way that may go on by themselves: the next counter comes, all of a stack join. */
  under = $state(0);
  /** Does nothing happen by itself now: nothing is under way, and the map and what lies on it stay where they are? */
  readonly rests = $derived.by(() => {
    const { desk, pace, live, awaited, replaying } = this.table;
    const shows = pace.waiting > 0 && pace.running;
    const moves = desk.busy || desk.spreading || !!desk.drag || !!desk.camera?.moving;
    return live.connected && !this.under && !awaited && !replaying && !shows && !moves;
  });

  /** What was chosen and is rarely meant: it is asked about once more. */
  warned = $state.raw<Warned | null>(null);
  /** Counters come out of their box one after another. */
  #dealing = false;
  /** Something is being taken up, by a drag that may end before. */
  #taking: Promise<void> = Promise.resolve();
  /** Where what is dragged was taken, if it was taken by the drag. */
  #dragged: string | null = null;
  /** Where something has just been taken up. */
  #took = "";
  /** Where the whole stack is wanted, as soon as something of it is in hand. */
  #wants = "";
  #opened = 0;
  readonly #letters: Letters;

  readonly words = $derived.by(() => (this.table.deciding ? this.table.desk.targets.words : []));
  readonly letters = $derived(this.words.map((choice) => this.#letters.of(choice, this.words)));
  /** What can be wished for as a whole, if it is more than one thing. */
  readonly sweeps: Sweep[] = $derived.by(() => {
    const { choices, scene } = this.table;
    return choices.length ? (scene?.sweeps ?? []).filter((sweep) => !sweep.alone) : [];
  });
  /** What can be touched besides the choices. */
  readonly extras: Extra[] = $derived.by(() => {
    void this.table.seen;
    return this.table.deciding && this.table.scene ? this.#extras(this.table.scene) : [];
  });
  /** Can what is in hand be put down as if it had never been taken? */
  readonly laysDown = $derived.by(() => {
    void this.table.seen;
    return this.table.deciding && !!this.table.grip.putDown?.without;
  });

  /** What else the thing in hand could do instead. */
  readonly otherwise: Choice[] = $derived.by(() => {
    void this.table.seen;
    return this.table.deciding ? this.table.grip.otherwise : [];
  });

  readonly advice = new Advice(this);

  constructor(readonly table: Table) {
    this.#letters = lettersOf(table.id);
  }

  /** Carry out the only choice there is, or let one be picked. ``piece``: the counter that was touched. */
  choose(target: Target, at: Point, whole = false, piece = ""): void {
    if (this.table.busy) return;
    this.#remember();
    this.#listed = false;
    this.asked = this.warned = null;
    if (this.asking) void this.ask({ piece: target.piece, place: target.place || this.table.placeOf(target.piece) }, at);
    else if (isExtra(target)) void this.#through(this.#reach(target, whole, piece));
    else {
      const choice = this.#meant(target.choices);
      if (choice) void this.do(choice, { at, whole, piece });
      else this.asked = { at, menu: target.choices, key: target.key };
    }
  }

  /** The one choice that a touch means: the only one, or the only one that takes something up. */
  #meant(choices: readonly Choice[]): Choice | undefined {
    const verb = this.table.scene?.takes_up;
    const [only, ...more] = choices.length > 1 ? choices.filter((choice) => verb && choice.verb === verb) : choices;
    return more.length ? undefined : only;
  }

  /** Carry a choice out, and what goes with it; what is rarely meant is asked about first. */
  do(choice: Choice, how: { at?: Point | null; whole?: boolean; piece?: string } = {}): Promise<void> {
    return this.#through(this.#do(choice, how));
  }

  async #do(choice: Choice, { at = null, whole = false, piece = "" }: { at?: Point | null; whole?: boolean; piece?: string }): Promise<void> {
    if (choice.warning && this.warned?.choice !== choice && asksAbout(this.table.game, choice)) {
      this.warned = { choice, go: () => void this.do(choice, { at, whole, piece }) };
      if (at) this.asked = { at, warned: this.warned };
      return;
    }
    this.drop();
    const { scene, grip } = this.table;
    if (!scene) return;
    const taken = choice.verb === scene.takes_up;
    this.#took = taken ? choice.place || this.table.placeOf(choice.piece) : "";
    const held = grip.held;
    const dealt = held?.before && held.before.choices?.find((one) => one.action === held.entries[0]?.action);
    if (taken) this.#dealing = !!choice.piece && !this.table.placeOf(choice.piece);
    if (whole && dealt && this.#dealing) return this.#rest(choice, dealt);
    if (!(await this.table.act(choice))) return;
    if (taken && piece && !choice.piece) await this.#follow(piece);
    if (whole) await this.all();
    await this.#begin(scene);
    if (dealt && this.#dealing) await this.#deal(dealt);
  }

  async #through<T>(work: Promise<T>): Promise<T> {
    this.under += 1;
    try {
      return await work;
    } finally {
      this.under -= 1;
    }
  }

  /** Really do what was asked about once more. */
  insist(never: boolean): void {
    const { warned } = this;
    if (!warned) return;
    if (never) askNoMore(this.table.game, warned.choice);
    warned.go();
  }

  /** The same several times, as far as it is open. */
  async repeat(choice: Choice, many: number): Promise<void> {
    const left = this.table.scene?.purse?.left ?? Infinity;
    const most = Number(choice.cost) ? Math.floor(left / Number(choice.cost)) : many;
    await this.table.wish({ actions: Array.from({ length: Math.max(1, Math.min(many, most)) }, () => choice.action) }, choice.place);
  }

  /** Choose in a menu; where things are bought it stays open. */
  async chooseFrom(asked: Menu & { at: Point }, choice: Choice, many = 1): Promise<void> {
    const shop = !!this.table.scene?.purse && !!choice.cost;
    this.drop();
    if (many > 1) await this.repeat(choice, many);
    else await this.do(choice, { at: asked.at });
    const again = shop && this.table.desk.byKey.get(asked.key);
    if (again && !this.asked && again.choices.some((one) => one.cost)) this.asked = { ...asked, menu: again.choices };
  }

  /** All of the whole: everybody joins. */
  all(sweep = (this.table.scene?.sweeps ?? []).find((one) => one.verb !== READY)): Promise<void> {
    return this.#through(this.#all(sweep));
  }

  async #all(sweep: Sweep | undefined): Promise<void> {
    const scene = this.table.scene;
    if (!sweep || !scene || !(await this.table.wish({ sweep: sweep.verb }))) return;
    this.#dealing = false;
    await this.#begin(scene);
  }

  /** What begins with a sweep begins with it at once: each can be taken out again. */
  async #begin(before: Scene): Promise<void> {
    const sweep = (this.table.scene?.sweeps ?? []).find((one) => one.first && !before.sweeps?.some((old) => old.verb === one.verb));
    if (sweep && this.table.deciding) await this.table.wish({ sweep: sweep.verb });
  }

  /** A counter was touched, but its place was chosen: now take the counter itself. */
  async #follow(piece: string): Promise<void> {
    const choices = this.table.desk.byKey.get(`piece ${piece}`)?.choices ?? [];
    if (choices.length === 1 && !choices[0]!.warning && !choices[0]!.odds) await this.table.act(choices[0]!);
  }

  /** The next counter comes by itself. */
  async #deal(placed: Choice): Promise<void> {
    const next = this.table.deciding && this.table.grip.next(placed, this.#kind);
    if (next) await this.table.act(next);
  }

  /** Place as many of the same kind in the same place as go there. */
  async #rest(choice: Choice, first: Choice): Promise<void> {
    const { table } = this;
    const kind = table.scene && this.#kind(first.piece!, table.scene);
    for (let placed = first; table.choices.some((one) => one.action === choice.action); ) {
      if (!(await table.act(choice))) return;
      const next = table.deciding && table.grip.next(placed, this.#kind);
      if (!next || this.#kind(next.piece!, table.scene!) !== kind || !(await table.act(next))) return;
      placed = next;
    }
  }

  /** What a counter is like, so that it does not matter which of two is taken. */
  #kind = (id: string, scene: Scene): string => {
    const lying: Piece[] = [...Object.values(scene.stacks ?? {}), ...(scene.boxes ?? [])].flatMap((heap) => heap.pieces ?? []);
    const piece = lying.find((one) => one.id === id);
    const face = this.table.desk.faces.get(piece?.face ?? "");
    return [face?.side, face?.nation, face?.symbol, face?.sign, piece?.text, piece?.full].join();
  };

  /** Put down what is in hand; was there something, and could it be? */
  async layDown(): Promise<boolean> {
    const down = this.table.deciding && this.table.grip.putDown;
    this.#dealing = false;
    return !!down && this.table.wish(down);
  }

  /** Put down what is in hand and let it do something else. */
  async change(choice: Choice): Promise<void> {
    const wish = this.table.busy ? null : this.table.grip.instead(choice);
    if (wish) await this.#through(this.table.wish(wish));
  }

  /** Something that is no choice now: taken instead of what is in hand, out of it, or up again. */
  async #reach(extra: Extra, whole: boolean, piece: string): Promise<void> {
    const { grip, scene } = this.table;
    const choice = this.#take(extra.choices, grip.held?.before);
    const wish: Wish | null = extra.does === "out" ? grip.out(extra.piece) : !choice ? null : extra.does === "again" ? grip.again(choice) : grip.instead(choice);
    if (!wish || !scene) return;
    this.#dealing = extra.does === "instead" && !!choice?.piece && !this.table.placeOf(choice.piece);
    this.#took = extra.does === "out" ? "" : extra.place;
    if (!(await this.table.wish(wish, extra.place)) || extra.does === "out") return;
    if (piece && !choice?.piece) await this.#follow(piece);
    if (whole) await this.all();
    await this.#begin(scene);
  }

  #take(choices: readonly Choice[], before: Scene | null | undefined): Choice | undefined {
    return choices.find((choice) => choice.verb === before?.takes_up) ?? choices[0];
  }

  #extras(scene: Scene): Extra[] {
    const { grip, desk } = this.table;
    const found = new Map<string, Extra>();
    const add = (choices: Choice[], does: Extra["does"], first: (key: string) => boolean) => {
      const { pieces, places, boxes } = targetsOf(choices, scene, desk.ground);
      for (const target of [...pieces, ...places, ...boxes]) if (!found.has(target.key)) found.set(target.key, { ...target, does, first: first(target.key) });
    };
    const open = (key: string) => desk.targets.pieces.find((target) => target.key === key)?.choices.length ?? 0;
    const out = grip.loose.map((piece) => ({ action: "", verb: "", label: "Leave it out again", piece }));
    add(out, "out", (key) => open(key) < 2);
    const moved = !!grip.held?.moved;
    add(grip.others, "instead", (key) => moved && !open(key));
    if (!moved) add([...grip.placed.values()], "again", () => false);
    return [...found.values()];
  }

  /** A second touch just after the first: all of the stack. */
  twice(hit: Hit, at: Point): void {
    const { desk, scene, busy } = this.table;
    const took = !!hit.place && this.#took === hit.place;
    if (busy) {
      if (took) this.#wants = hit.place;
      return;
    }
    const spread = desk.targets.pieces.find((one) => one.place === hit.place && this.#meant(one.choices)?.verb === scene?.takes_up);
    if (spread && desk.fanned === hit.place && !hit.spread) this.choose(spread, at, true);
    else if (took) void this.all();
  }

  /** Take hold of a counter that begins to be dragged. */
  grab(hit: Hit, whole: boolean): void {
    const { desk, scene } = this.table;
    const held = scene?.focus?.pieces?.includes(hit.piece);
    this.#dragged = held ? null : hit.place;
    this.asked = null;
    const target = held ? undefined : desk.targetAt(hit);
    if (!target) this.#taking = Promise.resolve();
    else if (isExtra(target)) this.#taking = this.#through(this.#reach(target, whole, hit.piece));
    else {
      const choice = this.#meant(target.choices);
      this.#taking = choice ? this.do(choice, { whole, piece: hit.piece }) : Promise.resolve();
    }
  }

  /** Let go of what was dragged: where it can go it goes, elsewhere it is put down and one is told why. */
  letGo(hit: Hit | null, at: Point): Promise<void> {
    return this.#through(this.#letGo(hit, at));
  }

  async #letGo(hit: Hit | null, at: Point): Promise<void> {
    await this.#taking;
    const { desk, id } = this.table;
    const from = this.#dragged;
    const target = hit && hit.place !== from && desk.byKey.get(`place ${hit.place}`);
    if (!this.table.deciding) return;
    if (target) return this.choose(target, at);
    const about = hit && hit.place !== from ? { piece: "", place: hit.place } : null;
    const why = about && (await api.why(id, about).catch(() => null));
    if (from !== null) await this.layDown();
    if (about) this.asked = { at, about, why: why ?? { answers: [] } };
  }

  /** Why can this not be chosen? */
  async ask(about: Hit, at: Point): Promise<void> {
    const asked: Asked = { at, about, why: null };
    const target = this.table.desk.targetAt(about);
    if (target) this.table.thoughts.over(target);
    this.#remember();
    this.asked = asked;
    this.wonder(false);
    const why = this.table.deciding ? await api.why(this.table.id, about).catch(() => null) : null;
    if (this.asked === asked) this.asked = { ...asked, why: why ?? { answers: [] } };
  }

  /** Begin or end looking: the next place touched is where one looks from. */
  sight(on = !this.table.desk.looking): void {
    const { desk, about, mine } = this.table;
    desk.looking = on && !!about.sight && mine.length > 0;
    desk.outlook = null;
    desk.cursor = "";
    this.wonder(false);
    const here = desk.byKey.get(desk.focused)?.place;
    if (desk.looking && this.keyboard) {
      desk.steer();
      if (here) void this.lookFrom(here);
    }
  }

  /** Look from a place; from the same again: look no more. */
  async lookFrom(place: string): Promise<void> {
    const { desk, id, scene } = this.table;
    if (!place || !scene) return;
    if (desk.outlook?.place === place) {
      desk.outlook = null;
      return;
    }
    const sight = await api.sight(id, place, scene.side).catch(() => null);
    if (desk.looking && sight) desk.outlook = sight.outlook;
  }

  /** What has happened may have changed what is seen. */
  async lookAgain(): Promise<void> {
    const { desk, id, scene } = this.table;
    const place = desk.outlook?.place;
    if (!desk.looking || !place || !scene?.side) return;
    const sight = await api.sight(id, place, scene.side).catch(() => null);
    if (sight && desk.outlook?.place === place) desk.outlook = sight.outlook;
  }

  drop = (): void => {
    this.asked = this.warned = null;
  };

  /** Close what is open at the board; the focus goes back to where it was. */
  close = (): void => {
    this.drop();
    this.#from?.focus();
  };

  /** Another scene: what was answered or looked for is of the last one. */
  settle(): void {
    if (this.table.deciding || (this.asked && "menu" in this.asked)) this.drop();
    this.filter = "";
    if (this.#wants && this.table.scene?.focus?.pieces?.some((piece) => this.table.placeOf(piece) === this.#wants)) queueMicrotask(() => void this.all());
    this.#wants = "";
  }

  /** Choose from the list. */
  pick(choice: Choice): void {
    this.#listed = this.keyboard;
    void this.do(choice);
  }

  #remember(): void {
    this.#opened = performance.now();
    const active = document.activeElement as HTMLElement | null;
    if (!active?.closest(".popover")) this.#from = active;
  }

  async undo(): Promise<void> {
    if (this.table.busy || this.table.covered || !this.table.mine.length || this.table.over) return;
    if (this.laysDown) await this.layDown();
    else if (!this.table.undoes) say("There is nothing to take back");
    else if (this.table.undoIsFree) await this.table.undo();
    else this.dialog = "undo";
  }

  /** After a choice at the keyboard: the focus goes where the hand was, unless somebody is at something else. */
  goOn(): void {
    const listed = this.#listed && document.querySelector<HTMLElement>(".choice");
    if (listed) listed.focus();
    else if (!document.activeElement?.closest("input, dialog, .popover, .choices, .log, .story")) this.toMap();
  }

  /** Put the focus where the hand was on the map. */
  toMap(): void {
    this.#listed = false;
    const { desk } = this.table;
    const target = desk.nearestTo(this.table.hand) ?? desk.targets.boxes[0];
    if (target) this.#focus(target.key);
    else document.querySelector<HTMLElement>(".words button")?.focus();
  }

  pointer = (event: PointerEvent): void => {
    this.keyboard = this.#listed = false;
    this.finger = event.pointerType === "touch";
    // the second press of a double click does not close what the first has opened
    if (event.timeStamp - this.#opened < 300) return;
    if (!(event.target as Element).closest(".popover, .words, .choices")) this.drop();
  };

  key = (event: KeyboardEvent): void => {
    this.keyboard = true;
    if (event.repeat && !HELD.includes(event.key)) return this.#stay(event);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.table.covered) return;
    const at = event.target as HTMLElement;
    if (document.querySelector("dialog[open], :popover-open")) return;
    if (!this.asked && !this.asking && this.table.story.key(event)) return event.preventDefault();
    if (event.key === "Escape") return this.#escape(event);
    if (at.closest("input, textarea, select")) return;
    if (this.#board(event, at) || this.#open(event.key) || this.#word(event.key)) event.preventDefault();
  };

  /** A key held down chooses once, and never what comes after it. */
  #stay(event: KeyboardEvent): void {
    const typing = (event.target as HTMLElement).closest("input, textarea, select");
    if (!typing && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  }

  #escape(event: KeyboardEvent): void {
    event.preventDefault();
    if (this.warned) this.drop();
    else if (this.table.desk.looking) this.sight(false);
    else if (this.asked || this.asking) {
      this.wonder(false);
      if (this.asked) this.close();
    } else if (this.filter || (event.target as HTMLElement).closest("input")) {
      this.filter = "";
      (event.target as HTMLElement).blur();
    } else void this.undo();
  }

  #board(event: KeyboardEvent, at: HTMLElement): boolean {
    const { desk } = this.table;
    const pan = PANS[event.key];
    if (pan && event.shiftKey) desk.camera?.pan(...pan);
    else if (event.key === "+" || event.key === "=") desk.camera?.zoomBy(1.4);
    else if (event.key === "-") desk.camera?.zoomBy(1 / 1.4);
    else if (event.key === "0") desk.camera?.fit();
    else if (isArrow(event.key) && (this.asking || desk.looking)) desk.steer(event.key);
    else if (event.key === "Enter" && desk.looking && desk.cursor) void this.lookFrom(desk.cursor);
    else if (event.key === "Enter" && this.asking && desk.cursor) this.#askCursor();
    else if (isArrow(event.key) && !at.closest(".panel, .popover, [role=tablist]")) {
      const target = desk.step(event.key);
      if (target) this.#focus(target.key);
    } else if (/^[1-9]$/.test(event.key)) this.layer(Object.keys(this.table.about.overlays ?? {})[Number(event.key) - 1]);
    else return false;
    return true;
  }

  #open(key: string): boolean {
    const tab = TABS[key.toLowerCase()];
    if (tab) this.show(tab);
    else if (key === "/") {
      this.show("choices");
      queueMicrotask(() => document.querySelector<HTMLElement>(".filter")?.focus());
    } else if (key === "?") this.dialog = "keys";
    else if (key.toLowerCase() === "c") this.dialog = "charts";
    else if (key.toLowerCase() === "h") void this.advice.ask();
    else if (key.toLowerCase() === "m") this.toMap();
    else if (key.toLowerCase() === "v") this.#askFocused();
    else if (key.toLowerCase() === "x" && this.table.about.sight) this.sight();
    else return false;
    return true;
  }

  /** Begin or end asking: the next thing touched is asked about; arrow keys lead a cursor over all places. */
  wonder(on = !this.asking): void {
    this.asking = on;
    if (!on) this.table.desk.cursor = "";
  }

  /** Ask about what has the focus; again, or if nothing has it: lead a cursor. */
  #askFocused(): void {
    const { desk } = this.table;
    const target = desk.byKey.get(desk.focused);
    const answered = this.asked && "about" in this.asked ? this.asked.about.place : "";
    if (target && !answered && !this.asking) return void this.ask({ piece: target.piece, place: target.place }, this.#spot(target));
    this.wonder();
    if (!this.asking) return;
    if (answered) {
      this.close();
      desk.cursor = answered;
    } else desk.steer();
  }

  #askCursor(): void {
    const { desk } = this.table;
    const space = desk.ground.spaces.get(desk.cursor);
    if (space) void this.ask({ piece: desk.heapAt.get(space.id)?.spots.at(-1)?.piece.id ?? "", place: space.id }, this.#spot(space));
  }

  #spot(point: Point): Point {
    return this.table.desk.camera?.toFrame(point) ?? point;
  }

  #word(key: string): boolean {
    const index = this.letters.indexOf(key.toLowerCase());
    const choice = this.words[index];
    if (choice) void this.do(choice);
    return choice !== undefined;
  }

  show(tab: Tab): void {
    this.folded = false;
    this.tab = tab;
  }

  layer(name: string | undefined): void {
    if (!name) return;
    this.layers = this.layers.includes(name) ? this.layers.filter((one) => one !== name) : [...this.layers, name];
  }

  #focus(key: string): void {
    document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }
}
