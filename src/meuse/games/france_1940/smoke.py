"""Smoke markers (8.1.5, 12.10): how long smoke lasts, where it blocks sight and where it hinders fire."""

from __future__ import annotations

from meuse.games.france_1940.events import SmokeLaid, SmokeThinned
from meuse.games.france_1940.state import FranceState, Target


def start(s: FranceState, target: Target) -> int:
    """The number with which the smoke of a mission begins: by who fires it, the densest of several (8.1.5i).

    Guns on the board are reduced once they have been turned to that side; with one step lost they are not (M4).
    """
    chart, setting = s.setting.charts.smoke, s.setting
    if target.battery:
        full = next(row.row.strength for row in setting.batteries if row.id == target.battery) == "full"
        return chart.off_board.full if full else chart.off_board.reduced
    rows = ((chart.mortar if setting.of_kind["mortar"] >> gun & 1 else chart.on_board, gun) for gun in target.guns)
    return max(row.reduced if s.steps[gun] == 1 else row.full for row, gun in rows)


def lay(s: FranceState, hexa: int, number: int) -> None:
    """Put a smoke marker into a hex where there is none, or a thinner one (8.1.5i)."""
    known = s.smoke.get(hexa, 0)
    if number >= known:  # older smoke that is denser goes on thinning
        s.smoke[hexa] = number
        s.fresh |= 1 << hexa
    s.touch()
    s.events.append(SmokeLaid(("8.1.5i",), hexa, s.smoke[hexa]))


def black(s: FranceState) -> int:
    """The hexes with black smoke, which blocks sight (8.1.5e)."""
    least = s.setting.charts.smoke.black
    return sum(1 << hexa for hexa, number in s.smoke.items() if number >= least)


def grey(s: FranceState) -> int:
    """The hexes with grey smoke, which shifts fire (8.1.5f, 8.1.5g)."""
    least = s.setting.charts.smoke.black
    return sum(1 << hexa for hexa, number in s.smoke.items() if number < least)


def fade(s: FranceState) -> None:
    """At the end of an activation each marker shows one less, but for those fired in it (8.1.5j to 8.1.5m, G15)."""
    if s.smoke:
        left = {hexa: number - (not s.fresh >> hexa & 1) for hexa, number in s.smoke.items()}
        gone = tuple(sorted(hexa for hexa, number in left.items() if not number))
        s.smoke = {hexa: number for hexa, number in left.items() if number}
        s.fresh = 0
        s.touch()
        if gone:
            s.events.append(SmokeThinned(("8.1.5l",), gone))
