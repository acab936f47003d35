/** Searching as one types: all words must be there, in any order, whatever their case or accents. */

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export const wordsOf = (query: string): string[] => plain(query).split(/\s+/).filter(Boolean);

export function contains(text: string, words: readonly string[]): boolean {
  if (!words.length) return true;
  const seen = plain(text);
  return words.every((word) => seen.includes(word));
}

export interface Bit {
  text: string;
  hit: boolean;
}

/** A text in bits, those that were searched for marked. */
export function highlight(text: string, words: readonly string[]): Bit[] {
  const letters = [...text];
  const plains = letters.map(plain);
  const hits = new Array<boolean>(letters.length).fill(false);
  const starts: number[] = [];
  plains.forEach((letter, at) => starts.push(...Array<number>(letter.length).fill(at)));
  const seen = plains.join("");
  for (const word of words) {
    for (let at = seen.indexOf(word); at >= 0; at = seen.indexOf(word, at + word.length)) {
      hits.fill(true, starts[at]!, starts[at + word.length - 1]! + 1);
    }
  }
  const bits: Bit[] = [];
  letters.forEach((letter, at) => {
    const last = bits.at(-1);
    if (last?.hit === hits[at]) last!.text += letter;
    else bits.push({ text: letter, hit: hits[at]! });
  });
  return bits;
}
