"""Chapter 22.8: preparations for the invasion of England take German units out of the game."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import Bar, Help
from meuse.games.fall_of_france import losses
from meuse.games.fall_of_france.events import CalledAway
from meuse.games.fall_of_france.setting import BELGIUM, DAMAGED, DEAD, GERMAN, GONE, HOLLAND, READY
from meuse.games.fall_of_france.state import FallState, FallStep, members
from meuse.games.fall_of_france.victory import bef_gone, surrendered
from meuse.mechanics.words import counted

CLAUSES = ("22.8a", "22.8b", "22.8c")


def check(s: FallState) -> None:
    """Units leave as soon as one of the three causes comes about, for each of them once (22.8, R133)."""
    if not s.on("sealion"):
        return
    table = s.setting.tables.options.sealion
    causes = surrendered(s, HOLLAND), surrendered(s, BELGIUM), s.withdrawal or bef_gone(s)
    for cause, removal in enumerate((table.holland, table.belgium, table.bef)):
        if causes[cause] and not s.sealion[cause]:
            s.sealion[cause] = True
            for name in removal.units:
                piece = s.setting.piece(name)
                if s.where[piece] not in (DEAD, GONE):
                    call_away(s, piece, CLAUSES[cause])
            if removal.air or removal.infantry:
                s.push(CallAway(cause, removal.air, removal.infantry))


def call_away(s: FallState, piece: int, clause: str) -> None:
    """A unit is out of the game, but not in the dead pile (R133)."""
    losses.remove(s, piece)
    s.events.append(CalledAway((clause,), piece))


class CallAway(FallStep):
    """The German player chooses the air units and infantry units that leave (22.8b, 22.8c)."""

    cause: int
    air: int
    infantry: int
    """How many of them still leave."""

    forced = True
    decides = GERMAN
    heading = "Preparations for Sealion"
    words = {"remove": "{it} leaves for England"}

    def prompt(self, s: FallState) -> str:
        wanted = [(self.air, "air unit"), (self.infantry, "infantry unit")]
        return f"Choose what leaves: {' and '.join(counted(number, what) for number, what in wanted if number)}."

    def explained(self, s: FallState) -> Help:
        return Help(CLAUSES[self.cause], "Units held ready for the invasion of England take no further part.")

    def fit(self, s: FallState) -> int:
        """Air units not eliminated, infantry on the map, as far as some still have to leave (R10, R133)."""
        setting, units = s.setting, 0
        if self.air:
            units |= members(u for u in setting.air if setting.side_of[u] == GERMAN and s.where[u] in (READY, DAMAGED))
        if self.infantry:
            units |= setting.infantry & setting.pieces_on[GERMAN] & s.standing
        return units

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        yield Bar(~self.fit(s), CLAUSES[self.cause], "{it} is not one of the units that could leave now")

    def remove(self, s: FallState, piece: int) -> None:
        air = s.setting.pieces[piece].air
        s.turn_into(self.but(air=self.air - air, infantry=self.infantry - (not air)))
        call_away(s, piece, CLAUSES[self.cause])
