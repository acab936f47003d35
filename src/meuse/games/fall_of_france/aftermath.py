"""Chapters 14.4 and 17.2: losses, disruption, retreats and advance after combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, Places, closed
from meuse.engine.scene import Fight, Sweep
from meuse.engine.steps import Subject
from meuse.games.fall_of_france import boards, control, engagement, fortifications, losses, retreat, skirmish, stacking
from meuse.games.fall_of_france.events import Advanced, StoodFirm
from meuse.games.fall_of_france.odds import Half, Result
from meuse.games.fall_of_france.setting import GERMAN
from meuse.games.fall_of_france.skirmish import Foes
from meuse.games.fall_of_france.state import FallState, FallStep, members, other
from meuse.games.fall_of_france.supply import claim_what_is_left, network, would_be_supplied
from meuse.games.fall_of_france.ways import ground_bars
from meuse.mechanics.words import counted


def carry_out(
    s: FallState, target: int, attackers: Pieces, rows: tuple[str, ...], result: Result, reckless: bool
) -> None:
    """Lay the consequences of a result on the agenda: eliminations, cadres, disruption, retreat, advance (R63).

    In each of them the attacker comes first, as he does in the cells of the table. ``rows``: the rows of the Terrain
    Effects Chart that count for the defender. ``reckless``: the SS division attacks (22.13).
    """
    theirs, ours = result.defender, result.attacker
    won = not ours.retreat
    s.push(Advance(target, attackers, s.at(target), won, (), (), ()))
    if theirs.retreat:
        firm = next((row.clauses.combat for row in engagement.ground(s, rows) if row.combat.ignore_retreat), "")
        exchange = engagement.may_exchange(s, rows)
        s.push(Stand(target, attackers, firm, exchange) if firm or exchange else GiveWay(target, attackers))
    if ours.retreat:
        falling = tuple(p for p in attackers if not (reckless and p == s.setting.ss))
        if falling:
            s.push(Repulse(falling, tuple(s.where[p] for p in falling)))
    if theirs.disrupt:
        s.push(Disruption(target, attackers, True))
    if ours.disrupt:
        s.push(Disruption(target, attackers, False))
    elif reckless:
        s.push(Disruption(target, (s.setting.ss,), False))  # 22.13b
    spared = engagement.spares_cadres(s, rows)
    if theirs.cadre and not (spared and theirs.disrupt):
        s.push(CadreLoss(target, attackers, True, theirs.disrupt, spared))
    if ours.cadre:
        s.push(CadreLoss(target, attackers, False, ours.disrupt, False))
    if theirs.lost:
        s.push(Elimination(target, attackers, True, theirs.lost))
    _attackers_lost(s, target, attackers, ours, reckless)


def _attackers_lost(s: FallState, target: int, attackers: Pieces, ours: Half, reckless: bool) -> None:
    """Attackers eliminated; the reckless SS division must take the result first (22.13b)."""
    lost = ours.lost
    if lost and reckless:
        losses.eliminate(s, s.setting.ss, "combat", ("22.13b",))
        lost -= 1
    if lost:
        s.push(Elimination(target, attackers, False, lost))


# who is hit


def alive(s: FallState, group: Pieces) -> Pieces:
    """Those of a group that are on the map, or the units that have taken their place (22.9)."""
    successors = s.setting.successors
    everybody = [new for piece in group for new in (piece, *successors.get(piece, ()))]
    return tuple([piece for piece in everybody if s.where[piece] >= 0])


SIZES = ("corps", "division", "brigade", "hq")
"""In the order in which results that hit single units fall on them (14.4a, R66, R129)."""


def first_in_line(s: FallState, units: Sequence[int]) -> list[int]:
    """Those of some units that must bear a loss: corps first, headquarters last, and sound ones before others."""
    pieces, hurt = s.setting.pieces, s.disrupted | s.cadred
    ranks = [(SIZES.index(pieces[unit].size), hurt >> unit & 1) for unit in units]
    return [unit for unit, rank in zip(units, ranks, strict=True) if rank == min(ranks)]


class Blow(FallStep):
    """A result of combat against one of the two sides."""

    target: Place
    attackers: Pieces
    defending: bool
    """Does it hit the defenders?"""

    public = fought = standing = True
    heading = "Result of combat"

    def present(self, s: FallState) -> Pieces:
        """Those of the side who are left in the combat: all defenders in the hex (14.1c), or the attackers."""
        return s.at(self.target) if self.defending else alive(s, self.attackers)

    def side(self, s: FallState) -> int:
        mover = s.setting.side_of[self.attackers[0]]
        return other(mover) if self.defending else mover

    def named(self) -> Pieces:
        return self.attackers


class Elimination(Blow):
    """So many units are eliminated, the owner choosing among equals; what is too much is lost (14.4e)."""

    count: int

    forced = True
    help = Help("14.4a", "Corps are lost before divisions, and sound units before others; you choose among equals.")
    words = {"eliminate": "{it} is eliminated"}

    def prompt(self, s: FallState) -> str:
        return f"{counted(self.count, 'unit')} must be eliminated: choose the next one."

    def options(self, s: FallState) -> list[Option]:
        units = self.present(s)
        if len(units) <= self.count:
            return []
        return [s.setting.say["eliminate"][piece] for piece in first_in_line(s, units)]

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        units = self.present(s)
        yield Bar(~members(units), "14.4e", "{it} takes no part in this combat")
        yield Bar(~members(first_in_line(s, units)), "14.4a", "{it} is not first in line: others go before it")

    def eliminate(self, s: FallState, piece: int) -> None:
        if self.count > 1:
            s.turn_into(self.but(count=self.count - 1))
        else:
            s.pop()
        losses.eliminate(s, piece, "combat", ("14.4e",))

    def after(self, s: FallState) -> None:
        """All who are left die."""
        for piece in self.present(s):
            losses.eliminate(s, piece, "combat", ("14.4e",))


class CadreLoss(Blow):
    """One unit becomes a cadre, the owner choosing among equals; in a fortress it is only disrupted (14.4d, TECg)."""

    shaken: bool
    """Does the same result disrupt all?"""
    spared: bool
    """Is the cadre result taken as a disruption (R68)?"""

    forced = True
    words = {"cadre": "{it} becomes a cadre", "disrupt": "{it} is disrupted"}

    def prompt(self, s: FallState) -> str:
        return f"Choose the unit that is {'disrupted' if self.spared else 'reduced to a cadre'}."

    def explained(self, s: FallState) -> Help:
        if self.spared:
            return Help("TECg", "In a fortress a cadre result only disrupts a unit: a corps before a division.")
        return Help("14.4d", "Corps are hit before divisions, and sound units before others; you choose among equals.")

    def chosen_from(self, s: FallState) -> list[int]:
        """Of Germans only optional panzer divisions are hit, in a fortress or not (14.4d, R65, R107)."""
        units: Sequence[int] = self.present(s)
        if self.side(s) == GERMAN:
            units = [piece for piece in units if piece in s.setting.successors]
        return first_in_line(s, units) if units else []

    def options(self, s: FallState) -> list[Option]:
        say = s.setting.say["disrupt" if self.spared else "cadre"]
        return [say[piece] for piece in self.chosen_from(s)]

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb != ("disrupt" if self.spared else "cadre"):
            yield Bar(ALL, "14.4d", "that is not what the result does here")
        yield Bar(~members(self.present(s)), "14.4d", "{it} takes no part in this combat")
        yield Bar(~members(self.chosen_from(s)), "14.4a", "{it} is not first in line: others are hit before it")

    def cadre(self, s: FallState, piece: int) -> None:
        s.pop()
        losses.cadre(s, piece, ("14.4d",), self.shaken)

    def disrupt(self, s: FallState, piece: int) -> None:
        s.pop()
        losses.disrupt(s, piece, ("TECg",))


class Disruption(Blow):
    """All surviving units of a side are disrupted; those who were already are eliminated (14.4b, 16.2a)."""

    def after(self, s: FallState) -> None:
        for piece in self.present(s):
            losses.disrupt(s, piece, ("14.4b",))


# retreat


class Repulse(retreat.Rout):
    """Attackers retreat, each from its own hex, one by one in the order their owner likes (14.4c, R124)."""

    fought = True
    asks = "The attack is thrown back: choose the unit that retreats next."
    help = Help("14.4c", "Every unit that attacked retreats one hex; those beside it that did not attack stay.")
    others = "14.4c", "{it} does not have to retreat"

    def present(self, s: FallState) -> Pieces:
        """Those who have not gone yet, or the units that have taken their place (22.9)."""
        pairs = zip(self.group, self.bases, strict=True)
        return tuple(unit for piece, base in pairs for unit in alive(s, (piece,)) if s.where[unit] == base)


def holding(s: FallState, target: int, attackers: Pieces) -> Pieces:
    """The defenders still in their hex: once all are dead attackers that are thrown back may have come there."""
    foe = other(s.setting.side_of[attackers[0]])
    return s.at(target) if s.held[foe] >> target & 1 else ()


class GiveWay(FallStep):
    """The defenders must leave the hex (14.4c)."""

    target: Place
    attackers: Pieces

    def after(self, s: FallState) -> None:
        units = holding(s, self.target, self.attackers)
        if units:
            s.push(retreat.Retreat(self.target, units))


class Stand(FallStep):
    """Defenders whom terrain helps choose between their ground and a retreat (TECe, TECg to TECm, R68)."""

    target: Place
    attackers: Pieces
    firm: str
    """The clause by which they may ignore the retreat; empty if they may not."""
    exchange: bool
    """May they take a disruption in its place?"""

    public = True
    spot = "target"
    heading = "Retreat"
    words = {"hold": "Hold the hex", "retreat": "Retreat"}
    warned = ("hold",)

    def side(self, s: FallState) -> int:
        return other(s.setting.side_of[self.attackers[0]])

    def prompt(self, s: FallState) -> str:
        price = "" if self.firm else " and have all units disrupted"
        return f"{s.spot(self.target)} must be given up: retreat, or hold it{price}?"

    def explained(self, s: FallState) -> Help:
        if self.firm:
            return Help(self.firm, "Terrain lets these units ignore the retreat; they may make it all the same.")
        return Help("TECe", "In a city the whole stack may be disrupted in place of a retreat.")

    def about(self, s: FallState) -> Subject:
        return s.at(self.target), (self.target,)

    def options(self, s: FallState) -> list[Option]:
        held = holding(s, self.target, self.attackers)
        return [*s.setting.say["hold"], *s.setting.say["retreat"]] if held else []

    def warning(self, s: FallState, option: Option) -> str:
        dying = sum(s.disrupted >> piece & 1 for piece in s.at(self.target))
        if self.firm or not dying:
            return ""
        return f"{counted(dying, 'unit')} there disrupted already would be eliminated."

    def hold(self, s: FallState, value: int) -> None:
        s.pop()
        if self.firm:
            s.events.append(StoodFirm((self.firm,), self.target))
            return
        for piece in s.at(self.target):
            losses.disrupt(s, piece, ("TECe",))

    def retreat(self, s: FallState, value: int) -> None:
        s.turn_into(retreat.Retreat(self.target, s.at(self.target)))


# advance


class Advance(FallStep):
    """Attackers may enter the hex the defenders have lost; a skirmish may await them there (17.2)."""

    target: Place
    attackers: Pieces
    victims: Pieces
    """The defenders: those of them who have retreated take no part in the skirmish (R75)."""
    won: bool
    """Did the attackers not have to retreat themselves?"""
    entered: Pieces
    air: Pieces
    stacks: Places
    """Whom those who have entered will meet: interdicting air units, and stacks by their hexes."""

    public = fought = True
    hand, spot = "attackers", "target"
    heading = "Advance"
    help = Help("17.2a", "Attackers that are not disrupted may enter the hex the enemy has lost, if it has room.")
    words = {"advance": "Advance with {it}", "stay": "No further advance"}
    sweeps = {"advance": Sweep("advance", "Advance with all")}

    def prompt(self, s: FallState) -> str:
        fight = " A skirmish follows." if self.foes(s) else ""
        return f"Advance: choose units to enter {s.spot(self.target)}, or stay.{fight}"

    def about(self, s: FallState) -> Subject:
        return alive(s, self.attackers), (self.target,)

    def foes(self, s: FallState) -> Foes | None:
        """Whom the advance will meet: enemies other than those who have just retreated (17.2b)."""
        if self.entered:
            return Foes(self.air, self.stacks) if self.air or self.stacks else None
        mover = self.side(s)
        met = Foes.at(s, mover, self.target)
        if met is None:
            return None
        idle = members(self.victims) | s.cadred | network(s).cut[other(mover)]
        stacks = tuple(h for h in met.stacks if members(s.stacks[h]) & ~idle)
        return Foes(met.air, stacks) if met.air or stacks else None

    def options(self, s: FallState) -> list[Option]:
        """Nobody is asked to stay who cannot advance."""
        if not self.won or s.held[other(self.side(s))] >> self.target & 1:
            return []
        options = s.setting.vocabulary.open("advance", closed(self.bars(s, "advance")))
        return options + s.setting.say["stay"] if options else []

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb != "advance":
            return
        setting, side, label = s.setting, self.side(s), s.spot(self.target)
        units = alive(s, self.attackers)
        yield Bar(~members(units), "17.2a", "{it} did not attack, or did not survive it")
        yield Bar(s.disrupted, "17.2a", "{it} is disrupted and does not advance")
        yield Bar(s.pieces_in(1 << self.target), "17.2a", "{it} has advanced already")
        away = ~s.pieces_in(setting.board.around[self.target])  # as divisions of the BEF's armoured corps may be
        yield Bar(away, "17.2a", f"{{it}} does not stand next to {label}")
        for bar in ground_bars(s, side):
            if bar.closed >> self.target & 1:
                yield Bar(ALL, bar.clause, str(bar.says).replace("{it}", label))
        if side == GERMAN and s.open_city and setting.paris >> self.target & 1:
            yield Bar(ALL, "19.4c", f"{label} is Paris, an Open City: no German movement may end there")
        if side == GERMAN and s.halted >= 0:
            yield Bar(setting.pieces_in_formation[s.halted], "22.7a", "{it} is halted this turn")
        walls = fortifications.shut(s).steps[side]
        beside = setting.board.around[self.target]
        outside = [p for p in units if beside >> s.where[p] & 1]
        shut = members(p for p in outside if setting.board.crosses(s.where[p], self.target, walls))
        yield Bar(shut, "17.2c", f"an intact fortification lies between {{it}} and {label}")
        yield from self._zone_bars(s, outside)
        cramped = members(p for p in outside if stacking.crowded(s, setting.points[p]) >> self.target & 1)
        for clause, hexes in setting.limited[s.rulings["coastal_urban"]].items():
            yield Bar(cramped if hexes >> self.target & 1 else 0, clause, f"{label} has no room for {{it}}")
        foreign = members(p for p in outside if stacking.foreigners(s, (p,)) >> self.target & 1)
        yield Bar(foreign, "8.4a", f"{label} holds units of a nation that {{it}} may not stack with")
        strange = members(p for p in outside if stacking.strangers(s, (p,)) >> self.target & 1)
        yield Bar(strange, "8.4b", f"{label} holds units of a formation that {{it}} may not stack with")

    def _zone_bars(self, s: FallState, units: Sequence[int]) -> Iterator[Bar]:
        """Who may not enter an enemy zone, if the hex is in one (7.4b, 16.5a, R33)."""
        if not units or self.foes(s) is None:
            return
        yield Bar(s.cadred, "16.5a", "{it} is a cadre and may not enter an enemy zone")
        cut = [p for p in units if network(s).cut[self.side(s)] >> p & 1]
        lost = members(p for p in cut if not would_be_supplied(s, p) >> self.target & 1)
        yield Bar(lost, "7.4b", "{it} is out of supply and may not enter an enemy zone")
        if s.setting.no_armour >> self.target & 1:
            armour = members(p for p in units if s.setting.is_armour[p])
            clause = s.setting.tables.tec[s.setting.terrain_at[self.target]].clauses.skirmish
            yield Bar(armour, clause, "{it} is armour and may not enter such terrain where a skirmish would follow")

    def advance(self, s: FallState, piece: int) -> None:
        """The first to enter opens the fortifications of the hex for the others (R40)."""
        foes = self.foes(s) or Foes((), ())
        start = s.where[piece]
        s.turn_into(self.but(entered=(*self.entered, piece), air=foes.air, stacks=foes.stacks))
        s.shift(piece, self.target)
        s.events.append(Advanced(("17.2a",), piece, (start, self.target)))
        control.enter(s, self.side(s), (self.target,))

    def stay(self, s: FallState, value: int) -> None:
        s.pop()
        self._end(s)

    def after(self, s: FallState) -> None:
        self._end(s)

    def _end(self, s: FallState) -> None:
        """Those who have entered fight together (17.2b)."""
        claim_what_is_left(s)
        if self.air or self.stacks:
            skirmish.begin(s, self.target, self.entered, Foes(self.air, self.stacks), absent=self.victims)

    def battle_board(self, s: FallState, side: int) -> Fight | None:
        """It lies below losses and retreats, so the battle has its board until the end."""
        return boards.combat(s, self, side)
