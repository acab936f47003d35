"""Chapter 5.13: Operation Dynamo is declared."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, Help
from meuse.games.victory_or_defeat.events import DynamoDeclared
from meuse.games.victory_or_defeat.setting import ALLIED
from meuse.games.victory_or_defeat.state import WarState, WarStep


def may_declare(s: WarState) -> bool:
    """From turn 5 (5.13a), once, and while a British unit is on the map (5.13b)."""
    return s.turn >= s.setting.tables.dynamo.from_turn and not s.dynamo_turn and s.british_on_map()


def dynamo_runs(s: WarState) -> bool:
    """Is Operation Dynamo in effect this turn (5.13d)?"""
    return bool(s.dynamo_turn) and s.dynamo_turn < s.turn <= s.dynamo_turn + s.setting.tables.dynamo.turns


class Dynamo(WarStep):
    """Phase V of 1940: the Allied player may declare the operation and name its port."""

    decides = ALLIED
    heading = coming = "Operation Dynamo"
    asks = "Operation Dynamo: choose the active port, or wait."
    words = {"dynamo": "Declare Operation Dynamo from {it}", "decline": "Do not declare Operation Dynamo now"}

    def explained(self, s: WarState) -> Help:
        table = s.setting.tables.dynamo
        says = f"In each of the {table.turns} turns after it is declared {table.steps_per_turn} British steps may leave"
        return Help("5.13a", f"{says} by sea, through this one port, and from then on others over the edge of the map.")

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        """Cities from which Dynamo cannot run: Allied ones on the coast can (5.13c, A57); Paris is open (10.6a)."""
        anywhere, setting = s.rulings["dynamo_port"] == "any_city", s.setting
        ports = (setting.cities if anywhere else setting.ports) & s.control[ALLIED]
        if not may_declare(s) or not ports & ~setting.paris:
            yield Bar(ALL, "5.13a", "Operation Dynamo cannot be declared now")
        if verb == "dynamo":
            yield Bar(setting.paris, "10.6a", "{it} is an open city, in which no Allied unit stays")
            yield Bar(~ports, "5.13c", f"{{it}} is no Allied-controlled city{'' if anywhere else ' on the coast'}")

    def dynamo(self, s: WarState, port: int) -> None:
        """Markers go on the next turns, three in the rulebook (5.13d)."""
        s.pop()
        s.dynamo_turn = s.turn
        s.dynamo_port = port
        s.events.append(DynamoDeclared(("5.13a", "5.13c", "5.13d"), port))
