"""Chapter 3: set-up. By hand, unit by unit, or the ready historical one."""

from __future__ import annotations

from meuse.engine import Frame, Option, Refusal, Step
from meuse.games.victory_or_defeat import control, neutrals
from meuse.games.victory_or_defeat.components import (
    ALLIED,
    BELGIANS,
    BELGIUM,
    BRITISH,
    FRANCE,
    FRENCH,
    GERMAN,
    GERMANY,
    HOME,
    LUXEMBOURG,
    UNPLACED,
)
from meuse.games.victory_or_defeat.events import Placed, SickleCut
from meuse.games.victory_or_defeat.stacking import without_room
from meuse.games.victory_or_defeat.state import NEUTRAL, WarState

Stage = tuple[str, int, str]
"""("setup", side, stage): neutrals, army or sickle"""


def begin(s: WarState) -> None:
    """Countries, tracks and forts at the start, and who sets up first (3.1, 3.3 to 3.9)."""
    game = s.game
    scenario = game.scenario[s.scenario]
    s.status[GERMANY] = s.status[FRANCE] = 1
    s.control = (game.country[GERMANY] & game.land, game.country[FRANCE] & game.land)
    s.ever_german = s.control[GERMAN]
    s.german_replacements = scenario.replacements.get("german", 0)
    s.french_replacements = scenario.replacements.get("french", 0)
    game.shelve(s)
    for piece in game.in_scenario(s.scenario):
        if piece.fort and piece.nation != BELGIANS:  # 3.3b, 3.7c, 3.8d
            s.put(piece.number, game.board.numbers[piece.hex])
    s.stack += frames(s.scenario)


def frames(scenario: str) -> list[Frame]:
    """Who sets up when: the first on top."""
    if scenario == "1939":
        return [("begin_turn",), ("setup", ALLIED, "army"), ("setup", GERMAN, "army")]  # 3.3a, 3.5a
    neutrals_first: list[Frame] = [("setup", ALLIED, "army"), ("setup", ALLIED, "neutrals")]  # 3.6a, 3.7
    return [("begin_turn",), ("sickle",), *neutrals_first]  # 3.8a


def to_place(s: WarState, f: Stage) -> list[int]:
    """The units of a stage that are still to be placed; none may be held back (3.3e, 3.5g)."""
    _, side, stage = f
    waiting = [p for p in s.game.in_scenario(s.scenario) if p.side == side and s.where[p.number] == UNPLACED]
    if stage == "neutrals":
        return [p.number for p in waiting if p.nation not in (FRENCH, BRITISH)]
    if stage == "sickle":
        placed = s.sickle.bit_count()
        return [p.number for p in waiting if p.mechanized] if placed < s.game.tables.setup.sickle_corps else []
    return [p.number for p in waiting]


def setup_hexes(s: WarState, piece: int, stage: str) -> int:
    """Where a unit may be set up."""
    game = s.game
    unit = game.pieces[piece]
    if unit.fort:
        return game.eben_emael  # 3.6e
    if stage == "sickle":
        found = game.ardennes & (game.country[BELGIUM] | game.country[LUXEMBOURG])  # 3.8f
    else:
        found = game.country[HOME.get(unit.nation, FRANCE)] & game.land  # 3.3c, 3.5c, 3.6d, 3.7a, 3.8g
        if unit.nation == BELGIANS:
            found &= ~(game.ardennes | game.belgian_ban)  # 3.6f
    if stage == "neutrals":
        return found & ~s.masks[unit.nation]  # 3.6b; forts do not count (3.6c)
    return found & ~without_room(s, unit.nation, found)  # 3.3d, 3.5f, 3.7b, 3.7d


def place(s: WarState, piece: int, hexa: int, clause: str) -> None:
    """Put a unit on the map at full strength (2.10b)."""
    s.put(piece, hexa)
    s.steps[piece] = s.game.pieces[piece].full
    s.events.append(Placed((clause,), piece, hexa))


def place_sickle(s: WarState, piece: int, hexa: int) -> None:
    """A Sickle Cut corps stands in Belgium or, violating it, in Luxembourg (3.8f, A41)."""
    if s.game.country[LUXEMBOURG] >> hexa & 1 and s.status[LUXEMBOURG] == NEUTRAL:
        neutrals.violate(s, LUXEMBOURG)
    s.sickle |= 1 << piece
    place(s, piece, hexa, "3.8f")
    control.enter(s, GERMAN, 1 << hexa)


def activate_sickle(s: WarState) -> None:
    """Sickle Cut violates Belgium (3.8i)."""
    s.events.append(SickleCut(("3.8e", "3.8i"), activated=True))
    neutrals.violate(s, BELGIUM)


def ready_setup(s: WarState, side: int) -> None:
    """Place all of a side's units as the scenario's ready set-up has them."""
    game = s.game
    table = game.scenario[s.scenario].setup[game.sides[side]]
    sickle = bool(table.get("sickle_cut"))
    if sickle:
        activate_sickle(s)
    if side == ALLIED and s.scenario == "1940" and s.where[game.piece("B.EE")] == UNPLACED:
        place(s, game.piece("B.EE"), game.eben_emael.bit_length() - 1, "3.6e")
    for label, names in game.setup_stacks(table).items():
        hexa = game.board.numbers[label]
        for name in reversed(names):
            if sickle and game.ardennes >> hexa & 1 and not game.country[GERMANY] >> hexa & 1:
                place_sickle(s, game.piece(name), hexa)
            else:
                place(s, game.piece(name), hexa, "3.0a")


class Setup(Step[WarState]):
    """Choose the next unit to place, or take the ready set-up."""

    name = "setup"
    secret = True

    def side(self, s: WarState, f: Stage) -> int:
        return f[1]

    def prompt(self, s: WarState, f: Stage) -> str:
        what = {"neutrals": "the neutral armies", "sickle": "three mechanized corps in the Ardennes"}
        return f"Set up {what.get(f[2], 'your army')}: choose a unit to place."

    def options(self, s: WarState, f: Stage) -> list[Option]:
        game = s.game
        waiting = to_place(s, f)
        found = [game.say_place[piece] for piece in waiting]
        asked_already = s.scenario == "1940" and f[1] == GERMAN  # with the declaration of Sickle Cut
        if found and not asked_already and self._untouched(s, f):
            found.append(game.say_ready)
        return found

    @staticmethod
    def _untouched(s: WarState, f: Stage) -> bool:
        return not any(
            s.where[unit.number] >= 0
            for unit in s.game.in_scenario(s.scenario)
            if unit.side == f[1] and (not unit.fort or unit.nation == BELGIANS)
        )

    def place(self, s: WarState, f: Stage, piece: int) -> None:
        s.stack.append(("deploy", piece, f[2]))

    def ready(self, s: WarState, f: Stage, value: int) -> None:
        ready_setup(s, f[1])

    def why(self, s: WarState, f: Stage, option: Option) -> Refusal:
        if option.verb == "ready":
            return Refusal("units have been placed by hand already", "3.0a")
        unit = s.game.pieces[option.value]
        if s.scenario not in unit.scenarios:
            return Refusal(f"{unit.id} takes no part in {s.scenario}", "2.4b" if s.scenario == "1939" else "3.7a")
        if unit.side != f[1]:
            return Refusal(f"{unit.id} is not for this side to set up now", "3.3a" if s.scenario == "1939" else "3.8a")
        if unit.turn:
            return Refusal(f"{unit.id} waits on the turn track", "3.8c")
        if s.where[option.value] >= 0:
            return Refusal(f"{unit.id} has been placed", "2.1a")
        if f[2] == "neutrals":
            return Refusal("the neutral armies are set up first", "3.6a")
        return Refusal(f"{unit.id} cannot open Sickle Cut: three mechanized corps do", "3.8f")


class Deploy(Step[WarState]):
    """Choose the hex of a unit."""

    name = "deploy"
    forced = True
    secret = True

    def side(self, s: WarState, f: tuple[str, int, str]) -> int:
        return s.game.side_of[f[1]]

    def prompt(self, s: WarState, f: tuple[str, int, str]) -> str:
        return f"Choose a hex for {s.spoken(f[1])}."

    def options(self, s: WarState, f: tuple[str, int, str]) -> list[Option]:
        return list(s.game.board.pick(s.game.say_at, setup_hexes(s, f[1], f[2])))

    def at(self, s: WarState, f: tuple[str, int, str], hexa: int) -> None:
        s.stack.pop()
        if f[2] == "sickle":
            place_sickle(s, f[1], hexa)
        else:
            place(s, f[1], hexa, self._clause(s, f[1]))

    @staticmethod
    def _clause(s: WarState, piece: int) -> str:
        unit = s.game.pieces[piece]
        if s.scenario == "1939":
            return "3.3c" if unit.side == GERMAN else "3.5c"
        if unit.side == GERMAN:
            return "3.8g" if s.sickle else "3.8h"
        return "3.7a" if unit.nation in (FRENCH, BRITISH) else "3.6e" if unit.fort else "3.6d"

    def why(self, s: WarState, f: tuple[str, int, str], option: Option) -> Refusal:
        return why_not_at(s, f[1], f[2], option.value)


def why_not_at(s: WarState, piece: int, stage: str, hexa: int) -> Refusal:
    """Why a unit cannot be set up in a hex."""
    game, unit = s.game, s.game.pieces[piece]
    label, bit = s.spot(hexa), 1 << hexa
    if unit.fort:
        return Refusal(f"{unit.id} is always set up in {game.tables.setup.eben_emael}", "3.6e")
    if stage == "sickle" and not bit & game.ardennes & (game.country[BELGIUM] | game.country[LUXEMBOURG]):
        return Refusal(f"{label} is no Ardennes hex of Belgium or Luxembourg", "3.8f")
    home = HOME.get(unit.nation, FRANCE)
    if stage != "sickle" and not bit & game.country[home] & game.land:
        clause = Deploy._clause(s, piece)
        return Refusal(f"{label} is not in the country where {unit.id} is set up", clause)
    if unit.nation == BELGIANS and bit & (game.ardennes | game.belgian_ban):
        return Refusal(f"no Belgian unit is set up in {label}", "3.6f")
    if stage == "neutrals":
        return Refusal(f"{label} holds a neutral unit already", "3.6b")
    if s.mobile_at(hexa) and game.nation[s.mobile_at(hexa)[0]] != unit.nation:
        return Refusal(f"{label} holds units of another nationality", "3.7d")
    clause = {GERMAN: "3.3d", ALLIED: "3.5f"}[unit.side] if s.scenario == "1939" else "3.7b" if unit.side else "6.4a"
    return Refusal(f"{label} is full", clause)


class Sickle(Step[WarState]):
    """Does the German open with Operation Sickle Cut (3.8e)? The ready set-up decides it as history did."""

    name = "sickle"

    def side(self, s: WarState, f: tuple[str]) -> int:
        return GERMAN

    def prompt(self, s: WarState, f: tuple[str]) -> str:
        return "Activate Operation Sickle Cut, or take the ready historical set-up?"

    def options(self, s: WarState, f: tuple[str]) -> list[Option]:
        return [*s.game.say_sickle, s.game.say_ready]

    def sickle(self, s: WarState, f: tuple[str], value: int) -> None:
        s.stack.pop()
        s.stack.append(("setup", GERMAN, "army"))
        if value:
            activate_sickle(s)
            s.stack.append(("setup", GERMAN, "sickle"))
        else:
            s.events.append(SickleCut(("3.8e",), activated=False))

    def ready(self, s: WarState, f: tuple[str], value: int) -> None:
        s.stack.pop()
        ready_setup(s, GERMAN)
