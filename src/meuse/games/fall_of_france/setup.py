"""Chapter 20: set-up. The Allies first, then the Germans; army by army by hand, or the ready set-up."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, Help, Option, Piece
from meuse.games.fall_of_france import armies, stacking
from meuse.games.fall_of_france.events import HeldBack, Placed
from meuse.games.fall_of_france.sequence import BeginTurn
from meuse.games.fall_of_france.setting import (
    ALLIED,
    ALOFT,
    AT_WAR,
    BELGIUM,
    BRITISH,
    COUNTRIES,
    GERMAN,
    GERMANY,
    GONE,
    LUXEMBOURG,
    NEUTRAL,
    READY,
    SIDES,
    SPARE,
    UNPLACED,
    WAITING,
    FallSetting,
)
from meuse.games.fall_of_france.shift import Shift
from meuse.games.fall_of_france.state import FallState, FallStep, SideStep, listed, members
from meuse.games.fall_of_france.trading import Trade


def begin(s: FallState) -> None:
    """The table before set-up: countries, control, fortifications, every counter in its box, fortress units (20.1f)."""
    setting = s.setting
    s.status = begun_status(setting, s.rulings)
    s.taken = german_at_start(setting)
    s.walls = setting.fortifications(s.rulings)
    s.touch()
    shelve(s)
    for piece in setting.pieces:
        if piece.hex and s.where[piece.number] == UNPLACED:
            s.put(piece.number, setting.board.place(piece.hex))
    s.push(*setup_steps(s))


def begun_status(setting: FallSetting, rulings: dict[str, str]) -> bytearray:
    """How the countries stand at the start (6.0, R14); an allied Belgium is not neutral (R140)."""
    neutral = {COUNTRIES.index(name) for name in setting.scenario.neutrals}
    if rulings["belgian_alliance"] == "yes":
        neutral -= {BELGIUM}
    return bytearray(NEUTRAL if country in neutral else AT_WAR for country in range(len(COUNTRIES)))


def german_at_start(setting: FallSetting) -> int:
    """What Germany controls at the start: itself and Luxembourg (2.0b, 6.0)."""
    return (setting.country[GERMANY] | setting.country[LUXEMBOURG]) & setting.land


def shelve(s: FallState) -> None:
    """Every counter in its box before set-up (18.2, 18.3, 22.5, 22.9)."""
    setting, weaker = s.setting, s.rulings["weaker_maginot"] == "yes"
    spare = setting.spares(s.rulings)
    removed = setting.tables.options.weaker_maginot.removed if weaker else ()
    for piece in setting.pieces:
        box = UNPLACED
        if spare >> piece.number & 1:
            box = SPARE
        elif piece.air:
            box = WAITING if piece.rolled else READY
        elif piece.id in removed:
            box = GONE
        elif (piece.arrives or piece.emergency) and not (weaker and piece.special == "gcq"):
            box = WAITING
        s.where[piece.number] = box
    s.steps[:] = setting.full
    s.touch()


def setup_steps(s: FallState) -> list[FallStep]:
    """Who does what before the first turn, the first last (20.0a, 20.2a, 22.10b)."""
    trading = s.on("fortifications")
    steps: list[FallStep] = []
    for side in (ALLIED, GERMAN):
        steps += [Trade(side, 0, 0), Setup(side)] if trading else [Setup(side)]
    if s.setting.scenario.shift:
        steps.append(Shift())
    return [BeginTurn(), *reversed(steps)]


def place(s: FallState, piece: int, hexa: int) -> None:
    """Set a unit up."""
    made = armies.plans(s)
    plan = made.all[made.of[piece]]
    luxembourg = s.setting.country[LUXEMBOURG] >> hexa & 1
    armies.set_up(s, piece, hexa)
    s.events.append(Placed((plan.clause, "20.1j") if luxembourg else (plan.clause,), piece, hexa))


def hold_back(s: FallState, piece: int) -> None:
    """Keep airborne troops off the map for a landing (20.1i)."""
    s.where[piece] = ALOFT
    s.touch()
    s.events.append(HeldBack(("20.1i",), piece))


# the ready set-up


def ready_places(s: FallState, side: int) -> Iterator[tuple[int, int]]:
    """The units still to be set up, each with its hex of the ready set-up; ALOFT: off the map; UNPLACED: nowhere.

    An optional counter takes the place of the one it stands for.
    """
    setting = s.setting
    table = setting.scenario.setup[SIDES[side]]  # type: ignore[index]
    listed_in = {name: setting.board.place(label) for label, names in table.units.items() for name in reversed(names)}
    order = {name: number for number, name in enumerate(listed_in)}
    made, names = armies.plans(s), {u: setting.pieces[u].replaces or setting.pieces[u].id for u in range(len(s.where))}
    left = armies.unplaced(s, side)
    for unit in sorted(left, key=lambda u: (made.all[made.of[u]].stage, order.get(names[u], len(order)))):
        yield unit, ALOFT if names[unit] in table.off_map else listed_in.get(names[unit], UNPLACED)


def ready_setup(s: FallState, side: int) -> Iterator[str]:
    """Set all that is left up as the ready set-up has it, or near: the actions that do the same by hand.

    Where units given up for fortifications leave an army without its majority, others take their places.
    """
    for unit, hexa in ready_places(s, side):
        yield f"place {s.piece_name(unit)}"
        deploy = Deploy(unit)
        if hexa == ALOFT:
            hold_back(s, unit)
            yield "hold"
            continue
        if hexa < 0 or not deploy.among(s, 1 << hexa):
            hexa = s.setting.vocabulary.named("at", deploy.among(s))[0].value
        place(s, unit, hexa)
        yield f"at {s.label(hexa)}"


class Setup(SideStep):
    """Choose the next unit to set up, or take the ready set-up."""

    heading = coming = "{side} set-up"
    asks = "Set up your armies: choose a unit to place."
    help = Help(
        "20.1a",
        "Each army stands in its listed hex or next to it, with most of its stacking points in that hex or nearer to "
        "the frontier; the ready set-up places all of them.",
    )
    words = {"place": "Set up {it}", "ready": "Take the ready set-up"}
    takes_up = "place"

    def options(self, s: FallState) -> list[Option]:
        now = s.setting.vocabulary.named("place", members(armies.next_unplaced(s, self.mover)))
        return now + s.setting.say["ready"] if now and not self._begun(s) else now

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        setting, left = s.setting, armies.unplaced(s, self.mover)
        if verb == "ready":
            if self._begun(s) or not left:
                yield Bar(ALL, "20.1a", "units have been placed by hand already")
            return
        where = list(enumerate(s.where))
        yield Bar(~setting.ground, "12.0a", "{it} is an air unit and is not set up on the map")
        spare, british = members(p for p, place in where if place == SPARE), setting.pieces_of[BRITISH]
        for clause, counters in (("22.9.1a", spare & ~british), ("22.9.2a", spare & british)):
            yield Bar(counters, clause, "{it} takes no part: the counter it belongs with is used instead")
        yield Bar(~setting.pieces_on[self.mover], "20.0a", "{it} is not for this side to set up: the Allies come first")
        yield Bar(members(p for p, place in where if place == WAITING), "18.3a", "{it} arrives later")
        gone = members(p for p, place in where if place == GONE)
        removed = members(map(setting.piece, setting.tables.options.weaker_maginot.removed))
        if s.on("weaker_maginot"):
            yield Bar(gone & removed, "22.5e", "{it} is given up with the weaker Maginot Line")
        yield Bar(gone, "22.10b", "{it} is out of the game")
        yield Bar(~members(left), "20.1a", "{it} has been set up")
        later = "{it} is set up with or next to others: first the armies, then units of army groups, then the rest"
        yield Bar(~members(armies.next_unplaced(s, self.mover)), "20.1h", later)

    def _begun(self, s: FallState) -> bool:
        """Has this side placed a unit by hand?"""
        return bool(s.standing & s.setting.pieces_on[self.mover] & ~s.setting.fixed)

    def ready_actions(self, s: FallState) -> list[str]:
        known = s.memo.get("ready")
        if known is None or known[0] != s.version:
            known = s.memo["ready"] = (s.version, list(ready_setup(s.supposed(), self.mover)))
        actions: list[str] = known[1]
        return actions

    def place(self, s: FallState, piece: int) -> None:
        s.push(Deploy(piece))

    def ready(self, s: FallState, value: int) -> None:
        for _ in ready_setup(s, self.mover):
            pass


class Deploy(FallStep):
    """Choose the hex of a unit."""

    piece: Piece

    hand = "piece"
    asks = "Choose a hex for {piece}."
    words = {"at": "Set up in {it}", "hold": "Hold it off the map for a landing"}

    def explained(self, s: FallState) -> Help:
        plan = self._plan(s)
        if plan.beside:
            return Help(plan.clause, "The unit is set up with or next to units that it belongs with.")
        if plan.listed < 0:
            return Help(plan.clause, "The unit is set up in any hex of its area that has room for it.")
        most = armies.wanted_in_front(s, plan)
        still = (
            f"; {most} stacking points of the army must still come there or nearer to the frontier" if most > 0 else ""
        )
        return Help(plan.clause, f"The unit is set up in {s.spot(plan.listed)} or next to it{still}.")

    def _plan(self, s: FallState) -> armies.Plan:
        made = armies.plans(s)
        return made.all[made.of[self.piece]]

    def options(self, s: FallState) -> list[Option]:
        options = s.setting.vocabulary.named("at", self.among(s))
        return options + s.setting.say["hold"] if self._plan(s).off_map else options

    def among(self, s: FallState, hexes: int = ALL) -> int:
        """Those of some hexes in which the unit may be set up."""
        room = self._room(s) & hexes
        return room & ~armies.blocked(s, self.piece, room)

    def _room(self, s: FallState) -> int:
        """The hexes of its area that have room for the unit."""
        return armies.area(s, self.piece) & ~stacking.without_room(s, (self.piece,))

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        plan = self._plan(s)
        if verb == "hold":
            if not plan.off_map:
                yield Bar(ALL, "20.1i", "only airborne troops may be held off the map")
            return
        own = armies.area(s, self.piece)
        yield Bar(~plan.hexes, plan.clause, f"{{it}} is not where units of {plan.name} are set up")
        yield Bar(plan.hexes & ~own, plan.clause, "{it} is not with or next to a unit that this one belongs with")
        yield from stacking.room_bars(s, (self.piece,))
        says = f"with {s.spoken(self.piece)} in {{it}} an army could no longer have most of its points where it must"
        yield Bar(armies.blocked(s, self.piece, self._room(s)), "20.1a", says)

    def at(self, s: FallState, hexa: int) -> None:
        s.pop()
        place(s, self.piece, hexa)

    def hold(self, s: FallState, value: int) -> None:
        s.pop()
        hold_back(s, self.piece)


# what has been set up


def faults(s: FallState, side: int) -> Iterator[str]:
    """What breaks 20.1 when a side has been set up."""
    setting, made = s.setting, armies.plans(s)
    for plan in made.all:
        units = armies.takes_part(s, plan)
        if not units or setting.side_of[units[0]] != side:
            continue
        for unit in units:
            place, name = s.where[unit], s.piece_name(unit)
            if place == UNPLACED:
                yield f"{name} is not set up"
            elif place >= 0 and not plan.hexes >> place & 1:
                yield f"{name} in {s.label(place)} is not where {plan.name} is set up ({plan.clause})"
            elif place >= 0 and plan.beside:
                friends = [u for g in plan.beside for u in listed(setting.pieces_in_formation[g]) if u != unit]
                near = setting.board.around[place] | 1 << place
                if not any(s.where[u] >= 0 and near >> s.where[u] & 1 for u in friends):
                    yield f"{name} in {s.label(place)} is not beside a unit of {plan.name} ({plan.clause})"
        if armies.wanted_in_front(s, plan) > 0:
            yield f"{plan.name}: too few stacking points in {s.label(plan.listed)} or nearer the frontier (20.1a)"
