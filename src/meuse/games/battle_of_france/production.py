"""Step 4: build and mobilize new units."""

from __future__ import annotations

from meuse.engine import Option, Refusal, Step
from meuse.games.battle_of_france import cards
from meuse.games.battle_of_france.components import AA, AIR, POWERS, SEA, SIDE, UNITS
from meuse.games.battle_of_france.events import Income, Mobilized, Ordered
from meuse.games.battle_of_france.state import BattleState, enemy_of


def income(s: BattleState, power: int) -> int:
    """NPU of the cities a power controls (build.3, build.6, build.7), changed by cards."""
    table = s.game.tables.income
    earned = sum(
        table.major if kind == "major" else table.minor
        for area, kind in s.game.cities.items()
        if s.control[power] >> area & 1
    )
    return max(0, earned + cards.income_change(s, power))


def can_be_built(s: BattleState, power: int, unit: int, area: int) -> bool:
    """What may be mobilized where (build.8, build.10 to build.12, aa.1, G28)."""
    table = s.game.tables.build
    if unit in SEA:
        return s.game.shipyard[power] == area
    kind = s.game.cities.get(area)
    if kind is None or not s.control[power] >> area & 1 or not cards.may_mobilize_in(s, power, area):
        return False
    return UNITS[unit] in (table.major if kind == "major" else table.minor)


class Collect(Step[BattleState]):
    """All powers collect at once, then each buys without seeing what the others buy (build.2, G11)."""

    name = "collect"
    automatic = True

    def after(self, s: BattleState, f: tuple[str]) -> None:
        g, r, b = (income(s, power) for power in range(len(POWERS)))
        s.npu = (g, r, b)
        for power, npu in enumerate(s.npu):
            s.events.append(Income(("build.2", "build.3"), power, npu))
        s.stack.append(("mobilize",))
        s.stack.extend(("build", power) for power in reversed(range(len(POWERS))))


class BuildStep(Step[BattleState]):
    """Buy a unit for a place, or be done; what is not spent is lost (build.5)."""

    name = "build"

    def side(self, s: BattleState, f: tuple[str, int]) -> int:
        return f[1]

    def prompt(self, s: BattleState, f: tuple[str, int]) -> str:
        full = [s.label(area) for area in self.full(s, f[1])]
        warning = f" No room is left in {', '.join(full)}: more units there are lost." if full else ""
        return f"Build: buy a unit, or end.{warning}"

    @staticmethod
    def full(s: BattleState, power: int) -> list[int]:
        """Cities in which further land units would find no room, the orders so far counted (G70)."""
        limit = s.game.tables.stacking.land
        coming = [area for owner, unit, area in s.orders if owner == power and unit not in SEA | AIR and unit != AA]
        own = [area for area in s.game.cities if s.control[power] >> area & 1]
        return [area for area in own if s.stacking(area, SIDE[power]) + coming.count(area) >= limit]

    def options(self, s: BattleState, f: tuple[str, int]) -> list[Option]:
        game, power = s.game, f[1]
        purse, prices = s.npu[power], cards.law(s).prices[power]
        found = []
        for unit, places in game.build_places.items():
            if prices[unit] <= purse:
                found += [game.say_build[number] for number, area in places if can_be_built(s, power, unit, area)]
        return [*found, game.say_done] if found else []

    def build(self, s: BattleState, f: tuple[str, int], number: int) -> None:
        unit, area = s.game.build_keys[number]
        purse = list(s.npu)
        purse[f[1]] -= cards.price(s, f[1], unit)
        s.npu = (purse[0], purse[1], purse[2])
        s.orders = (*s.orders, (f[1], unit, area))
        s.events.append(Ordered(("build.8" if unit not in SEA else "build.12",), f[1], unit, area))

    def done(self, s: BattleState, f: tuple[str, int], value: int) -> None:
        s.stack.pop()

    def why(self, s: BattleState, f: tuple[str, int], option: Option) -> Refusal:
        if option.verb == "done":
            return Refusal("nothing can be bought", "build.5")
        unit, area = s.game.build_keys[option.value]
        label = s.label(area)
        if cards.price(s, f[1], unit) > s.npu[f[1]]:
            return Refusal(f"{UNITS[unit]} costs {cards.price(s, f[1], unit)} NPU; {s.npu[f[1]]} are left", "build.5")
        if unit in SEA:
            return Refusal(f"your ships are built in {s.label(s.game.shipyard[f[1]])} only", "build.12")
        if not s.control[f[1]] >> area & 1:
            return Refusal(f"you do not control {label}", "aa.1" if unit == AA else "build.8")
        if not cards.may_mobilize_in(s, f[1], area):
            return Refusal(f"a card forbids mobilizing in {label}", "cards.4")
        return Refusal(f"{label} is a minor city: it mobilizes infantry and artillery only", "build.11")


class Mobilize(Step[BattleState]):
    """All that was bought appears at once; what does not fit is lost (build.9, build.14, build.15)."""

    name = "mobilize"
    automatic = True

    def after(self, s: BattleState, f: tuple[str]) -> None:
        for power, unit, area in s.orders:
            limit = s.game.tables.stacking.sea if unit in SEA else s.game.tables.stacking.land
            fits = unit in AIR or unit == AA or s.stacking(area, SIDE[power]) < limit
            if fits:
                s.add(power, unit, area)
            s.events.append(Mobilized(("build.9",) if fits else ("build.15",), power, unit, area, fits))
            if fits and unit in SEA and s.occupied(enemy_of(SIDE[power])) >> area & 1:
                s.due |= 1 << area  # build.13, G53
        s.orders = ()
        s.npu = (0, 0, 0)
