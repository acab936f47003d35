import { api, ApiError, newKey, reasonOf } from "../api/client";
import type { Live } from "../api/live.svelte";
import type { About, Choice, Entry, Match, Scene } from "../api/model";
import { say } from "../parts/toasts.svelte";
import { Desk } from "../board/desk.svelte";
import { calm, slide, slides } from "../board/slides";
import { Pace } from "./pace.svelte";
import type { Ready } from "./ready";
import { Thoughts } from "./thoughts.svelte";
import { rollsOf, type Throw, trailOf } from "./told";

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

  #behind: News | null = null;
  #last = "";
  #wishes = 0;

  constructor(
    readonly live: Live,
    { game, about, faces, plan }: Ready,
  ) {
    this.id = live.id;
    this.about = about;
    this.game = game;
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
    await this.#change(() => api.act(this.id, { revision: this.revision, action: choice.action, key: newKey() }));
  }

  /** Would taking back the last action need nobody's consent, as far as one can see? */
  get undoIsFree(): boolean {
    const last = this.log.findLast((entry) => entry.kind === "act");
    const alone = (this.match?.seats ?? []).every((seat) => seat.yours || seat.kind.startsWith("bot"));
    return alone || (!!last && this.mine.includes(last.side) && !last.told.some((told) => told.dice.length));
  }

  undo = (): Promise<void> => this.#change(() => api.undo(this.id, { revision: this.revision, actions: 1, key: newKey() }));
  answerUndo = (consent: boolean): Promise<void> =>
    this.#change(() => api.answerUndo(this.id, { revision: this.revision, consent, key: newKey() }));
  resign = (): Promise<void> => this.#change(() => api.resign(this.id, { revision: this.revision, key: newKey() }));

  /** The next person has sat down: the match and its log as that side knows them. */
  async uncover(): Promise<void> {
    const side = this.covered;
    const news = this.#behind;
    this.covered = "";
    this.#behind = null;
    if (news) this.#draw(news.scene, news.entries);
    else await this.#fetch(side);
    const told = await api.log(this.id, 0, side).catch(() => null);
    if (told && !this.covered) this.log = told.entries;
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

  async #change(wish: () => Promise<{ revision: number }>): Promise<void> {
    const wished = ++this.#wishes;
    this.busy = true;
    this.desk.open = false;
    this.thrown = [];
    this.thoughts.hold();
    try {
      const done = await wish();
      this.pace.hurry(() => this.revision >= done.revision);
    } catch (fault) {
      if (fault instanceof ApiError && fault.error === "stale") say("The match has moved on; look again");
      else say(reasonOf(fault) + (fault instanceof ApiError && fault.clause ? ` (${fault.clause})` : ""), "fault");
      this.desk.open = true;
    } finally {
      if (wished === this.#wishes) this.busy = false;
    }
  }

  #hear(entries: Entry[], scene: Scene | null): void {
    const { match, revision } = this.live;
    if (scene && match) this.pace.add({ entries, scene, match, revision }, this.scene === null || this.mine.includes(entries.at(-1)?.side ?? ""));
    else this.log = [...this.log, ...entries];
  }

  #show(news: News): void {
    const first = this.match === null;
    this.match = news.match;
    this.pace.patient = !this.mine.length;
    this.revision = news.revision;
    this.log = [...this.log, ...news.entries];
    const next = news.scene.side;
    const asked = this.mine.includes(news.match.to_act ?? "");
    const entries = first ? [] : news.entries;
    if (asked && (this.covered || this.#secretFrom(this.scene?.side, next))) this.#cover(next, { ...news, entries });
    else if (this.eyes && this.eyes !== next) void this.#fetch(this.eyes);
    else this.#draw(news.scene, entries);
  }

  /** May whoever saw the one side not see the other? At first nobody knows who sits here. */
  #secretFrom(seen: string | undefined, next: string): boolean {
    const parties = this.about.scenarios.find(({ id }) => id === this.match?.scenario)?.players ?? [];
    const party = (side: string) => parties.findIndex((sides) => sides.includes(side));
    const others = seen === undefined ? this.mine : [seen];
    return this.about.secrets && others.some((side) => party(side) !== party(next));
  }

  /** Put everything away until the person of a side has sat down. */
  #cover(side: string, news: News | null): void {
    this.covered = side;
    this.#behind = news;
    this.scene = null;
    this.desk.scene = null;
    if (news) this.eyes = "";
  }

  async #fetch(side: string): Promise<void> {
    const seen = await api.scene(this.id, { side }).catch(() => null);
    if (seen && !this.covered) this.#draw(seen.scene);
  }

  #draw(scene: Scene, entries: Entry[] = []): void {
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
