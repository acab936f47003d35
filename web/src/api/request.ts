import { ApiError } from "./errors";
import { heard, lost } from "./network.svelte";

const PAUSES = [300, 1000, 3000];
/** After so long nothing will be heard any more. */
const PATIENCE = 10_000;

export interface Wish {
  token?: string;
  body?: unknown;
  query?: Record<string, string | number | undefined>;
  signal?: AbortSignal;
}

/** One request; whatever goes wrong is thrown as an ApiError. */
export async function request<T>(method: "GET" | "POST", path: string, wish: Wish = {}): Promise<T> {
  const { ok, status, text } = await send(method, path + queryOf(wish.query), wish);
  if (!ok) throw new ApiError(status, read(text));
  return JSON.parse(text) as T;
}

/** A request that carries its own key: it is made again until something is heard, and is never carried out twice. */
export async function insist<T>(path: string, wish: Wish): Promise<T> {
  const ask = () => request<T>("POST", path, { ...wish, signal: AbortSignal.timeout(PATIENCE) });
  for (const pause of PAUSES) {
    try {
      return await ask();
    } catch (fault) {
      if (!(fault instanceof ApiError && fault.passing)) throw fault;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  return ask();
}

/** An answer that breaks off while it is read was not heard either. */
async function send(method: string, url: string, { token, body, signal }: Wish) {
  const headers: Record<string, string> = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  try {
    const answer = await fetch(url, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await answer.text();
    heard();
    return { ok: answer.ok, status: answer.status, text };
  } catch (fault) {
    if ((fault as Error).name === "AbortError") throw fault;
    lost();
    throw new ApiError(0, { error: "offline", reason: "the server cannot be reached" });
  }
}

function queryOf(query: Wish["query"] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

function read(text: string): Record<string, never> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
