import type { Scene } from "../api/model";

/** What is printed on the counters that are in sight, by face: the strongest of each. */
export function strengths(scene: Scene | null): Map<string, string> {
  const seen = [...Object.values(scene?.stacks ?? {}), ...(scene?.boxes ?? [])].flatMap((lot) => lot.pieces ?? []);
  const best = new Map<string, { text: string; steps: number }>();
  for (const { face, text = "", steps = 1 } of seen)
    if (text && steps > (best.get(face)?.steps ?? 0)) best.set(face, { text, steps });
  return new Map([...best].map(([face, { text }]) => [face, text]));
}
