"""Defensive fire in assaults (9.1.2, 9.2e, 9.2f, 9.3c, 9.4e), and who may answer armour with an assault of his own."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed, members
from meuse.engine import Bar, Help, Option, Pieces, PieceSet, Place
from meuse.engine.preview import Preview
from meuse.engine.scene import Fight
from meuse.games.france_1940 import armour, attack, fights, fire, reaction, smoke
from meuse.games.france_1940.attack import Attack
from meuse.games.france_1940.fire import WAYS
from meuse.games.france_1940.setting import Way
from meuse.games.france_1940.state import FranceState, FranceStep, finish

HAND, OVERRUN, ANTI_ARMOUR, PARTING = "hand", "overrun", "anti-armour", "parting"
"""What is answered: an assault in hand-to-hand combat, by armour, on armour; attackers who leave (9.1.4b)."""
VERBS: dict[str, tuple[Way, ...]] = {"ap_fire": ("ap",), "at_fire": ("at", "mg"), "art_fire": ("art",)}


def crews(s: FranceState, hexa: int, side: int) -> int:
    """The units of a side in a hex that may fire defensively at all: not routed ones (9.1.2c), none that is carried."""
    setting = s.setting
    return s.mates(hexa, side) & setting.armed & ~s.routed & ~(s.riders & ~s.mounted)


def exposed(s: FranceState, target: int, group: Pieces, late: bool) -> dict[int, int]:
    """The hexes at which the assaulted may fire, and whom fire there can hit (9.1.2e, 9.1.2f).

    Before the checks everybody in a launching hex; afterwards only those of the attackers who take part. From where
    those stand who have fled or fallen back meanwhile no assault comes any more.
    """
    side = s.setting.side_of[group[0]]
    able = s.alive & (~s.routed if late else s.moving)
    places = dict.fromkeys(s.where[piece] for piece in group if able >> piece & 1)
    if late:
        return {hexa: members(group) & s.mates(hexa, side) for hexa in places}
    around = s.setting.board.around[target]
    return {hexa: s.mates(hexa, side) for hexa in places if around >> hexa & 1}


def ways(s: FranceState, unit: int, hexa: int, victims: int) -> list[Way]:
    """The ways in which a unit can hurt some pieces in a hex that it sees."""
    here = s.where[unit]
    if here != hexa and not s.setting.sight.seen_through(here, smoke.black(s) if s.smoke else 0) >> hexa & 1:
        return []
    fort = s.fort_at(here) if s.inside >> unit & 1 else None
    if fort is not None and here != hexa and not s.setting.front(here, fort.arrow) >> hexa & 1:
        return []
    found: list[Way] = []
    for way in WAYS:
        if fire.printed(s, unit, way):
            hurt = attack.vulnerable(s, victims, fire.weapon(s, unit, way, hexa))
            if way == "mg":
                hurt = members(one for one in listed(hurt) if not s.setting.armour_value[one])
            if hurt:
                found.append(way)
    return found


def one_of(s: FranceState, units: int, fired: int) -> int:
    """Those of some units with a marker; if none has had one, one of the others, once (9.2f, 9.2h, G52)."""
    marked = units & s.reaction & ~fired
    return marked or (0 if units & fired else units)


def _ordered(s: FranceState) -> int:
    """The units with standing orders to hold their fire or to fire: nobody is asked about them."""
    return members(unit for unit, order in enumerate(s.orders) if order & 3 != reaction.ASK) if any(s.orders) else 0


class Repel(FranceStep):
    """The assaulted fire at those who assault them: before the checks or after, not both (9.1.2, 9.1d).

    Standing orders answer for units that have them, as they do in reaction; whether a unit assaults armour is asked
    unless it has orders to hold.
    """

    target: Place
    group: Pieces
    """The attackers: all who were declared, or those who have passed."""
    kind: str
    late: bool
    fired: PieceSet

    heading = "{side} defensive fire"
    help = Help(
        "9.1.2a",
        "Units with a Reaction marker fire at full strength, others at half. Fire before the checks hits all in the "
        "hex they come from; fire afterwards only those who come on, in your own hex.",
    )
    words = {
        "repel": "Fire with {it} and all who can fire with it", "alone": "Fire with {it} alone",
        "rush": "{it} assaults the armour", "hold": "Hold fire",
    }  # fmt: skip

    def side(self, s: FranceState) -> int:
        return 1 - s.setting.side_of[self.group[0]]

    def explained(self, s: FranceState) -> Help:
        if self.kind == PARTING:
            return Help("9.1.4b", "All who are in the hex may fire at full strength; who fires is Finished.")
        if self.kind == OVERRUN:
            return Help(
                "9.2d",
                "Units with AT or ART factors may fire, and infantry may assault the armour where it stands: all that "
                "have a Reaction marker, or one of each kind without.",
            )
        return self.help

    def prompt(self, s: FranceState) -> str:
        if self.kind == PARTING:
            return f"The enemy leaves {s.spot(self.target)}: fire at full strength as he goes, or hold fire."
        moment = "as they come" if self.late else "before they come"
        return f"Your units in {s.spot(self.target)} are assaulted: fire {moment}, or hold fire."

    def about(self, s: FranceState) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return listed(crews(s, self.target, self.side(s))), (self.target,)

    def shooters(self, s: FranceState) -> int:
        """Who can fire now."""
        setting, able = s.setting, crews(s, self.target, self.side(s)) & ~self.fired
        if self.kind == ANTI_ARMOUR:
            able &= ~s.answered
        if self.fired & setting.troops and self.kind == HAND and s.rushed:
            return 0
        if self.kind == OVERRUN:
            heavy = members(unit for unit in listed(able | self.fired) if self._heavy(s, unit))
            able &= one_of(s, heavy & crews(s, self.target, self.side(s)) | self.fired & heavy, self.fired)
        there = exposed(s, self.target, self.group, self.late)
        return members(unit for unit in listed(able) if any(ways(s, unit, h, v) for h, v in there.items()))

    def _heavy(self, s: FranceState, unit: int) -> bool:
        return bool(fire.printed(s, unit, "at") or fire.printed(s, unit, "art"))

    def rushers(self, s: FranceState) -> int:
        """The infantry that can assault the armour that comes (9.2g, 9.2h, 9.4e)."""
        setting = s.setting
        tanks = armour.assaulting(s, self.group)
        if self.late or self.kind not in (HAND, OVERRUN) or not tanks:
            return 0
        if self.kind == HAND and self.fired and not s.rushed:
            return 0
        foot = s.mates(self.target, self.side(s)) & setting.troops & ~s.routed & ~s.riders
        foot &= ~reaction.held_back(s)
        return one_of(s, foot | self.fired & setting.troops, self.fired & setting.troops) & foot & ~self.fired

    def due(self, s: FranceState) -> tuple[Volley, str, int] | None:
        """The next group that fires by its standing orders: at which hex, and with what (3.4c, 9.1.2a)."""
        waiting = members(unit for unit in listed(self.shooters(s)) if s.orders[unit] & 3 == reaction.FIRE)
        found: list[tuple[float, Volley, str, int]] = []
        for unit in listed(waiting):
            for hexa in exposed(s, self.target, self.group, self.late):
                for verb in VERBS:
                    group = tuple([mate for mate in self._mates(s, unit, waiting) if self._fires(s, mate, verb, hexa)])
                    if unit in group:
                        volley = Volley(self.target, self.group, self.kind, self.late, group)
                        found.append((attack.expected(s, volley.made(s, verb, hexa)), volley, verb, hexa))
            if found:
                return max(found, key=lambda row: row[0])[1:]
        return None

    def _fires(self, s: FranceState, unit: int, verb: str, hexa: int) -> bool:
        """Does the order of a unit tell it to fire so at a hex?"""
        victims = exposed(s, self.target, self.group, self.late)[hexa]
        ways_ = [way for way in VERBS[verb] if way in ways(s, unit, hexa, victims)]
        full = self.kind == PARTING or not reaction.halved(s, unit)
        distance, armour_ = s.setting.board.distance(self.target, hexa), bool(victims & s.setting.armour)
        return any(reaction.answer(s, unit, distance, way != "ap" and armour_, full) == reaction.FIRE for way in ways_)

    def asked(self, s: FranceState) -> int:
        """Those who can fire and whose owner is asked (3.4c)."""
        return self.shooters(s) & ~_ordered(s)

    def options(self, s: FranceState) -> list[Option]:
        open_ = s.setting.vocabulary.open
        shooters, rushers = self.asked(s), self.rushers(s)
        if (not shooters and not rushers) or self.due(s) is not None:
            return []
        options = open_("alone", ~shooters)
        return [*open_("repel", ~self.grouped(s)), *options, *open_("rush", ~rushers), *s.setting.say["hold"]]

    def grouped(self, s: FranceState) -> int:
        """Those who can fire together with others (9.1.2d)."""
        return members(unit for unit in listed(self.asked(s)) if len(self.mates(s, unit)) > 1)

    def mates(self, s: FranceState, unit: int) -> Pieces:
        """Those who can fire with a unit."""
        return self._mates(s, unit, self.asked(s))

    def _mates(self, s: FranceState, unit: int, able: int) -> Pieces:
        """Those of some who can: of its formation, in command; no groups against armour (9.1.2d, 9.2e)."""
        setting = s.setting
        if self.kind == OVERRUN or s.astray >> unit & 1 or not setting.led >> unit & 1:
            return (unit,)
        own = setting.formations[setting.formation[unit]].units & ~s.astray
        return listed(able & own)

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        if verb == "hold":
            return
        setting, here = s.setting, s.mates(self.target, self.side(s))
        yield Bar(~here, "9.1.2a", "{it} is not in the assaulted hex")
        yield Bar(s.routed, "9.1.2c", "{it} is routed")
        if verb == "rush":
            yield Bar(~setting.troops, "9.2g", "{it} is no infantry")
            yield Bar(~self.rushers(s), "9.2h", "{it} may not assault armour now")
            return
        yield Bar(self.fired, "9.1.2a", "{it} has answered the assault")
        if self.kind == ANTI_ARMOUR:
            yield Bar(s.answered, "9.3c", "{it} has fired at others who went for armour, and fires once only")
        yield Bar(~self.shooters(s), "9.2f" if self.kind == OVERRUN else "9.1.2a", "{it} cannot fire at the attackers")
        yield Bar(_ordered(s), "3.4c", "{it} follows its standing order")
        if verb == "repel":
            yield Bar(~self.grouped(s), "9.1.2d", "nobody can fire together with {it}")

    def repel(self, s: FranceState, unit: int) -> None:
        s.push(Volley(self.target, self.group, self.kind, self.late, self.mates(s, unit)))

    def alone(self, s: FranceState, unit: int) -> None:
        s.push(Volley(self.target, self.group, self.kind, self.late, (unit,)))

    def rush(self, s: FranceState, unit: int) -> None:
        s.turn_into(Repel(self.target, self.group, self.kind, self.late, self.fired | 1 << unit))
        s.repelled = s.rushed = True
        s.push(armour.Rush(unit, self.target, self.group))

    def hold(self, s: FranceState, value: int) -> None:
        s.pop()

    def after(self, s: FranceState) -> None:
        """The next group with orders to fire does so; then the others are asked."""
        due = self.due(s)
        if due is not None:
            volley, verb, hexa = due
            s.push(Repel(self.target, self.group, self.kind, self.late, self.fired | members(volley.shooters)))
            volley.shoot(s, verb, hexa)

    def battle_board(self, s: FranceState, side: int) -> Fight | None:
        return fights.assault(s, self.target, self.group, self.side(s))


class Volley(FranceStep):
    """Units that fire defensively choose the hex from which the assault comes, and the munition (9.1c, G48)."""

    target: Place
    group: Pieces
    kind: str
    late: bool
    shooters: Pieces

    hand = "shooters"
    forced = True
    heading = "{side} defensive fire"
    asks = "Choose what your units fire at."
    help = Help("9.1c", "If the assault comes from several hexes you choose at which of them you fire.")
    words = {"ap_fire": "AP fire at {it}", "at_fire": "AT fire at {it}", "art_fire": "ART fire at {it}"}
    rolls = ("ap_fire", "at_fire", "art_fire")

    def _able(self, s: FranceState, verb: str, hexa: int, victims: int) -> tuple[Way, Pieces] | None:
        for way in VERBS[verb]:
            found = tuple([unit for unit in self.shooters if way in ways(s, unit, hexa, victims)])
            if found:
                return way, found
        return None

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        there = exposed(s, self.target, self.group, self.late)
        yield Bar(~members(there), "9.1c", "the assault does not come from {it}")
        able = members(hexa for hexa, victims in there.items() if self._able(s, verb, hexa, victims))
        yield Bar(~able, "8.3l", "such fire cannot hurt anybody in {it}")

    def made(self, s: FranceState, verb: str, hexa: int) -> Attack:
        """The attack: at full factors with a Reaction marker or on those who leave, else at half (9.1.2a, 9.1.2b)."""
        victims = exposed(s, self.target, self.group, self.late)[hexa]
        found = self._able(s, verb, hexa, victims)
        assert found is not None
        way, shooters = found
        shares = {unit: fire.share(s, unit, way, hexa, self.kind != PARTING, "9.1.2b") for unit in shooters}
        weapon = min((fire.weapon(s, unit, way, hexa) for unit in shooters), key=lambda one: (one.through, one.calibre))
        coming = self.late and hexa != self.target  # those who go for armour are hit where it stands
        shot = attack.against(
            s, hexa, self.side(s), sum(share.factor for share in shares.values()), weapon, shooters=shooters,
            origins=(self.target,), reasons=tuple(fire.told(s, unit, share) for unit, share in shares.items()),
            victims=victims, bound_for=self.target if coming else -1,
        )  # fmt: skip
        return shot._replace(fort=False) if self.late else shot  # not at the works around those who come (9.1.2f)

    def preview(self, s: FranceState, option: Option) -> Preview | None:
        return attack.preview(s, self.made(s, option.verb, option.value))

    def ap_fire(self, s: FranceState, hexa: int) -> None:
        self._fire(s, "ap_fire", hexa)

    def at_fire(self, s: FranceState, hexa: int) -> None:
        self._fire(s, "at_fire", hexa)

    def art_fire(self, s: FranceState, hexa: int) -> None:
        self._fire(s, "art_fire", hexa)

    def _fire(self, s: FranceState, verb: str, hexa: int) -> None:
        s.pop()
        repel = s.agenda[-1]
        if isinstance(repel, Repel):
            fired = repel.fired | members(self.made(s, verb, hexa).shooters)
            s.turn_into(Repel(repel.target, repel.group, repel.kind, repel.late, fired))
        self.shoot(s, verb, hexa)

    def shoot(self, s: FranceState, verb: str, hexa: int) -> None:
        """Those who have the munition fire, and are Finished; the others may still fire another (8e, 9.1.2a)."""
        shot = self.made(s, verb, hexa)
        finish(s, members(shot.shooters))
        s.repelled = True
        if self.kind == ANTI_ARMOUR:
            s.answered |= members(shot.shooters)
        attack.resolve(s, shot)
