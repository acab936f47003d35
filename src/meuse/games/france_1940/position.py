"""Any moment of a match as a text, and back: see ``docs/positions.md``."""

from __future__ import annotations

from typing import Any

import msgspec

from meuse.games.france_1940.activation import Choose
from meuse.games.france_1940.invariants import misplaced
from meuse.games.france_1940.sequence import (
    BeginTurn,
    CommandPhase,
    EndTurn,
    InitiativePhase,
    RemovalPhase,
    phases_from,
)
from meuse.games.france_1940.setting import (
    DEAD,
    EXITED,
    GONE,
    OFF,
    RESERVE,
    SIDES,
    UNPLACED,
    FranceSetting,
)
from meuse.games.france_1940.setup import setup_steps
from meuse.games.france_1940.state import Fortification, FranceState
from meuse.mechanics.counters import CountersReader, CountersTable

PHASES = {"command": CommandPhase, "initiative": InitiativePhase, "marker removal": RemovalPhase}
MOMENTS = {f"{side} activation": number for number, side in enumerate(SIDES)}
"""A side is about to activate somebody."""


class FranceTable(CountersTable):
    """The entries that are no plain fields of the state; all have defaults."""

    dead: list[str] = []
    off: list[str] = []
    reserve: list[str] = []
    unplaced: list[str] = []
    exited: list[str] = []
    gone: list[str] = []


class FranceReader(CountersReader):
    """Lays a position out and notes every defect."""

    TABLE = FranceTable
    PLACE = "hex"
    SETTING_UP = frozenset({"setup", "deploy", "garrison", "lay", "mark_reaction"})
    PHASES = ("setup", "begin turn", *PHASES, *MOMENTS)
    BOXES = {"dead": DEAD, "off": OFF, "reserve": RESERVE, "unplaced": UNPLACED, "exited": EXITED, "gone": GONE}
    DEAD = DEAD
    REST = GONE

    setting: FranceSetting
    state: FranceState

    def lay_out(self) -> None:
        s, table = self.state, self.table
        self.plain()
        self.first_turn()
        grounds, forts = (s.german_ground, s.allied_ground), s.forts
        self.counters()
        # whichever piece of the hex was laid out first
        s.forts = tuple([fort for fort in forts if not self.taken(fort)])
        if table.german_ground is not msgspec.UNSET or table.allied_ground is not msgspec.UNSET:
            german, allied = grounds
            s.german_ground = german if table.german_ground is not msgspec.UNSET else s.german_ground & ~allied
            s.allied_ground = allied if table.allied_ground is not msgspec.UNSET else s.allied_ground & ~german
        for hexa, why in sorted(misplaced(s).items()):
            self.fault(f"units, {s.label(hexa)}", why)
        for piece, carrier in enumerate(s.carriers):
            if carrier >= 0 and s.where[piece] != s.where[carrier]:
                self.fault("carriers", f"{s.piece_name(piece)} and what carries it must be in one hex")

    def taken(self, fort: Fortification) -> bool:
        """Are only enemies in the hex of a fortification (12.9e)?"""
        s, enemy = self.state, 1 - fort.owner
        return bool(s.manned(enemy) & ~s.held[fort.owner] & 1 << fort.hex)

    def misplaced(self, piece: int, place: int) -> str:
        setting = self.setting
        ground = setting.ground
        swamp = ground.of["marsh"] & ~(ground.roads.touched | ground.trails.touched)
        if place >= 0 and swamp >> place & 1 and not setting.on_foot >> piece & 1:
            return f"{self.state.piece_name(piece)} cannot stand in a marsh"
        return ""

    def agenda(self, phase: str) -> list[Any]:
        if phase == "begin turn":
            self.state.turn -= 1
        return steps_from(self.state, phase)

    @classmethod
    def written(cls, s: FranceState) -> dict[str, Any]:
        """The entries that are no plain fields, and the phase if one says where the match is."""
        made = {name: entry for name, entry in cls.laid_out(s).items() if entry}
        names = list(MOMENTS) if isinstance(s.agenda[0], EndTurn) else ["setup"] * (not s.turn)
        return made | next(({"phase": name} for name in names if cls.leads_to(s, steps_from(s, name))), {})


def steps_from(s: FranceState, phase: str) -> list[Any]:
    """The steps from a moment to the end of its turn, the first last."""
    if phase == "setup":
        return list(setup_steps(s))
    if phase == "begin turn":
        return [BeginTurn()]
    if phase in PHASES:
        return phases_from(PHASES[phase])
    return [*phases_from(RemovalPhase), Choose(MOMENTS[phase])]
