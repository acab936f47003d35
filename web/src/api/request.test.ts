import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "./errors";
import { insist, request } from "./request";

const answer = (text: () => Promise<string>, status = 200) => ({ ok: status < 400, status, text });
const good = answer(() => Promise.resolve('{"revision": 1}'));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("an answer that breaks off was not heard", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(answer(() => Promise.reject(new TypeError("network error")))));
  const fault: unknown = await request("GET", "/api/health").catch((one: unknown) => one);
  expect(fault).toBeInstanceOf(ApiError);
  expect((fault as ApiError).error).toBe("offline");
  expect((fault as ApiError).passing).toBe(true);
});

test("who hears nothing at all asks again", async () => {
  vi.spyOn(AbortSignal, "timeout").mockImplementation((time) => {
    const ender = new AbortController();
    setTimeout(() => ender.abort(new DOMException("", "TimeoutError")), time);
    return ender.signal;
  });
  const hanging = (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_done, fail) => signal.addEventListener("abort", () => fail(signal.reason as Error)));
  const fetch = vi.fn().mockImplementationOnce(hanging).mockResolvedValue(good);
  vi.stubGlobal("fetch", fetch);
  const done = insist<{ revision: number }>("/api/matches/m/actions", { body: {} });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await done).toEqual({ revision: 1 });
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("who no longer wants to know is not told that the server is lost", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new DOMException("", "AbortError")));
  const fault: unknown = await request("GET", "/api/health").catch((one: unknown) => one);
  expect(fault).not.toBeInstanceOf(ApiError);
});
