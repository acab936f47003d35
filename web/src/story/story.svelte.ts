import { api } from "../api/client";
import type { Card, Choice, Entry, Fight, Line, Scene, Told } from "../api/model";
import { sameParty } from "../match/party";
import type { Table } from "../match/table.svelte";
import { type Battle, favours, nameOf, toldOf } from "./battle";
import { changes, type Recap, recapOf } from "./recap";
import { objectivesOf } from "./stops";
import { wish, wishes } from "./wishes.svelte";

/** Where it is kept how far a match has been read in this window. */
const READ = "meuse.read";
/** So many scenes are fetched before they are shown again. */
const AHEAD = 4;

function readUpTo(match: string): number {
  try {
    return Number(JSON.parse(sessionStorage.getItem(READ) ?? "{}")[match] ?? 0);
  } catch {
    return 0;
  }
}

function keepRead(match: string, revision: number): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(READ) ?? "{}");
    sessionStorage.setItem(READ, JSON.stringify({ ...kept, [match]: revision }));
  } catch {
    // then it is summed up again when the page is opened again
  }
}

/** What is told at a table: the battle, what the others did, the cards, how to win. */
export class Story {
  battle = $state.raw<Battle | null>(null);
  /** Cards that were drawn and not yet read. */
  drawn = $state.raw<Card[]>([]);
  /** Is it shown how to win? */
  goals = $state(false);
  /** The revision up to which one has read what the others did. */
  #read = $state(0);
  /** Asked for again although it was read. */
  #again = $state(false);

  /** The sides of this seat that know what is known here. */
  readonly own = $derived.by(() => {
    const { scene, mine, about, scenario } = this.table;
    return mine.filter((side) => !scene?.side || sameParty(about, scenario, side, scene.side));
  });
  /** What the others did since one's last decision, if it is one's own again; nobody is told in the middle of a battle. */
  readonly last: Recap | null = $derived.by(() => {
    const { deciding, scene, log, revision } = this.table;
    return deciding && !scene?.fight && log.length >= revision ? recapOf(log, this.own, objectivesOf(scene)) : null;
  });
  readonly recap: Recap | null = $derived(
    this.last && (this.#again || (wishes.recap && this.last.until > this.#read && !this.#onBoard(this.last))) ? this.last : null,
  );
  readonly told: Told[] = $derived.by(() => (this.battle ? toldOf(this.table.log, this.battle) : []));

  /** What the battle is called. */
  readonly title = $derived.by(() => (this.battle ? (this.battle.fight?.title ?? nameOf(this.table.log, this.battle)) : "").replace(/\.$/, ""));

  constructor(readonly table: Table) {
    this.#read = readUpTo(table.id);
  }

  /** Did the others do nothing but decide in one's own battle, which lies there with all that happened in it? */
  #onBoard({ since, until }: Recap): boolean {
    const { battle } = this;
    return !!battle?.shown && since >= battle.shown && until <= battle.to;
  }

  /** Something else is drawn: what happened, and how it stood before. */
  hear(entries: readonly Entry[], before: Scene | null, scene: Scene, quickly: boolean): void {
    this.#again = false;
    this.#follow(entries, scene);
    const news = entries.filter((entry) => !quickly || this.own.includes(entry.side));
    const fresh = (scene.cards ?? []).filter((card) => before && !before.cards?.some((known) => known.id === card.id));
    const cards = news.flatMap((entry) => entry.told.filter((told) => told.sort === "card"));
    if (cards.length) this.drawn = cards.map((told) => cardOf(told, fresh));
    const { game, mine, match } = this.table;
    // how to win can be asked for at any time: it makes room for a battle or a shop that opens
    if (before && ((scene.fight && scene.fight.id !== before.fight?.id) || (scene.purse && !before.purse))) this.goals = false;
    // a lesson says it, step by step
    if (!before && scene.goals?.length && mine.length && match?.status === "running" && !match.lesson && !wishes.shown.includes(game)) {
      this.goals = true;
      wish({ shown: [...wishes.shown, game] });
    }
  }

  #follow(entries: readonly Entry[], { fight = null }: Scene): void {
    const at = entries.at(-1)?.revision ?? this.table.revision;
    const began = entries.findLast((entry) => entry.kind === "act" && entry.told.some((told) => told.sort === "battle"));
    const known = this.battle;
    if (fight) this.battle = known?.id === fight.id ? { ...known, fight: remembered(fight, known.fight) } : { id: fight.id, fight, from: entries.length ? entries[0]!.revision : 0, to: 0, shown: at };
    else if (entries.some((entry) => entry.kind === "undo")) this.battle = null;
    else if (known && !known.to) this.battle = { ...known, to: at };
    else if (began) this.battle = { id: `${began.revision}`, fight: null, from: began.revision, to: at };
  }

  /** Is a choice one that may be painted as the one to take? Not an attack that will rather fail. */
  recommends(choice: Choice): boolean {
    const fight = this.table.scene?.fight;
    return !choice.odds || (!!fight && favours(fight, this.table.scene!.side));
  }

  /** What the tracks say otherwise since the recap begins. */
  async changes({ since }: Recap): Promise<ReturnType<typeof changes>> {
    const { id, scene } = this.table;
    if (!scene || !since) return [];
    const before = await api.scene(id, { at: since, side: scene.side || undefined });
    return changes(before.scene, scene);
  }

  /** Go through the recap again, one thing after another. */
  async replay({ since, until }: Recap): Promise<void> {
    const { id, log, scene } = this.table;
    if (!scene) return;
    this.dismiss();
    const entries = log.filter((entry) => entry.revision > since && entry.revision <= until);
    const asked: Promise<Scene>[] = [];
    const sceneAt = (at: number) => api.scene(id, { at, side: scene.side || undefined }).then((answer) => answer.scene);
    const sceneOf = (index: number) => (asked[index] ??= index === entries.length - 1 ? Promise.resolve(scene) : sceneAt(entries[index]!.revision));
    await this.table.again(async (show) => {
      show(await sceneAt(since));
      for (const [index, entry] of entries.entries()) {
        for (let next = index; next < Math.min(index + AHEAD, entries.length); next++) sceneOf(next).catch(() => {});
        if (!show(await sceneOf(index), entry)) return;
      }
    });
  }

  /** Close what lies on top; is there anything? */
  dismiss = (): boolean => {
    const { recap } = this;
    if (this.drawn.length) this.drawn = [];
    else if (recap) {
      this.#again = false;
      this.#read = recap.until;
      keepRead(this.table.id, recap.until);
      if (this.battle?.to) this.battle = null;
    } else if (this.goals) this.goals = false;
    else if (this.battle?.to) this.battle = null;
    else return false;
    return true;
  };

  /** Sum up again what was summed up. */
  remind(): void {
    this.#again = !this.#again;
  }

  clear(): void {
    this.battle = null;
    this.drawn = [];
    this.#again = false;
  }

  /** What a key does to the story; was it meant for it? */
  key = (event: KeyboardEvent): boolean => {
    const { pace, mine } = this.table;
    const at = event.target as HTMLElement;
    if (at.closest("input, textarea, select")) return false;
    const pressed = at.closest("button, a, [role=button], summary");
    const held = pace.waiting > 0;
    if (event.key === "Escape" && this.dismiss()) return true;
    if (event.key === "Enter" && !pressed && (this.drawn.length || this.recap)) return this.dismiss();
    if (event.key === " " && held && !pressed) pace.running ? pace.pause() : pace.goOn();
    else if (event.key === "." && held) pace.step();
    else if (event.key === "Escape" && held) this.table.skip();
    else if (event.key.toLowerCase() === "g" && this.table.scene?.goals?.length) this.goals = !this.goals;
    else if (event.key.toLowerCase() === "r" && mine.length && this.last) this.recap ? this.dismiss() : this.remind();
    else return false;
    return true;
  };
}

/** A battle as it stands, with the odds at which it was fought. */
function remembered(fight: Fight, before: Fight | null): Fight {
  const line = (now: Line, then: Line | undefined) => ({ ...now, strength: now.strength || then?.strength });
  return {
    ...fight, odds: fight.odds || before?.odds,
    attacker: line(fight.attacker, before?.attacker), defender: line(fight.defender, before?.defender),
  };
}

/** A card as it stands on the table, or as much as was told of it. */
function cardOf(told: Told, fresh: readonly Card[]): Card {
  const known = fresh.find((card) => told.text.includes(card.title)) ?? fresh[0];
  return known ?? { id: told.text, title: "A card is drawn", says: told.text, clause: told.clauses[0] ?? "" };
}
