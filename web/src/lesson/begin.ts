import { api } from "../api/client";
import type { About, LessonInfo } from "../api/model";
import { keepSeat } from "../api/seats.svelte";

/** A new match as a lesson has it; its seat is kept in this browser. */
export async function beginLesson(game: string, about: About, lesson: LessonInfo): Promise<string> {
  const created = await api.create({ game, lesson: lesson.id });
  const token = created.seats[lesson.side];
  if (!token) throw new Error(`${lesson.title} leaves no seat to the learner`);
  const sides = Object.keys(created.seats).filter((side) => created.seats[side] === token);
  const title = `${about.title} · Lesson: ${lesson.title}`;
  keepSeat(created.match, { token, sides, title, game, scenario: lesson.scenario, spectator: false });
  return created.match;
}
