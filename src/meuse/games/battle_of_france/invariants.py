"""What must be true of every state between two decisions."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.games.battle_of_france.powers import CAMP
from meuse.games.battle_of_france.sequence import DrawCard
from meuse.games.battle_of_france.setup import misplaced
from meuse.games.battle_of_france.state import NO_TOLL, BattleState
from meuse.games.battle_of_france.steps import BattleStep
from meuse.games.battle_of_france.units import AIR, LAND, MARCHING, SEA, TRANSPORT


def faults(s: BattleState) -> list[str]:
    """Every invariant the state breaks."""
    waiting = [step for step in s.agenda if isinstance(step, BattleStep) and not step.automatic]
    moving = not all(step.at_rest for step in waiting)
    crowded = [] if moving else [f"{s.label(area)}: {problem}" for area, problem in misplaced(s)]
    return [*s.faults(), *_elements(s, moving), *_cargo(s), *crowded, *_tracks(s)]


def _elements(s: BattleState, moving: bool) -> Iterator[str]:
    """Ships at sea, all others on land, in areas of their camp unless they are on the move; no unit has died twice."""
    for area, pieces in s.stacks.items():
        for piece in pieces:
            unit, name = s.unit[piece], s.name(piece)
            if bool(s.setting.sea >> area & 1) != (unit in SEA):
                yield f"{name} in {s.label(area)}"
            if s.hits[piece] >= s.setting.hits[unit]:
                yield f"{name} has taken {s.hits[piece]} hits"
            if not moving and unit in LAND | AIR and not s.held(CAMP[s.power[piece]]) >> area & 1:
                yield f"{name} stands in {s.label(area)}, which its camp does not control"


def _cargo(s: BattleState) -> Iterator[str]:
    """Cargo is on ships of its own camp with room."""
    for ship, riders in s.holds.items():
        for piece in riders:
            if s.unit[ship] != TRANSPORT or s.where[ship] != s.where[piece] or s.unit[piece] not in MARCHING:
                yield f"cargo {piece} is not aboard a transport where it is noted"
            if CAMP[s.power[ship]] != CAMP[s.power[piece]] or len(riders) > s.setting.units[TRANSPORT].carries:
                yield f"ship {ship} carries what it may not"


def _tracks(s: BattleState) -> Iterator[str]:
    """Every land area has one controller; cards and money are within bounds; combats leave nothing behind."""
    g, f, b = s.control
    if g & f or g & b or f & b or g | f | b != s.setting.land:
        yield "an area with two controllers or none"
    drawn = len(s.setting.cards) - len(s.deck)
    due = max(0, s.round - s.setting.tables.game.first_card_round + 1)
    if drawn != due and not s.origin and s.agenda and not isinstance(s.agenda[-1], DrawCard):
        yield f"{drawn} cards drawn in round {s.round}"
    if min(s.npu) < 0:
        yield f"NPU below zero: {s.npu}"
    if s.battle is None and (s.submerged or s.toll != NO_TOLL):
        yield "a combat that is over has left something behind"
