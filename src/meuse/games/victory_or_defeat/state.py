"""The plain data of one match."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from meuse.board import Reach
from meuse.engine import Frame
from meuse.engine.fields import MASK, OCTETS, PLAIN, TUPLE, Field
from meuse.engine.pieces import PiecesState
from meuse.games.victory_or_defeat.components import (
    ALLIED,
    ARMY,
    BELGIANS,
    BELGIUM,
    BRITISH,
    DUTCH,
    FORTS,
    FRENCH,
    GERMAN,
    GERMANS,
    NATIONS,
    NETHERLANDS,
    NEUTRALS,
    SWISS,
    SWITZERLAND,
)

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat

NEUTRAL, IN_PLAY, CAPITULATED = 0, 1, 2

# points are scored once for each of these (4.3 to 4.8)
POINTS = ("neutrals", "dyle_breda", "brittany", "mediterranean", "paris", "maginot")


class WarState(PiecesState):
    """Pieces, control and tracks of one match of Victory or Defeat."""

    FIELDS: ClassVar[dict[str, Field]] = PiecesState.FIELDS | {
        "turn": PLAIN,
        "vp": PLAIN,
        "scored": TUPLE,
        "british_lost": PLAIN,
        "mechanized_lost": PLAIN,
        "steps": OCTETS,
        "control": TUPLE,
        "ever_german": MASK,
        "status": OCTETS,
        "violated": OCTETS,
        "swiss": PLAIN,
        "moved": MASK,
        "diced": MASK,
        "raised": MASK,
        "sent": MASK,
        "left": OCTETS,
        "attacked": MASK,
        "defended": MASK,
        "sickle": MASK,
        "halts": PLAIN,
        "halted": PLAIN,
        "crisis": PLAIN,
        "dyle_roll": PLAIN,
        "dyle_denied": PLAIN,
        "armored_used": PLAIN,
        "closed_edges": TUPLE,
        "dynamo_turn": PLAIN,
        "dynamo_port": PLAIN,
        "shipped": PLAIN,
        "german_replacements": PLAIN,
        "french_replacements": PLAIN,
        "refitted": PLAIN,
    }

    game: VictoryOrDefeat
    turn: int
    vp: int
    """The German victory points."""
    scored: tuple[str, ...]
    """Which of POINTS have been scored."""
    british_lost: int
    mechanized_lost: int
    steps: bytearray
    control: tuple[int, int]
    """The hexes each side controls."""
    ever_german: int
    status: bytearray
    """Of each country: neutral, in play or capitulated."""
    violated: bytearray
    """The turn in which each country was violated."""
    swiss: str
    """Swiss strategy once chosen: forward or redoubt."""
    moved: int
    """Pieces whose move is over this phase."""
    diced: int
    """Pieces whose movement was rolled for this phase."""
    raised: int
    """Pieces laid on top of their stack this phase."""
    sent: int
    """British pieces that have sent off a step by sea this phase."""
    left: bytearray
    """Movement points each moving piece has left."""
    attacked: int
    """Pieces that have attacked this phase."""
    defended: int
    """Pieces that have been attacked this phase."""
    sickle: int
    """The Sickle Cut corps; empty if the operation was not activated."""
    halts: int
    """How many panzer halts there have been."""
    halted: str
    """This player turn's halt: '', 'half' or 'full'."""
    crisis: bool
    dyle_roll: int
    """The roll of 5.16 in this player turn; 0 for none."""
    dyle_denied: bool
    armored_used: bool
    closed_edges: tuple[str, ...]
    dynamo_turn: int
    """The turn in which Dynamo was declared; 0 if it was not."""
    dynamo_port: int
    shipped: int
    """British steps gone by sea this turn."""
    german_replacements: int
    french_replacements: int
    refitted: bool
    """Has the one mechanized replacement phase been used?"""

    def __init__(self, game: VictoryOrDefeat, scenario: str, seed: bytes, rulings: dict[str, str]) -> None:
        super().__init__(game, scenario, seed, rulings)
        count = len(game.pieces)
        self.turn = 0
        self.vp = 0
        self.scored = ()
        self.british_lost = self.mechanized_lost = 0
        self.where = [0] * count
        self.steps = bytearray(count)
        self.stacks = {}
        self.control = (0, 0)
        self.ever_german = 0
        self.status = bytearray(len(game.country))
        self.violated = bytearray(len(game.country))
        self.swiss = ""
        self.moved = self.diced = self.raised = self.sent = self.attacked = self.defended = self.sickle = 0
        self.left = bytearray(count)
        self.halts = 0
        self.halted = ""
        self.crisis = False
        self.dyle_roll = 0
        self.dyle_denied = False
        self.armored_used = False
        self.closed_edges = ()
        self.dynamo_turn = 0
        self.dynamo_port = -1
        self.shipped = 0
        self.german_replacements = self.french_replacements = 0
        self.refitted = False
        self.masks = [0] * (2 * len(NATIONS))
        self.version = 0
        self.memo: dict[str, tuple[int, tuple[int, ...], int]] = {}
        self.hand: tuple[Frame, Reach] | None = None

    def clone(self) -> Self:
        twin = super().clone()
        twin.memo = self.memo.copy()
        return twin

    # who is where, and whose is what; every change makes a new version, so that what follows can be remembered

    def group_of(self, piece: int) -> int:
        """Mobile units and forts of each nation are groups of their own."""
        return self.game.kind[piece]

    def put(self, piece: int, hexa: int, on_top: bool = True) -> None:
        """Lay a piece on top of the stack in a hex; forts lie at the bottom."""
        super().put(piece, hexa, on_top and not self.game.is_fort[piece])

    def shift(self, piece: int, hexa: int) -> None:
        """Move a piece to the top of another hex."""
        self.lift(piece, hexa)
        self.put(piece, hexa)

    def set_control(self, german: int, allied: int) -> None:
        self.version += 1
        self.control = (german, allied)

    def set_status(self, country: int, status: int) -> None:
        self.version += 1
        self.status[country] = status

    def mobile_at(self, hexa: int) -> tuple[int, ...]:
        fort = self.game.is_fort
        return tuple([p for p in self.stacks.get(hexa, ()) if not fort[p]])

    def fort_at(self, hexa: int) -> int | None:
        """The living fort in a hex."""
        fort = self.game.is_fort
        return next((p for p in self.stacks.get(hexa, ()) if fort[p]), None)

    def in_play(self, nation: int) -> bool:
        """Do this nation's units take part (2.4c, 3.6j)?"""
        return nation in _ALWAYS or self.status[_COUNTRY[nation]] == IN_PLAY

    def mobile(self, side: int) -> int:
        """Hexes with mobile units of a side that are in play."""
        masks = self.masks
        if side == GERMAN:
            return masks[GERMANS]
        status = self.status
        found = masks[FRENCH] | masks[BRITISH]
        if status[BELGIUM] == IN_PLAY:
            found |= masks[BELGIANS]
        if status[NETHERLANDS] == IN_PLAY:
            found |= masks[DUTCH]
        if status[SWITZERLAND] == IN_PLAY:
            found |= masks[SWISS]
        return found

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
        key = bytes(self.status)
        known = self.game.dormant.get(key)
        if known is None:
            idle = [nation for country, nation in ARMY.items() if self.status[country] != IN_PLAY]
            known = self.game.dormant[key] = sum(self.game.pieces_of[nation] for nation in idle)
        return known

    def occupied(self, side: int) -> int:
        """Hexes with units of a side, forts included."""
        return self.mobile(side) | self.forts(side)

    def masks_of_all(self) -> int:
        """Hexes with any unit at all, neutral ones included."""
        found = 0
        for mask in self.masks:
            found |= mask
        return found

    def neutral_ground(self) -> int:
        """Hexes of countries still neutral."""
        found = 0
        for country in NEUTRALS:
            if self.status[country] == NEUTRAL:
                found |= self.game.country[country]
        return found

    # strength

    def attack_factor(self, piece: int) -> int:
        return self.game.pieces[piece].strengths[self.steps[piece] - 1][0]

    def defence_factor(self, piece: int) -> int:
        return self.game.pieces[piece].strengths[self.steps[piece] - 1][1]

    def on_map(self, piece: int) -> bool:
        return self.where[piece] >= 0

    def british_on_map(self) -> bool:
        return any(self.where[piece] >= 0 for piece in self.game.british)

    def name(self, piece: int) -> str:
        return self.game.pieces[piece].id

    def label(self, hexa: int) -> str:
        return self.game.board.labels[hexa]

    def spoken(self, piece: int) -> str:
        """A unit as people call it."""
        return self.game.pieces[piece].name

    def spot(self, hexa: int) -> str:
        """A hex as people call it: by the place there, and its number."""
        return self.game.spots[hexa]


_COUNTRY = {nation: country for country, nation in ARMY.items()}
_ALWAYS = frozenset(range(len(NATIONS))) - frozenset(_COUNTRY)


def other(side: int) -> int:
    return ALLIED if side == GERMAN else GERMAN
