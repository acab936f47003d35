import { api } from "../api/client";
import type { Ahead, Choice, Odds } from "../api/model";
import type { Desk } from "../board/desk.svelte";
import type { Target } from "../board/targets";

const BEFORE_ASKING = 40;

/** What one considers before choosing: reach and odds of what the pointer or the focus is on, asked once each. */
export class Thoughts {
  odds = $state.raw<{ choice: Choice; odds: Odds | null } | null>(null);

  #ahead = new Map<string, Promise<Ahead>>();
  #odds = new Map<string, Promise<Odds>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = "";

  constructor(
    readonly id: string,
    readonly desk: Desk,
  ) {}

  /** The position has changed: forget everything. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#ahead.clear();
    this.#odds.clear();
    this.#asked = "";
    this.odds = null;
    this.desk.ahead = null;
  }

  /** Something was chosen: ask nothing more about it. What is shown stays until the position has changed. */
  hold(): void {
    clearTimeout(this.#timer);
    this.#asked = "";
  }

  /** The pointer or the focus is on a target, or on none. */
  over(target: Target | null): void {
    this.about(target?.choices ?? []);
  }

  about(choices: readonly Choice[]): void {
    clearTimeout(this.#timer);
    const [choice] = choices;
    const dicey = choices.find((one) => one.odds);
    this.#asked = choice?.action ?? "";
    this.desk.ahead = null;
    if (!choice) return;
    this.#timer = setTimeout(() => {
      if (choices.length === 1 && choice.piece) void this.#lookAhead(choice);
      if (dicey) void this.weigh(dicey);
    }, BEFORE_ASKING);
  }

  /** Show the odds of a choice. */
  async weigh(choice: Choice): Promise<void> {
    if (this.odds?.choice.action === choice.action) return;
    this.odds = { choice, odds: null };
    const odds = await kept(this.#odds, choice.action, () => api.preview(this.id, choice.action)).catch(() => null);
    if (this.odds?.choice === choice) this.odds = odds?.preview ? { choice, odds } : null;
  }

  async #lookAhead(choice: Choice): Promise<void> {
    const ahead = await kept(this.#ahead, choice.action, () => api.ahead(this.id, choice.action)).catch(() => null);
    if (ahead && this.#asked === choice.action) this.desk.ahead = ahead;
  }
}

function kept<T>(cache: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const known = cache.get(key);
  if (known) return known;
  const asked = ask();
  cache.set(key, asked);
  asked.catch(() => cache.delete(key));
  return asked;
}
