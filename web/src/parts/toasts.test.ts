import { beforeEach, expect, test, vi } from "vitest";
import { say, toasts } from "./toasts.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  toasts.splice(0);
});

test("what is said already is not said twice, and stays as long as what was said last", () => {
  say("Too many hints; try again in 49 seconds", "fault");
  say("Copied");
  vi.advanceTimersByTime(4000);
  say("Too many hints; try again in 45 seconds", "fault");
  expect(toasts.map((toast) => toast.text)).toEqual(["Copied", "Too many hints; try again in 45 seconds"]);
  vi.advanceTimersByTime(9000);
  expect(toasts).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(toasts).toHaveLength(0);
});
