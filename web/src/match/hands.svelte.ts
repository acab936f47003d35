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
  /** Was the last thing done with a key? */
  keyboard = false;

  readonly words = $derived.by(() => this.table.deciding ? this.table.desk.targets.words : []);
  readonly letters = $derived(accessKeys(this.words.map((choice) => choice.label)));

  constructor(readonly table: Table) {}

  /** Carry out the only choice there is, or let one be picked. */
  choose(choices: readonly Choice[], at: Point, title = ""): void {
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
    this.asked = asked;
    this.wonder(false);
    const why = this.table.deciding ? await api.why(this.table.id, about).catch(() => null) : null;
    if (this.asked === asked) this.asked = { ...asked, why: why ?? { answers: [] } };
  }

  drop = (): void => {
    this.asked = null;
  };

  async undo(): Promise<void> {
    if (this.table.busy || this.table.covered || !this.table.mine.length || this.table.over) return;
    if (!this.table.log.some((entry) => entry.kind === "act")) say("There is nothing to take back");
    else if (this.table.undoIsFree) await this.table.undo();
    else this.dialog = "undo";
  }

  /** Put the focus where the hand was. */
  goOn(): void {
    const active = document.activeElement;
    if (active && active !== document.body && active.closest("input, dialog, .popover")) return;
    const { desk } = this.table;
    const target = desk.nearestTo(this.table.hand) ?? desk.targets.boxes[0];
    if (target) this.#focus(target.key);
    else document.querySelector<HTMLElement>(".words button")?.focus();
  }

  pointer = (event: PointerEvent): void => {
    this.keyboard = false;
    if (!(event.target as Element).closest(".popover")) this.drop();
  };

  key = (event: KeyboardEvent): void => {
    this.keyboard = true;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.table.covered) return;
    const at = event.target as HTMLElement;
    if (at.closest("dialog[open]") || document.querySelector(":popover-open")) return;
    if (this.table.pace.waiting && [" ", "Escape"].includes(event.key)) return this.#skip(event);
    if (event.key === "Escape") return this.#escape(event);
    if (at.closest("input, textarea, select")) return;
    if (this.table.thrown.length) this.table.thrown = [];
    if (this.#board(event, at) || this.#open(event.key) || this.#word(event.key)) event.preventDefault();
  };

  /** Do not wait for what the others have done to be shown bit by bit. */
  #skip(event: KeyboardEvent): void {
    event.preventDefault();
    this.table.pace.hurry();
  }

  #escape(event: KeyboardEvent): void {
    event.preventDefault();
    if (this.asked || this.asking) {
      this.wonder(false);
      this.drop();
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
    else if (key.toLowerCase() === "m") this.goOn();
    else if (key.toLowerCase() === "v") this.#askFocused();
    else return false;
    return true;
  }

  /** Begin or end asking: the next thing touched is asked about; arrow keys lead a cursor over all places. */
  wonder(on = !this.asking): void {
    this.asking = on;
    if (!on) this.table.desk.cursor = "";
  }

  /** Ask about what has the focus; else lead a cursor. */
  #askFocused(): void {
    const { desk } = this.table;
    const target = desk.byKey.get(desk.focused);
    if (target && !this.asking) void this.ask({ piece: target.piece, place: target.place }, this.#spot(target));
    else this.wonder();
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
