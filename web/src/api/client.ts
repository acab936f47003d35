import type * as T from "./model";
import { insist, request } from "./request";
import { tokenOf } from "./seats.svelte";

export { ApiError, reasonOf } from "./errors";

/** What never changes while the server runs is asked for once. */
const kept = new Map<string, Promise<unknown>>();

function once<R, Sent = R>(path: string, finish = (sent: Sent): R => sent as unknown as R): Promise<R> {
  const known = kept.get(path);
  if (known) return known as Promise<R>;
  const answer = request<Sent>("GET", path).then(finish);
  kept.set(path, answer);
  answer.catch(() => kept.delete(path));
  return answer;
}

/** What is at its default is not written; a map has it all. */
const BARE = { name: "", kind: "", info: [], path: "", room: 0 };
const whole = (plan: T.MapPlanSent): T.MapPlan => ({ ...plan, spaces: plan.spaces.map((space) => ({ ...BARE, ...space })) });

const game = (name: string) => `/api/games/${encodeURIComponent(name)}`;
const setting = (name: string, scenario: string) => `${game(name)}/settings/${encodeURIComponent(scenario)}`;
const match = (id: string) => `/api/matches/${encodeURIComponent(id)}`;

type Query = Record<string, string | number | undefined>;
const look = <R>(id: string, what: string, query: Query = {}, signal?: AbortSignal) =>
  request<R>("GET", match(id) + what, { token: tokenOf(id), query, signal });
const change = (id: string, what: string, body: object) =>
  insist<T.Done>(match(id) + what, { token: tokenOf(id), body });

/** A key of one's own for one thing one wants: the server carries it out once, however often it is asked. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export interface Change {
  revision: number;
  key?: string;
}
const keyed = <C extends Change>(wish: C) => ({ ...wish, key: wish.key ?? newKey() });

/** Every address of the server as a function. */
export const api = {
  health: () => request<T.Health>("GET", "/api/health"),
  bots: () => once<T.Bot[]>("/api/bots"),

  games: () => once<T.GameInfo[]>("/api/games"),
  game: (name: string) => once<T.GameInfo>(game(name)),
  about: (name: string) => once<T.About>(`${game(name)}/about`),
  /** A scenario as it is offered, also one of a player's own that a match here is played in. */
  scenario: (name: string, scenario: string) => once<T.ScenarioInfo>(`${setting(name, scenario)}/info`),
  faces: (name: string, scenario: string) =>
    once<T.Face[], { faces: T.Face[] }>(`${setting(name, scenario)}/faces`, (sent) => sent.faces),
  /** The tables of the rules as they lie beside the map. */
  charts: (name: string, scenario: string) =>
    once<T.Chart[], { charts: T.Chart[] }>(`${setting(name, scenario)}/charts`, (sent) => sent.charts),
  plan: (name: string, scenario: string) => once<T.MapPlan, T.MapPlanSent>(`${setting(name, scenario)}/plan`, whole),
  mapUrl: (name: string, scenario: string) => `${setting(name, scenario)}/map.svg`,
  rules: (name: string) => once<T.Rules>(`${game(name)}/rules`),
  lessons: (name: string) => once<T.LessonInfo[]>(`${game(name)}/lessons`),
  lesson: (name: string, lesson: string) => once<T.Lesson>(`${game(name)}/lessons/${encodeURIComponent(lesson)}`),
  data: (name: string) => once<T.GameData>(`${game(name)}/data`),

  /** What can be chosen and bought for a battle of one's own. */
  catalogue: (name: string) => once<T.Catalogue>(`${game(name)}/design`),
  /** The scenario that a wish asks for, and what the rules say against it. */
  design: (name: string, body: T.Wish) => request<T.Design>("POST", `${game(name)}/design`, { body }),
  designPlan: (name: string, sheets: string) => once<T.MapPlan, T.MapPlanSent>(`${game(name)}/design/${encodeURIComponent(sheets)}/plan`, whole),
  designMapUrl: (name: string, sheets: string) => `${game(name)}/design/${encodeURIComponent(sheets)}/map.svg`,

  create: (body: T.NewMatch) => request<T.Created>("POST", "/api/matches", { body }),
  importMatch: (body: T.Import, signal?: AbortSignal) =>
    request<T.Created>("POST", "/api/matches/import", { body, signal }),
  list: async (tokens: string[]) =>
    (await request<{ matches: T.Match[] }>("POST", "/api/matches/list", { body: { tokens } })).matches,
  /** A seat is taken over with a token of one's own choice, so that a lost answer does not lose the seat. */
  join: async (id: string, token: string, mine: string): Promise<T.Joined> => {
    try {
      return await insist<T.Joined>(`${match(id)}/join`, { token, body: { token: mine } });
    } catch (problem) {
      const taken = await api.match(id, mine).catch(() => null);
      if (!taken) throw problem;
      return { match: id, token: mine, sides: taken.seats.filter((seat) => seat.yours).map((seat) => seat.side) };
    }
  },

  match: (id: string, token = tokenOf(id)) => request<T.Match>("GET", match(id), { token }),
  scene: (id: string, query: { side?: string; at?: number } = {}, signal?: AbortSignal) =>
    look<T.SceneAt>(id, "/scene", query, signal),
  log: (id: string, since = 0, side?: string) => look<T.Log>(id, "/log", { since, side }),
  overlays: (id: string, side?: string) => look<T.Overlays>(id, "/overlays", { side }),
  /** What is seen from a place, and what hides the rest. */
  sight: (id: string, place: string, side?: string) => look<T.Sight>(id, "/sight", { place, side }),
  record: (id: string) => look<T.RecordText>(id, "/record"),
  explain: (id: string, action: string) => look<T.Explanation>(id, "/explain", { action }),
  preview: (id: string, action: string, signal?: AbortSignal) => look<T.Odds>(id, "/preview", { action }, signal),
  ahead: (id: string, action: string, signal?: AbortSignal) => look<T.Ahead>(id, "/ahead", { action }, signal),
  why: (id: string, about: { piece?: string; place?: string }, signal?: AbortSignal) =>
    look<T.Why>(id, "/why", about, signal),

  /** Actions one after the other, all or none: something taken back first, and all options of a verb at the end. */
  act: (id: string, wish: Change & { actions: string[]; without?: number[]; sweep?: string }) =>
    change(id, "/actions", keyed(wish)),
  /** What a bot would do in one's place, and why. */
  hint: (id: string, signal?: AbortSignal) => look<T.Hint>(id, "/hint", {}, signal),
  /** A new match from a moment of this one. */
  branch: (id: string, body: T.Branch) =>
    request<T.Created>("POST", `${match(id)}/branch`, { token: tokenOf(id), body }),
  chat: async (id: string, since = 0) => (await look<T.Chat>(id, "/chat", { since })).lines,
  say: (id: string, text: string, key = newKey()) =>
    insist<T.ChatLine>(`${match(id)}/chat`, { token: tokenOf(id), body: { text, key } }),
  /** Where one is notified of one's turn. */
  notices: (id: string) => look<T.Notices>(id, "/notices"),
  setNotices: (id: string, body: T.Notices) =>
    request<T.Notices>("POST", `${match(id)}/notices`, { token: tokenOf(id), body }),
  undo: (id: string, wish: Change & { actions?: number }) => change(id, "/undo", keyed(wish)),
  answerUndo: (id: string, wish: Change & { consent: boolean }) => change(id, "/undo/answer", keyed(wish)),
  resign: (id: string, wish: Change) => change(id, "/resign", keyed(wish)),
  rematch: (id: string, swap = false) =>
    request<{ match: string }>("POST", `${match(id)}/rematch`, { token: tokenOf(id), body: { swap } }),
};
