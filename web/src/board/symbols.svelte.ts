/** Unit symbols, drawn by milsymbol: a large library, so it is loaded beside the match and the symbols appear with it. */

type Draw = (code: string) => string;

const LINES = { 'stroke-width="3"': 'stroke-width="6"', 'stroke-width="4"': 'stroke-width="6"' };
const drawn = new Map<string, string>();
let draw = $state.raw<Draw | null>(null);
let asked = false;

/** Fetch the library; nothing happens if it was asked for before. */
export async function loadSymbols(): Promise<void> {
  if (asked) return;
  asked = true;
  const { ms, letterground, letterair, lettersea, lettersubsurface, letterinstallations } = await import("milsymbol/parts");
  ms.addIcons([letterground, letterair, lettersea, lettersubsurface, letterinstallations]);
  draw = (code) => inner(new ms.Symbol(code, { size: 100, fillColor: "var(--symbol, #f4eedd)" }).asSVG());
}

/** What is inside the picture, with lines that can be seen on a small counter. */
function inner(svg: string): string {
  const body = svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>"));
  return Object.entries(LINES).reduce((text, [thin, thick]) => text.replaceAll(thin, thick), body);
}

/** The symbol of a code as SVG, its frame about (100, 100) and 150 wide; empty until the library is there. */
export function symbolOf(code: string): string {
  if (!code) return "";
  void loadSymbols();
  if (!draw) return "";
  const known = drawn.get(code);
  if (known !== undefined) return known;
  const symbol = draw(code);
  drawn.set(code, symbol);
  return symbol;
}
