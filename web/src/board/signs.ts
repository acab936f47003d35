/** How signs on the map are drawn that are more than letters; the room of a place is 1, its middle 0. */
export interface Sign {
  /** Under the counters, around which it is seen, or over them. */
  over?: boolean;
  strokes: readonly Stroke[];
  opacity?: number;
  /** Where its letters stand; nowhere: the drawing says it all. */
  letters?: readonly [number, number];
}
export interface Stroke {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: string;
  opacity?: number;
}

const disc = (x: number, y: number, r: number): string => `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;
const row = (many: number, from: number, step: number, draw: (x: number) => string): string =>
  Array.from({ length: many }, (_, index) => draw(Number((from + index * step).toFixed(3)))).join("");
const corners = (radius: number): string =>
  `M${[0, 60, 120, 180, 240, 300].map((turn) => [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)].map((at) => (at * radius).toFixed(3)).join(",")).join("L")}Z`;

const [EARTH, PALE, DARK, STONE, ALARM] = ["#6b4a26", "#f4e8cf", "#26231f", "#8c8a84", "#b3261e"];
const PUFFS = [[-0.78, -0.18, 0.32], [-0.6, 0.44, 0.38], [0, 0.6, 0.4], [0.62, 0.42, 0.36], [0.8, -0.16, 0.32], [0.45, -0.56, 0.38], [-0.2, -0.62, 0.4], [-0.62, -0.5, 0.3], [0, 0, 0.62]] as const;
const cloud = (fill: string, edge: string): readonly Stroke[] => [
  { d: PUFFS.map(([x, y, r]) => disc(x, y, r)).join(""), stroke: edge, width: 0.1 },
  { d: PUFFS.map(([x, y, r]) => disc(x, y, r)).join(""), fill },
];
const ditch = "M-.62,.74l.1,.18.1-.18.1,.18.1-.18.1,.18.1-.18.1,.18.1-.18.1,.18.1-.18.1,.18.1-.18";
const walls = "M-.74,-.56Q-1.06,0-.74,.56M.74,-.56Q1.06,0,.74,.56";
const banks = "M-1.08,-.16H1.08M-1.08,.16H1.08";

export const SIGNS: Readonly<Record<string, Sign>> = {
  "grey smoke": { strokes: cloud("#b9bcc0", "#7d8085"), opacity: 0.8, letters: [0.9, 0] },
  "black smoke": { strokes: cloud("#55565a", "#2c2c2f"), opacity: 0.8, letters: [0.9, 0] },
  position: { strokes: [{ d: walls, stroke: PALE, width: 0.24 }, { d: walls, stroke: EARTH, width: 0.15 }, { d: walls, stroke: PALE, width: 0.05, dash: ".08 .12" }] },
  trench: { strokes: [{ d: corners(0.98), stroke: PALE, width: 0.2 }, { d: corners(0.98), stroke: EARTH, width: 0.14, dash: ".2 .08" }] },
  wire: {
    strokes: [
      { d: "M-.66,.84H.66", stroke: PALE, width: 0.28, opacity: 0.7 },
      { d: `M-.66,.84H.66${row(6, -0.6, 0.24, (x) => `M${x - 0.09},.75l.18,.18m0,-.18l-.18,.18`)}`, stroke: DARK, width: 0.045 },
    ],
  },
  mines: {
    strokes: [
      { d: disc(0.92, 0, 0.13) + disc(0.8, 0.34, 0.13) + disc(0.8, -0.34, 0.13), fill: DARK, stroke: PALE, width: 0.05 },
      { d: disc(0.92, 0, 0.05) + disc(0.8, 0.34, 0.05) + disc(0.8, -0.34, 0.05), fill: ALARM },
    ],
  },
  roadblock: {
    strokes: [
      { d: "M-1.06,-.2h.34v.4h-.34Z", fill: PALE, stroke: DARK, width: 0.05 },
      { d: "M-1.06,-.08l.12,-.12h.11l-.23,.24ZM-1.06,.14l.34,-.34v.12l-.29,.28h-.05ZM-.9,.2l.18,-.18v.12l-.06,.06Z", fill: ALARM },
    ],
  },
  ditch: { strokes: [{ d: ditch, stroke: PALE, width: 0.16 }, { d: ditch, stroke: EARTH, width: 0.09 }] },
  crossing: { strokes: [{ d: ditch, stroke: PALE, width: 0.16 }, { d: ditch, stroke: EARTH, width: 0.09 }, { d: "M-.16,.66H.16V.98H-.16Z", fill: "#c9a66b", stroke: DARK, width: 0.04 }] },
  teeth: { strokes: [{ d: row(5, -0.62, 0.26, (x) => `M${x},.94l.1,-.24.1,.24Z`), fill: STONE, stroke: DARK, width: 0.04 }] },
  pontoon: { strokes: [{ d: banks, stroke: "#c9a66b", width: 0.3 }, { d: "M-1.08,0H1.08", stroke: DARK, width: 0.42, dash: ".05 .1", opacity: 0.75 }, { d: banks, stroke: DARK, width: 0.05 }] },
  rubble: { strokes: [{ d: "M-.98,.1l.14,-.16.16,.06.02,.16-.2,.06ZM-.62,.72l.2,-.1.18,.1-.06,.16h-.26ZM.3,.86l.12,-.16.2,.04.04,.16-.18,.04ZM.76,.18l.1,-.18.18,.06v.16l-.18,.06ZM.62,-.72l.14,-.1.16,.14-.1,.14-.18,-.06Z", fill: STONE, stroke: DARK, width: 0.04 }] },
  fort: { strokes: [{ d: corners(0.96), stroke: DARK, width: 0.2 }, { d: corners(0.96), stroke: STONE, width: 0.11 }], letters: [-0.88, 0] },
  front: { strokes: [{ d: "M-.28,-.76L0,-1.16L.28,-.76Z", fill: ALARM, stroke: PALE, width: 0.05 }] },
  work: { strokes: [{ d: "M-1,.24l.26,-.44M-.84,-.26q.2,-.02.26,.16M-.74,.24l-.26,-.44M-.9,-.26q-.2,-.02-.26,.16", stroke: PALE, width: 0.15 }, { d: "M-1,.24l.26,-.44M-.84,-.26q.2,-.02.26,.16M-.74,.24l-.26,-.44M-.9,-.26q-.2,-.02-.26,.16", stroke: DARK, width: 0.07 }] },
  assault: {
    over: true,
    strokes: [
      { d: "M0,-1.3l.09,.2.2,-.11-.04,.22.23,.02-.17,.15.17,.15-.23,.02.04,.22-.2,-.11-.09,.2-.09,-.2-.2,.11.04,-.22-.23,-.02.17,-.15-.17,-.15.23,-.02-.04,-.22.2,.11Z", fill: ALARM, stroke: PALE, width: 0.05 },
      { d: "M-.13,-.7l.26,-.26m-.26,0l.26,.26", stroke: PALE, width: 0.06 },
    ],
  },
  target: {
    over: true,
    strokes: [
      { d: `${disc(0, 0, 0.52)}M-.82,0h.5M.32,0h.5M0,-.82v.5M0,.32v.5`, stroke: PALE, width: 0.13, opacity: 0.8 },
      { d: `${disc(0, 0, 0.52)}M-.82,0h.5M.32,0h.5M0,-.82v.5M0,.32v.5`, stroke: ALARM, width: 0.065 },
    ],
    letters: [0.78, 0.6],
  },
  aircraft: {
    over: true,
    strokes: [{ d: "M-.72,-1.08q.07,0,.07,.16l.34,.16v.12l-.34,-.06-.03,.22.12,.08v.08l-.16,-.04-.16,.04v-.08l.12,-.08-.03,-.22-.34,.06v-.12l.34,-.16q0,-.16.07,-.16Z", fill: ALARM, stroke: PALE, width: 0.04 }],
  },
};
