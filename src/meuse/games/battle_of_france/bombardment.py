"""Off-shore bombardment."""

from __future__ import annotations

from meuse.engine import Option, Preview, Refusal, Step
from meuse.engine.preview import Factor, one_die
from meuse.games.battle_of_france import cards, combat, movement, odds
from meuse.games.battle_of_france.components import (
    AA,
    CRUISER,
    GUNS,
    LAND,
    SIDE,
    STAR,
)
from meuse.games.battle_of_france.events import (
    Bombarded,
)
from meuse.games.battle_of_france.state import BattleState, enemy_of

Pieces = tuple[int, ...]


def gunners(s: BattleState, area: int) -> list[int]:
    """Battleships and cruisers that may bombard an area: next to it, not in a sea combat this round (bombard.2, .6)."""
    found = []
    for zone in s.game.board.members(s.game.board.around[area] & s.game.sea & s.masks[s.active]):
        for ship in s.at(zone):
            if s.power[ship] != s.active or s.unit[ship] not in GUNS or (s.fought | s.bombarded) >> ship & 1:
                continue
            if not cards.is_forbidden(s, s.active, s.unit[ship], "bombard"):
                found.append(ship)
    return found


def bombardment_targets(s: BattleState) -> list[int]:
    """Coasts with enemy land units within reach of a gun (bombard.1, G52)."""
    side = enemy_of(SIDE[s.active])
    coast = s.game.land & s.occupied(side) & ~movement.ban(s, s.active)
    ships = s.masks[s.active] & s.game.sea
    return [
        area
        for area in s.game.board.members(coast)
        if s.game.board.around[area] & ships
        and any(s.unit[p] in LAND for p in s.of_side(area, side))
        and gunners(s, area)
    ]


def why_no_bombardment(s: BattleState, area: int) -> Refusal:
    label = s.label(area)
    side = enemy_of(SIDE[s.active])
    if movement.ban(s, s.active) >> area & 1:
        return Refusal(f"French ships do not attack original German territory ({label})", "special.maginot.5")
    if not any(s.unit[p] in LAND for p in s.of_side(area, side)):
        return Refusal(f"no enemy land unit in {label}", "bombard.1")
    zones = s.game.board.around[area] & s.game.sea & s.masks[s.active]
    if any(s.fought >> p & 1 for zone in s.game.board.members(zones) for p in s.at(zone) if s.unit[p] in GUNS):
        return Refusal(f"the ships off {label} were in a sea combat this round", "bombard.6")
    guns = [
        p for zone in s.game.board.members(zones) for p in s.at(zone) if s.unit[p] in GUNS and s.power[p] == s.active
    ]
    if any(cards.is_forbidden(s, s.active, s.unit[p], "bombard") for p in guns):
        return Refusal("a card forbids bombardment", "cards.4")
    return Refusal(f"no battleship or cruiser that may fire off {label}", "bombard.2")


class Bombardment(Step[BattleState]):
    """Choose the ships that fire, each once a round (bombard.2)."""

    name = "bombardment"

    def side(self, s: BattleState, f: tuple[str, int, Pieces]) -> int:
        return s.active

    def prompt(self, s: BattleState, f: tuple[str, int, Pieces]) -> str:
        return f"Bombardment of {s.spoken(f[1])}: choose ships, then fire."

    @staticmethod
    def ships(s: BattleState, f: tuple[str, int, Pieces]) -> dict[int, int]:
        """Those that may join, by name; like ships are told apart by their zone, and by whether they have moved."""

        def mark(ship: int) -> str:
            return f"@{s.label(s.where[ship])}" + (STAR if s.spent >> ship & 1 else "")

        return s.apart((ship for ship in gunners(s, f[1]) if ship not in f[2]), mark)

    def options(self, s: BattleState, f: tuple[str, int, Pieces]) -> list[Option]:
        found = [s.game.say_take[c] for c in sorted(self.ships(s, f))]
        return [*found, s.game.say_fire] if f[2] else found

    def take(self, s: BattleState, f: tuple[str, int, Pieces], number: int) -> None:
        s.stack[-1] = ("bombardment", f[1], (*f[2], self.ships(s, f)[number]))

    def fire(self, s: BattleState, f: tuple[str, int, Pieces], value: int) -> None:
        """Each ship one die against its own number; what is hit does not fire back (bombard.3 to .5)."""
        s.stack.pop()
        dice = s.volley("bombardment", ("bombard.2",), len(f[2]))
        hits = sum(die <= self.needed(s, ship) for die, ship in zip(dice, f[2], strict=True))
        for ship in f[2]:
            s.bombarded |= 1 << ship
            s.spent |= 1 << ship
        s.events.append(Bombarded(("bombard.3", "bombard.4"), f[1], f[2], hits))
        s.stack.append(("shelled", f[1], hits))

    @staticmethod
    def needed(s: BattleState, ship: int) -> int:
        table = s.game.tables.bombardment
        return table.cruiser if s.unit[ship] == CRUISER else table.battleship

    def preview(self, s: BattleState, f: tuple[str, int, Pieces], option: Option) -> Preview | None:
        if option.verb != "fire":
            return None
        if len(f[2]) == 1:
            needed = self.needed(s, f[2][0])
            factor = Factor(s.name(f[2][0]), f"hits on {needed} or less", "bombard.3")
            return one_die("bombardment", ["1 hit" if die <= needed else "0 hits" for die in range(1, 7)], (factor,))
        return odds.of_volley("bombardment", [self.needed(s, ship) for ship in f[2]])

    def why(self, s: BattleState, f: tuple[str, int, Pieces], option: Option) -> Refusal:
        if option.verb == "fire":
            return Refusal("choose a ship first", "bombard.2")
        unfit = Refusal(f"no {option.object} may bombard {s.label(f[1])}", "bombard.2")
        return s.which_is_meant(option, "bombard.2") or unfit


class Shelled(Step[BattleState]):
    """The owner chooses what the bombardment destroyed: land units, guns last (bombard.5, G52)."""

    name = "shelled"
    forced = True

    def side(self, s: BattleState, f: tuple[str, int, int]) -> int:
        holder = s.controller(f[1])
        return holder if SIDE[holder] != SIDE[s.active] else s.power[self.targets(s, f[1])[0]]

    def prompt(self, s: BattleState, f: tuple[str, int, int]) -> str:
        return f"Hits on {s.spoken(f[1])} still to bear: {f[2]}. Choose a unit to lose."

    @staticmethod
    def targets(s: BattleState, area: int) -> list[int]:
        """What may be hit."""
        own = [p for p in s.of_side(area, enemy_of(SIDE[s.active])) if s.unit[p] in LAND]
        if s.rulings["aa_casualties"] == "free":
            return own
        return [p for p in own if s.unit[p] != AA] or own

    def options(self, s: BattleState, f: tuple[str, int, int]) -> list[Option]:
        return [s.game.say_lose[c] for c in sorted(s.classes(self.targets(s, f[1])))] if f[2] else []

    def lose(self, s: BattleState, f: tuple[str, int, int], number: int) -> None:
        combat.destroy(s, s.classes(self.targets(s, f[1]))[number], ("bombard.5",))
        s.stack[-1] = ("shelled", f[1], f[2] - 1)

    def why(self, s: BattleState, f: tuple[str, int, int], option: Option) -> Refusal:
        return Refusal(f"{option.object} is no land unit that can be hit there", "bombard.2")
