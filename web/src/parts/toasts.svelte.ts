export interface Toast {
  id: number;
  text: string;
  kind: "note" | "fault";
}

const LASTS = 5000;
let last = 0;
export const toasts = $state<Toast[]>([]);

/** Say something in passing: it is spoken, and goes by itself. */
export function say(text: string, kind: Toast["kind"] = "note"): void {
  const id = ++last;
  toasts.push({ id, text, kind });
  setTimeout(() => hush(id), kind === "fault" ? LASTS * 2 : LASTS);
}

export function hush(id: number): void {
  const at = toasts.findIndex((toast) => toast.id === id);
  if (at >= 0) toasts.splice(at, 1);
}
