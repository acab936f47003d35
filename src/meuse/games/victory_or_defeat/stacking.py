"""Chapter 6: stacking."""

from __future__ import annotations

from meuse.engine import Option, Refusal, Step
from meuse.games.victory_or_defeat import losses
from meuse.games.victory_or_defeat.components import BRITISH, FORTS, FRENCH
from meuse.games.victory_or_defeat.state import WarState, other


def limit(s: WarState) -> int:
    """Eight units per hex in 1939 (6.3a), three in 1940 (6.4a)."""
    return s.game.scenario[s.scenario].stacking


def nations_at(s: WarState, hexa: int) -> set[int]:
    """The nations with mobile units in a hex."""
    return {s.game.nation[piece] for piece in s.mobile_at(hexa)}


def fits_fort(s: WarState, hexa: int, nation: int) -> bool:
    """Only its own nation may join a fort, and the British the Maginot Line (6.2e, 6.2g)."""
    fort = s.fort_at(hexa)
    if fort is None:
        return True
    owner = s.game.nation[fort]
    return owner == nation or (owner == FRENCH and nation == BRITISH)


def without_room(s: WarState, nation: int, among: int, units: int = 1) -> int:
    """Those of some hexes in which so many units of a nation cannot end a retreat or advance (6.2, 11.3c, A14).

    Forts take no room (6.1a), but other nations' units and forts bar the hex (6.2e, 6.2g).
    """
    foreign = 0
    for kind, hexes in enumerate(s.masks):
        owner = kind % FORTS
        if owner != nation and not (nation == BRITISH and kind == FORTS + FRENCH):
            foreign |= hexes
    found = among & foreign
    for hexa in s.game.board.members(among & s.masks[nation] & ~foreign):
        if len(s.mobile_at(hexa)) + units > limit(s):
            found |= 1 << hexa
    return found


def mixed(s: WarState, hexa: int) -> list[int]:
    """Units of a hex among which nationalities clash (6.2e); empty if all is well."""
    units = s.mobile_at(hexa)
    nations = nations_at(s, hexa)
    if not all(fits_fort(s, hexa, nation) for nation in nations):
        return list(s.at(hexa))
    return list(units) if len(nations) > 1 else []


def overstacked(s: WarState, hexa: int) -> bool:
    return len(s.mobile_at(hexa)) > limit(s)


class StackingCheck(Step[WarState]):
    """At the end of a phase: first the owner undoes mixed stacks, then the enemy cuts overstacks (6.2)."""

    name = "stacking_check"
    automatic = True

    def after(self, s: WarState, f: tuple[str]) -> None:
        bad = [h for h, pieces in sorted(s.stacks.items()) if len(pieces) > 1 and (mixed(s, h) or overstacked(s, h))]
        s.sealed = s.sealed or bool(bad)  # the enemy looks through what he cuts
        s.stack.extend(("overstack", hexa) for hexa in reversed(bad))


class Overstack(Step[WarState]):
    """Units are removed from one hex until it obeys the stacking rules (6.2b, 6.2f)."""

    name = "overstack"
    forced = True

    def side(self, s: WarState, f: tuple[str, int]) -> int:
        owner = s.game.side_of[s.mobile_at(f[1])[0]]
        return owner if mixed(s, f[1]) else other(owner)

    def prompt(self, s: WarState, f: tuple[str, int]) -> str:
        if mixed(s, f[1]):
            return f"Nationalities are mixed in {s.spot(f[1])}: eliminate units until one is left (6.2f)."
        return f"{s.spot(f[1])} is overstacked: choose an enemy unit to eliminate (6.2b)."

    def options(self, s: WarState, f: tuple[str, int]) -> list[Option]:
        clashing = mixed(s, f[1])
        if clashing:
            return [s.game.say_remove[piece] for piece in clashing]
        if overstacked(s, f[1]):
            return [s.game.say_remove[piece] for piece in s.mobile_at(f[1])]
        return []

    def remove(self, s: WarState, f: tuple[str, int], piece: int) -> None:
        s.sealed = True
        losses.eliminate(s, piece, "stacking", ("6.2f",) if mixed(s, f[1]) else ("6.2b",))

    def why(self, s: WarState, f: tuple[str, int], option: Option) -> Refusal:
        return Refusal(f"{s.spoken(option.value)} is not among the units in {s.spot(f[1])} that must be cut", "6.2b")
