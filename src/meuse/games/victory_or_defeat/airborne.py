"""Chapter 5.9: the German airborne coup."""

from __future__ import annotations

from fractions import Fraction

from meuse.engine import Option, Preview, Refusal, Step
from meuse.engine.preview import Factor, Outcome, one_die
from meuse.games.victory_or_defeat import control, losses, neutrals
from meuse.games.victory_or_defeat.components import ALLIED, FORTS, FRENCH, GERMAN, GERMANY, NEUTRALS, SWITZERLAND
from meuse.games.victory_or_defeat.events import Coup, Displaced
from meuse.games.victory_or_defeat.movement import ardennes_closed, barred, why_barred
from meuse.games.victory_or_defeat.stacking import without_room
from meuse.games.victory_or_defeat.state import NEUTRAL, WarState, other


def drop_hexes(s: WarState) -> int:
    """Hexes with an Allied or neutral unit or fort (5.9d)."""
    found = 0
    for mask in (*s.masks[FRENCH:FORTS], *s.masks[FORTS + FRENCH :]):
        found |= mask
    return found


def modifiers(s: WarState, hexa: int) -> list[Factor]:
    """+1 for a Maginot unit (ACTc), +1 for every mobile unit in the hex (ACTd, A67)."""
    table = s.game.tables.coup
    found = []
    fort = s.fort_at(hexa)
    if fort is not None and s.game.nation[fort] == FRENCH:
        found.append(Factor("Maginot Line unit", f"+{table.maginot}", "ACTc"))
    units = len(s.mobile_at(hexa))
    if units:
        found.append(Factor("mobile units", f"+{units * table.mobile}", "ACTd"))
    return found


class CoupStep(Step[WarState]):
    """Turn 1, before the first German phase: drop the marker somewhere, or never (5.9a, 5.9b)."""

    name = "coup"

    def side(self, s: WarState, f: tuple[str]) -> int:
        return GERMAN

    def prompt(self, s: WarState, f: tuple[str]) -> str:
        return "Airborne coup: choose the drop hex, or forgo the coup for good."

    def options(self, s: WarState, f: tuple[str]) -> list[Option]:
        return [*s.game.board.pick(s.game.say_coup, drop_hexes(s)), s.game.say_decline]

    def decline(self, s: WarState, f: tuple[str], value: int) -> None:
        s.stack.pop()

    def coup(self, s: WarState, f: tuple[str], hexa: int) -> None:
        """Neutrality falls first (5.9c, A45), then the die (5.9e)."""
        s.stack.pop()
        country = s.game.country_of(hexa)
        if country in NEUTRALS and s.status[country] == NEUTRAL:
            neutrals.violate(s, country)
        if not s.at(hexa):  # the Swiss have gone to their redoubt (A45)
            return
        modified = s.roll("airborne coup", ("5.9e",)) + sum(int(factor.value) for factor in modifiers(s, hexa))
        success = modified < s.game.tables.coup.best_failing
        s.events.append(Coup(("ACTa" if success else "ACTb", "5.9k"), hexa, modified, success))
        if not success:  # 5.9f
            return
        fort = s.fort_at(hexa)
        if fort is not None:  # 5.9g
            losses.eliminate(s, fort, "airborne coup", ("5.9g",))
        if s.mobile_at(hexa):  # 5.9h
            s.stack.append(("displace", hexa))

    def preview(self, s: WarState, f: tuple[str], option: Option) -> Preview | None:
        if option.verb != "coup":
            return None
        factors = tuple(modifiers(s, option.value))
        extra = sum(int(factor.value) for factor in factors)
        names = ["success" if die + extra < s.game.tables.coup.best_failing else "failure" for die in range(1, 7)]
        drop = one_die(f"airborne coup on {s.spot(option.value)}", names, factors)
        if s.game.country[SWITZERLAND] >> option.value & 1 and s.status[SWITZERLAND] == NEUTRAL:
            return self._after_swiss_roll(s, drop)
        return drop

    @staticmethod
    def _after_swiss_roll(s: WarState, drop: Preview) -> Preview:
        """The Swiss roll comes first, and the redoubt takes the target away (4.3h, A45)."""
        sixth = Fraction(1, 6)
        found: list[Outcome] = []
        for die in range(1, 7):
            if die > s.game.tables.capitulation.swiss_forward:
                found.append(Outcome(sixth, (die,), "Swiss redoubt"))
            else:
                found += [Outcome(sixth * o.chance, (die, *o.rolls), o.name) for o in drop.outcomes]
        return Preview(drop.title, tuple(found), drop.factors)

    def why(self, s: WarState, f: tuple[str], option: Option) -> Refusal:
        return Refusal(f"{s.spot(option.value)} holds no Allied or neutral unit or fort", "5.9d")


def displacement_hexes(s: WarState, hexa: int) -> int:
    """Where the driven-out units may go, all to one hex: never into Germany (5.9j); zones do not matter (5.9i)."""
    game = s.game
    units = s.mobile_at(hexa)
    nation = game.nation[units[0]]
    found = game.board.around[hexa] & ~game.board.across(hexa, game.water)
    found &= ~(barred(s, nation) | s.occupied(other(ALLIED)) | game.country[GERMANY])
    if ardennes_closed(s):
        found &= ~game.ardennes  # A66
    return found & ~without_room(s, nation, found, len(units))


class Displace(Step[WarState]):
    """The Allied player moves the units out of the drop hex (5.9h)."""

    name = "displace"
    forced = True

    def side(self, s: WarState, f: tuple[str, int]) -> int:
        return ALLIED

    def prompt(self, s: WarState, f: tuple[str, int]) -> str:
        return f"Airborne coup: choose the hex to which the units in {s.spot(f[1])} are driven."

    def options(self, s: WarState, f: tuple[str, int]) -> list[Option]:
        if not s.mobile_at(f[1]):
            return []
        return list(s.game.board.pick(s.game.say_to, displacement_hexes(s, f[1])))

    def to(self, s: WarState, f: tuple[str, int], goal: int) -> None:
        s.stack.pop()
        units = s.mobile_at(f[1])
        s.events.append(Displaced(("5.9h",), units, goal))
        for piece in reversed(units):
            s.shift(piece, goal)
            control.arrive(s, piece, 1 << goal, overland=False)

    def after(self, s: WarState, f: tuple[str, int]) -> None:
        """No hex will take them: they are eliminated (5.9j, A66)."""
        for piece in s.mobile_at(f[1]):
            losses.eliminate(s, piece, "airborne coup", ("5.9j",))

    def why(self, s: WarState, f: tuple[str, int], option: Option) -> Refusal:
        goal = option.value
        if s.game.country[GERMANY] >> goal & 1:
            return Refusal(f"{s.spot(option.value)} is in Germany", "5.9j")
        nation = s.game.nation[s.mobile_at(f[1])[0]]
        reason = why_barred(s, nation, goal) if s.game.board.around[f[1]] >> goal & 1 else None
        return reason or Refusal(f"the units cannot be driven to {s.spot(option.value)}", "5.9h")
