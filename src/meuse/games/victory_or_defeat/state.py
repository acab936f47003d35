"""The plain data of one match."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from meuse.board import Reach
from meuse.board.sets import members as members
from meuse.board.sets import union as union
from meuse.engine import Step
from meuse.engine.fields import derived, field
from meuse.engine.kinds import FLAG, NUMBER, OCTETS, PIECE_MASK, PLACE, PLACE_MASK, TUPLE, WordKind, WordsKind
from meuse.games.victory_or_defeat.setting import (
    ALLIED,
    ARMY,
    BELGIANS,
    BELGIUM,
    BRITISH,
    COUNTRIES,
    EDGES,
    FORTS,
    FRENCH,
    GERMAN,
    GERMANS,
    NATIONS,
    NEUTRALS,
    UNUSED,
    WarSetting,
)
from meuse.mechanics.counters import PIECE_OCTETS, CountersState
from meuse.mechanics.steps import PhaseStep, UnitsStep

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat

NEUTRAL, IN_PLAY, CAPITULATED = range(3)
AT_START = bytes(NEUTRAL if country in NEUTRALS else IN_PLAY for country in range(len(COUNTRIES)))

# points are scored once for each of these (4.3 to 4.8)
POINTS = ("neutrals", "dyle_breda", "brittany", "mediterranean", "paris", "maginot")

_by_points, _halting = attrgetter("by_points"), attrgetter("rules.panzer_halt")
_with_neutrals = attrgetter("rules.neutrals")


class WarState(CountersState):
    """Pieces, control and tracks of one match of Victory or Defeat."""

    UNUSED = UNUSED

    game: VictoryOrDefeat
    setting: WarSetting
    agenda: list[Any]

    vp: int = field(0, NUMBER, position="")
    """The German victory points."""
    scored: tuple[str, ...] = field((), WordsKind(POINTS), position="points", only=_by_points)
    """Which of POINTS have been scored."""
    british_lost: int = field(0, NUMBER, most=lambda setting: setting.tables.victory.british_most, only=_by_points)
    mechanized_lost: int = field(
        0, NUMBER, most=lambda setting: setting.tables.victory.mechanized_most, only=_by_points
    )
    control: tuple[int, int] = field((0, 0), TUPLE, position="")
    """The hexes each side controls."""
    ever_german: int = field(0, PLACE_MASK, position="")
    status: bytearray = field(lambda setting: bytearray(AT_START), OCTETS, position="")
    """Of each country: neutral, in play or capitulated."""
    violated: bytearray = field(lambda setting: bytearray(len(COUNTRIES)), OCTETS, position="")
    """The turn in which each country was violated."""
    swiss: str = field("", WordKind(("", "forward", "redoubt")), only=_with_neutrals)
    """Swiss strategy once chosen."""
    moved: int = field(0, PIECE_MASK)
    """Pieces whose move is over this phase."""
    diced: int = field(0, PIECE_MASK)
    """Pieces whose movement was rolled for this phase."""
    raised: int = field(0, PIECE_MASK)
    """Pieces laid on top of their stack this phase."""
    sent: int = field(0, PIECE_MASK)
    """British pieces that have sent off a step by sea this phase."""
    left: bytearray = field(lambda setting: bytearray(len(setting.pieces)), PIECE_OCTETS)
    """Movement points each moving piece has left."""
    attacked: int = field(0, PIECE_MASK)
    """Pieces that have attacked this phase."""
    defended: int = field(0, PIECE_MASK)
    """Pieces that have been attacked this phase."""
    sickle: int = field(0, PIECE_MASK, only=lambda setting: "sickle cut" in setting.scenario.setup_order)
    """The Sickle Cut corps; empty if the operation was not activated."""
    halts: int = field(0, NUMBER, most=lambda setting: setting.scenario.turns, only=_halting)
    """How many panzer halts there have been."""
    halted: str = field("", WordKind(("", "half", "full")), only=_halting)
    """This player turn's halt."""
    crisis: bool = field(False, FLAG, only=attrgetter("scenario.crisis"))
    dyle_roll: int = field(0, NUMBER, position="roads_of_belgium", most=6, only=_with_neutrals)
    """The roll of 5.16 in this player turn; 0 for none."""
    dyle_denied: bool = field(False, FLAG, position="dyle_breda_denied", only=_by_points)
    armored_used: bool = field(False, FLAG, only=attrgetter("rules.armored_division"))
    closed_edges: tuple[str, ...] = field((), WordsKind(EDGES), only=attrgetter("rules.leaving_the_map"))
    dynamo_turn: int = field(0, NUMBER, position="")
    """The turn in which Dynamo was declared; 0 if it was not."""
    dynamo_port: int = field(-1, PLACE, position="")
    shipped: int = field(0, NUMBER, position="", most=lambda setting: setting.tables.dynamo.steps_per_turn)
    """British steps gone by sea this turn."""
    german_replacements: int = field(
        lambda setting: setting.replacements("german"), NUMBER, most=lambda setting: setting.replacements("german")
    )
    french_replacements: int = field(
        lambda setting: setting.replacements("french"), NUMBER, most=lambda setting: setting.replacements("french")
    )
    refitted: bool = field(False, FLAG, only=lambda setting: "replacements" in setting.scenario.sequence)
    """Has the one mechanized replacement phase been used?"""

    masks: list[int] = derived(lambda setting: [0] * (2 * len(NATIONS)), copied=True)
    memo: dict[str, tuple[int, tuple[int, ...], int]] = derived(lambda setting: {}, copied=True)
    """What follows from the pieces: the version it was worked out for, what it depends on, the set."""
    hand: tuple[Step[WarState], Reach] | None = derived(None)
    """What the group in hand can reach."""

    # who is where, and whose is what; every change makes a new version, so that what follows can be remembered

    def group_of(self, piece: int) -> int:
        """Mobile units and forts of each nation are groups of their own."""
        return self.setting.kind[piece]

    def put(self, piece: int, place: int, on_top: bool = True) -> None:
        """Lay a piece on top of the stack in a hex; forts lie at the bottom."""
        super().put(piece, place, on_top and not self.setting.is_fort[piece])

    def shift(self, piece: int, hexa: int) -> None:
        """Move a mobile piece to the top of another hex."""
        self.lift(piece, hexa)
        super().put(piece, hexa)

    def set_control(self, german: int, allied: int) -> None:
        self.version += 1
        self.control = (german, allied)

    def set_status(self, country: int, status: int) -> None:
        self.version += 1
        self.status[country] = status

    def mobile_at(self, hexa: int) -> tuple[int, ...]:
        fort = self.setting.is_fort
        return tuple([p for p in self.stacks.get(hexa, ()) if not fort[p]])

    def fort_at(self, hexa: int) -> int | None:
        """The living fort in a hex."""
        fort = self.setting.is_fort
        return next((p for p in self.stacks.get(hexa, ()) if fort[p]), None)

    def mobile(self, side: int) -> int:
        """Hexes with mobile units of a side that are in play."""
        masks = self.masks
        if side == GERMAN:
            return masks[GERMANS]
        hexes = masks[FRENCH] | masks[BRITISH]
        for country, nation in _ARMIES:
            if self.status[country] == IN_PLAY:
                hexes |= masks[nation]
        return hexes

    def forts(self, side: int) -> int:
        """Hexes with living forts of a side."""
        masks = self.masks
        if side == GERMAN:
            return masks[FORTS + GERMANS]
        return masks[FORTS + FRENCH] | (masks[FORTS + BELGIANS] if self.status[BELGIUM] == IN_PLAY else 0)

    def all_forts(self) -> int:
        masks = self.masks
        return masks[FORTS + GERMANS] | masks[FORTS + FRENCH] | masks[FORTS + BELGIANS]

    def dormant(self) -> int:
        """Pieces of armies that are not in play (2.4c, 3.6g)."""
        known, key = self.setting.known, ("dormant", bytes(self.status))
        if key not in known:
            idle = [nation for country, nation in ARMY.items() if self.status[country] != IN_PLAY]
            known[key] = sum(self.setting.pieces_of[nation] for nation in idle)
        return known[key]

    def occupied(self, side: int) -> int:
        """Hexes with units of a side, forts included."""
        known = self.memo.get(_OCCUPIED[side])
        if known is None or known[0] != self.version:
            known = self.memo[_OCCUPIED[side]] = (self.version, (), self.mobile(side) | self.forts(side))
        return known[2]

    def standing(self) -> int:
        """All pieces on the map, as a set."""
        known = self.memo.get("standing")
        if known is None or known[0] != self.version:
            every = members([piece for stack in self.stacks.values() for piece in stack])
            known = self.memo["standing"] = (self.version, (), every)
        return known[2]

    def neutral_ground(self) -> int:
        """Hexes of countries still neutral."""
        known, key = self.setting.known, ("neutral", bytes(self.status))
        if key not in known:
            known[key] = sum(self.setting.country[country] for country in NEUTRALS if self.status[country] == NEUTRAL)
        return known[key]

    # strength

    def attack_factor(self, piece: int) -> int:
        return self.setting.pieces[piece].strengths[self.steps[piece] - 1][0]

    def defence_factor(self, piece: int) -> int:
        return self.setting.pieces[piece].strengths[self.steps[piece] - 1][1]

    def british_on_map(self) -> bool:
        return any(self.where[piece] >= 0 for piece in self.setting.british)


_OCCUPIED = ("german hexes", "allied hexes")
_ARMIES = tuple(ARMY.items())


def other(side: int) -> int:
    return ALLIED if side == GERMAN else GERMAN


WarStep = UnitsStep[WarState]
"""A step of this game."""
SideStep = PhaseStep[WarState]
"""A step of one side's turn."""
