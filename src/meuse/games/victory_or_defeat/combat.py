"""Chapter 11: combat, from the choice of a target to the fall of the die."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from meuse.engine import ALL, Bar, Help, Option, Pieces, Place, Preview, closed
from meuse.engine.preview import certain, one_die
from meuse.engine.scene import Choice, Fight, Sweep
from meuse.games.victory_or_defeat import aftermath, fight, neutrals
from meuse.games.victory_or_defeat.counters import visible
from meuse.games.victory_or_defeat.events import Declared, Fought, Targeted
from meuse.games.victory_or_defeat.setting import ALLIED, FRENCH, GERMAN, GERMANS
from meuse.games.victory_or_defeat.state import SideStep, WarState, members, other
from meuse.games.victory_or_defeat.strength import ARMORED, Odds, meanings, odds, result_of, results
from meuse.games.victory_or_defeat.supply import is_overland
from meuse.games.victory_or_defeat.ways import ardennes_bars, barred, ground_bars

# who may attack what


def attack_bars(s: WarState) -> Iterator[Bar]:
    """The units that can make no attack this phase."""
    yield Bar(s.setting.forts, "2.12c", "{it} is a fortification and never attacks")
    yield Bar(s.dormant(), "3.6g", "{it} is frozen until its country is invaded")
    yield Bar(s.attacked, "11.0b", "{it} has attacked already this phase")
    if s.halted == "full":
        yield Bar(s.setting.mechanized, "5.10e", "{it} is halted this turn")


def ready(s: WarState, side: int) -> list[int]:
    """Units of a side that may still attack this phase."""
    where, out = s.where, closed(attack_bars(s))
    return [p for p in s.setting.mobile_of[side] if where[p] >= 0 and not out >> p & 1]


def attackable(s: WarState, side: int, nation: int) -> int:
    """Hexes units of a nation may attack into, were they adjacent (3.5e, 3.6k, 5.8f, A38)."""
    return s.occupied(other(side)) & ~(barred(s, nation) | closed(ardennes_bars(s, side)))


def untouched(s: WarState, hexes: int) -> int:
    """Those hexes that hold a unit not yet attacked this phase (11.0c, A10)."""
    if not s.defended:
        return hexes
    return members(h for h in s.setting.board.members(hexes) if any(not s.defended >> p & 1 for p in s.at(h)))


def targets(s: WarState, side: int) -> int:
    """Hexes the side may attack now: enemy units next to one of its own ready ones (11.0e, 11.2a)."""
    setting = s.setting
    standing: dict[int, int] = {}
    for piece in ready(s, side):
        nation = setting.nation[piece]
        standing[nation] = standing.get(nation, 0) | 1 << s.where[piece]
    hexes = 0
    for nation, bases in standing.items():
        hexes |= setting.board.zones(bases & ~setting.gap, setting.water) & attackable(s, side, nation)
    return untouched(s, hexes)


def beside(s: WarState, target: int) -> int:
    """Hexes from which a target can be attacked: adjacent, no water between (TECf), not the gap (TECg)."""
    board = s.setting.board
    return board.around[target] & ~board.across(target, s.setting.water) & ~s.setting.gap


# the phase


class OpenCombat(SideStep):
    """A Combat Phase begins: nobody has attacked or been attacked."""

    coming = "{side} combat"

    def after(self, s: WarState) -> None:
        s.attacked = s.defended = 0
        s.armored_used = False
        s.push(Combat(self.mover))


class Combat(SideStep):
    """Choose a hex to attack, in any order, or none (11.0a, 11.9)."""

    heading = "{side} combat"
    asks = "Combat: choose a hex to attack, or end the phase."
    help = Help("11.0a", "Attacks are optional; in this phase each unit attacks once at most and is attacked once.")
    words = {
        "attack": "Attack {it}",
        "declare": "Violate the neutrality of {it}",
        "done": "End the combat phase",
    }
    warned = ("declare", "done")

    def options(self, s: WarState) -> list[Option]:
        attacks = s.setting.vocabulary.named("attack", targets(s, self.mover))
        return [*attacks, *neutrals.declarations(s, self.mover), *s.setting.say["done"]]

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        if verb == "declare":
            yield from neutrals.declare_bars(s, self.mover)
        elif verb == "attack":
            yield from self._target_bars(s)

    def _target_bars(self, s: WarState) -> Iterator[Bar]:
        setting, side = s.setting, self.mover
        yield Bar(setting.gap, "TECg", "{it} lies in the gap of the Maginot Line: no combat there")
        yield from ground_bars(s, GERMANS if side == GERMAN else FRENCH)
        enemies = s.occupied(other(side))
        yield Bar(~enemies, "11.0e", "there is no enemy unit in {it}")
        yield Bar(~untouched(s, enemies), "11.0c", "every unit in {it} has been attacked already this phase")
        yield from ardennes_bars(s, side)
        able = [piece for piece in setting.mobile_of[side] if s.where[piece] >= 0]
        near = setting.board.zones(members(s.where[piece] for piece in able), setting.water)
        yield Bar(~near, "11.2a", "no unit of yours stands next to {it}")
        for bar in attack_bars(s):
            able = [piece for piece in able if not bar.closed >> piece & 1]
            near = setting.board.zones(members(s.where[piece] for piece in able), setting.water)
            says = str(bar.says).replace("{it}", "the last of them")
            yield Bar(~near, bar.clause, f"no unit next to {{it}} can attack: {says}")
        yield Bar(~targets(s, side), "3.6k", "{it} is outside the area of these former neutrals")

    def attack(self, s: WarState, target: int) -> None:
        s.events.append(Targeted(("11.0a",), self.mover, target))
        s.push(Battle(self.mover, target, (), False, False))

    def declare(self, s: WarState, country: int) -> None:
        neutrals.violate(s, country)

    def warning(self, s: WarState, option: Option) -> str:
        if option.verb == "declare":
            return neutrals.invasion_warning(s, option.value)
        good = ", ".join(self.chances_left(s))
        return f"Units of yours can still attack at good odds: {good}." if good else ""

    def chances_left(self, s: WarState) -> Iterator[str]:
        """Hexes that hide nothing and can still be attacked so that no roll is bad for the attacker, with the odds."""
        for target in s.setting.board.members(targets(s, self.mover)):
            battle = Battle(self.mover, target, (), False, False)
            if visible(s, target, self.mover) == s.at(target):
                total = odds(s, battle.everybody(s), target)
                means = meanings(s, s.at(target))
                if all(means[result].good >= 0 for result in results(s, total)):
                    yield f"{s.spot(target)} at {total.text}"


class Battle(SideStep):
    """Gather attackers, look through the stack, commit support, fight."""

    target: Place
    attackers: Pieces
    revealed: bool
    """Has the stack been looked through?"""
    armored: bool
    """Is 4th Armored committed?"""

    fought = True
    hand, spot = "attackers", "target"
    help = Help("11.10b", "The odds, shifted by terrain and circumstance, give a column of the table, a die the row.")
    words = {
        "commit": "Attack with {it}",
        "reveal": "Declare the attack for good and look through the stack",
        "support": f"Commit the {ARMORED}",
        "fight": "Fight it out",
    }
    rolls = ("fight",)
    sweeps = {"commit": Sweep("commit", "Everybody joins the attack", first=True)}

    def shows(self, s: WarState) -> bool:
        return self.revealed

    def prompt(self, s: WarState) -> str:
        label = s.spot(self.target)
        if not self.attackers:
            return f"Attack on {label}: choose the first attacking unit."
        if self._sealed(s):
            return f"Attack on {label}: add attackers, or declare the attack and look through the stack."
        total = self._odds(s)
        return f"Attack on {label}: {total.attack} to {total.defence}, column {total.text}. Add attackers, or fight."

    def _sealed(self, s: WarState) -> bool:
        """Does more than one mobile unit stand there, of which the enemy has seen only the top (3.10a)?"""
        return not self.revealed and len(s.mobile_at(self.target)) > 1

    def _odds(self, s: WarState) -> Odds:
        return odds(s, self.attackers, self.target, self.armored)

    def options(self, s: WarState) -> list[Option]:
        say = s.setting.say
        options = [say["commit"][piece] for piece in self.candidates(s)]
        if self.attackers and self._sealed(s):
            options += say["reveal"]
        elif self.attackers:
            options += say["fight"] if closed(self.bars(s, "support")) else say["support"] + say["fight"]
        return options

    def candidates(self, s: WarState) -> list[int]:
        """Units that may join an attack: ready, adjacent, of one nationality (11.2b, 3.6o)."""
        near, nations, chosen = beside(s, self.target), s.setting.nation, self.attackers
        able = [piece for piece in ready(s, self.mover) if near >> s.where[piece] & 1 and piece not in chosen]
        if chosen:
            return [piece for piece in able if nations[piece] == nations[chosen[0]]]
        return [piece for piece in able if attackable(s, self.mover, nations[piece]) >> self.target & 1]

    def everybody(self, s: WarState) -> Pieces:
        """Those of one nationality who could join together."""
        first, *others = self.candidates(s)
        return (first, *(piece for piece in others if s.setting.nation[piece] == s.setting.nation[first]))

    def bars(self, s: WarState, verb: str) -> Iterator[Bar]:
        if verb == "commit":
            yield from self._commit_bars(s)
        elif verb == "support":
            yield from self._support_bars(s)
        elif verb == "reveal":
            if not self.attackers or not self._sealed(s):
                yield Bar(ALL, "3.10a", "there is nothing hidden to look at, or no attacker chosen yet")
        elif not self.attackers:
            yield Bar(ALL, "11.2a", "choose attackers first")
        elif self._sealed(s):
            yield Bar(ALL, "3.10b", "declare the attack first")

    def _commit_bars(self, s: WarState) -> Iterator[Bar]:
        setting, target, chosen = s.setting, self.target, self.attackers
        label = s.spot(target)
        yield Bar(~s.standing(), "2.1a", "{it} is not on the map")
        yield Bar(~setting.pieces_on[self.mover], "5.0a", "{it} is an enemy unit")
        yield from attack_bars(s)
        yield Bar(members(chosen), "11.7a", "{it} takes part already, with its whole strength")
        yield Bar(~s.pieces_in(setting.board.around[target]), "11.2a", f"{{it}} is not next to {label}")
        yield Bar(~s.pieces_in(beside(s, target)), "TECf", f"no combat between the hex of {{it}} and {label}")
        if chosen:
            nation = setting.nation[chosen[0]]
            yield Bar(~setting.pieces_of[nation], "11.2b", "{it} is of another nationality than the attackers")
        else:
            yield Bar(~members(self.candidates(s)), "3.6k", f"{label} is outside the area of {{it}}")

    def _support_bars(self, s: WarState) -> Iterator[Bar]:
        """When 4th Armored cannot support this attack (5.17)."""
        if not s.setting.rules.armored_division or self.mover != ALLIED:
            yield Bar(ALL, "5.17a", f"the {ARMORED} appears only in Allied Combat Phases of 1940")
        elif s.armored_used or self.armored:
            yield Bar(ALL, "5.17b", f"the {ARMORED} supports one attack in each Combat Phase")
        elif not self.attackers or any(s.setting.nation[piece] != FRENCH for piece in self.attackers):
            yield Bar(ALL, "5.17b", f"the {ARMORED} supports only French attacks")
        elif cut_off := [piece for piece in self.attackers if not is_overland(s, piece)]:
            yield Bar(ALL, "5.17b", f"{s.spoken(cut_off[0])} does not trace supply to the west or south edge")
        elif self._sealed(s):
            yield Bar(ALL, "3.10b", "declare the attack first")

    def choices(self, s: WarState, counters: Mapping[int, str]) -> Iterable[Choice]:
        """Where nothing is hidden any more, the column is named."""
        for option in s.options:
            made = self.choice(s, option)
            if option.verb == "fight":
                made = msgspec.structs.replace(made, label=f"{made.label} at {self._odds(s).text}")
            yield made

    def commit(self, s: WarState, piece: int) -> None:
        armored = self.armored and is_overland(s, piece)  # every attacker must qualify (A72)
        s.turn_into(Battle(self.mover, self.target, (*self.attackers, piece), self.revealed, armored))

    def reveal(self, s: WarState, value: int) -> None:
        """The attack is declared and binding; the stack may be looked through (3.10)."""
        s.sealed = True
        s.events.append(Declared(("3.10a", "3.10b"), self.target, s.at(self.target)))
        s.turn_into(self.but(revealed=True))

    def support(self, s: WarState, value: int) -> None:
        s.turn_into(self.but(armored=True))

    def fight(self, s: WarState, value: int) -> None:
        """Odds, die, result; the result is carried out before anything else (11.10)."""
        target, attackers, victims, total = self.target, self.attackers, s.at(self.target), self._odds(s)
        die = 0
        result = total.automatic
        if not result:
            die = s.roll("combat", ("11.10b",))
            result = result_of(s, total.column, die)
        s.sealed = True
        clause = {"AE": "11.10c", "DE": "11.10d"}.get(total.automatic, "11.10b")
        means = meanings(s, victims)[result].says
        s.events.append(
            Fought((clause,), target, attackers, victims, total.attack, total.defence, total.text, die, result, means)
        )
        if self.armored:
            s.armored_used = True
        s.pop()
        aftermath.carry_out(s, target, attackers, victims, result)

    def preview(self, s: WarState, option: Option) -> Preview | None:
        if option.verb != "fight":
            return None
        total = self._odds(s)
        title = f"attack on {s.spot(self.target)} at {total.text}"
        means = {name: meaning.says for name, meaning in meanings(s, s.at(self.target)).items()}
        if total.automatic:
            return certain(title, total.automatic, total.factors, means)
        return msgspec.structs.replace(one_die(title, results(s, total), total.factors, means), lit=total.lit)

    def battle_board(self, s: WarState, side: int) -> Fight:
        return fight.declared(s, side, self.mover, self.target, self.attackers, self.revealed, self.armored)
