"""What must be true of every state between two decisions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from meuse.games.fall_of_france import armies, declarations
from meuse.games.fall_of_france.fortifications import shut, standing
from meuse.games.fall_of_france.setting import (
    ALLIED,
    ALOFT,
    ARMY,
    BRITISH,
    COUNTRIES,
    DAMAGED,
    DEAD,
    FRENCH,
    GERMAN,
    NATIONS,
    NEUTRAL,
    READY,
    SIDES,
    SURRENDERED,
    UNPLACED,
)
from meuse.games.fall_of_france.stacking import points_of, together
from meuse.games.fall_of_france.state import IDLE, FallState, listed, members, union
from meuse.games.fall_of_france.supply import allowance, claims_of, network
from meuse.mechanics.counters import CountersState


def faults(s: FallState) -> list[str]:
    """Every invariant the state breaks."""
    places = [f"{s.label(hexa)}: {why}" for hexa, why in misplaced(s).items()]
    return [
        *s.faults(), *places, *_boxes(s), *_marks(s), *_declared(s), *_control(s), *_walls(s), *_supply(s), *_tracks(s),
        *armies.faults(s),
    ]  # fmt: skip


def misplaced(s: FallState) -> dict[int, str]:
    """Hexes with units that may not be there, and why."""
    board, wrong = s.setting.board, dict[int, str]()
    for hexes, why in _off_limits(s):
        for hexa in board.members(hexes):
            wrong.setdefault(hexa, why)
    for hexa, units in sorted(s.stacks.items()):
        points = points_of(s, units)
        if points > s.limits[hexa]:
            wrong.setdefault(hexa, f"{points} stacking points; it holds {s.limits[hexa]} (8.3a)")
        elif not together(s, units):
            wrong.setdefault(hexa, "its units may not stack: nations or formations are mixed (8.4a)")
    return wrong


def _off_limits(s: FallState) -> Iterator[tuple[int, str]]:
    """Units on land, enemies apart, neutrals at home and by themselves."""
    setting, country = s.setting, s.setting.country
    yield (s.held[GERMAN] | s.held[ALLIED]) & ~setting.land, "no ground unit can stand there"
    yield s.held[GERMAN] & s.held[ALLIED], "enemies share the hex (9.1f)"
    for home, nation in ARMY.items():
        if s.status[home] == NEUTRAL:
            own = s.nation_at(nation)
            yield own & ~country[home], f"{NATIONS[nation]} units are neutral and stay in their country (6.0c)"
            others = (s.held[GERMAN] | s.held[ALLIED]) & country[home]
            for hexa in setting.board.members(others & own):
                if all(setting.nation[unit] == nation for unit in s.stacks[hexa]):
                    others &= ~(1 << hexa)
            yield others, f"{COUNTRIES[home]} is neutral; say under countries that it is at war"
        elif s.status[home] == SURRENDERED:
            yield s.nation_at(nation), f"{NATIONS[nation]} units: their country has surrendered"


def _boxes(s: FallState) -> Iterator[str]:
    """Ground units and air units lie where such units can, and nothing is left to set up once the first turn begins."""
    setting, where = s.setting, s.where
    if s.steps != setting.full:
        yield "a counter has lost steps, and none has any to lose"
    for piece in range(setting.first_air):
        place = where[piece]
        if place in (READY, DAMAGED):
            yield f"{s.piece_name(piece)} is in a box of air units"
        elif place == ALOFT and setting.pieces[piece].special not in ("fsj", "glider"):
            yield f"{s.piece_name(piece)} is held for a landing and is not airborne (20.1i)"
        elif place == UNPLACED and s.turn:
            yield f"{s.piece_name(piece)} has not been set up"
        elif place != DEAD and s.lost_for_good >> piece & 1:
            yield f"{s.piece_name(piece)} was lost for good and is not dead (R37)"
    for unit, mission in zip(setting.air, s.missions, strict=True):
        place = where[unit]
        if place >= 0 or place in (UNPLACED, ALOFT):
            yield f"{s.piece_name(unit)} is an air unit in a place for ground units"
        elif mission != IDLE and place != READY:
            yield f"{s.piece_name(unit)} flies a mission and is not ready"
        elif (place == DAMAGED) != bool(s.back[unit]):
            yield f"{s.piece_name(unit)}: damaged units, and no others, have a turn in which they come back (13.2b)"
    for counter in setting.pieces:
        if counter.optional and where[counter.number] >= 0 and where[setting.piece(counter.replaces)] >= 0:
            yield f"{counter.id} and the counter it stands for are both on the map"


def _marks(s: FallState) -> Iterator[str]:
    """Only units on the map are disrupted or cadres, and no Germans are cadres (14.4d)."""
    for word, pieces in (("disrupted", s.disrupted), ("a cadre", s.cadred)):
        for piece in listed(pieces & ~s.standing):
            yield f"{s.piece_name(piece)} is {word} and not on the map"
    for piece in listed(s.cadred & s.setting.pieces_on[GERMAN]):
        yield f"{s.piece_name(piece)} is a German cadre (14.4d)"


def _declared(s: FallState) -> Iterator[str]:
    """Declared combats wait to be resolved; no hex, attacker or headquarters is in two of them (R61)."""
    known = declarations.waiting(s)
    if not known:
        return
    if not any(isinstance(step, declarations.Resolution) for step in s.agenda):
        yield "combats are declared and nobody resolves them"
    own = s.setting.pieces_on[next(step.mover for step in known)]
    for what, noted, taken in (
        ("a hex is attacked", s.fought, [1 << declared.target for declared in known]),
        ("a unit attacks", s.attacked, [members(declared.attackers) for declared in known]),
        ("a headquarters supports", s.lent, [members(declared.backing) for declared in known]),
    ):
        if sum(bits.bit_count() for bits in taken) != union(taken).bit_count():
            yield f"{what} in two declared combats (R61)"
        if union(taken) & ~noted:
            yield f"{what} in a declared combat and that is not noted"
    if union(members(declared.attackers) for declared in known) & ~own:
        yield "a declared combat has attackers of the enemy"


def _control(s: FallState) -> Iterator[str]:
    """A side controls the hexes in which it stands (2.0b), and nobody those of a neutral."""
    names = s.setting.board.names
    for side, own in ((GERMAN, s.taken), (ALLIED, ~s.taken)):
        if foreign := s.held[side] & ~own:
            yield f"{SIDES[side]} units stand in {names(foreign)} without control"
    if s.taken & ~s.setting.land:
        yield f"Germany controls {names(s.taken & ~s.setting.land)}, which is no land"
    if s.taken & s.neutral_ground():
        yield f"Germany controls {names(s.taken & s.neutral_ground())} of a neutral"


def _walls(s: FallState) -> Iterator[str]:
    """A hexside has one level, what stands was built once, and nothing stands where an enemy is (9.3e)."""
    board, germany = s.setting.board, s.setting.germany
    minor, major, fortress = s.walls
    for direction in range(6):
        one, two, three = minor[direction], major[direction], fortress[direction]
        if one & two | one & three | two & three:
            yield f"hexsides have two levels: {board.names(one & two | one & three | two & three)}"
    if not s.on("fortifications"):
        first = standing(s.setting.fortifications(s.rulings))
        new = union(now & ~before for now, before in zip(standing(s.walls), first, strict=True))
        if new:
            yield f"fortifications that nobody built: {board.names(new)}"
    entered = shut(s).fortified & (s.held[GERMAN] & ~germany | s.held[ALLIED] & germany)
    if entered:
        yield f"fortifications stand where an enemy does: {board.names(entered)}"


def _supply(s: FallState) -> Iterator[str]:
    """What is remembered of supply and zones is what follows from the pieces."""
    if s.net is None or s.net.version != s.version:
        return
    twin = s.clone()
    for name, declared in s.FIELDS.items():
        if declared.kind is None and name not in (*CountersState.FIELDS, *s.SUMS, "limits"):
            setattr(twin, name, declared.begin(s.setting))  # all that is only remembered
    afresh = network(twin)
    for word in afresh.__struct_fields__:
        known, now = getattr(s.net, word), getattr(afresh, word)
        if known != now:
            yield f"supply, {word}: {known} is remembered, {now} follows from the pieces"


def _tracks(s: FallState) -> Iterator[str]:
    """Points, claims and the counters of optional rules keep within what there is."""
    setting, options = s.setting, s.setting.tables.options
    for nation in (BRITISH, FRENCH):
        if claims_of(s, nation) > allowance(s, nation):
            yield f"{claims_of(s, nation)} {NATIONS[nation]} stacks have drawn limited supply (7.3.23c)"
    if any(left > most for left, most in zip(s.commandos, setting.commandos(), strict=True)):
        yield "more Brandenburgers are left than there were (22.11a)"
    if members(s.refugees) & ~setting.land:
        yield "refugees are off the land"
    if s.refugees and not s.on("refugees"):
        yield "there are refugees without their rule (22.1a)"
    gaps = [later - one for one, later in pairwise(s.halts)]
    if len(s.halts) > options.rundstedt.uses or any(gap < options.rundstedt.apart for gap in gaps):
        yield f"halts in turns {s.halts} (22.7a)"
