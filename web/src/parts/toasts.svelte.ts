export interface Toast {
  id: number;
  text: string;
  kind: "note" | "fault";
}

const LASTS = 5000;
let last = 0;
export const toasts = $state<Toast[]>([]);

/** The same words with other numbers say nothing new. */
const words = (text: string): string => text.replace(/\d+/g, "");

/** Say something in passing: it is spoken, and goes by itself. What is said already is not said twice. */
export function say(text: string, kind: Toast["kind"] = "note"): void {
  const id = ++last;
  const same = toasts.findIndex((toast) => words(toast.text) === words(text));
  if (same >= 0) toasts.splice(same, 1);
  toasts.push({ id, text, kind });
  setTimeout(() => hush(id), kind === "fault" ? LASTS * 2 : LASTS);
}

export function hush(id: number): void {
  const at = toasts.findIndex((toast) => toast.id === id);
  if (at >= 0) toasts.splice(at, 1);
}
