import type { Ahead, CampInfo, Face, MapPlan, Outlook, Scene, SideInfo } from "../api/model";
import type { Camera } from "./camera.svelte";
import { isAnchor } from "./anchors";
import { Ground, type Point, type Rect } from "./ground";
import { fan, type Heap, heaps, type Spot } from "./layout";
import { share } from "./share";
import type { Telling } from "../story/recap";
import { type Arrow, beyond, type Extra, isExtra, nearest, type Target, type Targets, targetsOf, wayTo } from "./targets";

/** What a pointer is on. */
export interface Hit {
  piece: string;
  place: string;
  /** In a stack that is spread out, not on the stack itself; without a piece: on the cloth between them. */
  spread?: boolean;
}

/** A set of places shown over the map. */
export interface Overlay {
  name: string;
  places: readonly string[];
  /** Which of the hatchings. */
  style: number;
}

/** How something is touched. */
export interface Touch {
  finger?: boolean;
  /** For the second time, just after the first. */
  twice?: boolean;
  /** The whole stack is meant, or all that go there. */
  whole?: boolean;
}

/** Counters on their way with the pointer. */
export interface Drag {
  pieces: readonly string[];
  at: Point;
}

/** A finger takes hold of a counter that is drawn at least so large. */
const GRASP = 26;
/** Places smaller than this in the window are no target for a finger. */
const TINY = 30;
const MANY = 150;
/** A part of a map that is looked at as a whole. */
const PART = 0.7;
/** How near to a hexside or a corner a pointer is on it, in parts of a hex's room: where nothing else lies, and ever. */
const [REACH, EXACT] = [0.36, 0.18];
const FAN = 58;
const REST = 140;
const NONE: Targets = { pieces: [], places: [], boxes: [], words: [] };

/** The board and all that lies on it: what a page sets, what the layers draw, what a pointer or key touches. */
export class Desk {
  readonly ground: Ground;
  readonly faces: ReadonlyMap<string, Face>;
  readonly sides: ReadonlyMap<string, SideInfo>;

  #scene = $state.raw<Scene | null>(null);
  /** May something be chosen here at all? */
  open = $state(true);
  /** What was chosen is under way: all stays as it is drawn until the answer is there, and takes no touch. */
  busy = $state(false);
  /** What could be chosen after what the pointer or the focus is on. */
  ahead = $state.raw<Ahead | null>(null);
  /** What can be touched besides the choices. */
  extras = $state.raw<readonly Extra[]>([]);
  drag = $state.raw<Drag | null>(null);
  overlays = $state.raw<Overlay[]>([]);
  /** The colours of the hatchings that belong to a side. */
  hues = $state.raw<readonly (string | undefined)[]>([]);
  /** Where the last things happened: single places and ways. */
  trail = $state.raw<readonly (readonly string[])[]>([]);
  /** What is told of others on the map: their ways, and where they fought. */
  telling = $state.raw<Telling | null>(null);
  flashed = $state.raw<readonly string[]>([]);
  /** Does a touch ask what is seen from there? */
  looking = $state(false);
  /** Does fire go along lines in this game? Then what one points at shows its line. */
  aims = $state(false);
  outlook = $state.raw<Outlook | null>(null);
  /** What somebody who explains the game points at. */
  pointed = $state.raw<readonly string[]>([]);

  over = $state.raw<Hit | null>(null);
  focused = $state("");
  /** The place asked about with the keyboard. */
  cursor = $state("");
  fanned = $state("");
  /** The pointer has come to a stack, which spreads if it stays there. */
  spreading = $state(false);

  camera: Camera | null = $state.raw(null);
  onchoose: (target: Target, at: Point, whole?: boolean, piece?: string) => void = () => {};
  /** Touched a second time, or by a finger that rests. */
  ontwice: (hit: Hit, at: Point) => void = () => {};
  /** A counter beside the map is pressed: it may be dragged onto it. */
  ontake: (piece: string, event: PointerEvent) => void = () => {};
  ongrab: (hit: Hit, whole: boolean) => void = () => {};
  ondrop: (hit: Hit | null, at: Point) => void = () => {};
  onask: (about: Hit, at: Point) => void = () => {};
  onover: (target: Target | null) => void = () => {};
  onlook: (place: string) => void = () => {};

  readonly heaps: Heap[] = $derived.by(() => (this.scene ? heaps(this.scene, this.ground, this.faces) : []));
  readonly heapAt = $derived(new Map(this.heaps.map((heap) => [heap.place, heap])));
  readonly #offered: Targets = $derived.by(() =>
    this.scene ? targetsOf(this.scene.choices ?? [], this.scene, this.ground) : NONE,
  );
  readonly targets: Targets = $derived(this.open ? this.#offered : NONE);
  /** Can nearly every place of a large map be chosen? */
  readonly everywhere = $derived(this.nearlyAll(this.targets.places.length));
  /** Hexsides and corners that can be chosen. */
  readonly #anchored = $derived(this.targets.places.filter((target) => isAnchor(target.place)));
  /** From here no hexside or corner can be told from the hexes beside it: a finger that touches the map comes nearer. */
  readonly tooSmall = $derived(this.#anchored.length > 0 && !!this.camera && this.camera.detail < this.camera.details.length);
  /** What cannot be aimed at from here, by its name. */
  readonly unseen: string = $derived.by(() => {
    const [first] = this.camera?.detail === 0 ? this.#anchored : [];
    return first ? (this.ground.spaces.get(first.place)?.kind ?? "") : "";
  });
  readonly byKey = $derived(
    new Map([...this.targets.pieces, ...this.targets.places, ...this.targets.boxes].map((t) => [t.key, t])),
  );
  readonly #extraByKey = $derived(new Map(this.open ? this.extras.map((extra) => [extra.key, extra]) : []));
  /** The target whose ring is drawn, by stack: the rings of those below would only blur it. */
  readonly ringed = $derived(new Map(this.targets.pieces.toReversed().map((target) => [target.place, target.key])));
  readonly glowing = $derived(new Set(this.targets.pieces.map((target) => target.piece)));
  /** The stack that is spread out, top first. */
  readonly fan: Spot[] = $derived.by(() => this.#fan());
  /** What it lies on. */
  readonly cloth: Rect | null = $derived.by(() => this.#cloth());
  /** The target under the pointer or the focus. */
  readonly current: Target | null = $derived(
    (this.over && this.targetAt(this.over)) || this.byKey.get(this.focused) || null,
  );
  /** The counters of the same group as the one that is pointed at, itself among them. */
  readonly kin: readonly Spot[] = $derived.by(() => this.#kin());
  /** The way to the place that is pointed at. */
  readonly way: string[] = $derived.by(() => this.#way());

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(plan: MapPlan, faces: readonly Face[], sides: readonly SideInfo[], readonly camps: readonly CampInfo[] = []) {
    this.ground = new Ground(plan);
    this.faces = new Map(faces.map((face) => [face.id, face]));
    this.sides = new Map(sides.map((side) => [side.id, side]));
  }

  get scene(): Scene | null {
    return this.#scene;
  }

  /** What has not changed since the last scene stays the same object. */
  set scene(next: Scene | null) {
    this.#scene = next && share(this.#scene, next);
  }

  /** Are so many places nearly all of a large map? */
  nearlyAll(many: number): boolean {
    return many > MANY && many > 0.6 * this.ground.plan.spaces.length;
  }

  targetAt(hit: Hit): Target | undefined {
    if (hit.spread && !hit.piece) return undefined;
    const extra = this.#extraByKey.get(`piece ${hit.piece}`) ?? this.#extraByKey.get(`place ${hit.place}`);
    if (extra?.first && hit.piece) return extra;
    return this.byKey.get(`piece ${hit.piece}`) ?? this.byKey.get(`place ${hit.place}`) ?? extra;
  }

  /** Where a counter is drawn now. */
  spotOf(piece: string, place: string): Spot | undefined {
    const spread = place === this.fanned && this.fan.find((spot) => spot.piece.id === piece);
    return spread || this.heapAt.get(place)?.spots.find((spot) => spot.piece.id === piece);
  }

  hit(point: Point): Hit | null {
    const spread = this.fan.find((spot) => within(point, spot));
    if (spread) return { piece: spread.piece.id, place: spread.place, spread: true };
    if (this.onCloth(point)) return { piece: "", place: this.fanned, spread: true };
    const place = this.ground.at(point)?.id ?? "";
    const right = this.#between(point, EXACT);
    if (right) return { piece: "", place: right };
    // what lies on a hexside or a corner lies over the hexes; a stack may reach over the border of a small area
    const here = this.heapAt.get(place);
    const over = this.heaps.filter((heap) => isAnchor(heap.place));
    const lying = lies(point, over) ?? (here && under(point, here)) ?? lies(point, this.heaps);
    if (lying) return { piece: lying.piece.id, place: lying.place };
    const between = this.#between(point, REACH);
    return between || place ? { piece: "", place: between || place } : null;
  }

  /** The hexside or corner to be chosen that a point is on. */
  #between(point: Point, reach: number): string {
    if (this.camera?.detail === 0) return ""; // too small to be aimed at
    const best = nearest(point, this.#anchored);
    const [first] = this.ground.plan.spaces;
    return best && first && Math.hypot(best.x - point.x, best.y - point.y) <= reach * first.room ? best.place : "";
  }

  /** The pointer has moved. Stacks spread when it rests on them, unless the place itself is to be chosen. */
  point(point: Point | null): void {
    const hit = point && this.hit(point);
    if (hit && this.looking) this.cursor = "";
    if (hit?.piece === this.over?.piece && hit?.place === this.over?.place) return;
    const before = this.over && this.targetAt(this.over);
    this.over = hit;
    const now = (hit && this.targetAt(hit)) ?? null;
    if (now !== (before ?? null)) this.onover(now);
    clearTimeout(this.#timer);
    this.spreading = !!hit?.piece && hit.place !== this.fanned && this.#spreads(hit.place);
    if (!hit || (hit.place !== this.fanned && !this.onCloth(point))) this.fanned = "";
    if (hit && this.spreading)
      this.#timer = setTimeout(() => {
        this.spreading = false;
        this.fanned = hit.place;
      }, REST);
  }

  /**
   * Touched: choose what glows, ask why about all else; what was touched just before is not asked about.
   * A finger, or a choice that lies deeper, spreads a stack first.
   */
  touch(point: Point, at: Point, { finger = false, twice = false, whole = false }: Touch = {}): void {
    const hit = this.hit(point);
    if (!hit) {
      this.fanned = "";
      return;
    }
    if (this.looking) return this.onlook(hit.place);
    if (twice) return this.ontwice(hit, at);
    if (this.busy) return;
    if (finger && this.tooSmall) return this.camera?.centre(point, { scale: this.camera.details.at(-1) });
    if (hit.place !== this.fanned) this.fanned = "";
    const extras = this.open ? this.extras.filter((extra) => extra.piece && !this.byKey.has(extra.key)) : [];
    const here = [...this.targets.pieces, ...extras].filter((target) => target.place === hit.place);
    const target = this.targetAt(hit);
    const piled = hit.piece && !hit.spread && this.#piled(hit.place);
    if (piled && !whole && this.fanned !== hit.place && here.length > 1 && (finger || !target?.piece) && !this.byKey.has(`place ${hit.place}`)) this.fanned = hit.place;
    else if (target) this.onchoose(target, at, whole, hit.piece);
    else if (piled && here.length) this.onchoose(here[0]!, at, whole, here[0]!.piece);
    else {
      if (piled && finger) this.fanned = hit.place;
      if (this.open) this.onask(hit, at);
    }
  }

  /** Can what the pointer is on be dragged? In hand, or taken up by a touch. A finger must be able to tell it from others. */
  grabs(point: Point, finger: boolean): Hit | null {
    const hit = this.open && !this.busy && !this.looking ? this.hit(point) : null;
    if (!hit?.piece) return null;
    const spot = this.spotOf(hit.piece, hit.place);
    const held = this.scene?.focus?.pieces?.includes(hit.piece);
    if (!held && finger && !hit.spread && (spot?.size ?? 0) * (this.camera?.now.k ?? 1) < GRASP) return null;
    const target = this.targetAt(hit);
    const verb = this.scene?.takes_up;
    const taken = target && (isExtra(target) ? target.does !== "out" : !!verb && target.choices.some((choice) => choice.verb === verb));
    return held || taken ? hit : null;
  }

  /** Show where what was taken can go, if that is out of sight or, for a finger, too small. */
  showReach(finger: boolean): void {
    const { camera } = this;
    const places = this.targets.places.filter((target) => target.choices.some((choice) => choice.cost || choice.via));
    if (!camera || !places.length || this.drag) return;
    const seen = places.filter((target) => camera.sees(target)).length;
    const room = 2 * (this.ground.spaces.get(places[0]!.place)?.room ?? TINY) * camera.now.k;
    const around = this.ground.around([...places.map((target) => target.place), ...(this.scene?.focus?.places ?? [])]);
    if (around && (seen < places.length / 2 || (finger && room < TINY))) camera.fit(around);
  }

  /** Move the focus to the next target in a direction. */
  step(arrow: Arrow): Target | undefined {
    const all = this.#spots();
    const from = all.find((spot) => spot.target.key === this.focused);
    if (!from) return nearest(this.#middle(), all)?.target;
    return beyond(from, all, arrow)?.target;
  }

  /** Put the cursor on a place near what has the focus, or move it. */
  steer(arrow?: Arrow): void {
    const spaces = this.ground.plan.spaces;
    const from = this.ground.spaces.get(this.cursor) ?? this.byKey.get(this.focused) ?? this.#middle();
    const next = arrow && this.cursor ? beyond(from, spaces, arrow) : nearest(from, spaces);
    if (!next) return;
    this.cursor = next.id;
    this.camera?.centre(next, { lazily: true });
  }

  /** The target nearest to a place, where a hand on the keyboard goes on. */
  nearestTo(place: string): Target | undefined {
    return nearest(this.ground.spaces.get(place) ?? this.#middle(), this.#spots())?.target;
  }

  /** What matters now: what can be chosen, and what else lies on the map if that is not much farther. */
  get matter(): Rect | null {
    const places = [...this.targets.pieces, ...this.targets.places].map((target) => target.place);
    const all = this.ground.around([...places, ...Object.keys(this.scene?.stacks ?? {})]);
    const { whole } = this.ground;
    const near = all && all.width < PART * whole.width && all.height < PART * whole.height;
    return near || !places.length ? all : this.ground.around(places);
  }

  /** Bring what is asked about into sight, unless something of it is; a battle is always in sight. */
  attend(): void {
    const camera = this.camera;
    const battle = this.ground.spaces.get(this.scene?.fight?.places[0] ?? "");
    if (battle) return camera?.centre(battle, { lazily: true });
    const focus = (this.scene?.focus?.places ?? []).flatMap((place) => this.ground.spaces.get(place) ?? []);
    const asked: Point[] = [...this.#spots(), ...focus];
    if (!camera) return;
    // what others do, and the own counters that can answer it, belong together
    const away = focus.length > 0 && !focus.some((point) => camera.sees(point));
    const near = this.targets.pieces.map((target) => target.place);
    const both = away && near.length ? this.ground.around([...near, ...this.scene!.focus!.places!]) : null;
    if (both) return camera.fit(both, { margin: 90 });
    if (asked.some((point) => camera.sees(point))) return;
    const next = nearest(this.#middle(), asked);
    if (next) camera.centre(next);
  }

  #spots() {
    return [...this.targets.pieces, ...this.targets.places].map((target) => {
      const spot = target.piece ? this.spotOf(target.piece, target.place) : undefined;
      return { target, x: spot?.x ?? target.x, y: spot?.y ?? target.y };
    });
  }

  #middle(): Point {
    const seen = this.camera?.window ?? this.ground.whole;
    return { x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 };
  }

  #piled(place: string): boolean {
    return this.ground.hexes && (this.heapAt.get(place)?.seen ?? 0) > 1;
  }

  #spreads(place: string): boolean {
    const chosenHere = this.byKey.has(`place ${place}`) && !this.targets.pieces.some((t) => t.place === place);
    return this.#piled(place) && !chosenHere;
  }

  #fan(): Spot[] {
    const heap = this.fanned ? this.heapAt.get(this.fanned) : undefined;
    const space = this.ground.spaces.get(this.fanned);
    if (!heap || !space) return [];
    const pieces = heap.spots.map((spot) => spot.piece).reverse();
    const size = Math.max(heap.size, FAN / (this.camera?.scale ?? 1));
    const from = { x: space.x, y: space.y + (size - heap.size) / 2 };
    const elsewhere = [...this.targets.pieces, ...this.targets.places].filter((target) => target.place !== this.fanned);
    return fan(pieces, from, size, this.camera?.window ?? this.ground.whole, elsewhere).map((spot) => ({ ...spot, place: this.fanned }));
  }

  /** Is a point on the cloth under the fan? */
  onCloth(point: Point | null): boolean {
    if (!point || !this.cloth) return false;
    const { x, y, width, height } = this.cloth;
    return point.x > x && point.x < x + width && point.y > y && point.y < y + height;
  }

  #cloth(): Rect | null {
    const [first] = this.fan;
    if (!first) return null;
    const edge = first.size * 0.62;
    const xs = this.fan.map((spot) => spot.x);
    const ys = this.fan.map((spot) => spot.y);
    const [left, top] = [Math.min(...xs) - edge, Math.min(...ys) - edge];
    return { x: left, y: top, width: Math.max(...xs) + edge - left, height: Math.max(...ys) + edge - top };
  }

  #kin(): Spot[] {
    const id = this.over?.piece ?? this.byKey.get(this.focused)?.piece;
    const spots = this.heaps.flatMap((heap) => heap.spots);
    const group = id && spots.find((spot) => spot.piece.id === id)?.piece.group;
    return group ? spots.filter((spot) => spot.piece.group === group && !spot.hidden) : [];
  }

  #way(): string[] {
    const place = this.over?.place ?? this.byKey.get(this.focused)?.place ?? "";
    const now = this.targets.places.flatMap((target) => target.choices);
    const known = now.some((choice) => choice.place === place) ? now : (this.ahead?.choices ?? []);
    if (!known.some((choice) => choice.place === place && choice.via)) return [];
    return wayTo(place, known);
  }
}

const lies = (point: Point, heaps: readonly Heap[]): Spot | undefined => heaps.map((heap) => under(point, heap)).findLast(Boolean);

const under = (point: Point, heap: Heap): Spot | undefined => heap.spots.findLast((spot) => !spot.hidden && within(point, spot));

const within = (point: Point, spot: Spot): boolean =>
  Math.abs(point.x - spot.x) <= spot.size / 2 && Math.abs(point.y - spot.y) <= spot.size / 2;
