/** What a bot's games came to when they were measured, in words. */
import type { About, Bot } from "../../api/model";
import { percent } from "../../parts/percent";
import type { Seating } from "./seating";

/** A sentence for each camp of a scenario in which this bot holds a side. */
export function measured(bot: Bot, bots: Bot[], game: string, scenario: string, about: Pick<About, "sides">, seating: Seating): string[] {
  const side = (id: string) => about.sides.find((one) => one.id === id)?.title ?? id;
  const title = (level: string) => bots.find((one) => one.level === level)?.title ?? level;
  const held = (id: string) => seating[id] === `bot:${bot.level}`;
  return bot.scores
    .filter((score) => score.game === game && score.scenario === scenario && score.sides.some(held))
    .map((score) => {
      const camp = score.sides.map(side).join(" and ");
      const drawn = score.drawn ? ` and drew ${score.drawn}` : "";
      const share = `${percent(score.share)}, with a margin of ${percent(score.low)} to ${percent(score.high)}`;
      return `As ${camp} it won ${score.won} of ${score.games} games against the ${title(score.against)}${drawn} (${share}).`;
    });
}
