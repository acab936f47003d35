"""Chapter 3: set-up. By hand, unit by unit, or the ready historical one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meuse.engine import ALL, Bar, Help, Piece
from meuse.games.victory_or_defeat import control, neutrals
from meuse.games.victory_or_defeat.events import Placed, SickleCut
from meuse.games.victory_or_defeat.sequence import BeginTurn
from meuse.games.victory_or_defeat.setting import (
    ALLIED,
    ARMY,
    BELGIANS,
    BELGIUM,
    COUNTRIES,
    EBEN_EMAEL,
    FORTS,
    FRANCE,
    FRENCH,
    GERMAN,
    GERMANS,
    GERMANY,
    HOME,
    LUXEMBOURG,
    SIDES,
    UNPLACED,
    UNUSED,
    WAITING,
    WarSetting,
    country_name,
)
from meuse.games.victory_or_defeat.stacking import foreign, full, limit
from meuse.games.victory_or_defeat.state import NEUTRAL, SideStep, WarState, WarStep, members


def begin(s: WarState) -> None:
    """Control and forts at the start, and who sets up first (3.1, 3.3 to 3.8)."""
    setting = s.setting
    s.control = (setting.country[GERMANY] & setting.land, setting.country[FRANCE] & setting.land)
    s.ever_german = s.control[GERMAN]
    for number in setting.unused:
        s.where[number] = UNUSED
    for piece in setting.army:
        s.where[piece.number] = WAITING if piece.turn else UNPLACED
        s.steps[piece.number] = piece.full
        if piece.fort and piece.nation != BELGIANS:  # 3.3b, 3.7c, 3.8d
            s.put(piece.number, setting.fort_hex(piece))
    s.push(*setup_steps(setting))


def setup_steps(setting: WarSetting) -> list[WarStep]:
    """Who sets up when, the first last (3.3a, 3.5a, 3.6a, 3.7, 3.8a)."""
    steps: dict[str, WarStep] = {
        "german army": Setup(GERMAN, "army"),
        "allied army": Setup(ALLIED, "army"),
        "neutrals": Setup(ALLIED, "neutrals"),
        "sickle cut": Sickle(),
    }
    return [BeginTurn(), *(steps[name] for name in reversed(setting.scenario.setup_order))]


def place(s: WarState, piece: int, hexa: int, clause: str) -> None:
    """Put a unit on the map at full strength (2.10b)."""
    s.put(piece, hexa)
    s.steps[piece] = s.setting.pieces[piece].full
    s.events.append(Placed((clause,), piece, hexa))


def place_sickle(s: WarState, piece: int, hexa: int) -> None:
    """A Sickle Cut corps stands in Belgium or, violating it, in Luxembourg (3.8f, A41)."""
    if s.setting.country[LUXEMBOURG] >> hexa & 1 and s.status[LUXEMBOURG] == NEUTRAL:
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
    setting = s.setting
    table = setting.scenario.setup[SIDES[side]]
    if table.sickle_cut:
        activate_sickle(s)
    fort = setting.piece(EBEN_EMAEL)
    if side == ALLIED and s.where[fort] == UNPLACED:
        place(s, fort, setting.fort_hex(setting.pieces[fort]), "3.6e")
    for label, names in table.units.items():
        hexa = setting.board.numbers[label]
        for name in reversed(names):
            if ready_stage(setting, side, setting.piece(name), hexa) == "sickle":
                place_sickle(s, setting.piece(name), hexa)
            else:
                place(s, setting.piece(name), hexa, "3.0a")


def ready_stage(setting: WarSetting, side: int, piece: int, hexa: int) -> str:
    """The stage in which a unit comes to its hex of the ready set-up."""
    if setting.scenario.setup[SIDES[side]].sickle_cut and setting.sickle_forest >> hexa & 1:
        return "sickle"
    return "neutrals" if setting.nation[piece] in ARMY.values() else "army"


def ready_actions(s: WarState, side: int, stages: Iterable[str]) -> Iterator[str]:
    """What places the units of some stages as the ready set-up has them, if they have room there now."""
    setting, corps = s.setting, s.setting.tables.setup.sickle_corps - s.sickle.bit_count()
    fort, numbers = setting.piece(EBEN_EMAEL), setting.board.numbers
    for stage in stages:
        if stage == "neutrals" and s.where[fort] == UNPLACED:
            yield f"place {EBEN_EMAEL}"  # there is but one hex for it (3.6e)
        for label, names in setting.scenario.setup[SIDES[side]].units.items():
            hexa, units = numbers[label], [setting.piece(name) for name in reversed(names)]
            wanted = [p for p in units if s.where[p] == UNPLACED and ready_stage(setting, side, p, hexa) == stage]
            if not wanted or foreign(s, setting.nation[wanted[0]]) >> hexa & 1:
                continue
            room = (1 if stage == "neutrals" else limit(s)) - len(s.mobile_at(hexa))
            for piece in wanted[: max(room, 0) if stage != "sickle" else min(room, corps)]:
                corps -= stage == "sickle"
                yield from (f"place {s.piece_name(piece)}", f"at {label}")


class Setup(SideStep):
    """Choose the next unit to place, or take the ready set-up."""

    stage: str
    """neutrals, army or sickle"""

    heading = coming = "{side} set-up"
    help = Help("3.0a", "All units must be placed, one after the other; the ready set-up places them as history did.")
    words = {"place": "Set up {it}", "ready": "Take the ready set-up"}
    takes_up = "place"

    def prompt(self, s: WarState) -> str:
        corps = f"{s.setting.tables.setup.sickle_corps} mechanized corps in the Ardennes"
        what = {"neutrals": "the neutral armies", "sickle": corps}.get(self.stage, "your army")
        return f"Set up {what}: choose a unit to place."

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        """None may be held back (3.3e, 3.5g): whatever is not placed yet can be, in its stage."""
        setting, clauses = s.setting, s.setting.clauses
        unplaced = [p for p in (*setting.mobile_of[self.mover], setting.piece(EBEN_EMAEL)) if s.where[p] == UNPLACED]
        if verb == "ready":
            by_hand = s.masks[GERMANS : GERMANS + 1] if self.mover == GERMAN else s.masks[FRENCH:FORTS]
            asked = self.mover == GERMAN and "sickle cut" in setting.scenario.setup_order  # with its declaration
            if asked or any(by_hand) or not unplaced:
                yield Bar(ALL, "3.0a", "units have been placed by hand already")
            return
        yield Bar(~setting.army_mask, clauses.not_in_play, "{it} takes no part in this scenario")
        yield Bar(~setting.pieces_on[self.mover], clauses.order_of_setup, "{it} is not for this side to set up now")
        waiting = members(setting.reinforcements) if self.mover == GERMAN else 0
        yield Bar(waiting, "3.8c", "{it} waits on the turn track")
        yield Bar(~members(unplaced), "2.1a", "{it} has been placed")
        if self.stage == "neutrals":
            armies = sum(setting.pieces_of[nation] for nation in ARMY.values())
            yield Bar(~armies, "3.6a", "the neutral armies are set up first")
        elif self.stage == "sickle":
            corps = setting.tables.setup.sickle_corps
            able = setting.mechanized if s.sickle.bit_count() < corps else 0
            yield Bar(~able, "3.8f", f"{{it}} cannot open Sickle Cut: {corps} mechanized corps do")

    def ready_actions(self, s: WarState) -> list[str]:
        stages = (step.stage for step in reversed(s.agenda) if isinstance(step, Setup) and step.mover == self.mover)
        return list(ready_actions(s, self.mover, stages))

    def place(self, s: WarState, piece: int) -> None:
        s.push(Deploy(piece, self.stage))

    def ready(self, s: WarState, value: int) -> None:
        ready_setup(s, self.mover)


class Deploy(WarStep):
    """Choose the hex of a unit."""

    piece: Piece
    stage: str

    forced = True
    hand = "piece"
    asks = "Choose a hex for {piece}."
    words = {"at": "Set up in {it}"}

    def explained(self, s: WarState) -> Help:
        home = country_name(COUNTRIES[HOME[s.setting.nation[self.piece]]])
        where = "an Ardennes hex of Belgium or Luxembourg" if self.stage == "sickle" else f"a hex of {home}"
        return Help(self._clause(s), f"The unit is set up in {where} that has room for it.")

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        """Where a unit may not be set up."""
        setting, unit = s.setting, s.setting.pieces[self.piece]
        if unit.fort:
            where = setting.tables.setup.eben_emael
            yield Bar(~setting.eben_emael, "3.6e", f"{unit.name} is always set up in {where}")
            return
        if self.stage == "sickle":
            yield Bar(~setting.sickle_forest, "3.8f", "{it} is no Ardennes hex of Belgium or Luxembourg")
        else:
            home = HOME[unit.nation]
            says = f"{{it}} is no land hex of {country_name(COUNTRIES[home])}, where {unit.name} is set up"
            yield Bar(~(setting.country[home] & setting.land), self._clause(s), says)
            if unit.nation == BELGIANS:
                banned = setting.ardennes | setting.belgian_ban
                yield Bar(banned, "3.6f", "no Belgian unit is set up in {it}")
        if self.stage == "neutrals":  # forts do not count (3.6c)
            yield Bar(s.masks[unit.nation], "3.6b", "{it} holds a neutral unit already")
            return
        others = foreign(s, unit.nation)
        yield Bar(others, "3.7d", "{it} holds units of another nationality")
        clause = setting.clauses.allied_room if unit.side else setting.clauses.german_room
        yield Bar(full(s, unit.nation, s.masks[unit.nation]), clause, "{it} is full")

    def _clause(self, s: WarState) -> str:
        unit, clauses = s.setting.pieces[self.piece], s.setting.clauses
        if unit.side == GERMAN:
            return "3.8f" if self.stage == "sickle" else "3.8g" if s.sickle else clauses.german_setup
        return "3.6e" if unit.fort else "3.6d" if unit.nation in ARMY.values() else clauses.allied_setup

    def at(self, s: WarState, hexa: int) -> None:
        s.pop()
        if self.stage == "sickle":
            place_sickle(s, self.piece, hexa)
        else:
            place(s, self.piece, hexa, self._clause(s))


class Sickle(WarStep):
    """Does the German open with Operation Sickle Cut (3.8e)? The ready set-up decides it as history did."""

    decides = GERMAN
    heading = coming = "{side} set-up"
    asks = "Activate Operation Sickle Cut, or take the ready historical set-up?"
    words = {
        "sickle no": "Set up without Operation Sickle Cut: everybody begins in Germany, and Belgium is neutral",
        "sickle yes": "Activate Operation Sickle Cut: mechanized corps begin in the Ardennes, and Belgium is at war",
        "ready": "Take the ready set-up",
    }

    def explained(self, s: WarState) -> Help:
        corps = s.setting.tables.setup.sickle_corps
        says = f"With Sickle Cut {corps} mechanized corps begin in the Ardennes and attack by surprise on turn 1"
        return Help(
            "3.8e", f"{says}, without moving; without it they march like all others, and Belgium may stay neutral."
        )

    def ready_actions(self, s: WarState) -> list[str]:
        cut = s.setting.scenario.setup[SIDES[GERMAN]].sickle_cut
        stages = ("sickle", "army") if cut else ("army",)
        return [f"sickle {'yes' if cut else 'no'}", *ready_actions(s, GERMAN, stages)]

    def sickle(self, s: WarState, value: int) -> None:
        s.turn_into(Setup(GERMAN, "army"))
        if value:
            activate_sickle(s)
            s.push(Setup(GERMAN, "sickle"))
        else:
            s.events.append(SickleCut(("3.8e",), activated=False))

    def ready(self, s: WarState, value: int) -> None:
        s.pop()
        ready_setup(s, GERMAN)
