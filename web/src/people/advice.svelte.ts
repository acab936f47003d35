import { api, reasonOf } from "../api/client";
import type { Hint } from "../api/model";
import { flash } from "../match/flash";
import type { Hands } from "../match/hands.svelte";
import { say } from "../parts/toasts.svelte";

export type Advised = Hint["advised"][number];

/** What a captain would do in one's place: asked for, shown on the map, and done if one likes it. */
export class Advice {
  busy = $state(false);
  /** Which of the moves advised is shown. */
  at = $state(0);
  #hint = $state.raw<Hint | null>(null);
  /** The next question goes on with what was taken up by the last answer. */
  #goesOn = false;

  constructor(readonly hands: Hands) {}

  /** What was advised about another position is of no use any more. */
  readonly hint: Hint | null = $derived.by(() => {
    const { deciding, revision } = this.hands.table;
    return deciding && this.#hint?.revision === revision ? this.#hint : null;
  });
  readonly advised: Advised | undefined = $derived(this.hint?.advised[this.at]);

  async ask(): Promise<void> {
    const { table } = this.hands;
    if (this.busy || !table.deciding) return;
    this.busy = true;
    try {
      this.#hint = await api.hint(table.id);
      this.show(0);
    } catch (fault) {
      say(reasonOf(fault), "fault");
    } finally {
      this.busy = false;
    }
  }

  /** The position has changed: what the captain took up he also knows where to put. */
  goOn(): void {
    const { deciding, scene } = this.hands.table;
    if (!this.#goesOn || !deciding) return;
    this.#goesOn = false;
    if (scene?.focus) void this.ask();
  }

  /** Show one of the moves on the map. */
  show(at: number): void {
    this.at = at;
    const { table } = this.hands;
    const choice = this.advised?.choice;
    if (!choice) return;
    const places = [table.placeOf(choice.piece), choice.place ?? ""].filter((place) => place && table.desk.ground.spaces.has(place));
    const target = [...table.desk.byKey.values()].find((one) => one.choices.some(({ action }) => action === choice.action));
    table.desk.focused = target?.key ?? "";
    table.thoughts.about([choice]);
    if (places.length) flash(table.desk, places);
  }

  async take(): Promise<void> {
    const choice = this.hands.table.choices.find(({ action }) => action === this.advised?.choice.action);
    if (!choice) return;
    this.#goesOn = true;
    await this.hands.do(choice);
  }

  drop(): void {
    this.#hint = null;
    this.hands.table.desk.focused = "";
    this.hands.table.thoughts.about([]);
  }
}
