"""Chapter 11: skirmish battles, fought whenever units move into an enemy zone of control."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from meuse.engine import ALL, Bar, Help, Option, Piece, Pieces, Place, Places, Preview
from meuse.engine.preview import Factor, one_die
from meuse.engine.scene import Fight, Sweep
from meuse.engine.steps import Subject
from meuse.games.fall_of_france import air, boards, fortifications, losses, retreat, strength, supply
from meuse.games.fall_of_france.events import CommandoUsed, Skirmished, SkirmishEnded, Stalled, StoodFirm
from meuse.games.fall_of_france.setting import ALOFT, COUNTRIES, GERMAN
from meuse.games.fall_of_france.stacking import points_of
from meuse.games.fall_of_france.state import FallState, FallStep, Meeting, UnitChoice, members, other
from meuse.games.fall_of_france.tables import SkirmishRow
from meuse.games.fall_of_france.ways import finish
from meuse.games.fall_of_france.zoc import exerting


class Foes(NamedTuple):
    """What units meet in a hex: interdicting air units, and the hexes of stacks whose zone it is."""

    air: Pieces
    stacks: Places

    @staticmethod
    def at(s: FallState, mover: int, hexa: int) -> Foes | None:
        """Whom units of a side will meet when they enter a hex, as things stand before they do (R127)."""
        foe = other(mover)
        board = s.setting.board
        met = Foes(air.interdicting(s, foe, hexa), tuple(board.members(exerting(s, foe, hexa))))
        return met if met.air or met.stacks else None


def begin(s: FallState, hexa: int, group: Pieces, foes: Foes, landing: bool = False, absent: Pieces = ()) -> None:
    """Lay the skirmishes of a hex on the agenda: against air units first (11.1e), then one against stacks (11.1b).

    ``absent``: enemies that have just retreated from the hex, who take no part even in a stack that does (17.2b, R75).
    Supply is checked before them (7.1b), so stacks now cut off draw limited supply first (R20).
    """
    supply.claim_what_is_left(s)
    if foes.stacks:
        if landing or not needs_consent(s, hexa, group, foes.stacks):
            s.push(Muster(hexa, group, foes.stacks, (hexa,) if hexa in foes.stacks else (), landing, absent))
        else:
            s.push(Consent(hexa, group, foes.stacks))
    s.push(*(AirSkirmish(hexa, group, unit) for unit in reversed(foes.air)))


def needs_consent(s: FallState, hexa: int, group: Pieces, stacks: Places) -> bool:
    """Does a stack come back to a hex where it has already fought all who could oppose it (11.0c, R44)?"""
    movers, fresh = members(group), members(piece for place in stacks for piece in s.stacks[place])
    for meeting in s.met:
        if meeting.hex == hexa and not movers & ~members(meeting.movers):
            fresh &= ~members(meeting.foes)
    return not fresh


def taking_part(s: FallState, stacks: Places, absent: Pieces) -> Pieces:
    """The units of some stacks that fight: all but those that are absent (R45, R75)."""
    return tuple([piece for stack in stacks for piece in s.at(stack) if piece not in absent])


# what counts


class Modifiers(NamedTuple):
    """A skirmish before the die: both totals, and everything that changes the die."""

    attack: int
    defence: int
    die: int
    factors: tuple[Factor, ...]


def modifiers(
    s: FallState, hexa: int, group: Pieces, stacks: Places, landing: bool, commando: bool, absent: Pieces = ()
) -> Modifiers:
    """The die modifiers of a ground skirmish, each with its clause (11.3)."""
    setting, table = s.setting, s.setting.tables.skirmish
    mover = setting.side_of[group[0]]
    attack = strength.attack_total(s, group, hexa, True if landing else None, level_ground(s))
    defence = sum(stack_strength(s, stack, hexa, absent) for stack in stacks)
    die, factors = 0, [Factor("strength", f"{attack} to {defence}", "11.3b")]

    def count(name: str, value: int, clause: str) -> None:
        nonlocal die
        die += value
        factors.append(Factor(name, f"{value:+}", clause))

    if attack > defence:
        if air.supports(s, other(mover), hexa):
            factors.append(Factor("the defender's air support", "not weaker", "11.3a"))
        else:
            count("attacker stronger", table.stronger, "11.3c")
    elif defence >= table.doubled_from * attack:
        if air.supports(s, mover, hexa):
            factors.append(Factor("the attacker's air support", "not weaker", "11.3a"))
        else:
            count("defender at least double", table.doubled, "11.3d")
    rows = [setting.terrain_at[hexa], *(["city"] if setting.cities >> hexa & 1 else [])]
    minor = all(behind(s, stack, hexa) for stack in stacks)
    if mechanized_majority(s, group):
        denied = any(setting.tables.tec[row].skirmish.no_mech_bonus for row in rows) or minor
        if denied:
            factors.append(Factor("mechanised, denied by terrain", "+0", "11.3e"))
        else:
            count("mostly mechanised", table.mechanized, "11.3e")
    for row in rows:
        terrain = setting.tables.tec[row]
        if terrain.skirmish.die:
            count(terrain.name, terrain.skirmish.die, terrain.clauses.skirmish or "11.3f")
    if all(behind(s, stack, hexa) == "major_river" for stack in stacks):
        river = setting.tables.tec["major_river"]
        count("all defenders across a major river", river.skirmish.die, river.clauses.skirmish or "11.3h")
    if commando:
        count("Brandenburgers", setting.tables.options.brandenburgers.die, "22.11a")
    return Modifiers(attack, defence, die, tuple(factors))


def mechanized_majority(s: FallState, group: Sequence[int]) -> bool:
    """Are more than half of the stacking points mechanised (11.3e, 14.3e)?"""
    mechanized = points_of(s, [piece for piece in group if s.setting.is_mechanized[piece]])
    return 2 * mechanized > points_of(s, group)


def behind(s: FallState, stack: int, hexa: int) -> str:
    """The river between a defending stack and the hex entered: the row of the chart, empty if there is none (R47)."""
    board = s.setting.board
    if stack == hexa:
        return ""
    for row, sides in (("major_river", s.setting.major_rivers), ("minor_river", s.setting.minor_rivers)):
        if board.crosses(hexa, stack, sides):
            return row
    return ""


def level_ground(s: FallState) -> bool:
    """Does terrain change no factor in skirmishes (R123)?"""
    return s.rulings["skirmish_multipliers"] == "no"


def stack_strength(s: FallState, stack: int, hexa: int, absent: Pieces = ()) -> int:
    """The defence of a stack against units in the hex entered, with its own terrain (R123)."""
    if level_ground(s):
        return strength.stack_defence(s, stack, True, absent)
    rows = strength.multipliers(s, stack, behind(s, stack, hexa) == "major_river")
    return strength.multiplied(s, strength.stack_defence(s, stack, False, absent), rows)


def holds_ground(s: FallState, stack: int, hexa: int) -> bool:
    """May a stack ignore a retreat, by its own hex or the fortified hexside toward the hex entered (11.3g)?"""
    setting, tec = s.setting, s.setting.tables.tec
    rows = [setting.terrain_at[stack]]
    rows += [row for row, hexes in (("town", setting.towns), ("city", setting.cities)) if hexes >> stack & 1]
    if fortifications.is_fortress(s, stack):
        rows.append("fortress")
    if stack != hexa:
        level = fortifications.level_of(s, stack, setting.board.direction(stack, hexa))
        if level is not None:
            rows.append(fortifications.LEVELS[level])
        river = behind(s, stack, hexa)
        if river:
            rows.append(river)
    return any(tec[row].skirmish.ignore_retreat for row in rows)


def result_of(s: FallState, die: int) -> SkirmishRow:
    """The row of the table for a modified die; beyond its ends the last row counts (d1)."""
    rows = s.setting.tables.skirmish.results
    return rows[max(0, min(die - rows[0].die, len(rows) - 1))]


def result_words(row: SkirmishRow) -> str:
    """A result of the table in words."""
    parts = []
    for who, letters in (("attacker", row.attacker), ("defender", row.defender)):
        if letters == "D|R":
            parts.append("defender: one unit disrupted or retreat")
        elif letters:
            parts.append(f"{who}: " + " and ".join(_LETTER[letter] for letter in letters))
    return "; ".join(parts) or "no effect"


_LETTER = {"S": "stalled", "D": "one unit disrupted", "R": "retreat"}


# the steps


class SkirmishStep(FallStep):
    """A step of a skirmish: the group stands in the hex it has entered."""

    hex: Place
    group: Pieces

    public = True
    hand, spot = "group", "hex"
    heading = "Skirmish"

    def movers(self, s: FallState) -> Pieces:
        """Those of the group that are still there, or still in the air above enemies they land on (9.2f)."""
        return tuple(piece for piece in self.group if s.where[piece] in (self.hex, ALOFT))

    def mover(self, s: FallState) -> int:
        return s.setting.side_of[self.group[0]]

    def about(self, s: FallState) -> Subject:
        return self.movers(s), (self.hex,)

    def battle_board(self, s: FallState, side: int) -> Fight | None:
        return boards.skirmish(s, self, side)


class AirSkirmish(SkirmishStep):
    """A plain die against an interdicting air unit (11.1d, R52)."""

    unit: Piece

    asks = "{hex} is interdicted from the air: fight the air unit."
    help = Help("12.2c", "Units that enter a hex interdicted from the air fight the air unit with an unmodified die.")
    words = {"fight": "Roll the die"}
    rolls = ("fight",)

    def options(self, s: FallState) -> list[Option]:
        return s.setting.say["fight"] if self.movers(s) and air.flying(s, self.unit) else []

    def preview(self, s: FallState, option: Option) -> Preview:
        return one_die("skirmish with an air unit", [result_words(result_of(s, die)) for die in range(1, 7)])

    def fight(self, s: FallState, value: int) -> None:
        movers = self.movers(s)
        s.pop()
        s.events.append(Skirmished(("11.1d",), movers, (self.unit,), self.hex))
        die = s.roll("skirmish with an air unit", ("12.2c",))
        row = result_of(s, die)
        s.events.append(SkirmishEnded(("11.4g",), die, row.attacker, row.defender))
        if row.defender:
            air.yields(s, self.unit, self.hex, row.defender)
        attackers_suffer(s, self.hex, movers, row.attacker)


class Consent(SkirmishStep):
    """The defender says whether a stack that comes back must skirmish again (11.0c, R44)."""

    stacks: Places

    help = Help("11.0c", "These units have already fought you in this hex; they skirmish again only if you agree.")
    words = {"accept": "Skirmish again", "decline": "Let them pass"}

    def side(self, s: FallState) -> int:
        return other(self.mover(s))

    def prompt(self, s: FallState) -> str:
        return f"Skirmish again with {s.setting.pieces_spoken(self.movers(s))}, back in {s.spot(self.hex)}?"

    def options(self, s: FallState) -> list[Option]:
        return [*s.setting.say["accept"], *s.setting.say["decline"]] if self.movers(s) else []

    def accept(self, s: FallState, value: int) -> None:
        s.turn_into(Muster(self.hex, self.group, self.stacks, (), False, ()))


class Muster(SkirmishStep):
    """The defender names the stacks that take part, at least one (11.1c, R45)."""

    stacks: Places
    chosen: Places
    landing: bool
    absent: Pieces
    """Units of the stacks that have just retreated and take no part (17.2b)."""

    help = Help("11.1c", "Choose which of your stacks fight: at least one must. Those left out risk nothing.")
    words = {"defend": "The stack in {it} takes part", "done": "No others"}
    sweeps = {"defend": Sweep("defend", "All stacks take part")}

    def side(self, s: FallState) -> int:
        return other(self.mover(s))

    def prompt(self, s: FallState) -> str:
        return f"Which stacks oppose {s.setting.pieces_spoken(self.movers(s))} in {s.spot(self.hex)}?"

    def open_stacks(self, s: FallState) -> Places:
        """Stacks that may still be named; those in the very hex of a landing must fight anyway (R37)."""
        foe = other(self.mover(s))
        return tuple(h for h in self.stacks if h not in self.chosen and s.held[foe] >> h & 1)

    def options(self, s: FallState) -> list[Option]:
        waiting = self.open_stacks(s)
        if not self.movers(s) or not waiting or (not self.chosen and len(waiting) == 1):
            return []
        options = [s.setting.say["defend"][hexa] for hexa in waiting]
        return [*options, *s.setting.say["done"]] if self.chosen else options

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "defend":
            yield Bar(~members(self.open_stacks(s)), "11.1c", "no stack in {it} has its zone there and is free to join")
        elif not self.chosen:
            yield Bar(ALL, "11.1c", "at least one stack must take part")

    def defend(self, s: FallState, hexa: int) -> None:
        s.turn_into(self.but(chosen=(*self.chosen, hexa)))

    def done(self, s: FallState, value: int) -> None:
        s.pop()
        self._clash(s, self.chosen)

    def after(self, s: FallState) -> None:
        """All stacks are named, or there is but one."""
        if self.movers(s):
            self._clash(s, (*self.chosen, *self.open_stacks(s)[: 0 if self.chosen else 1]))

    def _clash(self, s: FallState, stacks: Places) -> None:
        if not stacks:
            return
        movers, defenders = self.movers(s), taking_part(s, stacks, self.absent)
        s.met = (*s.met, Meeting(self.hex, movers, defenders))
        s.events.append(Skirmished(("11.0a",), movers, defenders, self.hex))
        s.push(Clash(self.hex, movers, tuple(sorted(stacks)), self.landing, False, self.absent))


class Clash(SkirmishStep):
    """The mover rolls the die, perhaps with the help of Brandenburgers (11.2, 22.11)."""

    stacks: Places
    landing: bool
    commando: bool
    absent: Pieces

    asks = "Skirmish at {hex}: roll the die."
    help = Help("11.2a", "One die with modifiers: low rolls stop or hurt those who moved, high ones the defenders.")
    words = {"fight": "Roll the die", "accept": "Use the Brandenburgers (+1)"}
    rolls = ("fight",)

    def about(self, s: FallState) -> Subject:
        return self.movers(s), (self.hex, *self.stacks)

    def options(self, s: FallState) -> list[Option]:
        if not self.movers(s):
            return []
        options = list(s.setting.say["fight"])
        return [*options, *s.setting.say["accept"]] if self.may_use_commando(s) else options

    def may_use_commando(self, s: FallState) -> bool:
        """Once each, in the first turns, in their country, in a skirmish the German began (22.11)."""
        if not s.on("brandenburgers") or self.commando or self.mover(s) != GERMAN:
            return False
        table = s.setting.tables.options.brandenburgers
        return s.turn <= table.last_turn and bool(s.commandos[self._country(s)])

    def _country(self, s: FallState) -> int:
        return next(country for country, hexes in enumerate(s.setting.country) if hexes >> self.hex & 1)

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "accept" and not self.may_use_commando(s):
            yield Bar(ALL, "22.11a", "there are no Brandenburgers to use here")

    def modifiers(self, s: FallState) -> Modifiers:
        return modifiers(s, self.hex, self.movers(s), self.stacks, self.landing, self.commando, self.absent)

    def preview(self, s: FallState, option: Option) -> Preview | None:
        if option.verb != "fight":
            return None
        made = self.modifiers(s)
        names = [result_words(result_of(s, die + made.die)) for die in range(1, 7)]
        return one_die("skirmish", names, made.factors)

    def accept(self, s: FallState, value: int) -> None:
        country = self._country(s)
        s.commandos[country] -= 1
        s.events.append(CommandoUsed(("22.11a",), COUNTRIES[country].title(), self.hex))
        s.turn_into(self.but(commando=True))

    def fight(self, s: FallState, value: int) -> None:
        made = self.modifiers(s)
        movers = self.movers(s)
        air.over_city(s, self.hex)
        die = s.roll("skirmish", ("11.2a",)) + made.die
        row = result_of(s, die)
        s.events.append(SkirmishEnded(("11.4g",), die, row.attacker, row.defender))
        s.turn_into(Aftermath(self.hex, movers, self.stacks, self.landing, self.absent))
        if self.hex not in self.stacks:  # a landing on enemies is won or lost, and nothing else matters (9.2f)
            attackers_suffer(s, self.hex, movers, row.attacker)
        self._defenders_suffer(s, row.defender)

    def _defenders_suffer(self, s: FallState, letters: str) -> None:
        if letters == "D|R":
            s.push(Yield(self.hex, self.stacks, self.absent))
            return
        if "R" in letters:
            give_way(s, self.hex, self.stacks, self.absent)
        if "D" in letters:
            s.push(OneDisrupted(self.hex, self.stacks, self.absent))


def give_way(s: FallState, hexa: int, stacks: Places, absent: Pieces) -> None:
    """Every participating stack retreats, except those whose own terrain lets them stay (R46)."""
    leaving = []
    for stack in stacks:
        if stack in s.stacks and holds_ground(s, stack, hexa):
            s.events.append(StoodFirm(("11.3g",), stack))
        elif stack in s.stacks:
            leaving.append(stack)
    if len(leaving) == 1:
        s.push(retreat.Retreat(leaving[0], taking_part(s, (leaving[0],), absent)))
    elif leaving:
        units = taking_part(s, tuple(leaving), absent)
        s.push(retreat.Rout(units, tuple(s.where[piece] for piece in units)))


NO_PART = "11.4a", "{it} takes no part in this skirmish"


class Yield(FallStep):
    """Modified 5 or 6: the defender has one unit disrupted, or retreats (11.4e)."""

    hex: Place
    stacks: Places
    absent: Pieces

    public = True
    heading = "Skirmish"
    asks = "Skirmish at {hex}: one of your units is disrupted, or all retreat."
    help = Help(
        "11.4e", "Have one unit disrupted, or retreat; units in towns, cities, mountains and forts may ignore it."
    )
    words = {"disrupt": "{it} is disrupted", "retreat": "Retreat"}

    def present(self, s: FallState) -> Pieces:
        return taking_part(s, self.stacks, self.absent)

    def about(self, s: FallState) -> Subject:
        return self.present(s), self.stacks

    def options(self, s: FallState) -> list[Option]:
        units = [s.setting.say["disrupt"][piece] for piece in self.present(s)]
        return [*units, *s.setting.say["retreat"]] if units else []

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        if verb == "disrupt":
            yield Bar(~members(self.present(s)), *NO_PART)

    def disrupt(self, s: FallState, piece: int) -> None:
        s.pop()
        losses.disrupt(s, piece, ("11.4a",))

    def retreat(self, s: FallState, value: int) -> None:
        s.pop()
        give_way(s, self.hex, self.stacks, self.absent)

    def battle_board(self, s: FallState, side: int) -> Fight | None:
        return boards.skirmish(s, self, side)


class OneDisrupted(UnitChoice):
    """One unit of a side in a skirmish is disrupted, as its owner chooses (11.4a, 4.0a)."""

    hex: Place
    stacks: Places
    absent: Pieces

    public = forced = True
    heading = "Skirmish"
    asks = "Skirmish at {hex}: choose the unit that is disrupted."
    help = Help("11.4a", "One of your units in this skirmish is disrupted: choose which.")
    words = {"disrupt": "{it} is disrupted"}
    others = NO_PART

    def present(self, s: FallState) -> Pieces:
        return taking_part(s, self.stacks, self.absent)

    def about(self, s: FallState) -> Subject:
        return self.present(s), self.stacks

    def disrupt(self, s: FallState, piece: int) -> None:
        s.pop()
        losses.disrupt(s, piece, ("11.4a",))

    def battle_board(self, s: FallState, side: int) -> Fight | None:
        return boards.skirmish(s, self, side)


class MoverDisrupted(OneDisrupted):
    """One of the units that moved is disrupted; others in the hex took no part."""

    group: Pieces

    def present(self, s: FallState) -> Pieces:
        return tuple(piece for piece in self.group if s.where[piece] == self.hex)


def attackers_suffer(s: FallState, hexa: int, movers: Pieces, letters: str) -> None:
    """Those who moved are stalled, disrupted or thrown back (11.4, R48, R50)."""
    if not letters:
        return
    if "S" in letters or "R" in letters:
        finish(s, movers)
        if "S" in letters:
            s.events.append(Stalled(("11.4c",), movers))
    if "R" in letters:
        s.push(retreat.Retreat(hexa, movers))
    if "D" in letters:
        s.push(MoverDisrupted(hexa, (hexa,), (), movers))


class Aftermath(SkirmishStep):
    """The end of a skirmish: a landing among enemies that failed to drive them out is lost (9.2f)."""

    stacks: Places
    landing: bool
    absent: Pieces

    def after(self, s: FallState) -> None:
        if self.landing and s.held[other(self.mover(s))] >> self.hex & 1:
            for piece in self.movers(s):
                losses.eliminate(s, piece, "failed landing", ("9.2f",), for_good=True)
        supply.claim_what_is_left(s)
