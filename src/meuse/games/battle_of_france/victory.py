"""Winning the game."""

from __future__ import annotations

from meuse.engine import Step
from meuse.games.battle_of_france.components import ALLIES, GERMANY
from meuse.games.battle_of_france.state import BattleState

ALLIED = "allies"


def controls(s: BattleState, powers: tuple[int, ...], names: list[str]) -> int:
    """How many of the named places these powers control together."""
    held = 0
    for power in powers:
        held |= s.control[power]
    return (held & s.game.board.set(names)).bit_count()


class VictoryCheck(Step[BattleState]):
    """One check each round, before anything is built, in the printed order (build.1, G03, G04)."""

    name = "victory_check"
    automatic = True

    def after(self, s: BattleState, f: tuple[str]) -> None:
        table = s.game.tables.victory
        own_majors = controls(s, (GERMANY,), table.german_majors) == len(table.german_majors)
        safe = own_majors or s.rulings["own_cities"] == "not_required"  # war.7, war.8, G01
        if safe and controls(s, (GERMANY,), table.capitals):
            s.finish(GERMANY, "victory", "Germany holds an Allied capital", "victory.2")
        elif safe and controls(s, (GERMANY,), table.allied_minors) == len(table.allied_minors):
            s.finish(GERMANY, "victory", "Germany holds Amiens, Reims and Dunkirk", "victory.3")
        elif controls(s, ALLIES, table.german_cities):
            allied_victory(s, "the Allies hold an original German city", "victory.5")
        elif s.round >= s.game.tables.game.rounds:
            # Whoever has lost a capital or all three minor cities is caught above: nothing is left undecided (G05).
            allied_victory(s, "the Allies hold both capitals and a minor city after round 10", "victory.4")


def allied_victory(s: BattleState, reason: str, clause: str) -> None:
    """France and Britain win together (G07)."""
    if s.outcome is None:
        s.outcome = [ALLIED, "victory", reason, clause]
