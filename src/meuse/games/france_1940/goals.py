"""How to win, for people: the grades and counts of the scenario as they stand, by the functions that judge them."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine.scene import Goal
from meuse.games.france_1940 import victory
from meuse.games.france_1940.state import FranceState
from meuse.mechanics.words import sentence

THE_MATCH = "the match"


def goals(s: FranceState) -> Iterator[Goal]:
    """Every way to win, and everything that counts for it (2.3k)."""
    rules, now = s.setting.scenario.victory, victory.standing(s)
    for number, grade in enumerate(rules.grade):
        if grade.winner is not None:
            title = sentence(f"{s.setting.side_name(s.game.side(grade.winner))} {_level(grade.level)}")
            stands = "as things stand" if number == now else ""
            holder = grade.winner if number == now else ""
            says = f"{sentence(grade.says)}."
            yield Goal(
                f"grade-{number}", title, says, "2.3k", grade.winner, THE_MATCH, stands, holder, number == now
            )  # fmt: skip
    for name, row in rules.count.items():
        hexes = [*row.hexes, *(label for group in row.groups for label in group)]
        side, title, stands = row.side or s.game.sides[0], sentence(row.says), str(victory.count(s, name))
        yield Goal(f"count-{name}", title, f"{title}.", "2.3k", side, stands=stands, places=tuple(hexes))


def _level(level: str) -> str:
    return "victory" if level == "win" else f"{level} victory"
