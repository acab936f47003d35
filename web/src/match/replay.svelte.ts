import { api, reasonOf } from "../api/client";
import type { About, Entry, Match, ScenarioInfo, Scene } from "../api/model";
import { say } from "../parts/toasts.svelte";
import { Desk } from "../board/desk.svelte";
import { calm, slide, slides } from "../board/slides";
import { sameParty } from "./party";
import type { Ready } from "./ready";
import { beginning, rollsOf, takenBack, type Throw, trailOf } from "./told";

export const SPEEDS = { slow: 1600, steady: 800, quick: 250 } as const;
export type Speed = keyof typeof SPEEDS;
const AHEAD = 4;
const KEPT = 400;
/** Where the slider stays for so long one wants to look. */
const REST = 60;

/** A match gone through again, from any side that may be looked from. */
export class Replay {
  readonly desk: Desk;
  readonly about: About;
  readonly game: string;
  readonly scenario: ScenarioInfo;

  match = $state.raw<Match | null>(null);
  log = $state.raw<Entry[]>([]);
  at = $state(0);
  /** The revision that is drawn: it may lag behind the slider. */
  shown = $state(-1);
  scene = $state.raw<Scene | null>(null);
  side = $state("");
  playing = $state(false);
  speed = $state<Speed>("steady");
  thrown = $state.raw<Throw[]>([]);

  readonly last = $derived(this.match?.revision ?? 0);
  readonly over = $derived(this.match?.status === "over");
  /** May one play on from any moment: when it is over, or where one sits at every side. */
  readonly branches = $derived(this.over || !!this.match?.seats.every((seat) => seat.yours));
  /** From here on there is nothing left to play. */
  readonly end = $derived(this.over ? this.last : Infinity);
  /** All sides when the match is over, else one's own that know the same. */
  readonly eyes = $derived(
    (this.match?.seats ?? [])
      .filter((seat) => this.over || (seat.yours && sameParty(this.about, this.scenario, seat.side, this.side)))
      .map((seat) => seat.side),
  );
  /** Where turns begin: revision and words. */
  readonly turns = $derived(turnsOf(this.log));

  #scenes = new Map<string, Promise<Scene>>();
  /** Which time it is played: a pause ends it for good. */
  #run = 0;

  constructor(
    readonly id: string,
    { game, about, scenario, faces, plan }: Ready,
  ) {
    this.game = game;
    this.about = about;
    this.scenario = scenario;
    this.desk = new Desk(plan, faces, about.sides, about.camps);
    this.desk.open = false;
  }

  /** Begin with the side that sits at the table, as far as that is known. */
  async open(sitting = ""): Promise<void> {
    this.match = await api.match(this.id);
    const mine = this.match.seats.filter((seat) => seat.yours).map((seat) => seat.side);
    const seen = [sitting, this.match.to_act ?? "", ...mine].find((side) => mine.includes(side));
    this.side = seen ?? (this.over ? (this.match.seats[0]?.side ?? "") : "");
    this.log = (await api.log(this.id, 0, this.side || undefined)).entries;
    await this.go(0);
  }

  close(): void {
    this.pause();
  }

  /** Show the match as it stood after a revision. */
  async go(revision: number): Promise<void> {
    const to = Math.max(0, Math.min(revision, this.last));
    const before = this.at;
    this.at = to;
    if (!this.#scenes.has(this.#key(to))) await after(REST);
    if (this.at !== to) return;
    try {
      const scene = await this.#sceneAt(to);
      if (this.at === to) this.#draw(scene, to === before + 1 ? this.log.filter((entry) => entry.revision === to) : []);
    } catch (fault) {
      this.pause();
      say(reasonOf(fault), "fault");
    }
    for (let next = to + 1; next <= Math.min(to + AHEAD, this.last); next++) this.#sceneAt(next).catch(() => {});
  }

  async look(side: string): Promise<void> {
    const before = this.side;
    this.side = side;
    try {
      const { entries } = await api.log(this.id, 0, side || undefined);
      if (this.side !== side) return;
      this.log = entries;
      await this.go(this.at);
    } catch (fault) {
      if (this.side === side) this.side = before;
      say(reasonOf(fault), "fault");
    }
  }

  play(): void {
    if (this.at >= this.last) this.at = 0;
    this.playing = true;
    void this.#on(++this.#run);
  }

  pause(): void {
    this.playing = false;
    this.#run += 1;
  }

  /** To the beginning of the turn before or after. */
  turn(step: 1 | -1): void {
    const marks = [0, ...this.turns.map(([revision]) => revision), this.last];
    void this.go(step > 0 ? (marks.find((mark) => mark > this.at) ?? this.last) : (marks.findLast((mark) => mark < this.at) ?? 0));
  }

  async #on(run: number): Promise<void> {
    while (run === this.#run && this.at < this.last) await Promise.all([this.go(this.at + 1), after(SPEEDS[this.speed])]);
    if (run === this.#run) this.pause();
  }

  #key(at: number): string {
    return `${at} ${this.side}`;
  }

  #sceneAt(at: number): Promise<Scene> {
    const key = this.#key(at);
    const known = this.#scenes.get(key);
    if (known) return known;
    const asked = api.scene(this.id, { at, side: this.side || undefined }).then((answer) => answer.scene);
    this.#scenes.set(key, asked);
    asked.catch(() => this.#scenes.delete(key));
    if (this.#scenes.size > KEPT) this.#scenes.delete(this.#scenes.keys().next().value!);
    return asked;
  }

  #draw(scene: Scene, entries: Entry[]): void {
    const before = this.desk.scene;
    this.shown = this.at;
    this.scene = scene;
    this.desk.scene = scene;
    this.desk.trail = trailOf(entries) ?? [];
    this.thrown = rollsOf(entries);
    if (before && entries.length && this.speed !== "quick" && !calm())
      slide(slides(before, scene, this.desk.ground, this.desk.trail));
  }
}

const after = (pause: number): Promise<void> => new Promise((done) => setTimeout(done, pause));

/** The revisions at which turns begin, without those that were taken back. */
export function turnsOf(log: readonly Entry[]): [number, string][] {
  const gone = takenBack(log);
  return log.flatMap((entry) => {
    const began = gone.has(entry.revision) ? undefined : entry.told.find((told) => beginning(told) === "turn");
    return began ? [[entry.revision, began.text] as [number, string]] : [];
  });
}
