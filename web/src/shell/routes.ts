import type { Component } from "svelte";

/** What every page is given: the name or number in its address. */
export type Page = Component<{ id: string }>;
type Load = () => Promise<{ default: Page }>;

export interface Route {
  load: Load;
  id: string;
  /** The table takes the whole window. */
  bare: boolean;
  /** Nobody sees it without a seat. */
  seat: boolean;
}

interface Entry {
  load: Load;
  named?: boolean;
  bare?: boolean;
  seat?: boolean;
}

/** A page without a name in its address wants nothing. */
const plain = (load: () => Promise<{ default: Component }>): Entry => ({ load: load as unknown as Load });
const named = (load: Load): Entry => ({ load, named: true });
const table = (load: Load): Entry => ({ load, named: true, bare: true, seat: true });

// Each page is fetched when it is first wanted, so that the first one comes at once.
const PAGES: Record<string, Entry> = {
  "": plain(() => import("../pages/Home.svelte")),
  matches: plain(() => import("../pages/Matches.svelte")),
  about: plain(() => import("../pages/About.svelte")),
  new: named(() => import("../pages/new/NewMatch.svelte")),
  design: named(() => import("../pages/design/Design.svelte")),
  join: named(() => import("../pages/Join.svelte")),
  rules: named(() => import("../pages/rules/Rules.svelte")),
  data: named(() => import("../pages/data/Data.svelte")),
  match: table(() => import("../match/MatchPage.svelte")),
  replay: table(() => import("../match/ReplayPage.svelte")),
};

/** The page behind an address; null if there is none. */
export function findRoute(path: string): Route | null {
  const [page = "", id = "", ...rest] = path.split("/").filter(Boolean);
  const entry = Object.hasOwn(PAGES, page) ? PAGES[page] : undefined;
  if (!entry || rest.length || Boolean(entry.named) !== Boolean(id)) return null;
  return { load: entry.load, id: decode(id), bare: entry.bare ?? false, seat: entry.seat ?? false };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
