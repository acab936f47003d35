import { select } from "d3-selection";
import "d3-transition";
import { type D3ZoomEvent, zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from "d3-zoom";
import type { Point, Rect } from "./ground";

const CLOSEST = 6;
const REST = 160;
/** How far one may look beyond the sheet, as a part of it. */
const EDGE = 0.04;
/** So many pixels at the head of the map are covered by buttons. */
const HEAD = 48;
/** How near what matters is shown, as a multiple of the scale at which the whole sheet is seen. */
const NEAR = 2;

/** Looks at the sheet: pan, zoom, pinch. The sheet is moved by the browser; nothing is drawn again on the way. */
export class Camera {
  /** The scale, told when it comes to rest or passes a level of detail. */
  scale = $state(1);
  detail = $state(0);
  moving = $state(false);
  /** How often the window got another size. */
  resizes = $state(0);

  now: ZoomTransform = zoomIdentity;
  /** Something on the sheet is held: the sheet itself stays. */
  held = false;
  #zoom: ZoomBehavior<HTMLElement, unknown>;
  #frame: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Of the window, kept: to ask for it lays out the page, which may just be changing. */
  #size = { width: 0, height: 0 };
  #watch = new ResizeObserver(() => this.#resized());
  #calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

  constructor(
    frame: HTMLElement,
    readonly sheet: HTMLElement,
    readonly whole: Rect,
    /** From which scales on more detail is drawn. */
    readonly details: readonly number[],
  ) {
    this.#frame = frame;
    this.#zoom = zoom<HTMLElement, unknown>()
      .clickDistance(6)
      .filter((event: MouseEvent) => !this.held && (!event.ctrlKey || event.type === "wheel") && !event.button)
      .translateExtent([
        [-whole.width * EDGE, -whole.height * EDGE],
        [whole.width * (1 + EDGE), whole.height * (1 + EDGE)],
      ])
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => this.#look(event.transform));
    this.#size = { width: frame.clientWidth, height: frame.clientHeight };
    this.#limit();
    select(frame).call(this.#zoom).on("dblclick.zoom", null);
    this.#watch.observe(frame);
  }

  free(): void {
    clearTimeout(this.#timer);
    this.#watch.disconnect();
    select(this.#frame).on(".zoom", null);
  }

  /** What is seen of the sheet, where parts of the window may be covered. */
  get window(): Rect {
    const { width, height } = this.#size;
    const { x, y, k } = this.now;
    return { x: -x / k, y: -y / k, width: width / k, height: height / k };
  }

  toSheet(event: { clientX: number; clientY: number }): Point {
    const frame = this.#frame.getBoundingClientRect();
    const [x, y] = this.now.invert([event.clientX - frame.left, event.clientY - frame.top]);
    return { x, y };
  }

  toFrame(point: Point): Point {
    const [x, y] = this.now.apply([point.x, point.y]);
    return { x, y };
  }

  /** Show a part of the sheet as large as it goes, but no closer than need be. */
  fit(part: Rect = this.whole, { smooth = true, margin = 24 } = {}): void {
    this.#limit();
    const size = this.#size;
    const scaleFor = ({ width, height }: Rect) => Math.min((size.width - 2 * margin) / width, (size.height - HEAD - 2 * margin) / height);
    // a small part is shown with its surroundings
    const scale = Math.min(scaleFor(part), NEAR * scaleFor(this.whole));
    this.#go({ x: part.x + part.width / 2, y: part.y + part.height / 2 - HEAD / 2 / scale }, scale, smooth);
  }

  /** Is a point in sight? Well so with a margin, as a part of the window. */
  sees(point: Point, margin = 0): boolean {
    const { x, y, width, height } = this.window;
    const [mx, my] = [width * margin, height * margin];
    const head = Math.max(my, HEAD / this.now.k);
    return point.x > x + mx && point.x < x + width - mx && point.y > y + head && point.y < y + height - my;
  }

  /** Bring a point to the middle; with ``lazily`` only if it is not well in sight. */
  centre(point: Point, { lazily = false, scale = this.now.k } = {}): void {
    if (!(lazily && this.sees(point, 0.12))) this.#go(point, scale, true);
  }

  pan(dx: number, dy: number): void {
    const { width, height } = this.#size;
    const step = 0.22 * Math.min(width, height);
    this.#moved().call(this.#zoom.translateBy, (-dx * step) / this.now.k, (-dy * step) / this.now.k);
  }

  zoomBy(factor: number): void {
    this.#moved().call(this.#zoom.scaleBy, factor);
  }

  /** A smooth movement, or a jump for who wants none. d3 gives transition and selection the same calls. */
  #moved(smooth = true) {
    const frame = select(this.#frame);
    return smooth && !this.#calm?.matches
      ? (frame.transition().duration(220) as unknown as typeof frame)
      : frame.interrupt();
  }

  #go(point: Point, scale: number, smooth: boolean): void {
    const { width, height } = this.#size;
    const to = zoomIdentity
      .translate(width / 2, height / 2)
      .scale(scale)
      .translate(-point.x, -point.y);
    this.#moved(smooth).call(this.#zoom.transform, this.#kept(to));
  }

  /** d3 keeps a hand within the sheet, but not a jump: nobody wants to look at the table beside the map. */
  #kept(to: ZoomTransform): ZoomTransform {
    const { width, height } = this.#size;
    const [least, most] = this.#zoom.scaleExtent();
    const scale = Math.max(least, Math.min(most, to.k));
    const [x, y] = to.invert([width / 2, height / 2]);
    const scaled = zoomIdentity.translate(width / 2, height / 2).scale(scale).translate(-x, -y);
    return this.#zoom.constrain()(scaled, [[0, 0], [width, height]], this.#zoom.translateExtent());
  }

  /** The window has another size: what was in the middle stays there. */
  #resized(): void {
    const { clientWidth: width, clientHeight: height } = this.#frame;
    const [dx, dy] = [(width - this.#size.width) / 2, (height - this.#size.height) / 2];
    this.#size = { width, height };
    if (!dx && !dy) return;
    this.#limit();
    const { x, y, k } = this.now;
    this.#moved(false).call(this.#zoom.transform, this.#kept(zoomIdentity.translate(x + dx, y + dy).scale(k)));
    this.resizes += 1;
  }

  #limit(): void {
    const { width, height } = this.#size;
    const all = Math.min(width / this.whole.width, height / this.whole.height);
    this.#zoom.scaleExtent([Math.min(0.9 * all, 1), CLOSEST]);
  }

  #look(to: ZoomTransform): void {
    this.now = to;
    this.sheet.style.transform = `translate(${to.x}px, ${to.y}px) scale(${to.k})`;
    const detail = this.details.filter((scale) => to.k >= scale).length;
    if (detail !== this.detail) this.detail = detail;
    if (!this.moving) this.moving = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.moving = false;
      this.scale = to.k;
    }, REST);
  }
}
