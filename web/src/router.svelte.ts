/** The address as state: no library, a handful of pages. */
export const route = $state({ path: location.pathname, hash: location.hash, moves: 0 });

function read(): void {
  if (route.path !== location.pathname) route.moves += 1;
  route.path = location.pathname;
  route.hash = location.hash;
}

addEventListener("popstate", read);
addEventListener("hashchange", read);

/** Go to another page of the client. */
export function go(to: string, replace = false): void {
  const { pathname, hash, href } = new URL(to, location.href);
  const [elsewhere, here] = [pathname !== location.pathname, href === location.href];
  history[replace || here ? "replaceState" : "pushState"](null, "", to);
  read();
  if (elsewhere) scrollTo(0, 0);
  // who follows a link again wants to be there again
  if (here && hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
}

/** Let plain clicks on inner links change the page without loading it again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.("a");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download") || link.pathname.startsWith("/api")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
