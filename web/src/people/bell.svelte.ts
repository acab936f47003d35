/** Notices of the browser when it is one's turn: only for those who have asked for them, and only while they look elsewhere. */
const WISH = "meuse.bell";

function wished(): boolean {
  try {
    return localStorage.getItem(WISH) === "on";
  } catch {
    return false;
  }
}

/** Has the person asked for notices, and does the browser let us send them? */
export const bell = $state({ on: wished() && permission() === "granted" });

/** What the browser says of notices; some have none. */
export function permission(): NotificationPermission | "none" {
  return "Notification" in globalThis && globalThis.isSecureContext ? Notification.permission : "none";
}

/** Ask the browser, which asks the person: only after a click on the button for it. */
export async function switchOn(): Promise<NotificationPermission | "none"> {
  const said = permission() === "default" ? await Notification.requestPermission() : permission();
  keep(said === "granted");
  return said;
}

export const switchOff = (): void => keep(false);

function keep(on: boolean): void {
  bell.on = on;
  try {
    localStorage.setItem(WISH, on ? "on" : "off");
  } catch {
    // it is on until the page is closed
  }
}

/** It has become somebody's turn who does not look at the page. A second notice of a match takes the place of the first. */
export function ring(match: string, title: string, body: string, away = document.hidden || !document.hasFocus()): void {
  if (!bell.on || !away || permission() !== "granted") return;
  try {
    const notice = new Notification(title, { body, tag: `meuse ${match}` });
    notice.onclick = () => {
      globalThis.focus();
      notice.close();
    };
  } catch {
    // on some phones a page alone may not send any
    keep(false);
  }
}
