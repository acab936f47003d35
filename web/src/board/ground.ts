import type { MapPlan, Space } from "../api/model";
import { anchorOf, isAnchor } from "./anchors";

export interface Point {
  x: number;
  y: number;
}
export interface Rect extends Point {
  width: number;
  height: number;
}

/** The map as a client sees it: where each space lies, and which space a point is in. */
export class Ground {
  /** By name; hexsides and corners can be had too, but are not among those that are listed. */
  readonly spaces: ReadonlyMap<string, Space>;
  readonly whole: Rect;
  #cells = new Map<string, Space[]>();
  #outlines: [Space, Path2D][] = [];
  #pen: CanvasRenderingContext2D | null = null;

  constructor(readonly plan: MapPlan) {
    this.spaces = new Spaces(plan);
    this.whole = { x: 0, y: 0, width: plan.width, height: plan.height };
    if (plan.kind === "hex") this.#sort();
  }

  get hexes(): boolean {
    return this.plan.kind === "hex";
  }

  /** The space a point lies in. */
  at(point: Point): Space | undefined {
    return this.hexes ? this.#nearest(point) : this.#inside(point);
  }

  /** How a space is called: its name, and its number where it has one of its own. */
  title(id: string): string {
    const space = this.spaces.get(id);
    if (!space?.name) return id;
    return this.hexes && !isAnchor(id) ? `${space.name} (${id})` : space.name;
  }

  /** The smallest rectangle around some spaces, with room for what lies there. */
  around(ids: Iterable<string>): Rect | null {
    const found = [...ids].flatMap((id) => this.spaces.get(id) ?? []);
    if (!found.length) return null;
    const left = Math.min(...found.map((s) => s.x - roomOf(s)));
    const top = Math.min(...found.map((s) => s.y - roomOf(s)));
    const right = Math.max(...found.map((s) => s.x + roomOf(s)));
    const bottom = Math.max(...found.map((s) => s.y + roomOf(s)));
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  #cell = (x: number, y: number) => `${x},${y}`;

  #sort(): void {
    for (const space of this.plan.spaces) {
      const key = this.#cell(...this.#column(space));
      const cell = this.#cells.get(key);
      if (cell) cell.push(space);
      else this.#cells.set(key, [space]);
    }
  }

  #column(point: Point): [number, number] {
    const width = 3 * roomOf(this.plan.spaces[0]!);
    return [Math.floor(point.x / width), Math.floor(point.y / width)];
  }

  /** The hex whose middle is nearest is the hex a point lies in. */
  #nearest(point: Point): Space | undefined {
    const [column, row] = this.#column(point);
    let best: Space | undefined;
    let least = Infinity;
    for (let x = column - 1; x <= column + 1; x++)
      for (let y = row - 1; y <= row + 1; y++)
        for (const space of this.#cells.get(this.#cell(x, y)) ?? []) {
          const far = Math.hypot(space.x - point.x, space.y - point.y);
          if (far < least) [best, least] = [space, far];
        }
    return best && least <= 1.16 * roomOf(best) ? best : undefined;
  }

  #inside(point: Point): Space | undefined {
    this.#pen ??= document.createElement("canvas").getContext("2d");
    if (!this.#outlines.length) this.#outlines = this.plan.spaces.map((space) => [space, new Path2D(space.path)]);
    return this.#outlines.find(([, outline]) => this.#pen?.isPointInPath(outline, point.x, point.y))?.[0];
  }
}

/** The spaces of a map by name, and what lies between them, made when it is first asked for. */
class Spaces extends Map<string, Space> {
  #between = new Map<string, Space | undefined>();
  constructor(readonly plan: MapPlan) {
    super(plan.spaces.map((space) => [space.id, space]));
  }
  override get(id: string): Space | undefined {
    if (!isAnchor(id) || super.has(id)) return super.get(id);
    if (!this.#between.has(id)) this.#between.set(id, anchorOf(id, this.plan, (hex) => super.get(hex)));
    return this.#between.get(id);
  }
  override has(id: string): boolean {
    return this.get(id) !== undefined;
  }
}

const roomOf = (space: Space): number => space.room ?? 0;
