"""Step losses and elimination (2.2.1e to 2.2.1g, 5.5m): what happens to a unit, its passengers and its markers."""

from __future__ import annotations

from collections.abc import Callable

from meuse.board.sets import listed
from meuse.games.france_1940.events import Eliminated, LostSteps
from meuse.games.france_1940.setting import DEAD
from meuse.games.france_1940.state import FranceState

STRANDED: list[Callable[[FranceState, int, int], None]] = []
"""What befalls a tank officer whose AFV is lost in a hex: ``hits`` adds the search for another (7.1f)."""


def lose(s: FranceState, unit: int, steps: int, clauses: tuple[str, ...]) -> int:
    """A unit loses steps, and what it carries or tows as many; who has none left is eliminated. Gives the steps lost.

    Officers have no steps to lose: 7.1 decides about them.
    """
    lost = 0
    for piece in (unit, *[passenger for passenger in s.cargo(unit) if not s.setting.officers >> passenger & 1]):
        taken = min(steps, s.steps[piece])
        if taken:
            s.set_steps(piece, s.steps[piece] - taken)
            s.events.append(LostSteps(clauses, piece, taken, s.steps[piece]))
            lost += taken
    for piece in (*s.cargo(unit), unit):
        if not s.steps[piece]:
            eliminate(s, 1 << piece, ("2.2.1g",))
    return lost


def eliminate(s: FranceState, pieces: int, clauses: tuple[str, ...]) -> None:
    """Pieces are out of the game: units without their steps, officers, and every marker on them.

    What one of them carried stays behind on its own, but horses are gone with their riders (5.6f), and a tank officer
    looks for another AFV (7.1f); a formation whose officer is among them has lost him (7.2.1a).
    """
    for rider in listed(pieces & s.mounted):
        pieces |= 1 << s.carriers[rider]
    for piece in listed(pieces):
        if s.where[piece] == DEAD:
            continue
        for passenger in (*s.cargo(piece), piece):
            s.ride(passenger, -1)
            if s.setting.tank_officers >> passenger & ~pieces >> passenger & 1:
                for befall in STRANDED:
                    befall(s, passenger, s.where[piece])
        s.shelter(piece, False)
        s.lift(piece, DEAD)
        s.steps[piece] = 0
        s.unmark(1 << piece)
        if s.setting.officers >> piece & 1:
            _fall(s, piece)
        s.events.append(Eliminated(clauses, piece))


def _fall(s: FranceState, officer: int) -> None:
    """An officer has fallen: his units are out of command until another takes over (7.2.1a, G25)."""
    formation = s.led_by(officer)
    if formation >= 0:
        s.leaders[formation], s.fallen[formation] = -1, officer
        s.astray |= s.present(formation)
