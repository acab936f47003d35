"""Chapter 11.1 and 11.3 to 11.6: losses, retreats and advances after combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from meuse.engine import ALL, Bar, Help, Option, Piece, Pieces, Place, Places, closed
from meuse.engine.scene import Choice, Fight, Sweep
from meuse.games.victory_or_defeat import control, fight, losses
from meuse.games.victory_or_defeat.events import Advanced, Retreated
from meuse.games.victory_or_defeat.setting import ALLIED, BELGIUM, BRITISH, FRENCH, SWISS
from meuse.games.victory_or_defeat.stacking import without_room
from meuse.games.victory_or_defeat.state import WarState, WarStep, members, other
from meuse.games.victory_or_defeat.supply import is_overland, is_supplied
from meuse.games.victory_or_defeat.ways import HESITATION, barred, hesitating
from meuse.games.victory_or_defeat.zoc import enemy_zone


def carry_out(s: WarState, target: int, attackers: Pieces, victims: Pieces, result: str) -> None:
    """Lay the consequences of a result on the agenda, the first on top."""
    supplied = tuple(p for p in (*attackers, *victims) if s.setting.nation[p] != BRITISH or is_supplied(s, p))  # A52
    s.attacked |= members(attackers)
    s.defended |= members(victims)
    overland = tuple(p for p in attackers if s.setting.side_of[p] == ALLIED and is_overland(s, p))  # A49
    s.push(Advance(target, attackers, 0, overland))
    fortified = any(s.setting.is_fort[piece] for piece in victims)
    if result == "AE":
        _attackers_hit(s, attackers, supplied)
    elif result == "DE":
        _defenders_hit(s, victims, supplied)
    elif result == "BB":
        _bloodbath(s, attackers, victims, supplied, whole=False)
    elif result == "DR" and fortified:
        if s.rulings["fort_dr"] == "special_bb":  # 11.3g, A01
            _bloodbath(s, attackers, victims, supplied, whole=True)
    elif result == "DR":
        bases = tuple(sorted({s.where[piece] for piece in attackers}))
        s.push(Retreat(target, bases, victims, supplied))


def _attackers_hit(s: WarState, attackers: Pieces, supplied: Pieces) -> None:
    """AE: one unit of the attacker's choice in 1939 (11.6b), a step of each in 1940 (11.6c)."""
    if s.setting.rules.losses == "unit":
        s.push(Loss(attackers, True, supplied, "11.6b"))
        return
    for piece in attackers:
        losses.lose_step(s, piece, ("11.6c",), piece in supplied)


def _defenders_hit(s: WarState, victims: Pieces, supplied: Pieces) -> None:
    """DE: all die in 1939 (11.6a), each loses a step in 1940 (11.6c)."""
    for piece in victims:
        if s.setting.rules.losses == "unit":
            losses.eliminate(s, piece, "combat", ("11.6a",), piece in supplied)
        elif s.where[piece] >= 0:  # it may have left with its country's capitulation
            losses.lose_step(s, piece, ("11.6c",), piece in supplied)


def _bloodbath(s: WarState, attackers: Pieces, victims: Pieces, supplied: Pieces, whole: bool) -> None:
    """BB: each side loses a step (11.4a), or a whole unit before a fort (11.3g).

    The defender comes first, unless a British corps cut off may die in the attack: its point counts before the loss of
    a mechanized corps (A53).
    """
    clause = "11.3g" if whole else "11.4a"
    exchange = [Loss(attackers, whole, supplied, clause), Loss(must_lose(s, victims, whole), whole, supplied, clause)]
    s.push(*(exchange if set(attackers) <= set(supplied) else reversed(exchange)))


def must_lose(s: WarState, victims: Pieces, whole: bool) -> Pieces:
    """Mobile units bear the loss before the fort does (11.4b, A02)."""
    mobile = tuple(piece for piece in victims if not s.setting.is_fort[piece])
    if whole and s.rulings["fort_dr_loss"] == "owner_choice":
        return victims
    return mobile or victims


class Loss(WarStep):
    """The owner chooses which unit bears a loss (11.4a)."""

    units: Pieces
    whole: bool
    """Is a whole unit lost, not only a step?"""
    supplied: Pieces
    """Those of the units that were in supply when the battle began (A52)."""
    clause: str

    forced = public = fought = standing = True
    hand = "units"
    words = {"lose": "{it}"}

    def prompt(self, s: WarState) -> str:
        return "Choose the unit to be eliminated." if self.whole else "Choose the unit that loses a step."

    def explained(self, s: WarState) -> Help:
        return Help(self.clause, "The owner chooses who bears a loss; a fortification only when nobody else is there.")

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        able = members(piece for piece in self.units if s.where[piece] >= 0)
        forts = s.setting.forts & ~able
        yield Bar(forts, "11.4b", "mobile units bear the loss before the fortification does")
        yield Bar(~able, "11.4a", "{it} is not among the units that can bear this loss")

    def choices(self, s: WarState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """A step, or the whole unit (11.3g, 11.4a)."""
        fate = "is eliminated" if self.whole else "loses a step"
        for option in s.options:
            made = self.choice(s, option)
            yield msgspec.structs.replace(made, label=f"{made.label} {fate}")

    def lose(self, s: WarState, piece: int) -> None:
        s.pop()
        if self.whole:
            losses.eliminate(s, piece, "combat", (self.clause,), piece in self.supplied)
        else:
            losses.lose_step(s, piece, (self.clause,), piece in self.supplied)


# retreat


def retreat_bars(s: WarState, piece: int, hexa: int, bases: Places) -> Iterator[Bar]:
    """Where a unit may not retreat to: one hex, any direction (11.3a)."""
    setting = s.setting
    nation, side, around = setting.nation[piece], setting.side_of[piece], setting.board.around[hexa]
    yield Bar(~around, "11.3a", f"{{it}} is not next to {s.spot(hexa)}: retreats are one hex")
    yield Bar(members(bases), "11.3d", "the attack came from {it}")
    yield Bar(barred(s, nation), "11.3e", "{it} is water, neutral ground or beyond where the unit may go")
    yield Bar(s.occupied(other(side)), "6.2c", "{it} holds enemy units")
    yield Bar(setting.board.across(hexa, setting.water), "11.3e", "the hexside to {it} is all water")
    yield Bar(enemy_zone(s, side), "7.4a", "{it} is in an enemy zone")  # also for mechanized corps: 7.7b
    yield Bar(without_room(s, nation, around), "11.3c", f"{{it}} has no room for {s.spoken(piece)}")


def retreat_hexes(s: WarState, piece: int, hexa: int, bases: Places) -> int:
    """Where a unit may retreat to."""
    return s.setting.board.around[hexa] & ~closed(retreat_bars(s, piece, hexa, bases))


class Retreat(WarStep):
    """The owner retreats his units one by one (11.3a, 11.3b); the blocked suffer DE (11.3f, A11)."""

    hex: Place
    bases: Places
    """The hexes the attack came from."""
    units: Pieces
    """The units still to retreat."""
    supplied: Pieces

    forced = public = fought = True
    hand, spot = "units", "hex"
    asks = "Retreat from {hex}: choose the next unit."
    help = Help("11.3a", "Each unit goes back one hex, not into enemy zones; one that cannot suffers a loss instead.")
    words = {"retreat": "Retreat {it}"}

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        there = [piece for piece in self.units if s.where[piece] == self.hex]
        yield Bar(~members(there), "11.3a", "{it} is not among the units that must retreat")
        stuck = [piece for piece in there if not retreat_hexes(s, piece, self.hex, self.bases)]
        yield Bar(members(stuck), "11.3f", "{it} has nowhere to retreat to")

    def retreat(self, s: WarState, piece: int) -> None:
        s.turn_into(self.but(units=tuple(p for p in self.units if p != piece)))
        s.push(RetreatTo(self.hex, self.bases, piece))

    def after(self, s: WarState) -> None:
        edge = (s.setting.west | s.setting.south) >> self.hex & 1 and s.rulings["edge_retreat"] == "british"
        for piece in [piece for piece in self.units if s.where[piece] == self.hex]:
            if edge and s.setting.nation[piece] == BRITISH:  # 5.14e, A12
                losses.eliminate(s, piece, "forced off the map", ("5.14e",), piece in self.supplied)
            elif s.setting.rules.losses == "unit":
                losses.eliminate(s, piece, "combat", ("11.3f", "11.6a"), piece in self.supplied)
            else:
                losses.lose_step(s, piece, ("11.3f", "11.6c"), piece in self.supplied)


class RetreatTo(WarStep):
    """The hex a unit retreats to, its owner's choice."""

    hex: Place
    bases: Places
    piece: Piece

    forced = public = True
    hand, spot = "piece", "hex"
    asks = "{piece} retreats from {hex}: choose the hex."
    help = Help("11.3a", "A unit goes back one hex in any direction, not into enemy zones nor where it has no room.")
    words = {"to": "Retreat to {it}"}

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        if s.where[self.piece] != self.hex:
            yield Bar(ALL, "11.3a", f"{s.spoken(self.piece)} is gone")
        yield from retreat_bars(s, self.piece, self.hex, self.bases)

    def to(self, s: WarState, goal: int) -> None:
        s.pop()
        overland = is_overland(s, self.piece)
        s.shift(self.piece, goal)
        s.events.append(Retreated(("11.3a",), self.piece, self.hex, goal))
        control.arrive(s, self.piece, 1 << goal, overland)


# advance


class Advance(WarStep):
    """Attackers may enter the emptied hex; the French must, with at least one unit (11.1)."""

    target: Place
    attackers: Pieces
    entered: int
    """How many have gone in."""
    overland: Pieces
    """Those supplied overland when the battle began."""

    public = fought = True
    hand, spot = "attackers", "target"
    help = Help("11.1a", "Attackers may enter the hex the enemy has left, whatever his zones; of the French one must.")
    words = {"advance": "Advance with {it}", "stay": "Stay where you are"}
    idle = "stay"
    sweeps = {"advance": Sweep("advance", "Advance with all")}

    def prompt(self, s: WarState) -> str:
        if self._must(s):
            return f"Advance: at least one French unit must enter {s.spot(self.target)}."
        return f"Advance: choose units to enter {s.spot(self.target)}, or stay."

    def _must(self, s: WarState) -> bool:
        return s.setting.nation[self.attackers[0]] == FRENCH and not self.entered

    def options(self, s: WarState) -> list[Option]:
        """Nobody is asked to stay who cannot advance."""
        return [] if s.occupied(other(self.side(s))) >> self.target & 1 else super().options(s)

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        """Who may not go in (11.1a, A15); enemy zones do not matter (7.5a)."""
        setting, bit = s.setting, 1 << self.target
        nation = setting.nation[self.attackers[0]]
        if verb == "stay":
            if self._must(s):
                yield Bar(ALL, "11.1c", "French units that can advance must, with at least one unit")
            return
        alive = [piece for piece in self.attackers if s.where[piece] >= 0]
        yield Bar(~members(alive), "11.1a", "{it} took no part in the battle, or did not survive it")
        if without_room(s, nation, bit):
            yield Bar(ALL, setting.clauses.stacking, f"{s.spot(self.target)} is full")
        belgium = setting.country[BELGIUM]
        if nation == FRENCH and s.rulings["hesitation"] == "entry" and hesitating(s) and belgium & bit:  # A25
            yield Bar(members(p for p in alive if not belgium >> s.where[p] & 1), *HESITATION)
        frozen = nation == SWISS and s.rulings["swiss_forward"] == "frozen"
        inside = members(piece for piece in alive if s.where[piece] == self.target)
        shut = ALL if frozen or bit & barred(s, nation) else inside
        yield Bar(shut, "11.1a", f"{{it}} cannot enter {s.spot(self.target)}")

    def advance(self, s: WarState, piece: int) -> None:
        start = s.where[piece]
        s.turn_into(self.but(entered=self.entered + 1))
        s.shift(piece, self.target)
        s.events.append(Advanced(("11.1a",), piece, start, self.target))
        control.arrive(s, piece, 1 << self.target, piece in self.overland)

    def battle_board(self, s: WarState, side: int) -> Fight:
        """It lies below losses and retreats, so the battle has its board until the end."""
        return fight.resolved(s, side, self.target, self.attackers)
