"""How to win, for people: the grades and counts of the scenario as they stand, by the functions that judge them."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine.scene import Alarm, Goal
from meuse.games.france_1940 import victory
from meuse.games.france_1940.scenarios import Grade
from meuse.games.france_1940.state import FranceState
from meuse.mechanics.words import sentence

THE_MATCH = "the match"


def goals(s: FranceState) -> Iterator[Goal]:
    """Every way to win, and everything that counts for it (2.3k)."""
    rules, now = s.setting.scenario.victory, victory.standing(s)
    for number, grade in enumerate(rules.grade):
        if grade.winner is not None:
            title = _title(s, grade)
            stands = "as things stand" if number == now else ""
            holder = grade.winner if number == now else ""
            says = f"{sentence(grade.says)}."
            yield Goal(
                f"grade-{number}", title, says, "2.3k", grade.winner, THE_MATCH, stands, holder, number == now
            )  # fmt: skip
    for name, row in rules.count.items():
        hexes = [*row.hexes, *(label for group in row.groups for label in group)]
        side, title, stands = row.side or s.game.sides[0], sentence(row.says), str(victory.count(s, name))
        if row.kind in ("control", "groups") and row.points == row.each == 1:
            stands = f"{stands} of {len(row.hexes) or len(row.groups)}"
        yield Goal(f"count-{name}", title, _purpose(s, name), "2.3k", side, stands=stands, places=tuple(hexes))


def _title(s: FranceState, grade: Grade) -> str:
    if grade.winner is None:
        return "Draw"
    level = "victory" if grade.level == "win" else f"{grade.level} victory"
    return sentence(f"{s.setting.side_name(s.game.side(grade.winner))} {level}")


def _purpose(s: FranceState, name: str) -> str:
    """What a count is needed for: the grades that ask for so much of it, or the sum of which it is a part."""
    rules = s.setting.scenario.victory
    needed = [f"{_title(s, grade)}: {grade.needs[name]} or more" for grade in rules.grade if name in grade.needs]
    added = [f"Added to: {row.says}" for row in rules.count.values() if name in row.of]
    taken = [f"Subtracted from: {row.says}" for row in rules.count.values() if name in row.less]
    return f"{'; '.join(needed + added + taken)}."


NEAR_THE_END = 2
"""In so many last turns one is warned of how the match would end."""


def alarms(s: FranceState) -> Iterator[Alarm]:
    """Near the end: who would win if it ended now, by the code that judges it (2.3k, 2.3l)."""
    scenario = s.setting.scenario
    if s.turn <= scenario.turns - NEAR_THE_END:
        return
    grade, last = scenario.victory.grade[victory.standing(s)], s.turn == scenario.turns
    when = "This is the last turn" if last else f"Turn {scenario.turns} is the last"
    for side in s.game.sides:
        if grade.winner is not None and side != grade.winner:
            yield Alarm(
                f"{when}, and {grade.says}: the {s.setting.side_name(s.game.side(grade.winner))} side would win",
                "2.3l",
                side,
                last,
            )
