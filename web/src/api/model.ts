/** The server's words under short names; `npm run types` makes them from its own description. */
import type { components } from "./types";

type S = components["schemas"];
/** Any data of a game's own. */
type Data = Record<string, unknown>;

export type ErrorBody = Omit<S["Error"], "facts"> & { facts: Data };
export type Health = S["Health"];
export type Bot = S["BotInfo"];

// games: always written in full
export type GameOption = Required<S["RuleOption"]>;
export type GameInfo = Omit<S["GameInfo"], "options"> & { options: GameOption[] };
export type Clause = Required<S["Clause"]>;
export type Ruling = Required<S["Ruling"]>;
export type Rules = Omit<S["Rules"], "clauses" | "rulings"> & { clauses: Clause[]; rulings: Ruling[] };
export type GameData = Omit<S["GameData"], "files"> & { files: Record<string, Data> };

// filled up by the client, so that a map need not ask what is missing
export type Space = Required<S["Space"]>;
export type MapPlan = Omit<S["MapPlan"], "spaces"> & { spaces: Space[] };
export type MapPlanSent = S["MapPlan"];

// games and scenes: what is at its default is not written
export type About = S["About"];
export type SideInfo = S["SideInfo"];
export type CampInfo = S["CampInfo"];
export type ScenarioInfo = S["ScenarioInfo"];
export type Face = S["Face"];
export type Scene = S["Scene"];
export type Stack = S["Stack"];
export type Piece = S["Piece"];
export type Box = S["Box"];
export type Track = S["Track"];
export type Mark = S["Mark"];
export type Choice = S["Choice"];
export type Focus = S["Focus"];
export type Sweep = S["Sweep"];
export type Purse = S["Purse"];
export type Card = S["Card"];
export type Goal = S["Goal"];
export type Alarm = S["Alarm"];
export type Fight = S["Fight"];
export type Line = S["Line"];
export type Weight = S["Weight"];
export type Chance = S["Chance"];
export type Lit = S["Lit"];
export type Chart = S["Chart"];

// battles of one's own: always written in full
export type LaidSheet = Required<S["LaidSheet"]>;
export type Bought = Required<S["Bought"]>;
export type Camp = Omit<Required<S["Camp"]>, "lines"> & { lines: Bought[] };
export type Wish = Omit<Required<S["Wish"]>, "sheets" | "sides"> & { sheets: LaidSheet[][]; sides: Record<string, Camp> };
export type Ware = Required<S["Ware"]>;
export type Flaw = Required<S["Flaw"]>;
export type Catalogue = Omit<S["Catalogue"], "wares" | "start"> & { wares: Ware[]; start: Wish };
export type Design = Omit<S["Design"], "flaws"> & { flaws: Flaw[] };

// lessons: always written in full
export type LessonInfo = S["LessonInfo"];
export type LessonStep = S["LessonStepInfo"];
export type Lesson = S["LessonText"];

// matches
export type NewMatch = S["NewMatch"];
export type Import = S["Import"];
export type Branch = S["Branch"];
export type Created = S["Created"];
export type Joined = S["Joined"];
export type Match = S["Match"];
export type SceneAt = S["SceneShown"];
export type Told = S["Told"];
export type Entry = S["Entry"];
export type Log = S["Log"];
export type Done = S["Done"];
export type Odds = S["Odds"];
export type Hint = S["Hint"];
export type Ahead = S["Ahead"];
export type Why = S["Why"];
export type Explanation = Omit<S["Explanation"], "facts"> & { facts: Data };
export type Overlays = S["Overlays"];
export type Sight = S["Sight"];
export type Outlook = S["Outlook"];
export type RecordText = S["RecordText"];
export type ChatLine = S["ChatLine"];
export type Chat = S["Chat"];
export type Notices = S["Notices"];
export type Update = S["Update"];
