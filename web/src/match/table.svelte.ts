import { api, ApiError, newKey, reasonOf } from "../api/client";
import type { Live } from "../api/live.svelte";
import type { About, Choice, Done, Entry, Match, ScenarioInfo, Scene } from "../api/model";
import { say } from "../parts/toasts.svelte";
import { Desk } from "../board/desk.svelte";
import { calm, slide, slides } from "../board/slides";
import { Pace } from "./pace.svelte";
import { sameParty } from "./party";
import type { Ready } from "./ready";
import { Thoughts } from "./thoughts.svelte";
import { lastOf, rollsOf, type Throw, trailOf } from "./told";

/** How often something is asked again for which the match was too quick. */
const TRIES = 4;
/** So long after something was done it has been heard of, or the channel is dead. */
const PATIENCE = 2000;

interface News {
  entries: Entry[];
  scene: Scene;
  match: Match;
  revision: number;
}

/** A match at which one sits: what is shown of it, and what one does there. */
export class Table {
  readonly desk: Desk;
  readonly id: string;
  readonly pace = new Pace<News>((news) => this.#show(news));
  readonly thoughts: Thoughts;
  readonly about: About;
  readonly game: string;
  readonly scenario: ScenarioInfo;

  match = $state.raw<Match | null>(null);
  scene = $state.raw<Scene | null>(null);
  revision = $state(0);
  log = $state.raw<Entry[]>([]);
  busy = $state(false);
  /** The dice that have just fallen. */
  thrown = $state.raw<Throw[]>([]);
  /** The next side at this seat, which must not see what the last one saw. */
  covered = $state("");
  /** A side one looks from that is not the one to act. */
  eyes = $state("");

  readonly mine = $derived((this.match?.seats ?? []).filter((seat) => seat.yours).map((seat) => seat.side));
  readonly over = $derived(this.match?.status === "over");
  /** Is a decision of this seat asked for? */
  readonly deciding = $derived(
    !!this.match?.to_act && this.mine.includes(this.match.to_act) && !this.covered && !this.pace.waiting,
  );
  readonly choices: Choice[] = $derived(this.deciding && this.scene ? (this.scene.choices ?? []) : []);

  /** What lies under the cover. */
  #behind: News | null = null;
  /** Parts of a long log, until its last part comes. */
  #parts: Entry[] = [];
  #last = "";
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
    this.desk = new Desk(plan, faces, about.sides);
    this.thoughts = new Thoughts(this.id, this.desk);
    live.onupdate = (entries, scene) => this.#hear(entries, scene);
    if (live.revision || live.scene) this.#hear(live.log, live.scene);
  }

  sideTitle = (side: string | null | undefined): string => this.desk.sides.get(side ?? "")?.title ?? side ?? "";

  /** Where a counter is on the map; empty if it is not. */
  placeOf(piece = ""): string {
    return this.desk.heaps.find((heap) => heap.spots.some((spot) => spot.piece.id === piece))?.place ?? "";
  }

  /** Choose one of the options one was sent. */
  async act(choice: Choice): Promise<void> {
    if (this.busy || !this.deciding) return;
    this.#last = choice.place || this.placeOf(choice.piece) || this.#last;
    await this.#change((revision) => api.act(this.id, { revision, action: choice.action, key: newKey() }));
  }

  /** How many actions taking back takes: this seat's last one, and whatever was done since. */
  get undoes(): number {
    return lastOf(this.mine, this.log).length;
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

  undo = (): Promise<void> =>
    this.#change((revision) => api.undo(this.id, { revision, actions: this.#back(revision), key: newKey() }), this.#alone);
  answerUndo = (consent: boolean): Promise<void> =>
    this.#change((revision) => api.answerUndo(this.id, { revision, consent, key: newKey() }));
  resign = (): Promise<void> => this.#change((revision) => api.resign(this.id, { revision, key: newKey() }), true);

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
  async #change(wish: (revision: number) => Promise<Done>, still = false): Promise<void> {
    this.pace.hurry();
    const wished = ++this.#wishes;
    this.busy = true;
    this.desk.open = false;
    this.thrown = [];
    this.thoughts.hold();
    try {
      const done = await this.#asOften(still ? TRIES : 1, wish);
      this.pace.hurry(() => this.revision >= done.revision);
      this.#expect(done.revision);
    } catch (fault) {
      if (fault instanceof ApiError && fault.error === "stale") {
        say("The match has moved on; look again");
        this.#expect(fault.revision ?? 0);
      } else say(reasonOf(fault) + (fault instanceof ApiError && fault.clause ? ` (${fault.clause})` : ""), "fault");
      this.desk.open = true;
    } finally {
      if (wished === this.#wishes) this.busy = false;
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

  /** Long logs come in parts; the scene comes with the last. */
  #hear(entries: Entry[], scene: Scene | null): void {
    const { match, revision } = this.live;
    this.#parts.push(...entries);
    if (!scene || !match) return;
    const own = this.mine.includes(entries.at(-1)?.side ?? "");
    this.pace.add({ entries: this.#parts, scene, match, revision }, own || this.scene === null);
    this.#parts = [];
  }

  /** While a third side is to act, the news are as the first of this seat's sides knows them. */
  #show(news: News): void {
    const first = this.match === null;
    this.match = news.match;
    this.pace.patient = !this.mine.length;
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
      return;
    } else this.#draw(news.scene, entries);
    this.#add(news.entries);
    if (this.log.length < this.revision && !this.covered) void this.#recall(next);
  }

  #add(entries: readonly Entry[]): void {
    const known = new Set(this.log.map((entry) => entry.revision));
    const fresh = entries.filter((entry) => !known.has(entry.revision));
    if (fresh.length) this.log = [...this.log, ...fresh].sort((one, other) => one.revision - other.revision);
  }

  /** Must somebody who saw the one side not see the other? At first nobody knows who sits here. */
  #secretFrom(seen: string | undefined, next: string): boolean {
    const others = seen === undefined ? this.mine : [seen];
    return !this.over && others.some((side) => !sameParty(this.about, this.scenario, side, next));
  }

  /** Put everything away until the person of a side has sat down. */
  #cover(side: string, news: News | null): void {
    this.#looks += 1;
    this.#covers += 1;
    this.covered = side;
    this.#behind = news;
    this.scene = null;
    this.desk.scene = null;
    this.desk.trail = [];
    this.thrown = [];
    this.thoughts.clear();
    if (news) this.eyes = "";
  }

  /** The match as it stands, as a side sees it. */
  async #fetch(side: string): Promise<void> {
    const look = ++this.#looks;
    const [seen, entries] = await Promise.all([api.scene(this.id, { side }).catch(() => null), this.#recall(side)]);
    if (seen && look === this.#looks) this.#draw(seen.scene, entries);
  }

  /** What is missing in the log, as a side was told it; answers with what is new in it. */
  async #recall(side: string): Promise<Entry[]> {
    const cover = this.#covers;
    const gap = this.log.findIndex((entry, index) => entry.revision !== index + 1);
    const since = gap < 0 ? this.log.length : gap;
    try {
      const { entries } = await api.log(this.id, since, side);
      if (cover !== this.#covers) return [];
      this.#add(entries);
      return since ? entries : [];
    } catch (fault) {
      say(reasonOf(fault), "fault");
      return [];
    }
  }

  #draw(scene: Scene, entries: Entry[] = []): void {
    this.#looks += 1;
    const before = this.desk.scene;
    this.thoughts.clear();
    this.scene = scene;
    this.desk.scene = scene;
    this.busy = false;
    this.desk.fanned = "";
    this.desk.open = true;
    this.desk.trail = trailOf(entries) ?? this.desk.trail;
    this.thrown = rollsOf(entries);
    if (before && entries.length && !this.pace.crowded && !calm()) slide(slides(before, scene, this.desk.ground, this.desk.trail));
  }
}
