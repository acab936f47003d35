/** Unit symbols. Those of the games here are drawn beforehand; for others the library that draws them, a large one, is loaded. */
import known from "./symbols.json";

type Draw = (code: string) => string;

const drawn = new Map<string, string>(Object.entries(known));
let draw = $state.raw<Draw | null>(null);
let asked = false;

async function loadLibrary(): Promise<void> {
  if (asked) return;
  asked = true;
  draw = await import("./drawing").then((library) => library.draw);
}

/** The symbol of a code as SVG, its frame about (100, 100) and 150 wide; empty until it can be drawn. */
export function symbolOf(code: string): string {
  const ready = drawn.get(code);
  if (!code || ready !== undefined) return ready ?? "";
  void loadLibrary();
  if (!draw) return "";
  const symbol = draw(code);
  drawn.set(code, symbol);
  return symbol;
}
