"""Set-up: the charts laid out, and what a scenario of a player's own must respect."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.games.battle_of_france.powers import CAMP, FRANCE, POWERS
from meuse.games.battle_of_france.setting import BattleSetting
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.units import AA, AIR, INFANTRY, SEA, UNITS

MOST_AT_START = 150
"""How many units a set-up may have."""


def lay_out(s: BattleState) -> None:
    """Pieces by the charts, cards shuffled, every power in its own land (setup.1 to setup.6)."""
    germany, france, britain = s.setting.original
    s.control = (germany, france, britain)
    for power, rows in s.setting.charts.items():
        for label, units in rows.items():
            for unit, count in units.items():
                _place(s, POWERS.index(power), UNITS.index(unit), s.setting.board.numbers[label], count)
    s.deck = tuple(range(len(s.setting.cards)))


def _place(s: BattleState, power: int, unit: int, area: int, count: int) -> None:
    if unit in SEA and s.setting.land >> area & 1:  # the transport printed in territory 14 (G66)
        choice = s.rulings["territory_14"]
        if choice == "none":
            return
        if choice == "ship":
            area = s.setting.shipyard[FRANCE]
        else:
            unit, count = INFANTRY, 2 * count
    for _ in range(count):
        s.add(power, unit, area)


def misplaced(s: BattleState) -> Iterator[tuple[int, str]]:
    """Areas with units that may not be there, and why."""
    setting = s.setting
    for area in sorted(s.stacks):
        units = {s.unit[piece] for piece in s.at(area)}
        if setting.land >> area & 1 and s.of_camp(area, 0) and s.of_camp(area, 1):
            yield area, "enemies share the area"
        if any(s.stacking(area, camp) > setting.limit[area] for camp in (0, 1)):
            yield area, f"more than {setting.limit[area]} units (stacking.1)"
        if AA in units and area not in setting.cities:
            yield area, "anti-aircraft guns stand only in cities (aa.2)"
        if units & AIR and setting.forest >> area & 1:
            yield area, "air units do not stand in the forest (special.ardennes.5)"


def problems(setting: BattleSetting) -> list[str]:
    """Everything that is wrong with a scenario."""
    scenario = setting.scenario
    wrong = []
    most = len(setting.cards) + setting.tables.game.first_card_round - 1
    if not 1 <= scenario.rounds <= most:
        wrong.append(f"rounds: {scenario.rounds} is outside 1 to {most}: there is one card for each round")
    if sorted(power for seat in scenario.players for power in seat) != sorted(POWERS):
        wrong.append(f"players: each of {', '.join(POWERS)} is led by one player")
    wrong += [f"setup.{power}: {what}" for power in POWERS for what in _chart_problems(setting, power)]
    if not wrong:
        s = BattleState(setting, b"", setting.game.ledger.settle({}))
        lay_out(s)
        wrong += [f"setup, {s.label(area)}: {what}" for area, what in misplaced(s)]
    return wrong


def _chart_problems(setting: BattleSetting, power: str) -> Iterator[str]:
    """Spaces that do not exist or belong to the enemy, units of the wrong element, impossible numbers."""
    numbers, printed, total = setting.board.numbers, setting.components.printed.setup, 0
    enemies = sum(setting.original[p] for p in range(len(POWERS)) if CAMP[p] != CAMP[POWERS.index(power)])
    for label, units in setting.charts.get(power, {}).items():  # type: ignore[call-overload]
        area = numbers.get(label, -1)
        if area < 0:
            yield f"there is no area {label}"
            continue
        if enemies >> area & 1:
            yield f"{label} belongs to the enemy"
        for unit, count in units.items():
            total += count
            if (UNITS.index(unit) in SEA) != bool(setting.sea >> area & 1) and setting.charts is not printed:
                yield f"{label}: {unit} cannot be there"
            if not 1 <= count <= MOST_AT_START:
                yield f"{label}: {count} is no number of units"
    if total > MOST_AT_START:
        yield f"{total} units are more than {MOST_AT_START}"
