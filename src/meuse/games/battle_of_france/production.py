"""Step 4: build and mobilize new units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from meuse.engine import ALL, Bar, Help, Option, Side
from meuse.engine.scene import Choice, Purse
from meuse.games.battle_of_france.events import Income, Mobilized, Ordered
from meuse.games.battle_of_france.faces import listed
from meuse.games.battle_of_france.powers import CAMP, POWERS
from meuse.games.battle_of_france.state import BattleState, Order, enemy_of
from meuse.games.battle_of_france.steps import BattleStep
from meuse.games.battle_of_france.units import AA, COUNTED, SEA


def income(s: BattleState, power: int) -> int:
    """NPU of the cities a power controls (build.3, build.6, build.7), changed by cards."""
    earned = sum(paid for area, paid in s.setting.pays.items() if s.control[power] >> area & 1)
    return max(0, earned + s.law.income[power])


def building_places(s: BattleState, power: int, unit: int) -> int:
    """Where a power can mobilize a type of unit (build.8, build.10 to build.12, aa.1, G28)."""
    if unit in SEA:
        return 1 << s.setting.shipyard[power]
    return s.setting.mobilizing[unit] & s.control[power] & ~s.law.closed[power]


class Collect(BattleStep):
    """All powers collect at once, then each buys without seeing what the others buy (build.2, G11)."""

    def after(self, s: BattleState) -> None:
        s.npu = tuple(income(s, power) for power in range(len(POWERS)))
        for power, npu in enumerate(s.npu):
            s.events.append(Income(("build.2", "build.3"), power, npu))
        s.push(Mobilize(), *(Build(power) for power in reversed(range(len(POWERS)))))


class Build(BattleStep):
    """Buy a unit for a place, or be done; what is not spent is lost (build.5)."""

    power: Side
    heading = "Building"
    public = False
    at_rest = True
    words = {"done": "Buy no more"}
    warned = ("done",)

    def prompt(self, s: BattleState) -> str:
        full = [s.spoken(area) for area in self.full(s, self.power)]
        warning = f" No room is left in {', '.join(full)}: more units there are lost." if full else ""
        return f"Build: buy a unit, or end.{warning}"

    def explained(self, s: BattleState) -> Help:
        says = f"Your cities paid for this round; {s.npu[self.power]} NPU are left, and what you do not spend is lost."
        return Help("build.5", f"{says} All powers buy in secret, and the units appear together.")

    def purse(self, s: BattleState) -> Purse:
        npu = s.npu[self.power]
        return Purse(f"NPU of {s.setting.catalogue.titles[self.power]}", npu, f"{npu} NPU will be lost", "build.5")

    def warning(self, s: BattleState, option: Option) -> str:
        """A power that is still asked could buy something (build.5)."""
        return f"{s.npu[self.power]} NPU will be lost: nothing can be saved for the next round."

    @staticmethod
    def full(s: BattleState, power: int) -> list[int]:
        """Cities in which further land units would find no room, the orders so far counted (G70)."""
        coming = [order.area for order in s.orders if order.power == power and order.unit in COUNTED]
        own = [area for area in s.setting.cities if s.control[power] >> area & 1]
        return [a for a in own if s.stacking(a, CAMP[power]) + coming.count(a) >= s.setting.limit[a]]

    def options(self, s: BattleState) -> list[Option]:
        setting, power = s.setting, self.power
        purse, prices = s.npu[power], s.law.prices[power]
        wares: list[Option] = []
        for unit, family in enumerate(setting.building):
            if prices[unit] <= purse:
                places = building_places(s, power, unit)
                wares += [option for area, option in family if places >> area & 1]
        return [*wares, *setting.say["done"]] if wares else []

    def bars(self, s: BattleState, verb: str) -> Iterable[Bar]:
        setting, power, npu = s.setting, self.power, s.npu[self.power]
        yard, minor = s.spoken(setting.shipyard[power]), listed(setting.tables.build.minor)
        for unit, family in enumerate(setting.building) if verb == "build" else ():
            price, own = s.law.prices[power][unit], "aa.1" if unit == AA else "build.8"
            rules = [(0 if price <= npu else ALL, "build.5", f"{{it}} costs {price} NPU; {npu} are left")]
            if unit in SEA:
                rules.append((~building_places(s, power, unit), "build.12", f"your ships are built in {yard} only"))
            else:
                rules.append((~s.control[power], own, "not {it}: you do not control the city"))
                rules.append((s.law.closed[power], "cards.4", "not {it}: a card forbids it"))
                rules.append((~setting.mobilizing[unit], "build.11", f"not {{it}}: minor cities mobilize {minor} only"))
            for closed, clause, says in rules:
                yield Bar(sum(1 << option.value for area, option in family if closed >> area & 1), clause, says)

    def choices(self, s: BattleState, counters: Mapping[int, str]) -> Iterable[Choice]:
        for option in s.options[:-1]:
            unit, area = s.setting.build_keys[option.value]
            price = s.law.prices[self.power][unit]
            look = s.setting.catalogue.kinds[s.setting.class_number[self.power, unit, 0]]
            label = f"Build {option.spoken} ({price}): {s.setting.catalogue.abilities(self.power, unit)}"
            yield Choice(str(option), label, "build", place=s.label(area), cost=str(price), face=look.counter.face)
        yield self.choice(s, s.options[-1])

    def build(self, s: BattleState, number: int) -> None:
        power, (unit, area) = self.power, s.setting.build_keys[number]
        price = s.law.prices[power][unit]
        s.npu = tuple(npu - price if p == power else npu for p, npu in enumerate(s.npu))
        s.orders = (*s.orders, Order(power, unit, area))
        s.events.append(Ordered(("build.12" if unit in SEA else "build.8",), power, unit, area))

    def done(self, s: BattleState, value: int) -> None:
        s.pop()


class Mobilize(BattleStep):
    """All that was bought appears at once; what does not fit is lost (build.9, build.14, build.15)."""

    def after(self, s: BattleState) -> None:
        for power, unit, area in s.orders:
            fits = unit not in COUNTED or s.stacking(area, CAMP[power]) < s.setting.limit[area]
            if fits:
                s.add(power, unit, area)
            s.events.append(Mobilized(("build.9",) if fits else ("build.15",), power, unit, area, fits))
            if fits and unit in SEA and s.occupied(enemy_of(CAMP[power])) >> area & 1:
                s.due |= 1 << area  # build.13, G53
        s.orders = ()
        s.npu = (0, 0, 0)
