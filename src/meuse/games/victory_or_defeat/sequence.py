"""Chapter 5: the sequence of play.

A game turn is a list of phases laid on the agenda, the first on top. What a phase does is in the
chapter it is named after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from meuse.engine import Help, Option, Preview, Side
from meuse.engine.preview import one_die
from meuse.engine.scene import Choice
from meuse.games.victory_or_defeat import losses, victory
from meuse.games.victory_or_defeat.airborne import Coup
from meuse.games.victory_or_defeat.combat import OpenCombat
from meuse.games.victory_or_defeat.events import CrisisBegan, Halted, Ordered, PhaseBegan, TurnBegan
from meuse.games.victory_or_defeat.movement import OpenMovement
from meuse.games.victory_or_defeat.setting import ALLIED, GERMAN, ORDERS
from meuse.games.victory_or_defeat.stacking import StackingCheck
from meuse.games.victory_or_defeat.state import SideStep, WarState, WarStep
from meuse.games.victory_or_defeat.supply import cut_off


def turn_steps(s: WarState) -> list[Any]:
    """The phases of a game turn, the first last (5.1, 5.6)."""
    return [EndTurn(), *(s.game.steps[phase]() for phase in reversed(s.setting.scenario.sequence))]


def player_turn(side: int, order: str) -> list[WarStep]:
    """Movement and Combat Phase of a side in the chosen order, the first last."""
    movement: list[WarStep] = [EndPhase(side), OpenMovement(side)]
    combat: list[WarStep] = [EndPhase(side), OpenCombat(side)]
    return combat + movement if order == "move_first" else movement + combat


class BeginTurn(WarStep):
    """The next game turn: all its phases are laid on the agenda."""

    def after(self, s: WarState) -> None:
        s.turn += 1
        s.shipped = 0
        s.events.append(TurnBegan(("5.0a",), s.turn))
        s.push(*turn_steps(s))


class EndTurn(WarStep):
    """After the last turn victory is judged (4.1a, 4.2c)."""

    def after(self, s: WarState) -> None:
        if s.turn >= s.setting.scenario.turns:
            victory.judge(s)
        else:
            s.push(BeginTurn())


class EndPhase(SideStep):
    """At the end of a Movement or Combat Phase: stacking (6.2a) and the Maginot Line (4.8, A51)."""

    def after(self, s: WarState) -> None:
        s.push(MaginotCheck(), StackingCheck())


class MaginotCheck(WarStep):
    """Has the Maginot Line been overturned (4.8)?"""

    def after(self, s: WarState) -> None:
        victory.check_maginot(s)


class CrisisCheck(WarStep):
    """Phase I of 1939: from turn 3 on, does the German supply crisis strike (5.1a, 5.5)?"""

    def after(self, s: WarState) -> None:
        ranges = s.setting.scenario.crisis
        if ranges is None or s.crisis or s.turn < s.setting.tables.crisis.from_turn:
            return
        highest = (ranges.steep if s.rulings["gsc"] == "steep" else ranges.steady)[s.turn - 1]
        if s.roll("supply crisis", ("5.5b",)) <= highest:
            s.crisis = True
            s.events.append(CrisisBegan(("5.5b",), s.turn))


# player turns


def begin_player_turn(s: WarState, side: int) -> None:
    s.halted = ""
    s.dyle_roll = 0
    s.events.append(PhaseBegan((s.setting.clauses.player_turn,), side, "player turn"))


class GermanTurn(WarStep):
    """The German player turn (5.1c, 5.6a); in the supply crisis the enemy chooses its order (5.5d)."""

    coming = "German turn"

    def after(self, s: WarState) -> None:
        begin_player_turn(s, GERMAN)
        s.push(Order(GERMAN, ALLIED if s.crisis else GERMAN))  # 5.2a, 5.7a


class AlliedTurn(WarStep):
    """The Allied player turn (5.1b, 5.6b); in 1939 the French fight first until the crisis (5.2b)."""

    coming = "{side} turn"

    def whose(self, s: WarState) -> int:
        return ALLIED

    def after(self, s: WarState) -> None:
        begin_player_turn(s, ALLIED)
        rules = s.setting.rules
        if rules.allies_fight_first and not s.crisis:
            s.events.append(Ordered(("5.2b",), ALLIED, "fight_first", ALLIED))
            s.push(*player_turn(ALLIED, "fight_first"))
            return
        ordered = rules.german_orders_allies_from and s.turn >= rules.german_orders_allies_from  # 5.7b, 5.7c
        s.push(Order(ALLIED, GERMAN if ordered else ALLIED))


class Order(SideStep):
    """Move first or fight first: for oneself or, where the rules say so, for the enemy (5.2, 5.5, 5.7)."""

    chooser: Side

    heading = "{side} turn: order of play"
    asks = "Shall the {mover} side move first or fight first?"
    words = {
        "order move_first": "moves first, then fights: from where its units arrive",
        "order fight_first": "fights first, then moves: through the gaps it has made",
    }

    def side(self, s: WarState) -> int:
        return self.chooser

    def whose(self, s: WarState) -> int:
        return self.mover

    def explained(self, s: WarState) -> Help:
        says = "Moving first brings units up to the attack; fighting first lets those that have fought march on"
        return Help(self._clause(s), says + ("." if self.mover == self.chooser else ". Here the enemy chooses."))

    def choices(self, s: WarState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """One may choose for the enemy (5.7c); and after the German's choice the panzers may halt (5.10b)."""
        for option in s.options:
            made = self.choice(s, option)
            label = f"The {s.setting.side_name(self.mover)} side {made.label}"
            yield msgspec.structs.replace(made, label=label, odds=self.preview(s, option) is not None)

    def order(self, s: WarState, value: int) -> None:
        s.pop()
        s.events.append(Ordered((self._clause(s),), self.mover, ORDERS[value], self.chooser))
        s.push(*player_turn(self.mover, ORDERS[value]))
        if self.mover == GERMAN:
            s.push(HaltCheck())
            if s.setting.rules.airborne_coup and s.turn == s.setting.tables.coup.turn:
                s.push(Coup())

    def _clause(self, s: WarState) -> str:
        clauses = s.setting.clauses
        if self.mover == self.chooser:
            return clauses.german_order if self.mover == GERMAN else clauses.allied_order
        return "5.5d" if self.mover == GERMAN else "5.7c"

    def preview(self, s: WarState, option: Option) -> Preview | None:
        if self.mover != GERMAN or not halt_is_checked(s):
            return None
        kind = "full halt" if s.halts else "half movement"
        highest = halt_range(s)
        return one_die("panzer halt check", [kind if die <= highest else "no halt" for die in range(1, 7)])


# 5.10


def halt_is_checked(s: WarState) -> bool:
    """From turn 4, while no British unit is on the map (5.10a, A62)."""
    if not s.setting.rules.panzer_halt or s.turn < s.setting.tables.halt.from_turn:
        return False
    return s.british_on_map() == (s.rulings["panzer_halt"] == "british")


def halt_range(s: WarState) -> int:
    """A first halt on 1 or 2 (5.10c), later ones only on 1 (5.10d)."""
    return s.setting.tables.halt.later if s.halts else s.setting.tables.halt.first


class HaltCheck(WarStep):
    """Phase I b of 1940: do the panzers halt? The order of phases is declared already (5.10b)."""

    def after(self, s: WarState) -> None:
        if not halt_is_checked(s):
            return
        if s.roll("panzer halt", ("5.10a",)) <= halt_range(s):
            s.halted = "full" if s.halts else "half"
            s.halts += 1
            s.events.append(Halted(("5.10e" if s.halted == "full" else "5.10c",), s.halted))


# 5.4, 5.12


class SupplyCheck(WarStep):
    """French (5.4a) and in 1940 also British (5.12a) units out of supply are removed for good."""

    coming = "supply check"

    def after(self, s: WarState) -> None:
        lost = cut_off(s)
        for piece in lost:
            losses.eliminate(s, piece, "supply", (s.setting.clauses.supply_check, "8.0c"), supplied=False)
        s.sealed = s.sealed or bool(lost)  # everybody sees what lay there
        victory.check_maginot(s)
