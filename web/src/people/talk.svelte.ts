import { api, reasonOf } from "../api/client";
import type { ChatLine } from "../api/model";
import type { Table } from "../match/table.svelte";
import { say } from "../parts/toasts.svelte";

const MUTED = "meuse.muted";
export const LONGEST = 500;

/** Matches in which one does not want to hear anything. */
function mutedMatches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(MUTED) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** What people say at the table: what is new of it, and what one says oneself. */
export class Talk {
  open = $state(false);
  muted = $state(false);
  text = $state("");
  busy = $state(false);
  /** The last line one has seen. */
  #seen = $state(0);
  /** The last line one was told of. */
  #told = -1;

  constructor(readonly table: Table) {
    this.muted = mutedMatches().includes(table.id);
  }

  readonly lines: ChatLine[] = $derived.by(() => this.table.live.chat);
  readonly #others = $derived(this.lines.filter((line) => !this.table.mine.includes(line.side)));
  readonly unread = $derived(this.muted ? 0 : this.#others.filter((line) => line.number > this.#seen).length);
  /** Can something be said, and to somebody? */
  readonly offered = $derived.by(() => {
    const { match } = this.table;
    const people = match?.seats.some((seat) => !seat.yours && !seat.kind.startsWith("bot"));
    return !!match?.chat && (!!people || this.lines.length > 0);
  });

  /** Something was said: it is read, or one is told of it; what was said before one came is only counted. */
  heard(): void {
    const last = this.lines.at(-1)?.number ?? 0;
    if (this.open) this.#seen = last;
    else if (this.#told >= 0 && !this.muted)
      for (const line of this.#others.filter((one) => one.number > this.#told)) say(`${this.table.sideTitle(line.side)}: ${line.text}`);
    if (this.table.match) this.#told = last;
  }

  show(open = !this.open): void {
    this.open = open;
    this.heard();
  }

  mute(muted: boolean): void {
    this.muted = muted;
    const others = mutedMatches().filter((one) => one !== this.table.id);
    try {
      localStorage.setItem(MUTED, JSON.stringify(muted ? [...others, this.table.id] : others));
    } catch {
      // a browser that keeps nothing is muted until the page is closed
    }
  }

  async send(): Promise<void> {
    const text = this.text.trim();
    if (!text || this.busy) return;
    this.busy = true;
    try {
      await api.say(this.table.id, text);
      this.text = "";
    } catch (fault) {
      say(reasonOf(fault), "fault");
    } finally {
      this.busy = false;
    }
  }
}
