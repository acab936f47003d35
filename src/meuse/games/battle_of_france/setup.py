"""Set-up: the charts laid out, and what a scenario of a player's own must respect."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine.data import Note, Problems
from meuse.games.battle_of_france.powers import CAMP, FRANCE, POWERS
from meuse.games.battle_of_france.setting import BattleSetting
from meuse.games.battle_of_france.state import BattleState
from meuse.games.battle_of_france.tables import MOST_AT_START, Chart
from meuse.games.battle_of_france.units import AA, AIR, INFANTRY, SEA, UNITS


def lay_out(s: BattleState) -> None:
    """Pieces by the charts, cards shuffled, every power in its own land (setup.1 to setup.6)."""
    s.control = tuple(s.setting.original)
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


def check(setting: BattleSetting, problems: Problems, file: str) -> None:
    """There is a card for each round, and units are where they may be."""
    scenario, fault = setting.scenario, problems.of(file)
    most = len(setting.cards) + setting.tables.game.first_card_round - 1
    if not 1 <= scenario.rounds <= most:
        fault("rounds", f"{scenario.rounds} is outside 1 to {most}: there is one card for each round")
    for power, chart in scenario.setup.items():
        _check_chart(setting, POWERS.index(power), chart, fault)
    if not problems:
        s = BattleState(setting, b"", setting.game.ledger.settle({}))
        lay_out(s)
        for area, what in misplaced(s):
            fault(f"setup, {s.label(area)}", what)


def _check_chart(setting: BattleSetting, power: int, chart: Chart, fault: Note) -> None:
    """No space belongs to the enemy, no unit is of the wrong element, and there are not too many."""
    where = f"setup.{POWERS[power]}"
    enemies = sum(land for owner, land in enumerate(setting.original) if CAMP[owner] != CAMP[power])
    for label, units in chart.items():
        if label not in setting.board.numbers:
            continue
        area = 1 << setting.board.numbers[label]
        if enemies & area:
            fault(where, f"{label} belongs to the enemy")
        for unit in units:
            if not area & (setting.sea if UNITS.index(unit) in SEA else setting.land):
                fault(where, f"{label}: {unit} cannot be there")
    total = sum(sum(units.values()) for units in chart.values())
    if total > MOST_AT_START:
        fault(where, f"{total} units are more than {MOST_AT_START}")
