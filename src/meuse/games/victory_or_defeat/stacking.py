"""Chapter 6: stacking."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import Bar, Help, Pieces, Place
from meuse.games.victory_or_defeat import losses
from meuse.games.victory_or_defeat.setting import BRITISH, FORTS, FRENCH
from meuse.games.victory_or_defeat.state import WarState, WarStep, members, other


def limit(s: WarState) -> int:
    """Eight units per hex in 1939 (6.3a), three in 1940 (6.4a)."""
    return s.setting.scenario.stacking


def foreign(s: WarState, nation: int) -> int:
    """Hexes that other nations' units or forts bar to a nation's units (6.2e, 6.2g)."""
    hexes = 0
    for kind, mask in enumerate(s.masks):
        if kind % FORTS != nation and not (nation == BRITISH and kind == FORTS + FRENCH):
            hexes |= mask
    return hexes


def full(s: WarState, nation: int, among: int, units: int = 1) -> int:
    """Those of some hexes in which a nation has no room for so many more units; forts take none (6.1a)."""
    hexes, most = 0, limit(s) - units
    for hexa in s.setting.board.members(among & s.masks[nation]):
        if len(s.stacks[hexa]) > most and len(s.mobile_at(hexa)) > most:
            hexes |= 1 << hexa
    return hexes


def without_room(s: WarState, nation: int, among: int, units: int = 1) -> int:
    """Those of some hexes in which so many units of a nation cannot end a retreat or advance (6.2, 11.3c, A14)."""
    others = foreign(s, nation)
    return among & others | full(s, nation, among & ~others, units)


def mixed(s: WarState, hexa: int) -> list[int]:
    """Units of a hex among which nationalities clash; only the British may join another's fort, a French one (6.2e)."""
    units = s.mobile_at(hexa)
    nations = {s.setting.nation[piece] for piece in units}
    for fort in s.at(hexa)[len(units) :]:
        owner = s.setting.nation[fort]
        if nations - ({owner, BRITISH} if owner == FRENCH else {owner}):
            return list(s.at(hexa))
    return list(units) if len(nations) > 1 else []


def overstacked(s: WarState, hexa: int) -> bool:
    return len(s.at(hexa)) > limit(s) and len(s.mobile_at(hexa)) > limit(s)


class StackingCheck(WarStep):
    """At the end of a phase: first the owner undoes mixed stacks, then the enemy cuts overstacks (6.2)."""

    def after(self, s: WarState) -> None:
        bad = [h for h, pieces in sorted(s.stacks.items()) if len(pieces) > 1 and (mixed(s, h) or overstacked(s, h))]
        s.sealed = s.sealed or bool(bad)  # the enemy looks through what he cuts
        s.push(*(Overstack(hexa) for hexa in reversed(bad)))


class Overstack(WarStep):
    """Units are removed from one hex until it obeys the stacking rules (6.2b, 6.2f)."""

    hex: Place

    forced = public = True
    spot = "hex"
    heading = "Stacking limits"
    words = {"remove": "Eliminate {it}"}

    def side(self, s: WarState) -> int:
        owner = s.setting.side_of[s.mobile_at(self.hex)[0]]
        return owner if mixed(s, self.hex) else other(owner)

    def present(self, s: WarState) -> Pieces:
        return s.at(self.hex)

    def prompt(self, s: WarState) -> str:
        if mixed(s, self.hex):
            return f"Nationalities are mixed in {s.spot(self.hex)}: eliminate units until one is left."
        return f"{s.spot(self.hex)} is overstacked: choose an enemy unit to eliminate."

    def explained(self, s: WarState) -> Help:
        if mixed(s, self.hex):
            return Help("6.2f", "Units of different nations may not end a phase in one hex; their owner removes some.")
        says = f"No more than {limit(s)} units may end a phase in one hex; the enemy removes those beyond the limit."
        return Help("6.2b", says)

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        to_cut = mixed(s, self.hex) or (s.mobile_at(self.hex) if overstacked(s, self.hex) else ())
        says = f"{{it}} is not among the units in {s.spot(self.hex)} that must be cut"
        yield Bar(~members(to_cut), "6.2b", says)

    def remove(self, s: WarState, piece: int) -> None:
        s.sealed = True
        losses.eliminate(s, piece, "stacking", ("6.2f",) if mixed(s, self.hex) else ("6.2b",))
