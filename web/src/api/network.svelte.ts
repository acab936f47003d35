/** Is the server there? Every request says what it found; while it is lost we knock until it answers. */
export const network = $state({ lost: false });

const KNOCK = 3000;
let knocking: ReturnType<typeof setTimeout> | undefined;

const waiting = new Set<() => void>();

/** Be told when the server is back; the answer ends it. */
export function whenBack(tell: () => void): () => void {
  waiting.add(tell);
  return () => waiting.delete(tell);
}

export function heard(): void {
  clearTimeout(knocking);
  knocking = undefined;
  if (!network.lost) return;
  network.lost = false;
  for (const tell of waiting) tell();
}

export function lost(): void {
  network.lost = true;
  knocking ??= setTimeout(knock, KNOCK);
}

/** Ask at once, without waiting for the next knock. */
export async function knock(): Promise<void> {
  clearTimeout(knocking);
  knocking = undefined;
  try {
    const answer = await fetch("/api/health", { cache: "no-store" });
    if (!answer.ok) throw new Error();
    heard();
  } catch {
    lost();
  }
}
