import { api } from "../api/client";
import type { Choice, Why } from "../api/model";
import type { Hit } from "../board/desk.svelte";
import type { Point } from "../board/ground";
import { isArrow } from "../board/targets";
import { say } from "../parts/toasts.svelte";
import { accessKeys } from "./keys";
import type { Table } from "./table.svelte";

export type Tab = "choices" | "log" | "tracks" | "boxes" | "help";
export type DialogName = "" | "menu" | "keys" | "resign" | "undo" | "links" | "dice";

/** What is open at a spot of the board: a menu of choices, or the answer to "why not?". */
export type Asked = { at: Point } & ({ menu: readonly Choice[]; title: string } | { about: Hit; why: Why | null });

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
  tab = $state<Tab>("choices");
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
  /** Was the last choice made in the list? */
  #listed = false;
  /** What had the focus before something was opened on the board. */
  #from: HTMLElement | null = null;

  readonly words = $derived.by(() => (this.table.deciding ? this.table.desk.targets.words : []));
  readonly letters = $derived(accessKeys(this.words.map((choice) => choice.label)));

  constructor(readonly table: Table) {}

  /** Carry out the only choice there is, or let one be picked. */
  choose(choices: readonly Choice[], at: Point, title = ""): void {
    this.#remember();
    this.#listed = false;
    this.asked = null;
    if (this.asking) {
      const [{ piece = "", place = "" } = {}] = choices;
      void this.ask({ piece, place: place || this.table.placeOf(piece) }, at);
    } else if (choices.length === 1) void this.table.act(choices[0]!);
    else this.asked = { at, menu: choices, title };
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

  drop = (): void => {
    this.asked = null;
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
  }

  /** Choose from the list. */
  pick(choice: Choice): void {
    this.#listed = this.keyboard;
    void this.table.act(choice);
  }

  #remember(): void {
    const active = document.activeElement as HTMLElement | null;
    if (!active?.closest(".popover")) this.#from = active;
  }

  async undo(): Promise<void> {
    if (this.table.busy || this.table.covered || !this.table.mine.length || this.table.over) return;
    if (!this.table.undoes) say("There is nothing to take back");
    else if (this.table.undoIsFree) await this.table.undo();
    else this.dialog = "undo";
  }

  /** After a choice at the keyboard: the focus goes where the hand was, unless somebody is at something else. */
  goOn(): void {
    const listed = this.#listed && document.querySelector<HTMLElement>(".choice");
    if (listed) listed.focus();
    else if (!document.activeElement?.closest("input, dialog, .popover, .choices, .log")) this.toMap();
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
    if (!(event.target as Element).closest(".popover")) this.drop();
  };

  key = (event: KeyboardEvent): void => {
    this.keyboard = true;
    if (event.repeat && !HELD.includes(event.key)) return this.#stay(event);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.table.covered) return;
    const at = event.target as HTMLElement;
    if (document.querySelector("dialog[open], :popover-open")) return;
    if (this.table.pace.waiting && [" ", "Escape"].includes(event.key)) return this.#skip(event);
    if (event.key === "Escape") return this.#escape(event);
    if (at.closest("input, textarea, select")) return;
    if (this.table.thrown.length) this.table.thrown = [];
    if (this.#board(event, at) || this.#open(event.key) || this.#word(event.key)) event.preventDefault();
  };

  /** A key held down chooses once, and never what comes after it. */
  #stay(event: KeyboardEvent): void {
    const typing = (event.target as HTMLElement).closest("input, textarea, select");
    if (!typing && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  }

  /** Do not wait for what the others have done to be shown bit by bit. */
  #skip(event: KeyboardEvent): void {
    event.preventDefault();
    this.table.pace.hurry();
  }

  #escape(event: KeyboardEvent): void {
    event.preventDefault();
    if (this.asked || this.asking) {
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
    else if (isArrow(event.key) && this.asking) desk.steer(event.key);
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
    else if (key.toLowerCase() === "m") this.toMap();
    else if (key.toLowerCase() === "v") this.#askFocused();
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
    if (choice) void this.table.act(choice);
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
