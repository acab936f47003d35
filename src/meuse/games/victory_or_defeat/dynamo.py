"""Chapter 5.13: Operation Dynamo. The evacuation itself is movement (``movement``)."""

from __future__ import annotations

from meuse.engine import Option, Refusal, Step
from meuse.games.victory_or_defeat.components import ALLIED
from meuse.games.victory_or_defeat.events import DynamoDeclared
from meuse.games.victory_or_defeat.state import WarState


def dynamo_ports(s: WarState) -> int:
    """Cities from which Dynamo could run: Allied, and on the coast (5.13c, A57); Paris is open (10.6a)."""
    cities = s.game.cities & ~s.game.paris if s.rulings["dynamo_port"] == "any_city" else s.game.ports
    return cities & s.control[ALLIED]


def may_declare(s: WarState) -> bool:
    """From turn 5 (5.13a), once, and while a British unit is on the map (5.13b)."""
    return s.turn >= s.game.tables.dynamo.from_turn and not s.dynamo_turn and s.british_on_map()


class DynamoStep(Step[WarState]):
    """Phase V of 1940: the Allied player may declare the operation and name its port."""

    name = "dynamo"

    def side(self, s: WarState, f: tuple[str]) -> int:
        return ALLIED

    def prompt(self, s: WarState, f: tuple[str]) -> str:
        return "Operation Dynamo: choose the active port, or wait."

    def options(self, s: WarState, f: tuple[str]) -> list[Option]:
        if not may_declare(s):
            return []
        ports = list(s.game.board.pick(s.game.say_dynamo, dynamo_ports(s)))
        return [*ports, s.game.say_decline] if ports else []

    def dynamo(self, s: WarState, f: tuple[str], port: int) -> None:
        """Markers 1 to 3 go on the next three turns (5.13d)."""
        s.stack.pop()
        s.dynamo_turn = s.turn
        s.dynamo_port = port
        s.events.append(DynamoDeclared(("5.13a", "5.13c", "5.13d"), port))

    def decline(self, s: WarState, f: tuple[str], value: int) -> None:
        s.stack.pop()

    def why(self, s: WarState, f: tuple[str], option: Option) -> Refusal:
        return Refusal(f"{option.object} is no Allied-controlled city on the coast", "5.13c")
