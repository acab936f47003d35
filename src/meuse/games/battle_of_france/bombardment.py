"""Off-shore bombardment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, Preview
from meuse.engine.preview import Factor, one_die
from meuse.engine.scene import Fight, Sweep
from meuse.games.battle_of_france import cards, combat, lineup, movement
from meuse.games.battle_of_france.events import Bombarded
from meuse.games.battle_of_france.powers import CAMP
from meuse.games.battle_of_france.setting import STAR
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.steps import BattleStep
from meuse.games.battle_of_france.units import AA, CRUISER, GUNS, LAND
from meuse.mechanics.odds import volley_preview


def guns(s: BattleState) -> list[int]:
    """The battleships and cruisers of the power in turn."""
    zones = s.setting.board.members(s.masks[s.active] & s.setting.sea)
    return [ship for zone in zones for ship in s.at(zone) if s.power[ship] == s.active and s.unit[ship] in GUNS]


def may_fire(s: BattleState, ship: int) -> bool:
    """Each once a round, and not after a sea combat (bombard.2, bombard.6)."""
    return not (s.fought | s.bombarded) >> ship & 1 and not cards.forbidden(s, "bombard", ship)


def coasts(s: BattleState, ships: Iterable[int]) -> int:
    """The land next to some ships."""
    around = s.setting.board.around
    areas = 0
    for ship in ships:
        areas |= around[s.where[ship]]
    return areas & s.setting.land


def _garrisons(s: BattleState, areas: int) -> int:
    """Those of some areas that enemy land units stand in."""
    there, enemy = areas & s.hostile & s.setting.land, enemy_of(s.camp)
    held = [a for a in s.setting.board.members(there) if any(s.unit[p] in LAND for p in s.of_camp(a, enemy))]
    return sum(1 << area for area in held)


def targets(s: BattleState) -> int:
    """Coasts with enemy land units within reach of a gun (bombard.1, G52)."""
    in_reach = coasts(s, [ship for ship in guns(s) if may_fire(s, ship)])
    return _garrisons(s, in_reach & ~movement.ban(s, s.active)) if in_reach else 0


def bars(s: BattleState) -> Iterator[Bar]:
    """Why coasts cannot be bombarded."""
    says = "French ships do not attack original German territory ({it})"
    yield Bar(movement.ban(s, s.active), "special.maginot.5", says)
    yield Bar(~_garrisons(s, s.setting.land), "bombard.1", "no enemy land unit in {it}")
    ships = guns(s)
    out_of_reach = ~coasts(s, [ship for ship in ships if may_fire(s, ship)])
    for clause, says, ones in (
        ("bombard.2", "the ships off {it} have bombarded this round", s.bombarded),
        ("bombard.6", "the ships off {it} were in a sea combat this round", s.fought),
    ):
        yield Bar(out_of_reach & coasts(s, [ship for ship in ships if ones >> ship & 1]), clause, says)
    yield Bar(out_of_reach & coasts(s, ships), "cards.4", "a card forbids bombardment")
    yield Bar(out_of_reach, "bombard.2", "no battleship or cruiser of yours is off {it}")


def exposed(s: BattleState, area: int) -> list[int]:
    """What may be hit: land units, guns last (G52)."""
    own = [p for p in s.of_camp(area, enemy_of(s.camp)) if s.unit[p] in LAND]
    if s.rulings["aa_casualties"] == "free":
        return own
    return [p for p in own if s.unit[p] != AA] or own


class Bombardment(BattleStep):
    """Choose the ships that fire, each once a round (bombard.2)."""

    area: Place
    group: Pieces
    heading = "{side} bombardment"
    at_rest = True
    starred = " that has moved"
    asks = "Bombardment of {place}: choose ships, then fire."
    words = {"take": "Take {it}", "fire": "Open fire"}
    rolls = ("fire",)
    sweeps = {"take": Sweep("take", "Take all ships in reach")}

    def explained(self, s: BattleState) -> Help:
        table = s.setting.tables.bombardment
        says = f"hits on {table.battleship} or less, a cruiser's on {table.cruiser} or less; nobody fires back"
        return Help("bombard.2", f"Each ship rolls one die at the land units there: a battleship's {says}.")

    def options(self, s: BattleState) -> list[Option]:
        """Like ships differ by their zone, and by whether they have moved."""

        def mark(ship: int) -> str:
            return f"@{s.label(s.where[ship])}" + (STAR if s.spent >> ship & 1 else "")

        able = [p for p in guns(s) if may_fire(s, p) and p not in self.group and coasts(s, [p]) >> self.area & 1]
        takes = self.units(s, "take", s.apart(able, mark))
        return [*takes, *s.setting.say["fire"]] if self.group else takes

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        if verb == "fire":
            yield Bar(0 if self.group else ALL, "bombard.2", "choose a ship first")
        else:
            yield from self.unnamed(s, "bombard.2")
            yield Bar(self.unmeant(s), "bombard.2", f"{{it}} may not bombard {s.spoken(self.area)}")

    def preview(self, s: BattleState, option: Option) -> Preview | None:
        if option.verb != "fire":
            return None
        needed = [self._needed(s, ship) for ship in self.group]
        if len(needed) > 1:
            return volley_preview("bombardment", needed, s.setting.tables.game.die)
        factor = Factor(s.name(self.group[0]), f"hits on {needed[0]} or less", "bombard.3")
        dice = range(1, s.setting.tables.game.die + 1)
        return one_die("bombardment", ["1 hit" if die <= needed[0] else "0 hits" for die in dice], (factor,))

    def battle_board(self, s: BattleState, side: int) -> Fight | None:
        ships = {ship: self._needed(s, ship) for ship in self.group}
        return lineup.bombardment(s, self.area, ships, exposed(s, self.area))

    @staticmethod
    def _needed(s: BattleState, ship: int) -> int:
        table = s.setting.tables.bombardment
        return table.cruiser if s.unit[ship] == CRUISER else table.battleship

    def take(self, s: BattleState, number: int) -> None:
        s.turn_into(Bombardment(self.area, (*self.group, s.meant[number])))

    def fire(self, s: BattleState, value: int) -> None:
        """Each ship one die against its own number; what is hit does not fire back (bombard.3 to .5)."""
        needed = {ship: self._needed(s, ship) for ship in self.group}
        why = ("bombard.2", "bombard.3", "bombard.4"), "bombardment"
        hits = s.salvo(Bombarded, why, (s.active, self.area), needed)
        for ship in self.group:
            s.bombarded |= 1 << ship
        movement.finish(s, self.group)
        s.turn_into(Shelled(self.area, hits))


class Shelled(BattleStep):
    """The owner chooses what the bombardment destroyed: land units, guns last (bombard.5, G52)."""

    area: Place
    hits: int
    heading = "{side} bombardment"
    at_rest = True
    forced = True
    help = Help("bombard.5", "Each hit destroys one land unit; you choose which. It does not fire back.")
    words = {"lose": "Lose {it}"}

    def side(self, s: BattleState) -> int:
        holder = s.controller(self.area)
        return holder if CAMP[holder] != s.camp else s.power[exposed(s, self.area)[0]]

    def prompt(self, s: BattleState) -> str:
        return f"Hits on {s.spoken(self.area)} still to bear: {self.hits}. Choose a unit to lose."

    def options(self, s: BattleState) -> list[Option]:
        return self.units(s, "lose", s.classes(exposed(s, self.area)) if self.hits else {})

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        yield Bar(self.unmeant(s), "bombard.2", "{it} is no land unit that can be hit there")

    def lose(self, s: BattleState, number: int) -> None:
        combat.destroy(s, s.meant[number], ("bombard.5",))
        s.turn_into(Shelled(self.area, self.hits - 1))
