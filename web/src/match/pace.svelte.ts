export type Speed = "fast" | "paced" | "paused";

const PAUSES: Record<Speed, number> = { fast: 0, paced: 450, paused: Infinity };
/** Who plays waits at most about so long for what the others have done. */
const DRAIN = 2500;
const MOST = 600;

/** Shows what others do one thing after another, so that it can be followed; one's own doings are shown at once. */
export class Pace<N> {
  speed = $state<Speed>("paced");
  waiting = $state(0);
  /** Who only watches may lag behind; who plays should not be kept waiting. */
  patient = false;

  #queue: N[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = 0;
  /** How much there was to show since there was nothing. */
  #most = 0;
  #until: (() => boolean) | null = null;

  constructor(readonly show: (news: N) => void) {}

  /** Is there so much to show that nothing should be drawn out? */
  get crowded(): boolean {
    return this.#queue.length > 1;
  }

  add(news: N, own: boolean): void {
    if (this.#queue.length >= MOST) this.#next();
    this.#queue.push(news);
    if (own && this.speed !== "paused") this.hurry();
    else this.#plan();
  }

  set(speed: Speed): void {
    this.speed = speed;
    this.#plan();
  }

  /** Show the next thing although it is paused. */
  step(): void {
    this.#next();
    this.#plan();
  }

  /** Show all that has come, and without pause what comes until something is so. */
  hurry(until: () => boolean = () => true): void {
    while (this.#queue.length) this.#next();
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
    this.#most = this.waiting && Math.max(this.#most, this.waiting);
    if (!this.waiting) return;
    const hurried = this.#until !== null;
    const steady = PAUSES[this.speed];
    if (steady === Infinity && !hurried) return;
    const pause = hurried ? 0 : this.patient ? steady : Math.min(steady, DRAIN / this.#most);
    const wait = this.#shown + pause - performance.now();
    if (wait <= 0) this.step();
    else this.#timer = setTimeout(() => this.step(), wait);
  }

  #next(): void {
    const news = this.#queue.shift();
    if (news === undefined) return;
    this.#shown = performance.now();
    this.waiting = this.#queue.length;
    this.show(news);
    if (this.#until?.()) this.#until = null;
  }
}
