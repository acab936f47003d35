/** A data file as headings, facts and tables: whatever a game's files hold, a person can read it. */

export type Origin = "book" | "rebuilt" | "both" | "other";

export interface Row {
  cells: string[];
  source: string;
  /** What the entry is called in the file, for counters. */
  id: string;
}

export interface Table {
  columns: string[];
  rows: Row[];
}

export interface Section {
  title: string;
  source: string;
  facts: [string, string][];
  tables: Table[];
  /** Layers of a map: rows of letters. */
  texts: { title: string; text: string }[];
  /** What can only be drawn. */
  drawn: string[];
  parts: Section[];
}

type Dict = Record<string, unknown>;
const isDict = (value: unknown): value is Dict => typeof value === "object" && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => value === null || typeof value !== "object";
const isShort = (value: unknown): boolean =>
  isPlain(value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  (isDict(value) && Object.values(value).every(isPlain) && Object.keys(value).length <= 6);
/** Points of a line: lists of numbers, broken ones among them or very many. Pairs of strengths are neither. */
const isDrawing = (value: unknown): boolean => {
  if (!Array.isArray(value) || !value.length || !value.every(Array.isArray)) return false;
  const numbers = value.flat(3) as unknown[];
  return numbers.every((one) => typeof one === "number") && (numbers.length > 24 || numbers.some((one) => !Number.isInteger(one)));
};

/** Shades and lettering are looks, not data of the game. */
const LOOKS = new Set(["style", "lettering", "title_box", "legend_box", "label", "label_at", "city_at", "at", "angle", "tint", "piece", "ink", "colour"]);
const SOURCE = "source";
/** A list longer than this is begun, not told. */
const MANY = 24;
const FEW = 12;

export const nameOf = (key: string): string => {
  const words = key.replaceAll("_", " ");
  return words.length > 1 ? words[0]!.toUpperCase() + words.slice(1) : words;
};

export function wordsFor(value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) {
    const few = value.length > MANY ? value.slice(0, FEW) : value;
    const joined = few.map((one) => (Array.isArray(one) ? one.map(wordsFor).join("-") : wordsFor(one)));
    const words = joined.join(value.some(isDict) ? "; " : ", ");
    return few === value ? words : `${words} and ${value.length - FEW} more`;
  }
  if (isDict(value)) return Object.entries(value).map(([key, one]) => `${key.replaceAll("_", " ")} ${wordsFor(one)}`).join(", ");
  return String(value);
}

const sourceIn = (dict: Dict): string => (typeof dict[SOURCE] === "string" ? dict[SOURCE] : "");
const empty = (title: string, source = ""): Section => ({ title, source, facts: [], tables: [], texts: [], drawn: [], parts: [] });

/** Entries alike become one table; `key` heads the column of their names, if they have names in the file. */
function tableOf(entries: [string, Dict][], key: string): Table {
  const seen = [...new Set(entries.flatMap(([, entry]) => Object.keys(entry)))];
  const columns = seen.filter((name) => name !== SOURCE && !LOOKS.has(name) && !entries.some(([, entry]) => isDrawing(entry[name])));
  const rows = entries.map(([name, entry]) => ({
    cells: [...(key ? [name.replaceAll("_", " ")] : []), ...columns.map((column) => wordsFor(entry[column]))],
    source: sourceIn(entry),
    id: typeof entry.id === "string" ? entry.id : name,
  }));
  return { columns: [...(key ? [key] : []), ...columns.map(nameOf)], rows };
}

/** Numbers in rows and columns, such as a table of results. */
const gridOf = (columns: unknown, rows: unknown[][]): Table => ({
  columns: ["", ...(Array.isArray(columns) ? columns.map(wordsFor) : rows[0]!.map((_, at) => String(at + 1)))],
  rows: rows.map((row, at) => ({ cells: [String(at + 1), ...row.map(wordsFor)], source: "", id: "" })),
});

/** Does it hold entries with names of their own? Then it is a heading, not a row. */
const nested = (entry: Dict): boolean =>
  Object.values(entry).some((value) => Array.isArray(value) && value.some((one) => isDict(one) && ("id" in one || "name" in one)));

function addList(section: Section, key: string, list: unknown[], among: Dict): void {
  const title = nameOf(key);
  if (list.every(isPlain)) {
    section.facts.push([title, wordsFor(list)]);
  } else if (isDrawing(list)) {
    section.drawn.push(title);
  } else if (list.every(isDict)) {
    const entries = list as Dict[];
    if (entries.some(nested)) {
      section.parts.push(...entries.map((entry, at) => hoisted(describe(wordsFor(entry.name ?? entry.id ?? `${title} ${at + 1}`), entry))));
    } else {
      const part = empty(title);
      part.tables.push(tableOf(entries.map((entry) => ["", entry]), ""));
      section.parts.push(part);
    }
  } else if (list.every(Array.isArray)) {
    const rows = list as unknown[][];
    const columns = key === "rows" ? among.columns : undefined;
    if (columns) section.tables.push(gridOf(columns, rows));
    else section.facts.push([title, wordsFor(rows)]);
  } else {
    section.facts.push([title, wordsFor(list)]);
  }
}

function addDict(section: Section, key: string, dict: Dict): void {
  const values = Object.values(dict);
  const title = nameOf(key);
  const alike = values.length > 1 && values.every(isDict) && values.every((one) => Object.values(one as Dict).every(isShort));
  if (alike) {
    const part = empty(title, sourceIn(dict));
    const named = Object.entries(dict) as [string, Dict][];
    const amounts = named.every(([, one]) => Object.values(one).every((value) => typeof value === "number"));
    part.tables.push(amounts ? pairs(named) : tableOf(named, title));
    section.parts.push(part);
  } else if (values.length > 6 && values.every((value) => Array.isArray(value) || isPlain(value)) && values.some(Array.isArray)) {
    const part = empty(title);
    part.tables.push(pairs(Object.entries(dict)));
    section.parts.push(part);
  } else {
    section.parts.push(describe(title, dict));
  }
}

const pairs = (entries: [string, unknown][]): Table => ({
  columns: ["Place", "What"],
  rows: entries.map(([name, value]) => ({ cells: [name.replaceAll("_", " "), wordsFor(value)], source: "", id: name })),
});

/** A heading over a single table needs no second heading, and its name is not said twice. */
function hoisted(section: Section): Section {
  const [only, ...others] = section.parts;
  const lift = only && !others.length && !only.facts.length && !only.parts.length;
  const facts = section.facts.filter(([, value]) => value !== section.title);
  return lift ? { ...section, facts, tables: [...section.tables, ...only.tables], parts: [] } : { ...section, facts };
}

export function describe(title: string, data: Dict): Section {
  const section = empty(title, sourceIn(data));
  for (const [key, value] of Object.entries(data)) {
    if (key === SOURCE || LOOKS.has(key) || (key === "columns" && "rows" in data)) continue;
    if (typeof value === "string" && value.includes("\n")) section.texts.push({ title: nameOf(key), text: value });
    else if (isPlain(value)) section.facts.push([nameOf(key), wordsFor(value)]);
    else if (Array.isArray(value)) addList(section, key, value, data);
    else if (isDict(value)) addDict(section, key, value);
  }
  return section;
}

/** Where an entry comes from, by the words its source uses. */
export function originOf(source: string): Origin {
  const book = /rulebook|printed|\bchart\b/i.test(source);
  const rebuilt = /reconstruct|geograph|histor|approximat|our own|invent/i.test(source);
  return book ? (rebuilt ? "both" : "book") : rebuilt ? "rebuilt" : "other";
}

/** How many entries of a file come from where. */
export function countOrigins(value: unknown, counts: Record<Origin, number> = { book: 0, both: 0, rebuilt: 0, other: 0 }): Record<Origin, number> {
  if (Array.isArray(value)) for (const one of value) countOrigins(one, counts);
  else if (isDict(value)) {
    if (sourceIn(value)) counts[originOf(sourceIn(value))] += 1;
    for (const one of Object.values(value)) countOrigins(one, counts);
  }
  return counts;
}

const KNOWN: Record<string, [number, string]> = {
  map: [0, "Map"],
  units: [1, "Units"],
  scenarios: [2, "Scenario"],
  tables: [3, "Tables"],
  cards: [4, "Cards"],
};
/** How a game is offered, drawn and judged by bots is no part of the printed game. */
const BESIDE = new Set(["about", "faces", "advice"]);

/** The files in the order in which one looks at them, with titles. */
export function filesOf(files: Record<string, Dict>): { file: string; title: string; data: Dict }[] {
  return Object.entries(files)
    .map(([file, data]) => {
      const [folder = "", name = ""] = file.replace(/\.toml$/, "").split("/");
      const [order, title] = KNOWN[folder] ?? [9, nameOf(folder)];
      return { file, folder, order, title: name ? `${title} ${name.replaceAll("_", " ")}` : title, data };
    })
    .filter(({ folder }) => !BESIDE.has(folder))
    .sort((one, other) => one.order - other.order || one.file.localeCompare(other.file));
}
