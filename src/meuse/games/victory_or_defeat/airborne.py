"""Chapter 5.9: the German airborne coup."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, Preview
from meuse.engine.preview import Factor, Outcome, added, one_die
from meuse.games.victory_or_defeat import control, losses, neutrals
from meuse.games.victory_or_defeat.events import CoupMade, Displaced
from meuse.games.victory_or_defeat.setting import ALLIED, FORTS, FRENCH, GERMAN, GERMANY, NEUTRALS, SWITZERLAND
from meuse.games.victory_or_defeat.stacking import without_room
from meuse.games.victory_or_defeat.state import NEUTRAL, WarState, WarStep, union
from meuse.games.victory_or_defeat.ways import ardennes_bars, ground_bars


def modifiers(s: WarState, hexa: int) -> list[Factor]:
    """+1 for a Maginot unit (ACTc), +1 for every mobile unit in the hex (ACTd, A67)."""
    table = s.setting.tables.coup
    factors = []
    fort = s.fort_at(hexa)
    if fort is not None and s.setting.nation[fort] == FRENCH:
        factors.append(Factor("Maginot Line unit", f"+{table.maginot}", "ACTc"))
    units = len(s.mobile_at(hexa))
    if units:
        factors.append(Factor("mobile units", f"+{units * table.mobile}", "ACTd"))
    return factors


class Coup(WarStep):
    """Turn 1, before the first German phase: drop the marker somewhere, or never (5.9a, 5.9b)."""

    decides = GERMAN
    heading = "Airborne coup"
    asks = "Airborne coup: choose the drop hex, or forgo the coup for good."
    words = {"coup": "Drop on {it}", "decline": "Forgo the airborne coup for good"}
    rolls = ("coup",)
    warned = ("decline",)

    def explained(self, s: WarState) -> Help:
        says = f"One die, more for each defender; below {s.setting.tables.coup.best_failing} a fort is destroyed"
        return Help("5.9e", f"{says} and the other units in the hex must leave it. A neutral struck is at war.")

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        if verb == "coup":
            held = union((*s.masks[FRENCH:FORTS], *s.masks[FORTS + FRENCH :]))
            yield Bar(~held, "5.9d", "{it} holds no Allied or neutral unit or fort")

    def warning(self, s: WarState, option: Option) -> str:
        return "The coup can be made now or never."

    def coup(self, s: WarState, hexa: int) -> None:
        """Neutrality falls first (5.9c, A45), then the die (5.9e)."""
        s.pop()
        country = s.setting.country_of(hexa)
        if country in NEUTRALS and s.status[country] == NEUTRAL:
            neutrals.violate(s, country)
        if not s.at(hexa):  # the Swiss have gone to their redoubt (A45)
            return
        modified = s.roll("airborne coup", ("5.9e",)) + added(modifiers(s, hexa))
        success = modified < s.setting.tables.coup.best_failing
        s.events.append(CoupMade(("ACTa" if success else "ACTb", "5.9k"), hexa, modified, success))
        if not success:  # 5.9f
            return
        fort = s.fort_at(hexa)
        if fort is not None:  # 5.9g
            losses.eliminate(s, fort, "airborne coup", ("5.9g",))
        if s.mobile_at(hexa):  # 5.9h
            s.push(Displace(hexa))

    def preview(self, s: WarState, option: Option) -> Preview | None:
        if option.verb != "coup":
            return None
        factors = tuple(modifiers(s, option.value))
        extra = added(factors)
        names = ["success" if die + extra < s.setting.tables.coup.best_failing else "failure" for die in range(1, 7)]
        drop = one_die(f"airborne coup on {s.spot(option.value)}", names, factors)
        swiss = s.setting.country[SWITZERLAND] >> option.value & 1 and s.status[SWITZERLAND] == NEUTRAL
        return self._after_swiss_roll(s, drop) if swiss else drop

    @staticmethod
    def _after_swiss_roll(s: WarState, drop: Preview) -> Preview:
        """The Swiss roll comes first, and the redoubt takes the target away (4.3h, A45)."""
        sixth = Fraction(1, 6)
        outcomes: list[Outcome] = []
        for die in range(1, 7):
            if die > s.setting.tables.capitulation.swiss_forward:
                outcomes.append(Outcome(sixth, (die,), "Swiss redoubt"))
            else:
                outcomes += [Outcome(sixth * o.chance, (die, *o.rolls), o.name) for o in drop.outcomes]
        return Preview(drop.title, tuple(outcomes), drop.factors)


class Displace(WarStep):
    """The Allied player moves the units out of the drop hex (5.9h)."""

    hex: Place

    forced = public = True
    decides = ALLIED
    spot = "hex"
    heading = "Airborne coup"
    asks = "Airborne coup: choose the hex to which the units in {hex} are driven."
    help = Help("5.9h", "All units driven out go to one hex next to theirs, whatever the enemy's zones; else they die.")
    words = {"to": "Give way to {it}"}

    def present(self, s: WarState) -> Pieces:
        return s.mobile_at(self.hex)

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        """Never into Germany (5.9j) nor the closed Ardennes (A66); zones do not matter (5.9i)."""
        setting, units = s.setting, s.mobile_at(self.hex)
        if not units:
            yield Bar(ALL, "5.9h", "nobody is left to be driven out")
            return
        nation, around = setting.nation[units[0]], setting.board.around[self.hex]
        yield Bar(setting.country[GERMANY], "5.9j", "{it} is in Germany")
        yield from (msgspec.structs.replace(bar, closed=bar.closed & around) for bar in ground_bars(s, nation))
        yield from ardennes_bars(s, ALLIED)
        far = ~around | setting.board.across(self.hex, setting.water)
        full = s.occupied(GERMAN) | without_room(s, nation, around, len(units))
        yield Bar(far | full, "5.9h", "the units cannot be driven to {it}")

    def to(self, s: WarState, goal: int) -> None:
        s.pop()
        units = s.mobile_at(self.hex)
        s.events.append(Displaced(("5.9h",), units, self.hex, goal))
        for piece in reversed(units):
            s.shift(piece, goal)
            control.arrive(s, piece, 1 << goal, overland=False)

    def after(self, s: WarState) -> None:
        """No hex will take them: they are eliminated (5.9j, A66)."""
        for piece in s.mobile_at(self.hex):
            losses.eliminate(s, piece, "airborne coup", ("5.9j",))
