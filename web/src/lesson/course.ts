import type { Entry, LessonStep } from "../api/model";
import { takenBack } from "../match/told";

/** Something the learner did that stands. */
export interface Act {
  revision: number;
  action: string;
  dice: boolean;
  /** What was told of it. */
  texts: string[];
}

/** How far the learner has come in a lesson. */
export interface Course {
  /** The step in which something is to be done next; as many as there are if nothing is left to do. */
  due: number;
  /** What has been done of it. */
  done: string[];
  /** The last step that was taken; -1 if none was. */
  last: number;
  /** What became of that step, in the lesson's words or, where the learner has gone a way of his own, in the log's. */
  came: string;
  /** Was the last thing done something else than the lesson had in mind? */
  strayed: boolean;
  /** What was done since the last thing that is part of the lesson. */
  astray: Act[];
}

export const doing = (step: LessonStep): boolean => step.ways.length > 0 || step.any;
/** The next step in which something is to be done. */
const next = (steps: readonly LessonStep[], from: number): number => {
  const index = steps.findIndex((step, number) => number >= from && doing(step));
  return index < 0 ? steps.length : index;
};

/** Does an action say what it is about? Others ("fight", "done") mean something else in every decision. */
const names = (action: string): boolean => action.includes(" ");

/** What is left of a way; null if something was done that is no part of it. */
export function restOf(way: readonly string[], done: readonly string[]): string[] | null {
  const rest = [...way];
  for (const action of done) {
    const at = rest.indexOf(action);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

/** What is left to do of a step, the recommended way first. */
export const left = (step: LessonStep, done: readonly string[]): string[][] =>
  step.ways.flatMap((way) => [restOf(way, done) ?? []]).filter((rest) => rest.length);

/** What one has done oneself since the lesson began, and still stands; a learner may decide for several sides. */
export function actsOf(log: readonly Entry[], sides: readonly string[], begins: number): Act[] {
  const gone = takenBack(log);
  const own = log.filter((entry) => entry.kind === "act" && sides.includes(entry.side) && entry.revision > begins && !gone.has(entry.revision));
  return own.map(({ revision, action, told }) => ({
    revision,
    action: action ?? "",
    dice: told.some((one) => one.dice.length > 0),
    texts: told.map((one) => one.text),
  }));
}

/**
 * Follow what was done through the steps. Actions of one step may come in any order. What is no part of the step is
 * passed over, unless it surely begins a later one: then the lesson goes on there.
 */
export function follow(steps: readonly LessonStep[], acts: readonly Act[]): Course {
  const course: Course = { due: next(steps, 0), done: [], last: -1, came: "", strayed: false, astray: [] };
  let own = false;
  let dice = false;
  let texts: string[] = [];
  const go = (step: number, act: Act) => {
    if (step !== course.due) [course.due, course.done, dice, texts] = [step, [], false, []];
    course.done.push(act.action);
    course.astray = [];
    dice ||= act.dice;
    texts.push(...act.texts);
    const { ways, then } = steps[step]!;
    if (ways.length && !ways.some((way) => restOf(way, course.done)?.length === 0)) return;
    course.last = step;
    course.came = own && dice ? texts.join(" ") : then;
    [course.due, course.done, dice, texts] = [next(steps, step + 1), [], false, []];
  };
  for (const act of acts) {
    const step = steps[course.due];
    if (!step) break;
    course.strayed = false;
    const fits = step.ways.length ? step.ways.some((way) => restOf(way, [...course.done, act.action])) : step.any;
    if (fits) {
      go(course.due, act);
      continue;
    }
    own = true;
    const begins = (index: number) => steps[index]?.ways.some((way) => way[0] === act.action);
    const after = next(steps, course.due + 1);
    const later = course.done.length && begins(after) ? after : steps.findIndex((_, index) => index > course.due && names(act.action) && begins(index));
    if (later > 0) go(later, act);
    else {
      course.astray.push(act);
      course.strayed = !step.any && !steps[course.due - 1]?.meanwhile;
    }
  }
  return course;
}

/**
 * The step that can be taken now: the one that is due or, if it cannot be taken any more, the next that can be; null if
 * none can be, which passes. While something is under way, only an action that says what it is about is surely meant.
 */
export function possible(steps: readonly LessonStep[], { due, done }: Course, offered: ReadonlySet<string>, busy: boolean): number | null {
  const step = steps[due];
  if (!step || !step.ways.length || left(step, done).some((rest) => rest.some((action) => offered.has(action)))) return due;
  const after = next(steps, due + 1);
  const later = (fits: (action: string, index: number) => boolean) =>
    steps.findIndex(({ ways }, index) => index > due && ways.some(([first]) => offered.has(first!) && fits(first!, index)));
  const found = [
    done.length ? later((_, index) => index === after) : -1,
    later(names),
    busy ? -1 : later(() => true),
  ].find((index) => index >= 0);
  return found ?? null;
}
