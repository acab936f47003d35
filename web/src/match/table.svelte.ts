import { api, ApiError, newKey, reasonOf } from "../api/client";
import type { Live } from "../api/live.svelte";
import type { About, Choice, Done, Entry, Match, ScenarioInfo, Scene } from "../api/model";
import { seatOf } from "../api/seats.svelte";
import { say } from "../parts/toasts.svelte";
import { Desk } from "../board/desk.svelte";
import { calm, slide, slides } from "../board/slides";
import { Grip, type Wish } from "./grip";
import { Pace } from "./pace.svelte";
import { sameParty } from "./party";
import { inSentence } from "../parts/article";
import type { Ready } from "./ready";
import { Thoughts } from "./thoughts.svelte";
import { Story } from "../story/story.svelte";
import { objectivesOf, type Stop, stopOf } from "../story/stops";
import { lastOf, loose, type Throw, trailOf } from "./told";

/** How often something is asked again for which the match was too quick. */
const TRIES = 4;
/** So long after something was done it has been heard of, or the channel is dead. */
const PATIENCE = 2000;
/** Dice that have lain there for so long were read; what one does next may sweep them away. */
const READING = 4500;

interface News {
  entries: Entry[];
  scene: Scene;
  match: Match;
  revision: number;
  /** Shown once more: nothing of it is new. */
  again?: boolean;
}

/** A match at which one sits: what is shown of it, and what one does there. */
export class Table {
  readonly desk: Desk;
  readonly id: string;
  readonly pace = new Pace<News>((news, quickly) => this.#show(news, quickly));
  readonly story: Story;
  readonly thoughts: Thoughts;
  /** What is in hand, as of the last revision that was seen. */
  readonly grip = new Grip();
  readonly about: About;
  readonly game: string;
  readonly scenario: ScenarioInfo;

  match = $state.raw<Match | null>(null);
  scene = $state.raw<Scene | null>(null);
  revision = $state(0);
  log = $state.raw<Entry[]>([]);
  busy = $state(false);
  /** How many answers are to come after which other things can be touched. */
  awaited = $state(0);
  /** The dice that fell last outside of battles. */
  thrown = $state.raw<Throw[]>([]);
  /** The next side at this seat, which must not see what the last one saw. */
  covered = $state("");
  /** Is what happened gone through again? */
  replaying = $state(false);
  /** A side one looks from that is not the one to act. */
  eyes = $state("");
  /** So much was done before anybody sat down: nobody takes it back. */
  begins = $state(0);
  /** Counts what the grip has seen. */
  seen = $state(0);

  readonly mine = $derived((this.match?.seats ?? []).filter((seat) => seat.yours).map((seat) => seat.side));
  readonly over = $derived(this.match?.status === "over");
  /** Is a decision of this seat asked for? */
  readonly deciding = $derived(
    !!this.match?.to_act && this.mine.includes(this.match.to_act) && !this.covered && !this.pace.waiting && !this.replaying,
  );
  /** Is there something of others to follow? */
  readonly following = $derived(
    !!this.match && !this.deciding && (!this.over || this.pace.waiting > 0 || !!this.pace.stopped),
  );
  readonly choices: Choice[] = $derived(this.deciding && this.scene ? (this.scene.choices ?? []) : []);

  /** Who waits until a revision is shown. */
  #waiting: { revision: number; go: (shown: boolean) => void }[] = [];
  /** What lies under the cover. */
  #behind: News | null = null;
  /** Parts of a long log, until its last part comes. */
  #parts: Entry[] = [];
  #last = "";
  #thrownAt = 0;
  #wishes = 0;
  /** What is fetched to be drawn is late if there was another look, what is fetched for the log if there was a cover. */
  #looks = 0;
  #covers = 0;

  constructor(
    readonly live: Live,
    { game, about, scenario, faces, plan }: Ready,
  ) {
    this.id = live.id;
    this.about = about;
    this.game = game;
    this.scenario = scenario;
    this.desk = new Desk(plan, faces, about.sides, about.camps);
    this.thoughts = new Thoughts(this.id, this.desk);
    this.story = new Story(this);
    live.onupdate = (entries, scene) => this.#hear(entries, scene);
    if (live.revision || live.scene) this.#hear(live.log, live.scene);
  }

  sideName = (side: string | null | undefined): string => inSentence(this.sideTitle(side));
  sideTitle = (side: string | null | undefined): string => this.desk.sides.get(side ?? "")?.title ?? side ?? "";

  /** Where a counter is on the map; empty if it is not. */
  placeOf(piece = ""): string {
    return this.desk.heaps.find((heap) => heap.spots.some((spot) => spot.piece.id === piece))?.place ?? "";
  }

  /** Choose one of the options one was sent. */
  act(choice: Choice): Promise<boolean> {
    return this.wish({ actions: [choice.action] }, choice.place || this.placeOf(choice.piece));
  }

  /** Several things in one go, all or none; has it been done, and is it shown? */
  async wish(wish: Wish, at = ""): Promise<boolean> {
    if (this.busy || !this.deciding) return false;
    this.#last = at || this.#last;
    const { actions = [], without = [], sweep = "" } = wish;
    this.grip.between(wish);
    const done = await this.#change((revision) => api.act(this.id, { revision, actions, without, sweep, key: newKey() }));
    return !!done && this.#shown(done.revision);
  }

  /** Wait until a revision is shown to the side that decides. */
  #shown(revision: number): Promise<boolean> {
    if (this.revision >= revision) return Promise.resolve(this.deciding);
    return new Promise((go) => this.#waiting.push({ revision, go }));
  }

  /** What one can go back to from here; what is not known of it is looked up. */
  async grasp(): Promise<void> {
    if (this.deciding && this.scene?.side === this.match?.to_act) this.grip.see(this.log, this.scene!);
    else this.grip.lose();
    this.seen += 1;
    const { revision } = this;
    const due = this.#waiting.filter((one) => one.revision <= revision);
    this.#waiting = this.#waiting.filter((one) => one.revision > revision);
    for (const one of due) one.go(this.deciding);
    if (!this.deciding || this.log.length < revision) return;
    for (const at of this.grip.missing) {
      const { scene } = (await this.#await(api.scene(this.id, { side: this.scene!.side, at })).catch(() => null)) ?? {};
      if (revision !== this.revision || !this.scene) return;
      if (scene) this.grip.recall(at, scene);
    }
    this.seen += 1;
  }

  /** How many actions taking back takes: this seat's last one, and whatever was done since. */
  get undoes(): number {
    return lastOf(this.mine, this.log.filter((entry) => entry.revision > this.begins)).length;
  }

  /** The same at a revision: what is not in the log yet was done by bots. */
  #back(revision: number): number {
    const known = this.log.filter((entry) => entry.revision <= revision);
    return lastOf(this.mine, known).length + revision - (known.at(-1)?.revision ?? 0);
  }

  /** Would taking back need nobody's consent, as far as one can see? */
  get undoIsFree(): boolean {
    const own = (entry: Entry) => this.mine.includes(entry.side) && !entry.told.some((told) => told.dice.length);
    return this.#alone || lastOf(this.mine, this.log).every(own);
  }

  /** Are all others bots? */
  get #alone(): boolean {
    return (this.match?.seats ?? []).every((seat) => seat.yours || seat.kind.startsWith("bot"));
  }

  undo = (): Promise<Done | null> =>
    this.#change((revision) => api.undo(this.id, { revision, actions: this.#back(revision), key: newKey() }), this.#alone);
  answerUndo = (consent: boolean): Promise<Done | null> =>
    this.#change((revision) => api.answerUndo(this.id, { revision, consent, key: newKey() }));
  resign = (): Promise<Done | null> => this.#change((revision) => api.resign(this.id, { revision, key: newKey() }), true);

  /** The next person has sat down: the match and its log as that side knows them. */
  async uncover(): Promise<void> {
    const side = this.covered;
    const news = this.#behind;
    this.covered = "";
    this.#behind = null;
    this.log = [];
    if (news) {
      this.#draw(news.scene, news.entries);
      await this.#recall(side);
      void this.grasp();
    } else {
      await this.#fetch(side);
      if (!this.scene) this.covered ||= side;
    }
  }

  /** Look from another side of this seat; an empty side looks from the one to act. */
  async look(side: string): Promise<void> {
    const next = side || this.match?.to_act || this.mine[0] || "";
    this.eyes = side;
    if (this.#secretFrom(this.scene?.side, next)) this.#cover(next, null);
    else await this.#fetch(next);
  }

  /** Where the hand was: the keyboard goes on from there. */
  get hand(): string {
    return this.#last;
  }

  /** Do something to the match as it stands; with ``still`` also if it has moved on meanwhile. */
  #change(wish: (revision: number) => Promise<Done>, still = false): Promise<Done | null> {
    return this.#await(this.#do(wish, still));
  }

  async #do(wish: (revision: number) => Promise<Done>, still: boolean): Promise<Done | null> {
    this.skip();
    const wished = ++this.#wishes;
    this.busy = this.desk.busy = true;
    if (performance.now() > this.#thrownAt + READING) this.thrown = [];
    this.thoughts.hold();
    try {
      const done = await this.#asOften(still ? TRIES : 1, wish);
      this.pace.hurry(() => this.revision >= done.revision);
      this.#expect(done.revision);
      return done;
    } catch (fault) {
      if (fault instanceof ApiError && fault.error === "stale") {
        say("The match has moved on; look again");
        this.#expect(fault.revision ?? 0);
      } else say(reasonOf(fault) + (fault instanceof ApiError && fault.clause ? ` (${fault.clause})` : ""), "fault");
      if (wished === this.#wishes) this.desk.busy = false;
      return null;
    } finally {
      if (wished === this.#wishes) this.busy = false;
    }
  }

  async #await<T>(answer: Promise<T>): Promise<T> {
    this.awaited += 1;
    try {
      return await answer;
    } finally {
      this.awaited -= 1;
    }
  }

  async #asOften(tries: number, wish: (revision: number) => Promise<Done>, revision = this.revision): Promise<Done> {
    try {
      return await wish(revision);
    } catch (fault) {
      if (tries <= 1 || !(fault instanceof ApiError && fault.error === "stale" && fault.revision)) throw fault;
      return this.#asOften(tries - 1, wish, fault.revision);
    }
  }

  /** The channel should tell of a revision soon; if it does not, it is dead. */
  #expect(revision: number): void {
    setTimeout(() => this.live.revision < revision && this.live.again(), PATIENCE);
  }

  /** Show at once all that has come; what is gone through again ends. */
  skip(): void {
    this.replaying = false;
    this.pace.hurry();
  }

  /** Go through what happened again, at the pace of following; ``show`` says no when there was enough. */
  async again(tell: (show: (scene: Scene, entry?: Entry) => boolean) => Promise<void>): Promise<void> {
    const { match, revision, scene: now } = this;
    if (!match || !now || this.replaying) return;
    this.replaying = true;
    this.story.clear();
    const show = (scene: Scene, entry?: Entry) => {
      const past = scene === now ? scene : { ...scene, choices: [], prompt: "" };
      if (this.replaying) this.pace.add({ entries: entry ? [entry] : [], scene: past, match, revision, again: true }, false);
      return this.replaying;
    };
    try {
      await tell(show);
    } catch (fault) {
      say(reasonOf(fault), "fault");
      this.skip();
    } finally {
      if (!this.replaying && this.revision === revision) this.#draw(now);
      this.replaying = false;
    }
  }

  /** Long logs come in parts; the scene comes with the last. */
  #hear(entries: Entry[], scene: Scene | null): void {
    const { match, revision } = this.live;
    if (this.replaying) this.skip();
    this.#parts.push(...entries);
    if (!scene || !match) return;
    const own = this.mine.includes(entries.at(-1)?.side ?? "");
    this.pace.add({ entries: this.#parts, scene, match, revision }, own || this.scene === null);
    this.#parts = [];
  }

  /** While a third side is to act, the news are as the first of this seat's sides knows them. */
  #show(news: News, quickly = true): Stop | null | false {
    if (news.again) {
      this.#draw(news.scene, news.entries, quickly);
      return this.#stop(news);
    }
    const first = this.match === null;
    this.match = news.match;
    this.pace.stops = this.mine.length > 0;
    this.revision = news.revision;
    if (this.over) this.covered = "";
    const next = news.scene.side;
    const asked = this.mine.includes(news.match.to_act ?? "");
    const secret = this.#secretFrom(this.scene?.side, next);
    const entries = first ? [] : news.entries;
    if (this.covered ? asked : secret && (asked || !this.scene)) this.#cover(next, { ...news, entries });
    else if (this.covered) this.#behind = null;
    else if (secret || (this.eyes && this.eyes !== next)) {
      // it is fetched as it stands now: once for all that waits
      if (!this.pace.waiting) void this.#fetch(this.eyes || this.scene!.side);
      return null;
    } else this.#draw(news.scene, entries, quickly);
    this.#add(news.entries);
    if (this.log.length < this.revision && !this.covered) void this.#recall(next).then(() => this.grasp());
    else void this.grasp();
    return first || asked || this.covered ? null : this.#stop(news);
  }

  /** What one stops at; where one's own decision comes next one stops anyway. */
  #stop({ entries, scene }: News): Stop | null | false {
    if (!entries.some((entry) => entry.told.length || entry.kind !== "act")) return false;
    return stopOf(entries, this.story.own, objectivesOf(scene));
  }

  #add(entries: readonly Entry[]): void {
    const known = new Set(this.log.map((entry) => entry.revision));
    const fresh = entries.filter((entry) => !known.has(entry.revision));
    if (fresh.length) this.log = [...this.log, ...fresh].sort((one, other) => one.revision - other.revision);
  }

  /** Must somebody who saw the one side not see the other? At first nobody knows who sits here. */
  #secretFrom(seen: string | undefined, next: string): boolean {
    const others = seen === undefined ? this.mine : [seen];
    return !this.over && !seatOf(this.id)?.alone && others.some((side) => !sameParty(this.about, this.scenario, side, next));
  }

  /** Put everything away until the person of a side has sat down. */
  #cover(side: string, news: News | null): void {
    this.#looks += 1;
    this.#covers += 1;
    this.covered = side;
    this.#behind = news;
    this.scene = null;
    this.desk.scene = null;
    this.desk.busy = false;
    this.desk.trail = [];
    this.thrown = [];
    this.story.clear();
    this.thoughts.clear();
    if (news) this.eyes = "";
  }

  /** The match as it stands, as a side sees it. */
  async #fetch(side: string): Promise<void> {
    const look = ++this.#looks;
    const [seen, entries] = await this.#await(Promise.all([api.scene(this.id, { side }).catch(() => null), this.#recall(side)]));
    if (seen && look === this.#looks) this.#draw(seen.scene, entries);
    void this.grasp();
  }

  /** What is missing in the log, as a side was told it; answers with what is new in it. */
  async #recall(side: string): Promise<Entry[]> {
    const cover = this.#covers;
    const gap = this.log.findIndex((entry, index) => entry.revision !== index + 1);
    const since = gap < 0 ? this.log.length : gap;
    try {
      const { entries } = await this.#await(api.log(this.id, since, side));
      if (cover !== this.#covers) return [];
      this.#add(entries);
      return since ? entries : [];
    } catch (fault) {
      say(reasonOf(fault), "fault");
      return [];
    }
  }

  #draw(scene: Scene, entries: Entry[] = [], quickly = true): void {
    this.#looks += 1;
    const before = this.desk.scene;
    this.thoughts.clear();
    this.scene = scene;
    this.desk.scene = scene;
    this.busy = this.desk.busy = false;
    this.desk.fanned = "";
    this.desk.trail = trailOf(entries) ?? this.desk.trail;
    const thrown = loose(entries, !!(scene.fight ?? before?.fight));
    if (scene.fight) this.thrown = [];
    else if (thrown.length) [this.thrown, this.#thrownAt] = [thrown, performance.now()];
    this.story.hear(entries, before, scene, quickly);
    if (before && entries.length && !(quickly && this.pace.waiting) && !calm()) slide(slides(before, scene, this.desk.ground, this.desk.trail));
  }
}
