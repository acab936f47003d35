import type { Stop } from "../story/stops";
import { type Speed, SPEEDS, wish, wishes } from "../story/wishes.svelte";

const MOST = 600;
/** What is worth a stop is looked at so many times as long by who does not stop. */
const DWELL = 3;

/** Shows what others do one thing after another, so that it can be followed; one's own doings are shown at once. */
export class Pace<N> {
  waiting = $state(0);
  paused = $state(false);
  /** Why it goes no further by itself. */
  stopped = $state.raw<Stop | null>(null);
  /** Who only watches is not stopped. */
  stops = true;

  #queue: N[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = -Infinity;
  #dwell = 1;
  #until: (() => boolean) | null = null;

  /** ``show`` shows something, in haste with ``quickly``, and says why one might want to stop there; false: there was nothing to see. */
  constructor(readonly show: (news: N, quickly: boolean) => Stop | null | false) {}

  /** Does it go on by itself? */
  get running(): boolean {
    return !this.paused && !this.stopped;
  }

  add(news: N, own: boolean): void {
    if (this.#queue.length >= MOST) this.#next(true);
    this.#queue.push(news);
    if (own && !this.paused) this.hurry();
    else this.#plan();
  }

  set(speed: Speed): void {
    wish({ speed });
    this.#plan();
  }

  pause(): void {
    this.paused = true;
    this.#plan();
  }

  /** Go on by itself, with the next thing at once. */
  goOn(): void {
    this.paused = false;
    this.stopped = null;
    this.#shown = -Infinity;
    this.#plan();
  }

  /** Show the next thing, and wait there. */
  step(): void {
    this.paused = true;
    this.#next();
    this.#plan();
  }

  /** Show all that has come, and without pause what comes until something is so. */
  hurry(until: () => boolean = () => true): void {
    while (this.#queue.length) this.#next(true);
    this.paused = false;
    this.stopped = null;
    if (!until()) this.#until = until;
    this.#plan();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
  }

  #plan(): void {
    clearTimeout(this.#timer);
    this.waiting = this.#queue.length;
    if (!this.waiting) return;
    const hurried = this.#until !== null;
    if (!this.running && !hurried) return;
    const pause = hurried ? 0 : SPEEDS[wishes.speed] * this.#dwell;
    const wait = this.#shown + pause - performance.now();
    if (wait > 0) this.#timer = setTimeout(() => this.#goFurther(), wait);
    else this.#goFurther();
  }

  #goFurther(): void {
    this.#next();
    this.#plan();
  }

  #next(quickly = this.#until !== null || wishes.speed === "once"): void {
    const news = this.#queue.shift();
    this.stopped = null;
    if (news === undefined) return;
    this.#shown = performance.now();
    this.waiting = this.#queue.length;
    const stop = this.show(news, quickly);
    this.#dwell = stop ? DWELL : stop === false ? 0 : 1;
    if (this.stops && wishes.stops && !quickly) this.stopped = stop || null;
    if (this.#until?.()) this.#until = null;
  }
}
