"""Chapter 5: the sequence of play.

A game turn is a list of phases laid on the stack, the first on top. What a phase does is in the
chapter it is named after.
"""

from __future__ import annotations

from meuse.engine import Option, Preview, Step
from meuse.engine.preview import one_die
from meuse.games.victory_or_defeat import losses, victory
from meuse.games.victory_or_defeat.components import ALLIED, BRITISH, FRENCH, GERMAN
from meuse.games.victory_or_defeat.events import CrisisBegan, Halted, Ordered, PhaseBegan, TurnBegan
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.supply import is_supplied

TURN_1939 = ("crisis_check", "allied_turn", "german_turn", "victory_check", "supply_check", "end_turn")
TURN_1940 = ("german_turn", "allied_turn", "victory_check", "supply_check", "dynamo", "replacements", "end_turn")

ORDERS = ("move_first", "fight_first")


def turn_phases(scenario: str) -> tuple[str, ...]:
    """The phases of a game turn in order (5.1, 5.6)."""
    return TURN_1939 if scenario == "1939" else TURN_1940


def player_turn(side: int, order: str) -> list[tuple[str, int]]:
    """Movement and Combat Phase of a side in the chosen order, as frames, the first last."""
    movement = [("end_phase", side), ("open_movement", side)]
    combat = [("end_phase", side), ("open_combat", side)]
    return combat + movement if order == "move_first" else movement + combat


class BeginTurn(Step[WarState]):
    """The next game turn: all its phases are laid on the stack."""

    name = "begin_turn"
    automatic = True

    def after(self, s: WarState, f: tuple[str]) -> None:
        s.turn += 1
        s.shipped = 0
        s.events.append(TurnBegan(("5.0a",), s.turn))
        s.stack.extend((phase,) for phase in reversed(turn_phases(s.scenario)))


class EndTurn(Step[WarState]):
    """After the last turn victory is judged (4.1a, 4.2c)."""

    name = "end_turn"
    automatic = True

    def after(self, s: WarState, f: tuple[str]) -> None:
        if s.turn >= s.game.scenario[s.scenario].turns:
            victory.judge(s)
        else:
            s.stack.append(("begin_turn",))


class EndPhase(Step[WarState]):
    """At the end of a Movement or Combat Phase: stacking (6.2a) and the Maginot Line (4.8, A51)."""

    name = "end_phase"
    automatic = True

    def after(self, s: WarState, f: tuple[str, int]) -> None:
        s.stack.append(("maginot_check",))
        s.stack.append(("stacking_check",))


class MaginotCheck(Step[WarState]):
    """Has the Maginot Line been overturned (4.8)?"""

    name = "maginot_check"
    automatic = True

    def after(self, s: WarState, f: tuple[str]) -> None:
        victory.check_maginot(s)


# 1939


class CrisisCheck(Step[WarState]):
    """Phase I of 1939: from turn 3 on, does the German supply crisis strike (5.1a, 5.5)?"""

    name = "crisis_check"
    automatic = True

    def after(self, s: WarState, f: tuple[str]) -> None:
        if s.crisis or s.turn < s.game.tables.crisis.from_turn:
            return
        ranges = s.game.scenario["1939"].gsc
        assert ranges is not None
        highest = (ranges.steep if s.rulings["gsc"] == "steep" else ranges.steady)[s.turn - 1]
        if s.roll("supply crisis", ("5.5b",)) <= highest:
            s.crisis = True
            s.events.append(CrisisBegan(("5.5b",), s.turn))


# player turns


class GermanTurn(Step[WarState]):
    """The German player turn (5.1c, 5.6a)."""

    name = "german_turn"
    automatic = True

    def after(self, s: WarState, f: tuple[str]) -> None:
        s.halted = ""
        s.dyle_roll = 0
        s.events.append(PhaseBegan(("5.0b" if s.scenario == "1939" else "5.0c",), GERMAN, "player turn"))
        chooser = ALLIED if s.crisis else GERMAN  # 5.2a, 5.5d, 5.7a
        s.stack.append(("order", GERMAN, chooser))


class AlliedTurn(Step[WarState]):
    """The Allied player turn (5.1b, 5.6b); in 1939 the French fight first until the crisis (5.2b)."""

    name = "allied_turn"
    automatic = True

    def after(self, s: WarState, f: tuple[str]) -> None:
        s.halted = ""
        s.dyle_roll = 0
        s.events.append(PhaseBegan(("5.0b" if s.scenario == "1939" else "5.0c",), ALLIED, "player turn"))
        if s.scenario == "1939" and not s.crisis:
            s.events.append(Ordered(("5.2b",), ALLIED, "fight_first", ALLIED))
            s.stack.extend(player_turn(ALLIED, "fight_first"))
            return
        german_chooses = s.scenario == "1940" and s.turn > 1  # 5.7b, 5.7c; in 1939 5.5e
        s.stack.append(("order", ALLIED, GERMAN if german_chooses else ALLIED))


class Order(Step[WarState]):
    """Move first or fight first: for oneself or, where the rules say so, for the enemy (5.2, 5.5, 5.7)."""

    name = "order"

    def side(self, s: WarState, f: tuple[str, int, int]) -> int:
        return f[2]

    def prompt(self, s: WarState, f: tuple[str, int, int]) -> str:
        return f"Shall the {s.game.sides[f[1]].capitalize()} side move first or fight first?"

    def options(self, s: WarState, f: tuple[str, int, int]) -> list[Option]:
        return s.game.say_order

    def order(self, s: WarState, f: tuple[str, int, int], value: int) -> None:
        s.stack.pop()
        s.events.append(Ordered((self._clause(s, f),), f[1], ORDERS[value], f[2]))
        s.stack.extend(player_turn(f[1], ORDERS[value]))
        if f[1] == GERMAN and s.scenario == "1940":
            s.stack.append(("halt_check",))
            if s.turn == s.game.tables.coup.turn:
                s.stack.append(("coup",))

    @staticmethod
    def _clause(s: WarState, f: tuple[str, int, int]) -> str:
        if s.scenario == "1939":
            return ("5.5d" if s.crisis else "5.2a") if f[1] == GERMAN else "5.5e"
        return "5.7a" if f[1] == GERMAN else "5.7c" if f[2] == GERMAN else "5.7b"

    def preview(self, s: WarState, f: tuple[str, int, int], option: Option) -> Preview | None:
        if f[1] != GERMAN or not halt_is_checked(s):
            return None
        kind = "full halt" if s.halts else "half movement"
        highest = halt_range(s)
        return one_die("panzer halt check", [kind if die <= highest else "no halt" for die in range(1, 7)])


# 5.10


def halt_is_checked(s: WarState) -> bool:
    """From turn 4, while no British unit is on the map (5.10a, A62)."""
    if s.scenario == "1939" or s.turn < s.game.tables.halt.from_turn:
        return False
    return s.british_on_map() == (s.rulings["panzer_halt"] == "british")


def halt_range(s: WarState) -> int:
    """A first halt on 1 or 2 (5.10c), later ones only on 1 (5.10d)."""
    return s.game.tables.halt.later if s.halts else s.game.tables.halt.first


class HaltCheck(Step[WarState]):
    """Phase I b of 1940: do the panzers halt? The order of phases is declared already (5.10b)."""

    name = "halt_check"
    automatic = True

    def after(self, s: WarState, f: tuple[str]) -> None:
        if not halt_is_checked(s):
            return
        if s.roll("panzer halt", ("5.10a",)) <= halt_range(s):
            s.halted = "full" if s.halts else "half"
            s.halts += 1
            s.events.append(Halted(("5.10e" if s.halted == "full" else "5.10c",), s.halted))


# 5.4, 5.12


class SupplyCheck(Step[WarState]):
    """French (5.4a) and in 1940 also British (5.12a) units out of supply are removed for good."""

    name = "supply_check"
    automatic = True

    def after(self, s: WarState, f: tuple[str]) -> None:
        nations = (FRENCH, BRITISH)
        lost = [
            p.number for p in s.game.in_scenario(s.scenario)
            if p.nation in nations and s.where[p.number] >= 0 and not is_supplied(s, p.number)
        ]  # fmt: skip
        clause = "5.4a" if s.scenario == "1939" else "5.12a"
        for piece in lost:
            losses.eliminate(s, piece, "supply", (clause, "8.0c"), supplied=False)
        s.sealed = s.sealed or bool(lost)  # everybody sees what lay there
        victory.check_maginot(s)
