/** So long a control that appears under the pointer by itself takes no click. */
const FRESH = 300;
/** Two clicks on one spot within this time are one. */
const DOUBLE = 400;
/** A pointer that moves less has not been moved. */
const STILL = 4;
const CONTROLS = "button, a[href], summary, [role=button], [role=menuitem], [role=tab], input[type=checkbox], input[type=radio]";

/** Counts change all the time, and mean the same. */
const nameOf = (control: Element | null): string =>
  `${control?.getAttribute("aria-label") ?? ""} ${control?.textContent ?? ""}`.replace(/\d+/g, "");

/**
 * Nobody does two things with a double click, or something that appeared under the hand a moment ago.
 * Controls with ``data-again`` may be clicked quickly; the map has its own rule for a second touch.
 * How many clicks were taken for slips is written on the page, as ``data-slips``.
 */
export class Guard {
  #at = { x: -1, y: -1 };
  #under: Element | null = null;
  #name = "";
  /** When what is under the pointer came there by itself. */
  #since = -Infinity;
  #last = { x: -1, y: -1, time: -Infinity };
  /** The page has changed, and will be looked at with the next frame: before, that would lay it out once more. */
  #due = 0;
  #watch = new MutationObserver(() => (this.#due ||= requestAnimationFrame(this.#look)));

  constructor(readonly root: Document = document) {
    root.addEventListener("pointermove", this.#follow, true);
    root.addEventListener("pointerdown", this.#follow, true);
    root.addEventListener("click", this.#click, true);
    this.#watch.observe(root, { childList: true, subtree: true, characterData: true, attributeFilter: ["disabled", "hidden", "aria-label"] });
  }

  free(): void {
    this.#watch.disconnect();
    cancelAnimationFrame(this.#due);
    for (const name of ["pointermove", "pointerdown"] as const) this.root.removeEventListener(name, this.#follow, true);
    this.root.removeEventListener("click", this.#click, true);
  }

  #see(control: Element | null): void {
    this.#under = control;
    this.#name = nameOf(control);
  }

  #follow = (event: PointerEvent): void => {
    if (near(event, this.#at)) return;
    this.#at = { x: event.clientX, y: event.clientY };
    this.#since = -Infinity;
    this.#see((event.target as Element | null)?.closest?.(CONTROLS) ?? null);
  };

  /** The page has changed: is there something else under the pointer now? */
  #look = (): void => {
    cancelAnimationFrame(this.#due);
    this.#due = 0;
    if (this.#at.x < 0) return;
    const control = this.root.elementFromPoint(this.#at.x, this.#at.y)?.closest(CONTROLS) ?? null;
    if (control === this.#under && nameOf(control) === this.#name) return;
    this.#see(control);
    this.#since = performance.now();
  };

  #click = (event: MouseEvent): void => {
    const control = (event.target as Element | null)?.closest?.(CONTROLS);
    if (event.detail === 0 || !control || control.closest("[data-again], [data-testid=board]")) return;
    if (this.#due) this.#look();
    // when the hand clicked: a page that is busy hears of it later
    const now = event.timeStamp;
    const twice = near(event, this.#last) && now - this.#last.time < (event.detail > 1 ? 2 * DOUBLE : DOUBLE);
    if (twice || (control === this.#under && now - this.#since < FRESH)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      const { dataset } = this.root.documentElement;
      dataset.slips = String(Number(dataset.slips ?? 0) + 1);
    } else this.#last = { x: event.clientX, y: event.clientY, time: now };
  };
}

const near = (event: MouseEvent, { x, y }: { x: number; y: number }): boolean =>
  Math.abs(event.clientX - x) <= STILL && Math.abs(event.clientY - y) <= STILL;
