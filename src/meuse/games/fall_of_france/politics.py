"""Chapter 19: politics, all of it in the Administration phase and in the order of the chapter (R89).

What could happen is asked by functions that change nothing, so that the same rules decide, warn and explain; the
steps below roll the dice and carry it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meuse.engine import Bar, Help, Option, Piece, Pieces
from meuse.engine.steps import Subject
from meuse.games.fall_of_france import control, losses, sealion, stacking, supply
from meuse.games.fall_of_france.events import Evacuated, FoughtOn, OpenCity, Retreated, Surrendered, WithdrawalOrdered
from meuse.games.fall_of_france.reinforcements import air_in_play
from meuse.games.fall_of_france.retreat import enterable
from meuse.games.fall_of_france.setting import (
    ALLIED,
    ARMY,
    BELGIANS,
    BELGIUM,
    BRITISH,
    COUNTRIES,
    DAMAGED,
    DEAD,
    DUTCH_BELGIAN,
    FRANCE,
    FRENCH,
    GERMAN,
    HOLLAND,
    READY,
    SURRENDERED,
    WAITING,
)
from meuse.games.fall_of_france.state import FallState, FallStep, UnitChoice, listed, members, union
from meuse.games.fall_of_france.strength import attack_of
from meuse.games.fall_of_france.tables import CombatTerrain
from meuse.games.fall_of_france.victory import bef_gone, surrendered

PLAIN = CombatTerrain()
"""No terrain counts where whole armies are compared (R94)."""


def sound(s: FallState, nation: int) -> int:
    """How many undisrupted and uncadred ground units of a nation are on the map."""
    return (s.standing & s.setting.pieces_of[nation] & ~s.disrupted & ~s.cadred).bit_count()


def stacking_points(s: FallState, pieces: int) -> int:
    """The stacking points of a set of units."""
    return stacking.points_of(s, listed(pieces))


# the withdrawal of the BEF (19.1)


def bef_cut_off(s: FallState) -> tuple[int, int]:
    """The stacking points of the BEF that are out of supply, and all it has on the map (19.1a)."""
    bef = s.standing & s.setting.pieces_of[BRITISH]
    cut = supply.network(s).cut[ALLIED] & bef
    return stacking_points(s, cut), stacking_points(s, bef)


def ports_threatened(s: FallState) -> bool:
    """Is a supplied German ground unit near one of the Channel ports (19.1a)?"""
    near = s.setting.board.within(s.setting.ports, s.setting.tables.politics.withdrawal_distance)
    germans = s.pieces_in(near & s.held[GERMAN])
    return bool(germans & ~supply.network(s).cut[GERMAN])


def withdrawal_rolled(s: FallState) -> bool:
    """Will there be a roll for the withdrawal of the BEF (19.1a)?"""
    if s.withdrawal:
        return False
    cut, points = bef_cut_off(s)
    return 2 * cut > points and ports_threatened(s)


def bef_strength(s: FallState) -> int:
    """What the die must exceed: sound BEF units and RAF air units in play (19.1b, R90)."""
    return sound(s, BRITISH) + air_in_play(s, BRITISH)


# surrenders


def dutch_rolled(s: FallState) -> bool:
    """Will there be a roll for the surrender of Holland (19.2a)?"""
    setting = s.setting
    return s.at_war(HOLLAND) and s.dutch_hit and bool(s.taken & setting.urban & setting.country[HOLLAND])


def belgian_rolled(s: FallState) -> bool:
    """Will there be a roll for the surrender of Belgium: is Brussels German-held (19.3a)?"""
    return s.at_war(BELGIUM) and bool(s.taken & s.setting.brussels)


def collapsed(s: FallState, country: int) -> bool:
    """Has a country no ground unit left and lost all its towns and cities (19.0a)?"""
    urban = s.setting.urban & s.setting.country[country]
    return s.at_war(country) and not s.nation_at(ARMY[country]) and not urban & ~s.taken


class Paris(NamedTuple):
    """What decides whether Paris is declared an Open City (19.4a)."""

    german_near: int
    french_near: int
    """Stacking points within two hexes of Paris."""
    dead_corps: int
    """French corps in the dead pile."""
    french_dead: int
    german_dead: int
    """Stacking points in the dead pile."""


def paris_balance(s: FallState) -> Paris:
    setting = s.setting
    near = s.pieces_in(setting.board.within(setting.paris, setting.tables.politics.open_distance))
    french, german = setting.pieces_of[FRENCH], setting.pieces_on[GERMAN]
    dead = members(piece for piece in listed(french | german) if s.where[piece] == DEAD)
    return Paris(
        stacking_points(s, near & german),
        stacking_points(s, near & french),
        (dead & french & setting.corps).bit_count(),
        stacking_points(s, dead & french),
        stacking_points(s, dead & german),
    )


def paris_may_open(s: FallState) -> bool:
    """Could Paris still be declared an Open City? Not if it is a fortress (22.6), nor once France is out of the war."""
    return s.at_war(FRANCE) and not s.open_city and not s.on("fortress_paris")


def paris_opens(s: FallState) -> bool:
    """Is Paris declared an Open City now (19.4a)?"""
    if not paris_may_open(s):
        return False
    paris = paris_balance(s)
    if paris.dead_corps < s.setting.tables.politics.open_corps:
        return False
    return paris.german_near > paris.french_near and paris.french_dead > paris.german_dead


class Balance(NamedTuple):
    """What decides whether France surrenders (19.5a)."""

    has_source: bool
    """Can any French unit trace to a city or an edge that counts?"""
    attack: int
    """German attack factors on the map."""
    defence: int
    """French defence factors on the map."""
    enough: bool
    """Is the attack at least one and a half times the defence?"""
    alone: bool
    """Has Belgium surrendered, or is the BEF gone?"""


def french_balance(s: FallState) -> Balance:
    """How France stands (19.5a, R93, R94)."""
    attack, defence = german_attack(s), french_defence(s)
    over, under = s.setting.tables.politics.french_ratio
    alone = surrendered(s, BELGIUM) or bef_gone(s)
    return Balance(french_source(s), attack, defence, under * attack >= over * defence, alone)


def french_source(s: FallState) -> bool:
    """Can any French unit on the map trace to a French city, or to an edge other than the south (R94)?"""
    setting = s.setting
    edges = union(setting.edges[edge] for edge in setting.tables.politics.french_edges)
    sources = supply.cities_of(s, FRENCH) | edges & supply.limited_sources(s, FRENCH)
    ground = supply.open_ground(s, ALLIED, supply.network(s).zones[GERMAN])
    return bool(supply.joined(s, ALLIED, sources, ground) & s.nation_at(FRENCH))


def german_attack(s: FallState) -> int:
    """German attack factors on the map: disrupted units have none, those out of supply half (R94)."""
    return sum([attack_of(s, piece, PLAIN) for piece in listed(s.standing & s.setting.pieces_on[GERMAN])])


def french_defence(s: FallState) -> int:
    """French defence factors on the map: halved out of supply, all cadres of a hex together one (R94)."""
    french = s.standing & s.setting.pieces_of[FRENCH]
    total = sum([defence_of(s, piece) for piece in listed(french & ~s.cadred)])
    return total + s.setting.tables.combat.cadres * len({s.where[piece] for piece in listed(french & s.cadred)})


def defence_of(s: FallState, piece: int) -> int:
    factor = s.setting.defence[piece]
    return factor if supply.is_supplied(s, piece) else supply.halved(factor)


def france_surrenders(s: FallState) -> bool:
    """Does France surrender now (19.5a)?"""
    if not s.at_war(FRANCE):
        return False
    balance = french_balance(s)
    return not balance.has_source and balance.enough and balance.alone


# what lies ahead


class Prospect(NamedTuple):
    """What the next Administration phase will decide, as things stand now."""

    what: str
    """"withdrawal", the name of a country, or "paris"."""
    clause: str
    faces: int
    """With how many faces of the die it comes about; 6: certainly."""
    says: str


def at_the_end(s: FallState) -> FallState:
    """The state as the Administration phase would find it now: limited supply is drawn afresh in it (7.3.23c)."""
    if not s.claims and not supply.network(s).cut[ALLIED] & s.setting.limited_nations:
        return s
    end = s.clone()
    end.claims = ()
    end.touch()
    supply.claim_what_is_left(end)
    return end


def prospects(s: FallState) -> list[Prospect]:
    """All that the next Administration phase would decide if it came now; nothing is changed (19.0)."""
    s = at_the_end(s)
    ahead = []
    if withdrawal_rolled(s):
        most = bef_strength(s)
        says = f"The BEF is ordered home on a roll above {most}."
        ahead.append(Prospect("withdrawal", "19.1b", max(0, 6 - most), says))
    if dutch_rolled(s):
        says = (
            f"Holland surrenders on a roll of {s.bombers} or less." if s.bombers else "Holland holds out: no bombers."
        )
        ahead.append(Prospect("holland", "19.2b", min(6, s.bombers), says))
    if belgian_rolled(s):
        most = sound(s, BELGIANS)
        ahead.append(Prospect("belgium", "19.3a", max(0, 6 - most), f"Belgium surrenders on a roll above {most}."))
    for country in ARMY:
        if collapsed(s, country):
            says = f"{COUNTRIES[country].title()} has no army and no towns left and surrenders."
            ahead.append(Prospect(COUNTRIES[country], "19.0a", 6, says))
    if paris_opens(s):
        ahead.append(Prospect("paris", "19.4a", 6, "Paris is declared an Open City."))
    if france_surrenders(s):
        ahead.append(Prospect("france", "19.5a", 6, "France surrenders."))
    return ahead


# the steps of the Administration phase


class WithdrawalRoll(FallStep):
    """Is the BEF ordered home (19.1)? From then on one unit of it leaves in each Administration phase."""

    def after(self, s: FallState) -> None:
        if withdrawal_rolled(s):
            if s.roll("BEF withdrawal", ("19.1a", "19.1b")) > bef_strength(s):
                s.withdrawal = True
                s.events.append(WithdrawalOrdered(("19.1b",)))
            else:
                s.events.append(FoughtOn(("19.1b",), "The BEF"))
        if s.withdrawal:
            s.push(Evacuation(s.setting.tables.politics.evacuated))
            sealion.check(s)


class Evacuation(UnitChoice):
    """A BEF unit in a Channel port leaves by sea; one must, if one is there (19.1e, R90)."""

    left: int
    """How many still leave this turn."""

    forced = True
    decides = ALLIED
    heading = "Evacuation"
    asks = "Evacuation: choose the BEF unit that leaves."
    help = Help("19.1e", "One BEF unit in Calais, Dunkerque or Boulogne leaves in each Administration phase.")
    words = {"evacuate": "Evacuate {it}"}
    others = "19.1e", "{it} is no BEF unit in a Channel port"

    def present(self, s: FallState) -> Pieces:
        """The BEF units in port hexes."""
        if not self.left:
            return ()
        return listed(s.pieces_in(s.setting.ports & s.nation_at(BRITISH)) & s.setting.pieces_of[BRITISH])

    def about(self, s: FallState) -> Subject:
        return (), s.setting.board.members(s.setting.ports)

    def evacuate(self, s: FallState, piece: int) -> None:
        s.turn_into(self.but(left=self.left - 1))
        losses.remove(s, piece)
        s.events.append(Evacuated(("19.1e",), piece))


class DutchRoll(FallStep):
    """Does Holland surrender: is the die no higher than the most bombers over it this turn (19.2)?"""

    def after(self, s: FallState) -> None:
        if not dutch_rolled(s):
            return
        if s.roll("Dutch surrender", ("19.2a", "19.2b")) <= s.bombers:
            surrender(s, HOLLAND, ("19.2b", "19.2c"))
        else:
            s.events.append(FoughtOn(("19.2b",), "Holland"))


class BelgianRoll(FallStep):
    """Does Belgium surrender: is the die higher than the number of its sound units (19.3)?"""

    def after(self, s: FallState) -> None:
        if not belgian_rolled(s):
            return
        if s.roll("Belgian surrender", ("19.3a",)) > sound(s, BELGIANS):
            surrender(s, BELGIUM, ("19.3a", "19.3b"))
        else:
            s.events.append(FoughtOn(("19.3a",), "Belgium"))


class Collapse(FallStep):
    """Countries without army and towns surrender (19.0a)."""

    def after(self, s: FallState) -> None:
        for country in ARMY:
            if collapsed(s, country):
                surrender(s, country, ("19.0a",))


class ParisCheck(FallStep):
    """Is Paris declared an Open City (19.4)? Allied units leave it at once, unharmed (R95)."""

    def after(self, s: FallState) -> None:
        if paris_opens(s):
            s.open_city = True
            s.touch()
            s.events.append(OpenCity(("19.4a",)))
            s.push(LeaveParis())


class LeaveParis(UnitChoice):
    """Allied units in Paris go, one by one in the order their owner likes (R95)."""

    forced = public = True
    decides = ALLIED
    heading = "Open City"
    asks = "Paris is an Open City: choose the unit that leaves next."
    help = Help("19.4b", "No Allied unit may be in an Open City; each goes one hex, unharmed.")
    words = {"withdraw": "{it} leaves"}
    others = "19.4b", "{it} is not in Paris"

    def present(self, s: FallState) -> Pieces:
        return listed(s.pieces_in(s.setting.paris & s.held[ALLIED]))

    def about(self, s: FallState) -> Subject:
        return self.present(s), s.setting.board.members(s.setting.paris)

    def withdraw(self, s: FallState, piece: int) -> None:
        s.push(Leaving(piece))


class Leaving(FallStep):
    """A unit leaves open Paris: where to (R95)."""

    piece: Piece

    forced = public = standing = True
    hand = "piece"
    heading = "Open City"
    asks = "{piece} leaves Paris: choose a hex."
    help = Help("19.4b", "It goes to a neighbouring hex outside Paris with room for it.")
    words = {"fall_back": "Go to {it}"}

    def goals(self, s: FallState) -> int:
        ways = enterable(s, self.piece, s.setting.board.around[s.where[self.piece]])
        return ways & ~stacking.without_room(s, (self.piece,))

    def options(self, s: FallState) -> list[Option]:
        return s.setting.vocabulary.named("fall_back", self.goals(s)) if s.where[self.piece] >= 0 else []

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        yield Bar(~s.setting.board.around[s.where[self.piece]], "19.4b", "{it} is not next to the unit")
        yield Bar(~self.goals(s), "19.4b", "the unit cannot enter {it}, or finds no room there")

    def fall_back(self, s: FallState, hexa: int) -> None:
        s.pop()
        start = s.where[self.piece]
        s.shift(self.piece, hexa)
        s.events.append(Retreated(("19.4b",), self.piece, (start, hexa)))
        control.enter(s, ALLIED, (hexa,))

    def after(self, s: FallState) -> None:
        """There is no hex it can enter (17.1e)."""
        if s.where[self.piece] >= 0:
            losses.eliminate(s, self.piece, "no way out of Paris", ("17.1e",))


class FrenchCheck(FallStep):
    """Does France surrender (19.5)?"""

    def after(self, s: FallState) -> None:
        if france_surrenders(s):
            surrender(s, FRANCE, ("19.5a",))


def surrender(s: FallState, country: int, clauses: tuple[str, ...]) -> None:
    """A country is out of the war, and its units out of the game (19.2c, 19.3b, R16); the dead stay dead (R119)."""
    s.set_status(country, SURRENDERED)
    s.events.append(Surrendered(clauses, COUNTRIES[country].title()))
    army = ARMY[country]
    armies = {army, DUTCH_BELGIAN} if surrendered(s, BELGIUM) and surrendered(s, HOLLAND) else {army}
    for piece in range(len(s.where)):
        taking_part = s.where[piece] >= 0 or s.where[piece] in (WAITING, READY, DAMAGED)
        if taking_part and s.setting.nation[piece] in armies:
            losses.remove(s, piece)
    sealion.check(s)
