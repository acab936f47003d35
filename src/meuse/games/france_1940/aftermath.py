"""What follows an assault: losses, who retreats, morale, who is Finished, assaults that go on (9.1.3 to 9.1.7)."""

from __future__ import annotations

from meuse.board.sets import listed, members
from meuse.engine import Path, Pieces, PieceSet, Place
from meuse.games.france_1940 import hits, retreat, rout
from meuse.games.france_1940.events import AssaultContinues, AssaultWon, Surrendered
from meuse.games.france_1940.state import FranceState, FranceStep, Melee, finish


def fighters(s: FranceState, hexa: int, side: int) -> int:
    """The units of a side in a hex that can fight there: those in order that nothing carries or tows (G42, 5.5h).

    Before a fortification those outside are assaulted first (12.9h).
    """
    here = s.mates(hexa, side) & s.setting.units & ~s.setting.horses & ~s.routed & ~(s.riders & ~s.mounted)
    fort = s.fort_at(hexa)
    return here & ~s.inside or here if fort is not None and fort.owner == side else here


def walled_in(s: FranceState, hexa: int, side: int) -> int:
    """Who is not assaulted yet, because others are outside the fortification: units, and officers with them (12.9h)."""
    spared = s.mates(hexa, side) & s.inside & ~fighters(s, hexa, side)
    return spared if spared & s.setting.units else 0


def surrender(s: FranceState, hexa: int, side: int, among: int = -1) -> None:
    """Routed units that are assaulted surrender, with their officer if no unit of his there is in order.

    A lone officer is lost, too. ``among``: only these are assaulted. (9.1.7b, 9.1.7c, 10.3.4a, 7.1a, G42)
    """
    setting, here = s.setting, s.mates(hexa, side)
    taken = here & setting.units & s.routed & among
    for number, formation in enumerate(setting.formations):
        officer = s.leaders[number]
        if (
            officer >= 0
            and s.where[officer] == hexa
            and formation.units & taken
            and not formation.units & here & ~taken
        ):
            taken |= 1 << officer
    if taken:
        s.events.append(Surrendered(("9.1.7b", "10.3.4a"), listed(taken)))
        rout.remove(s, taken, ("9.1.7b",), hexa, hexa)
    lone_officers(s, hexa, side, ("7.1a", "9.1.7c"))


def lone_officers(s: FranceState, hexa: int, side: int, clauses: tuple[str, ...]) -> None:
    """Officers with no unit of their side in an assaulted hex are lost, and horses without riders (5.6f, V6)."""
    here = s.mates(hexa, side)
    if here and not here & s.setting.units & ~s.setting.horses:
        rout.remove(s, here, clauses, hexa, hexa)


def lose(s: FranceState, hexa: int, units: int, steps: int, clauses: tuple[str, ...]) -> None:
    """A side loses steps in hand-to-hand combat, men before armour, all at one time (9.1.3d, 9.4f, G47)."""
    hits.take_losses(s, hexa, units & s.alive, steps, clauses, assault=True, cause=hexa)


class Aftermath(FranceStep):
    """After the losses of a round: one side retreats, or the assault goes on (9.1.3e, 9.1.5)."""

    target: Place
    attackers: Pieces
    froms: Path
    """From where each of them came."""
    declared: PieceSet
    """All attackers who tried to take part (9.1.5g)."""
    defenders: PieceSet
    back: tuple[int, ...]
    """Hexes that attackers and defenders must retreat."""
    lost: tuple[int, ...]
    """Steps that attackers and defenders have lost."""
    spared: PieceSet = 0
    """Defenders inside a fortification who were not assaulted: they do not retreat (12.9h)."""

    def after(self, s: FranceState) -> None:
        hexa = self.target
        side = s.setting.side_of[self.attackers[0]]
        s.push(Over(hexa, self.declared | members(self.attackers), self.defenders))
        if s.mates(hexa, 1 - side) & s.setting.units:
            lone_officers(s, hexa, side, ("7.1c",))
        if s.mates(hexa, side) & s.setting.units:
            lone_officers(s, hexa, 1 - side, ("7.1c",))
        ours, theirs = s.mates(hexa, side), s.mates(hexa, 1 - side)
        if not ours or not theirs:
            return
        if self.back[1]:
            sides = retreat.defenders_sides(s, hexa, self.froms)
            beat(s, ((theirs & ~self.spared, sides),), hexa, self.back[1], self.declared | ours)
        elif self.back[0]:
            self._repulse(s, ours, theirs)
        else:
            melee = Melee(hexa, side, self.attackers, self.froms, *self.lost)
            s.melees = (*[m for m in s.melees if m.hex != hexa], melee)
            s.events.append(AssaultContinues(("9.1.3e",), hexa))

    def _repulse(self, s: FranceState, ours: int, theirs: int) -> None:
        """Each attacker goes back by the sides next to his own way in (9.1.5b)."""
        ways = tuple(retreat.ways_back(s, self.target, self.attackers, self.froms, ours))
        beat(s, ways, self.target, self.back[0], theirs)


def beat(
    s: FranceState, ways: tuple[tuple[int, int], ...], hexa: int, hexes: int, spared: int, overrun: bool = False
) -> None:  # fmt: skip
    """Pieces that have lost an assault: guns are lost, the others retreat and then check (9.1.3g, 9.1.5, 9.1.7a).

    ``ways``: pieces, and the sides by which they may go first.
    """
    pieces = 0
    for group, _ in ways:
        pieces |= group
    guns = pieces & s.setting.guns
    if guns:
        rout.remove(s, guns, ("9.1.7a",), hexa, hexa)
        lone_officers(s, hexa, s.setting.side_of[listed(guns)[0]], ("7.1c",))
    left = pieces & s.alive
    if left:
        s.push(Shaken(left & s.setting.units, hexa))
        for group, sides in ways:
            if group & left:
                retreat.send(s, group & left, hexa, hexes, sides, spared, overrun)


class Shaken(FranceStep):
    """The beaten units check their morale after their retreat (9.1.3g, 9.2p)."""

    units: PieceSet
    hex: Place

    def after(self, s: FranceState) -> None:
        rout.lost_assault(s, self.units, self.hex)


class Over(FranceStep):
    """An assault is over for now: all who took part are Finished (9.1e)."""

    target: Place
    attackers: PieceSet
    defenders: PieceSet

    def after(self, s: FranceState) -> None:
        bit = 1 << self.target
        s.stormed &= ~bit
        s.repelled = s.rushed = False
        s.moving &= ~self.attackers
        finish(s, (self.attackers | self.defenders) & s.alive & ~s.routed)
        side = s.activator
        if side >= 0 and s.held[side] & bit and not s.held[1 - side] & bit:
            s.events.append(AssaultWon(("9.1.3f",), side, self.target))
        s.touch()
