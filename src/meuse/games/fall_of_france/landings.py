"""Chapter 9.2: airborne and glider landings, and the fortress crackers (22.12)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, Help, Option, Piece, Pieces, Place, Preview
from meuse.engine.preview import Factor, added, one_die
from meuse.games.fall_of_france import air, assault, control, fortifications, losses, skirmish, stacking
from meuse.games.fall_of_france.events import Cracked, Landed
from meuse.games.fall_of_france.setting import ALLIED, ALOFT, GERMAN
from meuse.games.fall_of_france.state import FallState, FallStep, members


class OpenLandings(FallStep):
    """The landing step of German Movement: units held off the map may land."""

    coming = "German landings"

    def whose(self, s: FallState) -> int:
        return GERMAN

    def after(self, s: FallState) -> None:
        s.landed = 0
        held = tuple(piece for piece, place in enumerate(s.where) if place == ALOFT)
        s.push(Landings(held))


class Landings(FallStep):
    """Choose a unit to land, or keep it for a later turn (9.2a, R35)."""

    waiting: Pieces

    decides = GERMAN
    heading = "German landings"
    asks = "Landings: choose a unit to land, or end the step."
    help = Help("9.2a", "Airborne units held off the map may land in any land hex, once in the game.")
    words = {
        "drop_in": "Land {it}",
        "crack": "Send the special force against the fortress",
        "done": "No further landings",
    }
    rolls = ("crack",)
    takes_up = "drop_in"

    def options(self, s: FallState) -> list[Option]:
        say = s.setting.say
        options = [say["drop_in"][piece] for piece in self.waiting]
        if crackers_ready(s):
            options += say["crack"]
        return [*options, *say["done"]] if options else []

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "drop_in":
            aloft = members(piece for piece, place in enumerate(s.where) if place == ALOFT)
            yield Bar(~aloft, "9.2a", "{it} is not held off the map for a landing")
            yield Bar(~members(self.waiting), "9.2a", "{it} is kept back for this turn")
        elif verb == "crack" and not crackers_ready(s):
            yield Bar(ALL, "22.12a", "the special force can be used once, on turn 1, against an intact fortress")

    def preview(self, s: FallState, option: Option) -> Preview | None:
        if option.verb != "crack":
            return None
        factors = cracking(s)
        die = added(factors)
        needs = s.setting.tables.options.fortress_crackers.needs
        names = ["the fortress is destroyed" if roll + die >= needs else "no effect" for roll in range(1, 7)]
        return one_die("fortress crackers", names, factors)

    def drop_in(self, s: FallState, piece: int) -> None:
        s.turn_into(self.but(waiting=tuple(p for p in self.waiting if p != piece)))
        s.push(Drop(piece))

    def crack(self, s: FallState, value: int) -> None:
        """Once, on turn 1: the fortress may be destroyed; its garrison is unharmed (22.12, R111)."""
        fortress = s.setting.crackers.bit_length() - 1
        die = added(cracking(s))
        control.provoke(s, GERMAN, fortress)
        s.cracked = True
        die += s.roll("fortress crackers", ("22.12a",))
        destroyed = die >= s.setting.tables.options.fortress_crackers.needs
        if destroyed:
            fortifications.raze(s, fortress)
        s.events.append(Cracked(("22.12a",), die, fortress, destroyed))


# fortress crackers


def crackers_ready(s: FallState) -> bool:
    """May the force of 22.12 be used now?"""
    if not s.on("fortress_crackers") or s.cracked or s.turn != s.setting.tables.options.fortress_crackers.turn:
        return False
    return bool(fortifications.shut(s).fortified & s.setting.crackers)


def cracking(s: FallState) -> tuple[Factor, ...]:
    """What changes that die: a garrison, and air support whatever its number (22.12b)."""
    table, fortress = s.setting.tables.options.fortress_crackers, s.setting.crackers
    factors = []
    if s.held[ALLIED] & fortress:
        factors.append(Factor("garrison", f"{table.garrisoned:+}", "22.12b"))
    if air.supports(s, GERMAN, fortress.bit_length() - 1):
        factors.append(Factor("air support", f"{table.air:+}", "22.12b"))
    return tuple(factors)


# a landing


def landing_bars(s: FallState, unit: int) -> Iterator[Bar]:
    """Where a unit cannot land: anywhere but on land, and where friends leave no room (R35)."""
    yield Bar(~s.setting.land, "9.2a", "{it} is no land hex")
    if s.open_city:
        yield Bar(s.setting.paris, "19.4c", "{it} is Paris, an Open City: no German movement may end there")
    for bar in stacking.room_bars(s, (unit,)):
        yield Bar(bar.closed & ~s.held[ALLIED], bar.clause, bar.says)  # enemies are to be driven out


class Drop(FallStep):
    """Where a unit lands (9.2a)."""

    unit: Piece

    hand = "unit"
    asks = "{unit}: choose the hex to land in."
    help = Help("9.2f", "A landing among enemies is lost unless it drives them out; near enemies it means a skirmish.")
    words = {"land": "Land in {it}", "stay": "Keep it for a later turn"}
    puts_down = "stay"

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "land":
            yield from landing_bars(s, self.unit)

    def land(self, s: FallState, hexa: int) -> None:
        s.pop()
        s.landed |= 1 << self.unit
        if s.held[ALLIED] >> hexa & 1:
            among_enemies(s, self.unit, hexa)
        elif fortifications.is_fortress(s, hexa) and not s.setting.germany >> hexa & 1:
            control.provoke(s, GERMAN, hexa)
            s.push(FortressLanding(self.unit, hexa))
        else:
            touch_down(s, self.unit, hexa)


def touch_down(s: FallState, unit: int, hexa: int) -> None:
    """A unit lands in a hex without enemies: it opens a fortified line (9.3h), and an enemy zone means a skirmish."""
    foes = skirmish.Foes.at(s, GERMAN, hexa)
    s.put(unit, hexa)
    s.events.append(Landed(("9.2a",), unit, hexa))
    control.enter(s, GERMAN, (hexa,))
    if foes is not None:
        skirmish.begin(s, hexa, (unit,), foes, landing=True)


def among_enemies(s: FallState, unit: int, hexa: int) -> None:
    """A landing on enemy units: those in the hex must fight, stacks whose zone it is may (9.2f, R37).

    The unit stays in the air until the hex is free; if it never is, the skirmish ends with its loss.
    """
    met = skirmish.Foes.at(s, GERMAN, hexa) or skirmish.Foes((), ())
    control.provoke(s, GERMAN, hexa)
    s.push(TakeHex(unit, hexa))
    skirmish.begin(s, hexa, (unit,), skirmish.Foes(met.air, (hexa, *met.stacks)), landing=True)


class TakeHex(FallStep):
    """The enemies have been driven out: the unit that landed among them has the hex."""

    unit: Piece
    hex: Place

    def after(self, s: FallState) -> None:
        if s.where[self.unit] == ALOFT:
            s.put(self.unit, self.hex)
            s.events.append(Landed(("9.2f",), self.unit, self.hex))
            control.enter(s, GERMAN, (self.hex,))


class FortressLanding(FallStep):
    """A landing in a fortress without garrison: the assault comes before any skirmish (9.2d)."""

    unit: Piece
    hex: Place

    public = True
    hand, spot = "unit", "hex"
    asks = "{unit} lands in the fortress of {hex}: roll for the assault."
    help = Help("9.2d", "The unit must breach the fortress it lands in, or it is lost.")
    words = {"fight": "Roll the die"}
    rolls = ("fight",)

    def preview(self, s: FallState, option: Option) -> Preview:
        return assault.preview(s, assault.fortress_odds(s, self.hex))

    def fight(self, s: FallState, value: int) -> None:
        """A breach opens all hexsides, for the unit is inside; without one it is lost for good (R36)."""
        s.pop()
        row = assault.roll(s, self.unit, self.hex, assault.fortress_odds(s, self.hex))
        if not row.breach:
            losses.eliminate(s, self.unit, "failed landing", ("9.2d",), for_good=True)
            return
        touch_down(s, self.unit, self.hex)
        if row.disrupted:
            losses.disrupt(s, self.unit, ("9.3k",))
