import type { Face } from "../api/model";

/** A part of the stripe on the edge of a counter. */
export interface Stripe {
  y: number;
  height: number;
  colour: string;
}

/** The stripe runs from under the nation's letter to the foot of the counter. */
const [TOP, FOOT] = [-9.8, 19.4];

/** The parts of a counter's stripe: the first is what it belongs to and has most of it. */
export function stripesOf({ stripes = [] }: Face): Stripe[] {
  const rest = (FOOT - TOP) / (stripes.length + 1);
  let y = TOP;
  return stripes.map((colour, index) => {
    const height = index ? rest : 2 * rest;
    const stripe = { y, height: stripes.length === 1 ? FOOT - TOP : height, colour };
    y += height;
    return stripe;
  });
}

/** A strength in two parts: what comes before its last number, and that number; nothing to part, no second one. */
export function parted(text: string): [string, string] {
  const [, before = "", last = ""] = /^(.*\D)(\d+)$/.exec(text) ?? [];
  return last ? [before, last] : [text, ""];
}

/** How wide digits and dashes are printed, in parts of the size of the letters. */
const [DIGIT, DASH] = [0.57, 0.34];
const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + (/\d/.test(letter) ? DIGIT : DASH), 0);

/** Where the middle of the last number of a strength lies that is printed in the middle, in parts of its letters. */
export function discAt(text: string): number {
  const [, last] = parted(text);
  return (widthOf(text) - widthOf(last)) / 2;
}
