"""The battle board of an attack: who fires, at whom, all that counts, and what the dice can do (8.3)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from meuse.engine.scene import Chance, Fight, Line, Weight
from meuse.games.france_1940 import attack, melee
from meuse.games.france_1940.attack import Attack
from meuse.games.france_1940.counters import conditions, counter
from meuse.games.france_1940.melee import Bout
from meuse.games.france_1940.setting import SIDES
from meuse.games.france_1940.state import FranceState
from meuse.mechanics.tabletop import attack_board
from meuse.mechanics.words import counted


def line(s: FranceState, side: int, pieces: Iterable[int], strength: str = "") -> Line:
    """One side's units."""
    known = list(conditions(s))
    return Line(SIDES[side], tuple(counter(s, piece, known) for piece in pieces), 0, strength)


def fire_lines(s: FranceState, pieces: Iterable[int], hexa: int) -> tuple[tuple[str, str], ...]:
    """From the hex of each piece to a target."""
    hexes = dict.fromkeys(s.where[piece] for piece in pieces)
    return tuple((s.label(here), s.label(hexa)) for here in hexes if here >= 0 and here != hexa)


def fight(s: FranceState, made: Attack, name: str) -> Fight:
    """An attack before the dice fall; ``name`` tells it from all others of the match."""
    setting, enemy = s.setting, 1 - made.side
    there = [piece for piece in s.at(made.hexa) if setting.side_of[piece] == enemy]
    struck = attack.struck(s, made)
    shown = [piece for piece in there if struck >> piece & 1] or there
    lines = (
        line(s, made.side, made.shooters, counted(made.factors, "factor")),
        line(s, enemy, shown, f"divides by {made.divisor}"),
    )
    odds = attack.preview(s, made)
    board = attack_board(s, name, made.hexa, made.shooters, lines)
    return replace(
        board,
        odds=f"column {attack.column_name(s, made)}",
        lines=fire_lines(s, made.shooters, made.hexa),
        weights=tuple(Weight(factor.name, factor.value, "", factor.clause) for factor in odds.factors),
        chances=tuple(
            Chance(one.name, float(one.chance), "", SIDES[made.side] if one.name[0].isdigit() else "")
            for one in odds.outcomes
        ),
        lit=odds.lit,
    )


def assault(s: FranceState, hexa: int, group: Iterable[int], defender: int, bout: Bout | None = None) -> Fight:
    """An assault before it is fought out; ``bout``: what hand-to-hand combat would come to (9.1.3)."""
    men = list(group)
    there = [piece for piece in s.at(hexa) if s.setting.side_of[piece] == defender]
    lines = (
        line(s, 1 - defender, men, str(bout.attack) if bout else ""),
        line(s, defender, there, str(bout.defence) if bout else ""),
    )
    board = replace(
        attack_board(s, f"assault-{s.turn}-{men[0]}", hexa, men, lines),
        title=f"Assault on {s.spot(hexa)}",
        lines=fire_lines(s, men, hexa),
    )
    if bout is None:
        return board
    odds = melee.preview(s, bout)
    return replace(
        board,
        odds=melee.ratio(s, bout),
        weights=tuple(Weight(factor.name, factor.value, "", factor.clause) for factor in odds.factors),
        chances=tuple(Chance(one.says, float(one.chance), one.name) for one in odds.outcomes),
    )
