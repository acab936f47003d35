import { api } from "../api/client";
import type { Choice, Entry, Lesson, LessonStep } from "../api/model";
import { flash } from "../match/flash";
import type { Table } from "../match/table.svelte";
import { actsOf, doing, follow, left, possible } from "./course";

const PLACE = "meuse.lesson.";

/** Leads a learner through a lesson at a table: what is said now follows from what was done and what can be done. */
export class Guide {
  /** The last step that was read and needed nothing to be done. */
  read = $state(-1);
  /** A step that is looked at again; -1: the one that is due. */
  back = $state(-1);
  folded = $state(false);

  /** What was done, as those know who did it: a learner who decides for several sides is shown it as one of them. */
  #own = $state.raw<Entry[]>([]);
  readonly #several = $derived.by(() => this.table.mine.length > 1);
  readonly acts = $derived.by(() => actsOf(this.#several ? this.#own : this.table.log, this.table.mine, this.lesson.begins));
  readonly course = $derived.by(() => follow(this.lesson.steps, this.acts));
  readonly #offered = $derived.by(() => new Set(this.table.choices.map((choice) => choice.action)));
  /** Is there something done that is not known here yet? */
  readonly behind = $derived.by(() => this.#several && (this.#own.at(-1)?.revision ?? 0) < this.table.revision);
  readonly #underWay = $derived.by(() => {
    const { pieces, places } = this.table.scene?.focus ?? {};
    return !!(pieces?.length || places?.length);
  });
  /** The step in which something can be done now; null if there is none at the moment. */
  readonly #can = $derived.by(() =>
    this.#offered.size && !this.table.busy && !this.behind ? possible(this.lesson.steps, this.course, this.#offered, this.#underWay) : this.course.due,
  );
  /** Something else is in hand or under way: the lesson waits until it is done. */
  readonly waits = $derived(this.#can === null);
  /** The step of the lesson that is due. */
  readonly due = $derived.by(() => {
    const { due, last } = this.course;
    if (this.#can !== null && this.#can !== due) return this.#can;
    const unread = this.lesson.steps.findIndex((step, index) => index > Math.max(last, this.read) && index < due && !doing(step));
    return unread >= 0 ? unread : due;
  });
  /** The step that is shown. */
  readonly at = $derived.by(() => Math.min(this.back >= 0 ? this.back : this.due, this.lesson.steps.length - 1));
  readonly step: LessonStep = $derived.by(() => this.lesson.steps[this.at]!);
  readonly over = $derived.by(() => this.due >= this.lesson.steps.length);
  readonly past = $derived(this.back >= 0 && this.back < this.due);
  /** What the last step came to, as long as nothing of the next one is done. */
  readonly came = $derived.by(() => {
    if (this.past) return this.lesson.steps[this.at - 1]?.then ?? "";
    const { last, done, came } = this.course;
    return !done.length && this.at === last + 1 ? came : "";
  });
  /** What is left to do of the step that is due. */
  readonly rest = $derived.by(() => {
    if (this.over || this.past) return [];
    const done = this.due === this.course.due ? this.course.done : [];
    const ways = left(this.step, done);
    return ways.find((way) => this.#offered.has(way[0]!)) ?? ways.find((way) => way.some((action) => this.#offered.has(action))) ?? ways[0] ?? [];
  });
  /** The next thing to choose, as the table offers it. */
  readonly choice: Choice | undefined = $derived.by(() => (this.behind ? undefined : this.table.choices.find((choice) => choice.action === this.rest[0])));
  readonly places = $derived.by(() => {
    const { step, choice } = this;
    if (step.places.length) return step.places;
    const place = choice && (choice.place || this.table.placeOf(choice.piece));
    return place ? [place] : [];
  });

  constructor(
    readonly table: Table,
    readonly lesson: Lesson,
  ) {
    table.begins = lesson.begins;
    this.read = Number(localStorage.getItem(PLACE + table.id) ?? -1);
  }

  /** Look up what was done meanwhile. */
  async recall(): Promise<void> {
    if (!this.behind) return;
    const since = this.#own.at(-1)?.revision ?? 0;
    const { entries } = await api.log(this.table.id, since).catch(() => ({ entries: [] as Entry[] }));
    this.#own = [...this.#own, ...entries.filter((entry) => entry.revision > (this.#own.at(-1)?.revision ?? 0))];
  }

  /** Go on reading. */
  next(): void {
    if (this.past) this.back = this.back + 1 < this.due ? this.back + 1 : -1;
    else if (!doing(this.step)) {
      this.read = this.at;
      localStorage.setItem(PLACE + this.table.id, String(this.read));
    }
  }

  previous(): void {
    if (this.at > 0) this.back = this.at - 1;
  }

  /** What is left of the step, done by the guide: up to where dice fall or something is revealed. */
  async doIt(): Promise<void> {
    await this.table.wish({ actions: this.rest }, this.places[0]);
  }

  /** Back to where the lesson was left, or as far as one can go by oneself. */
  async takeBack(): Promise<void> {
    const { astray } = this.course;
    if (astray.length && !astray.some((act) => act.dice)) await this.table.wish({ without: astray.map((act) => act.revision) });
    else await this.table.undo();
  }

  show(): void {
    flash(this.table.desk, this.places);
  }
}

const guides = new WeakMap<Table, Guide>();

/** The guide of a table: the same wherever its card lies. */
export function guideOf(table: Table, lesson: Lesson): Guide {
  const guide = guides.get(table) ?? new Guide(table, lesson);
  guides.set(table, guide);
  return guide;
}
