/** The seats that this browser holds: there are no accounts, the token is the seat. */

const PLACE = "meuse.seats";

export interface SeatLink {
  /** What the link is for, in the words of the page that made it. */
  title: string;
  sides: string[];
  token: string;
}

export interface Seat {
  token: string;
  sides: string[];
  title: string;
  game: string;
  scenario: string;
  spectator: boolean;
  /** Milliseconds since 1970. */
  added: number;
  /** The links that were to be sent to others when the match was made. */
  links: SeatLink[];
  /** One person plays all these sides: nothing is covered between them. */
  alone?: boolean;
}

type Seats = Record<string, Seat>;

function load(): Seats {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? (found as Seats) : {};
  } catch {
    return {};
  }
}

function store(seats: Seats): boolean {
  try {
    localStorage.setItem(PLACE, JSON.stringify(seats));
    return true;
  } catch {
    return false;
  }
}

const held = $state<{ seats: Seats }>({ seats: load() });
/** Does the browser keep the seats? One that does not still plays until the page is closed. */
export const storage = $state({ kept: true });

/** Another tab may have written since: change what is stored, with what could not be. */
function change(how: (seats: Seats) => void): void {
  const seats = storage.kept ? load() : { ...load(), ...$state.snapshot(held.seats) };
  how(seats);
  storage.kept = store(seats);
  held.seats = seats;
}

globalThis.addEventListener?.("storage", (event) => {
  if (storage.kept && (event.key === PLACE || event.key === null)) held.seats = load();
});

export const seatOf = (match: string): Seat | undefined => held.seats[match];
export const tokenOf = (match: string): string | undefined => held.seats[match]?.token;

/** All seats, the newest first. */
export const allSeats = (): [string, Seat][] =>
  Object.entries(held.seats).sort(([, one], [, other]) => other.added - one.added);

export function keepSeat(match: string, seat: Omit<Seat, "added" | "links"> & Partial<Seat>): void {
  change((seats) => {
    seats[match] = { added: Date.now(), links: [], ...seat };
  });
}

/** Cover what one side must not see when the other is to act, or no longer. */
export function setAlone(match: string, alone: boolean): void {
  change((seats) => {
    if (seats[match]) seats[match].alone = alone;
  });
}

export function dropSeat(match: string): void {
  change((seats) => {
    delete seats[match];
  });
}

/** The rematch is opened by the token of the match before it. */
export function passSeat(from: string, to: string): void {
  const seat = seatOf(from);
  if (seat && !seatOf(to)) keepSeat(to, { ...$state.snapshot(seat), added: Date.now(), links: [] });
}

/** Where a seat's link leads; the token stays behind the #, which no server is ever sent. */
export const linkTo = (match: string, token: string, base = location.origin): string =>
  `${base}/join/${encodeURIComponent(match)}#${token}`;
