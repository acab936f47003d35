import { ApiError } from "./errors";
import type { ChatLine, Entry, ErrorBody, Match, Scene, Update } from "./model";
import { heard, lost, whenBack } from "./network.svelte";
import { tokenOf } from "./seats.svelte";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** Out of sight for so long a channel may have died unnoticed. */
const LONG_AWAY = 60_000;

export interface LiveWish {
  onupdate?: (entries: Entry[], scene: Scene | null) => void;
  /** For tests: the socket and the address of the server. */
  open?: (url: string) => WebSocket;
  base?: string;
}

/** A match as it goes on: what was heard is kept, and after a break the channel goes on where it was. */
export class Live {
  connected = $state(false);
  match = $state.raw<Match | null>(null);
  scene = $state.raw<Scene | null>(null);
  log = $state.raw<Entry[]>([]);
  revision = $state(0);
  /** What was said at the table. */
  chat = $state.raw<ChatLine[]>([]);
  /** Why the server will not go on; after this nobody tries again. */
  error = $state.raw<ApiError | null>(null);
  onupdate: NonNullable<LiveWish["onupdate"]>;

  #socket: WebSocket | null = null;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #left = Infinity;
  #deaf: () => void;
  #open: (url: string) => WebSocket;
  #base: string;

  constructor(
    readonly id: string,
    wish: LiveWish = {},
  ) {
    this.onupdate = wish.onupdate ?? (() => {});
    this.#open = wish.open ?? ((url) => new WebSocket(url));
    this.#base = wish.base ?? location.origin.replace(/^http/, "ws");
    this.#deaf = whenBack(this.#now);
    globalThis.addEventListener?.("online", this.#now);
    globalThis.document?.addEventListener("visibilitychange", this.#looked);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#deaf();
    globalThis.removeEventListener?.("online", this.#now);
    globalThis.document?.removeEventListener("visibilitychange", this.#looked);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Connect again: a channel can be dead without anybody having noticed. */
  again(): void {
    if (this.#closed || this.error) return;
    const old = this.#socket;
    this.#socket = null;
    this.connected = false;
    old?.close();
    this.#connect();
  }

  #now = (): void => {
    if (!this.connected) this.again();
  };

  #looked = (): void => {
    if (document.hidden) this.#left = Date.now();
    else if (Date.now() - this.#left > LONG_AWAY) this.again();
  };

  #connect(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const said = this.chat.at(-1)?.number ?? 0;
    const query = new URLSearchParams({ token: tokenOf(this.id) ?? "", since: String(this.revision), chat: String(said) });
    const socket = this.#open(`${this.#base}/api/matches/${encodeURIComponent(this.id)}/live?${query}`);
    this.#socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data as string) as Update | ErrorBody);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#broken();
    };
  }

  #hear(message: Update | ErrorBody): void {
    if ("error" in message) {
      const passing = message.error === "storage" || message.error === "fault";
      if (!passing) this.error = new ApiError(403, message);
      return;
    }
    this.connected = true;
    this.#pause = FIRST_PAUSE;
    heard();
    const said = this.chat.at(-1)?.number ?? 0;
    const lines = (message.chat ?? []).filter((line) => line.number > said);
    if (lines.length) this.chat = [...this.chat, ...lines];
    if (message.chat?.length && !message.entries.length && !message.state) return;
    const fresh = message.entries.filter((entry) => entry.revision > this.revision);
    if (fresh.length) this.log = [...this.log, ...fresh];
    this.revision = Math.max(this.revision, message.revision);
    if (message.state) this.match = message.state;
    if (message.scene) this.scene = message.scene;
    this.onupdate(fresh, message.scene);
  }

  #broken(): void {
    this.connected = false;
    this.#socket = null;
    if (this.#closed || this.error) return;
    lost();
    this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }
}
