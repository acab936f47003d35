"""22.1 and 22.2: what the results of combat do, and counterattacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from meuse.board.sets import members
from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, Preview, closed
from meuse.engine.preview import one_die
from meuse.engine.scene import Fight
from meuse.engine.steps import Subject
from meuse.games.mansteins_war import boards, bridgeheads, fortresses, losses, pursuit, retreat, shifts
from meuse.games.mansteins_war.events import Counterattacked, Fought
from meuse.games.mansteins_war.losses import alive
from meuse.games.mansteins_war.shifts import Odds
from meuse.games.mansteins_war.state import MansteinState, MansteinStep, other
from meuse.games.mansteins_war.tables import Result, ResultRow
from meuse.mechanics.words import counted


class Engagement(NamedTuple):
    """A combat as it is resolved: an attack on a hex, or a counterattack."""

    target: int
    attackers: Pieces
    defenders: Pieces
    """All whom the result affects."""
    counting: Pieces
    """Those of them who defend: not units that are only caught in the combat (10.1c, R54)."""
    on_mobile: bool
    countering: bool = False


# what a result is


def in_force(s: MansteinState, fight: Engagement, code: Result) -> Result | None:
    """The result that applies in place of the one on the table; None if the combat just ends.

    Against an intact fortification a withdrawal is a stalemate (22.1k, R71), and a counterattack ends the combat
    (22.1g, R72); in a counterattack it is no effect (22.2e).
    """
    row = s.setting.tables.result[code]
    if row.counterattack:
        return None if fight.countering or immune(s, fight.target) else code
    return row.fort if row.fort == "ST" and fortresses.stands(s, fight.target) else code


def immune(s: MansteinState, hexa: int) -> bool:
    """Do the fortifications of a hex turn a counterattack result into the end of the combat (22.1g, 17.0g, R72)?"""
    major = s.rulings["fort_counterattack"] == "major"
    return fortresses.stands(s, hexa) and not (major and s.setting.minor >> hexa & 1)


def rows_of(s: MansteinState, on_mobile: bool) -> list[list[Result]]:
    """One of the two tables, by die and column (10.2)."""
    tables = s.setting.tables
    return tables.mobile.rows if on_mobile else tables.assault.rows


def in_one_hex(s: MansteinState, fight: Engagement) -> bool:
    """Has a unit landed among enemies, and fights them? It does not retreat, and nobody pursues (18.2g, R89)."""
    return s.where[fight.attackers[0]] == fight.target


def meaning(s: MansteinState, fight: Engagement, code: Result) -> str:
    """A result in words, as it applies here."""
    applied, landing = in_force(s, fight, code), in_one_hex(s, fight)
    parts = list(_parts(s.setting.tables.result[applied], landing, fight.countering)) if applied is not None else []
    lost = ["the unit that has landed is lost unless the hex is cleared"] if landing else []
    return "; ".join([*(parts or ["no effect"]), *lost])


def _parts(row: ResultRow, landing: bool, countering: bool) -> Iterator[str]:
    """What a result does, one thing after the other; who has landed stays where it is (18.2g)."""
    yield from _told("attacker", row.attacker.steps, 0 if landing and not countering else row.attacker.retreat)
    yield from _told("defender", row.defender.steps, 0 if landing and countering else row.defender.retreat)
    if row.counterattack:
        yield "the defender counterattacks"
    if row.pursuit and not landing:
        yield "pursuit" if row.pursuit == "always" else "pursuit if the hex is cleared"


def _told(who: str, steps: int, hexes: int) -> Iterator[str]:
    lost = [f"loses {counted(steps, 'step')}"] if steps else []
    back = [f"retreats {hexes} hex{'' if hexes == 1 else 'es'}"] if hexes else []
    if lost or back:
        yield f"{who} {', '.join(lost + back)}"


def foreseen(s: MansteinState, fight: Engagement, total: Odds) -> Preview:
    """What the die can do, with every factor behind it (10.3d)."""
    codes = [row[total.column] for row in rows_of(s, fight.on_mobile)]
    table = "Mobile" if fight.on_mobile else "Assault"
    what = "counterattack" if fight.countering else "attack"
    title = f"{what} on {s.spot(fight.target)}, {table} table, {total.text}"
    made = one_die(title, list(codes), total.factors, {code: meaning(s, fight, code) for code in codes})
    return replace(made, lit=boards.lit(fight.on_mobile, total))


# what it does


def resolve(s: MansteinState, fight: Engagement, total: Odds) -> None:
    """One die in the final column; the result is carried out at once (10.3d)."""
    die = s.roll("combat", ("10.3d",))
    code = rows_of(s, fight.on_mobile)[die - 1][total.column]
    clauses = (s.setting.tables.result[code].clause, "22.2a" if fight.countering else "10.3d")
    s.events.append(
        Fought(
            clauses, fight.target, fight.attackers, fight.defenders, total.attack, total.defence, total.text,
            "Mobile" if fight.on_mobile else "Assault", die, code, meaning(s, fight, code),
        )
    )  # fmt: skip
    apply(s, fight, code)


def apply(s: MansteinState, fight: Engagement, code: Result) -> None:
    """Lay the consequences of a result on the agenda: losses, then retreats, then pursuit (10.6a, 22.1)."""
    applied = in_force(s, fight, code)
    if applied is None:
        return
    row = s.setting.tables.result[applied]
    if row.counterattack:
        caught = s.rulings["caught_units"] == "join"  # R54
        s.push(Counterattack(fight.target, fight.defenders if caught else fight.counting, fight.attackers))
        return
    side = s.setting.side_of[fight.attackers[0]]
    wins = s.rulings["bridgeheads"] == "counter" if fight.countering else s.on("bridgeheads")  # R101
    if row.defender.steps and wins:
        bases = tuple(dict.fromkeys(s.where[piece] for piece in fight.attackers))
        s.push(bridgeheads.Bridge(fight.target, fight.attackers, bases))
    if row.pursuit and not in_one_hex(s, fight):
        s.push(pursuit.Pursuit(fight.target, fight.attackers, row.overrun, fight.countering))
    _push_losses(s, row, fight, side)


def _push_losses(s: MansteinState, row: ResultRow, fight: Engagement, side: int) -> None:
    """Retreats lie below losses: only survivors retreat (22.1, R69).

    The losses of both sides count at once (R70): a unit that has landed among enemies takes its own first, so that it
    has the hex only if it lives.
    """
    halves = [(row.attacker, fight.attackers, side), (row.defender, fight.defenders, other(side))]
    for half, units, _ in halves:
        if half.retreat:
            s.push(retreat.GiveWay(units, half.retreat))
    if in_one_hex(s, fight) and not fight.countering:
        halves.reverse()
    for half, units, owner in halves:
        if half.steps:
            s.push(losses.Losses(owner, units, half.steps, fight.on_mobile))


# counterattack


class Counterattack(MansteinStep):
    """All defenders attack one hex with units that took part in the attack on them (22.2a)."""

    hex: Place
    units: Pieces
    attackers: Pieces

    forced = public = fought = True
    hand, spot = "units", "hex"
    heading = "Counterattack"
    asks = "Counterattack: choose the hex with attackers that all your defenders attack."
    help = Help("22.2a", "All defenders must counterattack one hex; they gain one column, and nothing else shifts.")
    words = {"counter": "Counterattack {it}"}

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        bases = members(s.where[piece] for piece in alive(s, self.attackers))
        yield Bar(~bases, "22.2a", "no unit that took part in the attack is in {it}")

    def counter(self, s: MansteinState, hexa: int) -> None:
        """All units of the hex defend, or by the other reading only those that attacked (R55)."""
        side = s.setting.side_of[self.units[0]]
        defenders = shifts.defenders_at(s, other(side), hexa)
        if s.rulings["counterattack"] == "participants":
            defenders = tuple(piece for piece in defenders if piece in self.attackers)
        s.events.append(Counterattacked(("22.2a",), side, hexa))
        s.turn_into(CounterTable(hexa, self.units, defenders))


class CounterTable(MansteinStep):
    """The table of a counterattack: Mobile if all who make it are Mech units, whatever the terrain (22.2f)."""

    target: Place
    attackers: Pieces
    defenders: Pieces

    forced = public = fought = True
    hand, spot = "attackers", "target"
    heading = "Counterattack"
    help = Help("22.2f", "Any unit may use the Assault table; the Mobile table is for Mech units alone.")
    words = {"assault": "Roll on the Assault table", "mobile": "Roll on the Mobile table"}
    rolls = ("assault", "mobile")

    def prompt(self, s: MansteinState) -> str:
        total = shifts.counter_odds(s, self.attackers, self.defenders)
        return f"Counterattack on {s.spot(self.target)}, {total.attack} to {total.defence}, column {total.text}."

    def named(self) -> Pieces:
        return (*self.attackers, *self.defenders)

    def about(self, s: MansteinState) -> Subject:
        return (*self.attackers, *self.defenders), (self.target,)

    def options(self, s: MansteinState) -> list[Option]:
        opened = s.setting.vocabulary.open("mobile", closed(self.bars(s, "mobile")))
        return s.setting.say["assault"] + opened

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb == "mobile" and members(self.attackers) & ~s.setting.mech:
            yield Bar(ALL, "22.2f", "not all units that counterattack are Mech units")

    def engagement(self, on_mobile: bool) -> Engagement:
        return Engagement(self.target, self.attackers, self.defenders, self.defenders, on_mobile, countering=True)

    def assault(self, s: MansteinState, value: int) -> None:
        self._fight(s, on_mobile=False)

    def mobile(self, s: MansteinState, value: int) -> None:
        self._fight(s, on_mobile=True)

    def _fight(self, s: MansteinState, on_mobile: bool) -> None:
        s.pop()
        resolve(s, self.engagement(on_mobile), shifts.counter_odds(s, self.attackers, self.defenders))

    def preview(self, s: MansteinState, option: Option) -> Preview:
        fight = self.engagement(option.verb == "mobile")
        return foreseen(s, fight, shifts.counter_odds(s, self.attackers, self.defenders))

    def battle_board(self, s: MansteinState, side: int) -> Fight | None:
        return boards.countered(s, self.target, self.attackers, self.defenders)
