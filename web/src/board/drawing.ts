/** Draws unit symbols with milsymbol. */
import { letterair, letterground, letterinstallations, lettersea, lettersubsurface, ms } from "milsymbol/parts";

const LINES = { 'stroke-width="3"': 'stroke-width="6"', 'stroke-width="4"': 'stroke-width="6"' };

ms.addIcons([letterground, letterair, lettersea, lettersubsurface, letterinstallations]);

/** What is inside the picture of a symbol, with lines that can be seen on a small counter. */
export function draw(code: string): string {
  const svg = new ms.Symbol(code, { size: 100, fillColor: "var(--symbol, #f4eedd)" }).asSVG();
  const body = svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>"));
  return Object.entries(LINES).reduce((text, [thin, thick]) => text.replaceAll(thin, thick), body);
}
