"""Winning the game."""

from __future__ import annotations

from dataclasses import dataclass

from meuse.games.battle_of_france.faces import listed
from meuse.games.battle_of_france.powers import ALLIES, FRANCE, GERMANY
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.steps import BattleStep


def controls(s: BattleState, powers: tuple[int, ...], names: list[str]) -> int:
    """How many of the named places these powers control together."""
    held = 0
    for power in powers:
        held |= s.control[power]
    return (held & s.setting.board.set(names)).bit_count()


@dataclass
class VictoryCheck(BattleStep):
    """One check each round, before anything is built, in the printed order (build.1, G03, G04)."""

    automatic = True

    def after(self, s: BattleState) -> None:
        table = s.setting.tables.victory
        own_majors = controls(s, (GERMANY,), table.german_majors) == len(table.german_majors)
        safe = own_majors or s.rulings["own_cities"] == "not_required"  # war.7, war.8, G01
        if safe and controls(s, (GERMANY,), table.capitals):
            s.finish(GERMANY, "victory", "Germany holds an Allied capital", "victory.2")
        elif safe and controls(s, (GERMANY,), table.allied_minors) == len(table.allied_minors):
            s.finish(GERMANY, "victory", f"Germany holds {listed(table.allied_minors)}", "victory.3")
        elif controls(s, ALLIES, table.german_cities):
            s.finish(FRANCE, "victory", "the Allies hold an original German city", "victory.5")  # together (G07)
        elif s.round >= s.setting.rounds:
            # If they had lost a capital or all minor cities they would be beaten: nothing is left undecided (G05).
            both = "both" if len(table.capitals) == 2 else "all"
            reason = f"the Allies hold {both} capitals and a minor city after round {s.setting.rounds}"
            s.finish(FRANCE, "victory", reason, "victory.4")
