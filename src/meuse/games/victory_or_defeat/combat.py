"""Chapter 11: combat, from the choice of a target to the fall of the die."""

from __future__ import annotations

from typing import NamedTuple

from meuse.engine import Option, Preview, Refusal, Step
from meuse.engine.preview import Factor, certain, one_die
from meuse.games.victory_or_defeat import aftermath, neutrals
from meuse.games.victory_or_defeat.components import ALLIED, ARMY, FRENCH, GERMAN, GERMANS, GERMANY
from meuse.games.victory_or_defeat.dynamo import dynamo_runs
from meuse.games.victory_or_defeat.events import Declared, Fought
from meuse.games.victory_or_defeat.movement import ardennes_closed, why_barred
from meuse.games.victory_or_defeat.state import WarState, other
from meuse.games.victory_or_defeat.supply import halved, is_overland, is_supplied

Battle = tuple[str, int, int, tuple[int, ...], int, int]
"""("battle", side, target hex, attackers, has the stack been looked through?, is 4th Armored committed?)"""


# strengths and odds


class Odds(NamedTuple):
    """An attack added up: strengths, the column before and after shifts, and what counted."""

    attack: int
    defence: int
    start: int
    column: int
    automatic: str
    factors: tuple[Factor, ...]

    @property
    def text(self) -> str:
        return ratio(self.column)


def odds_column(attack: int, defence: int) -> int:
    """Odds rounded down in the defender's favour (11.10a, A04), as a place on the endless scale.

    1:1 is 0, 2:1 is 1, 1:2 is -1 and so on.
    """
    if attack >= defence:
        return attack // defence - 1
    if attack <= 0:
        return -defence
    return 1 - -(-defence // attack)


def ratio(column: int) -> str:
    return f"{column + 1}:1" if column >= 0 else f"1:{1 - column}"


def is_fortified(s: WarState, target: int) -> bool:
    return bool(s.all_forts() >> target & 1)


def attack_strength(s: WarState, piece: int, target: int) -> int:
    """The factor before any halving: mechanized corps use their DF against cities and forts (11.13b, 11.14c)."""
    if s.game.is_mechanized[piece]:
        if is_fortified(s, target):  # the fort's line goes before the city's (TECn)
            whole_class = s.rulings["fort_df"] == "mechanized"
            if whole_class or s.game.pieces[piece].type == "panzer":  # A06
                return s.defence_factor(piece)
        elif s.game.cities >> target & 1:
            return s.defence_factor(piece)
    return s.attack_factor(piece)


def halvings(s: WarState, piece: int, target: int) -> int:
    """How often a unit's factor is halved: across a river (11.12b), out of supply (8.3a)."""
    river = s.game.board.crosses(s.where[piece], target, s.game.rivers)
    return int(river) + int(not is_supplied(s, piece))


def total_attack(s: WarState, attackers: tuple[int, ...], target: int) -> int:
    """Each unit halved and rounded up by itself (A05), or all together if the players rule so."""
    if s.rulings["halving"] == "each":
        total = 0
        for piece in attackers:
            strength = attack_strength(s, piece, target)
            for _ in range(halvings(s, piece, target)):
                strength = halved(strength)
            total += strength
        return total
    quarters = sum(attack_strength(s, p, target) * 4 >> halvings(s, p, target) for p in attackers)
    return -(-quarters // 4)


def defenders(s: WarState, target: int) -> tuple[int, ...]:
    """Who counts in the defence: not those already attacked this phase, who came by retreat (11.0d, A10)."""
    return tuple(piece for piece in s.at(target) if not s.defended >> piece & 1)


def attack_directions(s: WarState, attackers: tuple[int, ...], target: int) -> set[int]:
    return {s.game.board.direction(target, s.where[piece]) for piece in attackers}


def is_concentric(directions: set[int]) -> bool:
    """Opposite hexsides (11.11a), three alternate hexes (11.11b), or more than three (11.11c)."""
    if len(directions) > 3 or directions in ({0, 2, 4}, {1, 3, 5}):
        return True
    return any((direction + 3) % 6 in directions for direction in directions)


def shifts(s: WarState, attackers: tuple[int, ...], target: int, armored: bool) -> list[Factor]:
    """Every column shift of an attack, right positive, each with its clause (A07)."""
    game, table = s.game, s.game.tables.shifts
    found: list[tuple[str, int, str]] = []
    sickle = _sickle_surprise(s, attackers)
    terrain = game.terrain_name(target)
    slope = game.tables.terrain[terrain].shift
    if slope and not (sickle and terrain == "ardennes"):  # 5.8c
        found.append((terrain, slope, {"rough": "TECb", "ardennes": "TECc"}.get(terrain, "11.12a")))
    fort = s.fort_at(target)
    if fort is not None:
        found.append(("fortification", -s.defence_factor(fort), "11.14a"))
    elif not game.cities >> target & 1 and is_concentric(attack_directions(s, attackers, target)):  # 11.11f, 11.13a
        if any(game.is_mechanized[piece] for piece in attackers):
            found.append(("concentric attack with mechanized units", table.concentric_mechanized, "11.11e"))
        else:
            found.append(("concentric attack", table.concentric, "11.11d"))
    if sickle:
        found.append(("Sickle Cut surprise", table.sickle_cut, "5.8c"))
    if armored:
        found.append(("4th Armored Division", table.armored, "5.17b"))
    german_attack = game.side_of[attackers[0]] == GERMAN
    if german_attack and _near_dynamo(s, target):
        found.append(("Operation Dynamo", table.dynamo, "5.13i"))
    if s.crisis:
        found.append(("German supply crisis", -table.crisis if german_attack else table.crisis, "5.5c"))
    return [Factor(name, f"{value:+d}", clause) for name, value, clause in found]


def _sickle_surprise(s: WarState, attackers: tuple[int, ...]) -> bool:
    """Do Sickle Cut corps attack on turn 1: any of them, or (by choice of the players) only them (5.8c, A09)?"""
    if not s.sickle or s.turn != 1:
        return False
    chosen = [bool(s.sickle >> piece & 1) for piece in attackers]
    return any(chosen) if s.rulings["sickle_shift"] == "any" else all(chosen)


def _near_dynamo(s: WarState, target: int) -> bool:
    """The active port and the hexes next to it, while the operation runs (5.13i, A59)."""
    if not dynamo_runs(s):
        return False
    return target == s.dynamo_port or bool(s.game.board.around[s.dynamo_port] >> target & 1)


def odds(s: WarState, attackers: tuple[int, ...], target: int, armored: bool = False) -> Odds:
    """Add an attack up (11.10), with every factor that counts."""
    attack = total_attack(s, attackers, target)
    defence = sum(s.defence_factor(piece) for piece in defenders(s, target))
    start = odds_column(attack, defence)
    moved = shifts(s, attackers, target, armored)
    column, automatic = final_column(s, start, sum(int(factor.value) for factor in moved))
    factors = (
        *_attack_factors(s, attackers, target),
        Factor("attack", str(attack), "11.10a"),
        Factor("defence", str(defence), "11.8b"),
        Factor("odds", ratio(start), "11.10a"),
        *moved,
        Factor("column", ratio(column), "11.10b"),
    )
    return Odds(attack, defence, start, column, automatic, factors)


def _attack_factors(s: WarState, attackers: tuple[int, ...], target: int) -> list[Factor]:
    found = []
    for piece in attackers:
        strength = attack_strength(s, piece, target)
        found.append(Factor(s.spoken(piece), str(strength), "11.7a"))
        if strength != s.attack_factor(piece):
            clause = "11.14c" if is_fortified(s, target) else "11.13b"
            found.append(Factor(f"{s.spoken(piece)} attacks with its defence factor", str(strength), clause))
        if s.game.board.crosses(s.where[piece], target, s.game.rivers):
            found.append(Factor(f"{s.spoken(piece)} across a river", "halved", "11.12b"))
        if not is_supplied(s, piece):
            found.append(Factor(f"{s.spoken(piece)} out of supply", "halved", "8.3a"))
    return found


def final_column(s: WarState, start: int, shift: int) -> tuple[int, str]:
    """Where an attack is resolved, and whether the result is automatic (11.10c, 11.10d, A03)."""
    low, high = odds_limits(s)
    reading = s.rulings["crt_ends"]
    beyond = "AE" if start < low else "DE" if start > high else ""
    column = start + shift
    if reading == "endless":
        return column, "AE" if column < low else "DE" if column > high else ""
    if reading == "clamp":
        back = shift > 0 if beyond == "AE" else shift < 0
        if beyond and not back:
            return start, beyond
        column = max(low, min(high, start)) + shift
    elif beyond:  # automatic_first
        return start, beyond
    return max(low, min(high, column)), ""


def odds_limits(s: WarState) -> tuple[int, int]:
    """The first and last column of the table on the endless scale."""
    columns = s.game.tables.crt.columns
    even = columns.index("1:1")
    return -even, len(columns) - 1 - even


def result_of(s: WarState, column: int, die: int) -> str:
    """The cell of the Combat Results Table (CRTa to CRTj)."""
    return s.game.tables.crt.rows[die - 1][column + s.game.tables.crt.columns.index("1:1")]


# who may attack what


def why_no_attack(s: WarState, piece: int) -> Refusal | None:
    """Why a unit can make no attack this phase."""
    name, game = s.spoken(piece), s.game
    if game.is_fort[piece]:
        return Refusal(f"{name} is a fortification and never attacks", "2.12c")
    if not s.in_play(game.nation[piece]):
        return Refusal(f"{name} is frozen until its country is invaded", "3.6g")
    if s.attacked >> piece & 1:
        return Refusal(f"{name} has attacked already this phase", "11.0b")
    if game.is_mechanized[piece] and s.halted == "full":
        return Refusal(f"{name} is halted this turn", "5.10e")
    return None


def ready(s: WarState, side: int) -> list[int]:
    """Units of a side that may still attack this phase."""
    where, attacked = s.where, s.attacked
    halted = s.game.mechanized_mask if s.halted == "full" else 0
    out = attacked | halted | s.dormant()
    return [p for p in s.game.mobile_of[s.scenario][side] if where[p] >= 0 and not out >> p & 1]


def attackable(s: WarState, side: int, nation: int) -> int:
    """Hexes units of a nation may attack into, were they adjacent."""
    game = s.game
    found = s.occupied(other(side)) & ~s.neutral_ground() & ~game.gap
    if nation == GERMANS:
        return found & game.country[GERMANY] if s.scenario == "1939" else found  # 3.5e
    if ardennes_closed(s):
        found &= ~game.ardennes  # 5.8f
    if nation in ARMY.values():
        found &= game.area[nation]  # 3.6k, A38
    return found


def untouched(s: WarState, hexes: int) -> int:
    """Those hexes that hold a unit not yet attacked this phase (11.0c, A10)."""
    if not s.defended:
        return hexes
    found = 0
    for hexa in s.game.board.members(hexes):
        if any(not s.defended >> piece & 1 for piece in s.at(hexa)):
            found |= 1 << hexa
    return found


def targets(s: WarState, side: int) -> int:
    """Hexes the side may attack now: enemy units next to one of its own ready ones (11.0e, 11.2a)."""
    game = s.game
    standing: dict[int, int] = {}
    for piece in ready(s, side):
        nation = game.nation[piece]
        standing[nation] = standing.get(nation, 0) | 1 << s.where[piece]
    found = 0
    for nation, hexes in standing.items():
        hexes &= ~game.gap
        found |= game.board.zones(hexes, game.water) & attackable(s, side, nation)
    return untouched(s, found)


def beside(s: WarState, target: int) -> int:
    """Hexes from which a target can be attacked: adjacent, no water between (TECf), not the gap (TECg)."""
    return s.game.board.around[target] & ~s.game.board.across(target, s.game.water) & ~s.game.gap


def candidates(s: WarState, f: Battle) -> list[int]:
    """Units that may join an attack: ready, adjacent, of one nationality (11.2b, 3.6o)."""
    _, side, target, chosen, _, _ = f
    near = beside(s, target)
    game = s.game
    found = []
    for piece in ready(s, side):
        if not near >> s.where[piece] & 1 or piece in chosen:
            continue
        nation = game.nation[piece]
        if chosen and nation != game.nation[chosen[0]]:
            continue
        if chosen or attackable(s, side, nation) >> target & 1:
            found.append(piece)
    return found


def hides_something(s: WarState, target: int) -> bool:
    """Does more than one mobile unit stand there, so that the enemy sees only the top (3.10a)?"""
    return len(s.mobile_at(target)) > 1


def why_no_armored(s: WarState, f: Battle) -> Refusal | None:
    """Why 4th Armored cannot support this attack (5.17)."""
    _, side, _, attackers, _, committed = f
    if s.scenario == "1939" or side != ALLIED:
        return Refusal("4th Armored appears only in Allied Combat Phases of 1940", "5.17a")
    if s.armored_used or committed:
        return Refusal("4th Armored supports one attack in each Combat Phase", "5.17b")
    if not attackers or any(s.game.nation[piece] != FRENCH for piece in attackers):
        return Refusal("4th Armored supports only French attacks", "5.17b")
    cut_off = next((piece for piece in attackers if not is_overland(s, piece)), None)
    if cut_off is not None:
        return Refusal(f"{s.spoken(cut_off)} does not trace supply to the west or south edge", "5.17b")
    return None


# the phase


class OpenCombat(Step[WarState]):
    """A Combat Phase begins: nobody has attacked or been attacked."""

    name = "open_combat"
    automatic = True

    def after(self, s: WarState, f: tuple[str, int]) -> None:
        s.attacked = s.defended = 0
        s.armored_used = False
        s.stack.append(("combat", f[1]))


class Combat(Step[WarState]):
    """Choose a hex to attack, in any order, or none (11.0a, 11.9)."""

    name = "combat"

    def side(self, s: WarState, f: tuple[str, int]) -> int:
        return f[1]

    def prompt(self, s: WarState, f: tuple[str, int]) -> str:
        return "Combat: choose a hex to attack, or end the phase."

    def options(self, s: WarState, f: tuple[str, int]) -> list[Option]:
        game = s.game
        found = list(game.board.pick(game.say_attack, targets(s, f[1])))
        if f[1] == GERMAN:
            found += [game.say_declare[country] for country in neutrals.may_be_violated(s)]
        found.append(game.say_done)
        return found

    def attack(self, s: WarState, f: tuple[str, int], target: int) -> None:
        s.stack.append(("battle", f[1], target, (), 0, 0))

    def declare(self, s: WarState, f: tuple[str, int], country: int) -> None:
        neutrals.violate(s, country)

    def done(self, s: WarState, f: tuple[str, int], value: int) -> None:
        s.stack.pop()

    def why(self, s: WarState, f: tuple[str, int], option: Option) -> Refusal | None:
        if option.verb == "declare":
            return neutrals.why_not_declare(s, option.value)
        target, label = option.value, s.spot(option.value)
        bit = 1 << target
        if bit & s.game.gap:
            return Refusal(f"{label} is the Sarreguemines Gap: no combat there", "TECg")
        barred = why_barred(s, GERMANS if f[1] == GERMAN else FRENCH, target)
        if barred is not None:
            return barred
        if not bit & s.occupied(other(f[1])):
            return Refusal(f"there is no enemy unit in {label}", "11.0e")
        if not untouched(s, bit):
            return Refusal(f"every unit in {label} has been attacked already this phase", "11.0c")
        if f[1] == ALLIED and ardennes_closed(s) and bit & s.game.ardennes:
            return Refusal(f"{label} is in the Ardennes, closed to the Allies on turn 1", "5.8f")
        bases = beside(s, target)
        near = [p for p in s.game.mobile_of[s.scenario][f[1]] if s.where[p] >= 0 and bases >> s.where[p] & 1]
        if not near:
            return Refusal(f"no unit of yours stands next to {label}", "11.2a")
        return next(
            (why for why in (why_no_attack(s, piece) for piece in near) if why is not None),
            Refusal(f"{label} is outside the area of these former neutrals", "3.6k"),
        )


class BattleStep(Step[WarState]):
    """Gather attackers, look through the stack, commit support, fight."""

    name = "battle"

    def side(self, s: WarState, f: Battle) -> int:
        return f[1]

    def prompt(self, s: WarState, f: Battle) -> str:
        label = s.spot(f[2])
        if not f[3]:
            return f"Attack on {label}: choose the first attacking unit."
        if self._sealed(s, f):
            return f"Attack on {label}: add attackers, or declare the attack and look through the stack."
        total = odds(s, f[3], f[2], bool(f[5]))
        return f"Attack on {label}: {total.attack} to {total.defence}, column {total.text}. Add attackers, or fight."

    @staticmethod
    def _sealed(s: WarState, f: Battle) -> bool:
        """Is there still something to be revealed?"""
        return not f[4] and hides_something(s, f[2])

    def options(self, s: WarState, f: Battle) -> list[Option]:
        game = s.game
        found = [game.say_commit[piece] for piece in candidates(s, f)]
        if f[3]:
            if self._sealed(s, f):
                found.append(game.say_reveal)
            else:
                if f[1] == ALLIED and why_no_armored(s, f) is None:
                    found.append(game.say_support)
                found.append(game.say_fight)
        return found

    def commit(self, s: WarState, f: Battle, piece: int) -> None:
        armored = int(bool(f[5]) and is_overland(s, piece))  # every attacker must qualify (A72)
        s.stack[-1] = ("battle", f[1], f[2], (*f[3], piece), f[4], armored)

    def reveal(self, s: WarState, f: Battle, value: int) -> None:
        """The attack is declared and binding; the stack may be looked through (3.10)."""
        s.sealed = True
        s.events.append(Declared(("3.10a", "3.10b"), f[2], s.at(f[2])))
        s.stack[-1] = ("battle", f[1], f[2], f[3], 1, f[5])

    def support(self, s: WarState, f: Battle, value: int) -> None:
        s.stack[-1] = ("battle", f[1], f[2], f[3], f[4], 1)

    def fight(self, s: WarState, f: Battle, value: int) -> None:
        """Odds, die, result; the result is carried out before anything else (11.10)."""
        _, _, target, attackers, _, armored = f
        total = odds(s, attackers, target, bool(armored))
        die = 0
        result = total.automatic
        if not result:
            die = s.roll("combat", ("11.10b",))
            result = result_of(s, total.column, die)
        s.sealed = True
        victims = s.at(target)
        clause = {"AE": "11.10c", "DE": "11.10d"}.get(total.automatic, "11.10b")
        means = aftermath.meanings(s, victims)[result]
        s.events.append(
            Fought((clause,), target, attackers, victims, total.attack, total.defence, total.text, die, result, means)
        )
        if armored:
            s.armored_used = True
        s.stack.pop()
        aftermath.carry_out(s, target, attackers, victims, result)

    def preview(self, s: WarState, f: Battle, option: Option) -> Preview | None:
        if option.verb != "fight":
            return None
        total = odds(s, f[3], f[2], bool(f[5]))
        title = f"attack on {s.spot(f[2])} at {total.text}"
        means = aftermath.meanings(s, s.at(f[2]))
        if total.automatic:
            return certain(title, total.automatic, total.factors, means)
        return one_die(title, [result_of(s, total.column, die) for die in range(1, 7)], total.factors, means)

    def why(self, s: WarState, f: Battle, option: Option) -> Refusal | None:
        if option.verb == "support":
            return why_no_armored(s, f) or Refusal("declare the attack first", "3.10b")
        if option.verb == "reveal":
            return Refusal("there is nothing hidden to look at, or no attacker chosen yet", "3.10a")
        if option.verb == "fight":
            reason = "choose attackers first" if not f[3] else "declare the attack first"
            return Refusal(reason, "3.10b" if f[3] else "11.2a")
        return self._why_not_commit(s, f, option.value)

    @staticmethod
    def _why_not_commit(s: WarState, f: Battle, piece: int) -> Refusal:
        _, side, target, chosen, _, _ = f
        name = s.spoken(piece)
        if s.where[piece] < 0:
            return Refusal(f"{name} is not on the map", "2.1a")
        if s.game.side_of[piece] != side:
            return Refusal(f"{name} is an enemy unit", "5.0a")
        reason = why_no_attack(s, piece)
        if reason is not None:
            return reason
        if piece in chosen:
            return Refusal(f"{name} takes part already, with its whole strength", "11.7a")
        if not s.game.board.around[target] >> s.where[piece] & 1:
            return Refusal(f"{name} is not next to {s.spot(target)}", "11.2a")
        if not beside(s, target) >> s.where[piece] & 1:
            return Refusal(f"no combat between {s.spot(s.where[piece])} and {s.spot(target)}", "TECf")
        if chosen and s.game.nation[piece] != s.game.nation[chosen[0]]:
            return Refusal(f"{name} is of another nationality than the attackers", "11.2b")
        return Refusal(f"{s.spot(target)} is outside the area of {name}", "3.6k")
