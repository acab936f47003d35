"""Transported and towed units (5.5), cavalry and its horses (5.6): who gets on and off, limbering, points of movers.

A *mover* is what spends movement points: a piece by itself, or what carries or tows it.
"""

from __future__ import annotations

from collections.abc import Iterator

from meuse.board.sets import listed, members
from meuse.engine import ALL, Bar, Help, Option, Piece, Pieces
from meuse.games.france_1940 import charges, costs, reaction, stacking
from meuse.games.france_1940.events import Dismounted, Limbered, Mounted, Unlimbered
from meuse.games.france_1940.setting import FOOT
from meuse.games.france_1940.state import FranceState, FranceStep, finish, waiting

# movers and their points


def mover(s: FranceState, piece: int) -> int:
    """What moves when a piece does: what carries or tows it, or itself (5.5f, 5.6a, 7.1e)."""
    by = s.carriers[piece]
    return by if by >= 0 else piece


def aboard(s: FranceState, *movers: int) -> int:
    """Movers and all they carry or tow, as a set."""
    pieces = 0
    for who in movers:
        pieces |= 1 << who
    if pieces & s.laden:
        for who in movers:
            pieces |= members(s.cargo(who))
    return pieces


def capacity(s: FranceState, who: int) -> int:
    """The half movement points of a mover in this activation (5.2a, 5.3a, 5.6g, 5.6k)."""
    points = s.setting.mp[who]
    if not (s.galloping | s.blown | s.hurried):
        return points
    if s.galloping >> who & 1:
        return points + charges.spurt(s, who)
    if s.blown & (aboard(s, who) if s.setting.horses >> who & 1 else 1 << who):
        return points // 4 * 2
    if s.hurried >> who & 1:
        return points + 2 * s.setting.charts.movement.double_time
    return points


def left(s: FranceState, who: int) -> int:
    """What a mover can still spend, in half points."""
    return max(capacity(s, who) - s.spent[who], 0)


def start(s: FranceState, *movers: int) -> int:
    """Movers act now, with all they carry: who joins an activation by being taken along is part of it (G30d)."""
    pieces = aboard(s, *movers)
    s.active |= pieces
    s.moving |= pieces
    for piece in listed(pieces):
        if piece not in s.started:  # 9.4b
            s.started[piece] = max(s.where[piece], -1)
    return pieces


# who can carry whom


def _together(s: FranceState, piece: int) -> int:
    """The pieces of its side where a piece is: in its hex and on its bank, or due to enter this turn, too (11.9.1b)."""
    place, side = s.where[piece], s.setting.side_of[piece]
    if place < 0:
        return waiting(s, side)
    return s.mates(place, side) & ~over_there(s, piece)


def over_there(s: FranceState, piece: int) -> int:
    """The pieces in the river hex of a piece that stand on the other bank, where no bridge leads to (11.9.1b)."""
    place = s.where[piece]
    if place < 0 or not s.setting.waters.plain >> place & 1:
        return 0
    return s.all_in(place) & (s.second_bank ^ -(s.second_bank >> piece & 1))


def steps_aboard(s: FranceState, carrier: int) -> int:
    """The steps of units that a transport carries or tows."""
    return sum([s.steps[unit] for unit in s.cargo(carrier) if s.setting.units >> unit & 1])


def towing(s: FranceState, carrier: int) -> bool:
    return bool(s.setting.crewed & aboard(s, carrier))


def carriable(s: FranceState) -> int:
    """Units that a transport carries: infantry, machine guns and mortars (5.5c, G84)."""
    setting = s.setting
    return setting.troops | setting.mgs | setting.of_kind["mortar"]


def _idle(s: FranceState, carrier: int) -> bool:
    """Can a transport or horses take part now: active, or empty and free to join (5.5b, G30d)?"""
    if (s.finished | s.prepared | s.routed) >> carrier & 1:
        return False
    return bool(s.active >> carrier & 1) or not s.laden >> carrier & 1


def mountable(s: FranceState, group: Pieces) -> int:
    """The transports or horses in its place that a group on foot can mount now (5.5c to 5.5e, 5.5i, 5.6b, 5.6e)."""
    setting, rules = s.setting, s.setting.charts.movement
    carriers = _together(s, group[0]) & setting.carriers
    if not carriers:
        return 0
    pieces = members(group)
    units = [who for who in group if setting.units >> who & 1]
    if pieces & (setting.carriers | setting.tank_officers) or any(left(s, who) < 2 * rules.mount for who in units):
        return 0
    found, fit = 0, not pieces & ~(carriable(s) | setting.officers)
    for carrier in listed(carriers):
        if not _idle(s, carrier) or left(s, carrier) < 2 * rules.mount_transport * len(units):
            continue
        if _penned(s, units, carrier):
            continue
        if setting.horses >> carrier & 1:
            alone = len(group) == 1 and setting.of_kind["cavalry"] >> group[0] & 1
            found |= 1 << carrier if alone and not s.laden >> carrier & 1 else 0
        elif fit and _has_room(s, carrier, units):
            found |= 1 << carrier
    return found


def _has_room(s: FranceState, carrier: int, units: list[int]) -> bool:
    if not units:
        return True
    steps = sum([s.steps[unit] for unit in units])
    return not towing(s, carrier) and steps_aboard(s, carrier) + steps <= s.steps[carrier]


def _penned(s: FranceState, units: list[int], carrier: int) -> bool:
    """Would units mount out of a trench into a full hex, with no points left to ride on to where there is room (4a)?"""
    hexa, side = s.where[carrier], s.setting.side_of[carrier]
    steps = sum([s.steps[unit] for unit in units if s.inside >> unit & 1])
    if not steps or not stacking.crowded(s, side, steps) >> hexa & 1:
        return False
    points = left(s, carrier) - 2 * s.setting.charts.movement.mount_transport * len(units)
    steps = sum([s.steps[unit] for unit in units]) + steps_aboard(s, carrier)
    free = ~(stacking.crowded(s, side, steps) | s.masks[1 - side] | s.setting.closed | s.setting.waters.plain)
    onward = costs.net(s, s.setting.gait[carrier]).steps(hexa, s.second_bank >> carrier & 1)
    return not any(free & hexes and asked <= points for asked, hexes in onward)


def loadable(s: FranceState, carrier: int) -> int:
    """Who can be taken aboard by a transport in hand: units in command that have not acted, officers (G30d)."""
    setting, rules = s.setting, s.setting.charts.movement
    if not setting.transports >> carrier & 1:
        return 0
    there = _together(s, carrier) & (carriable(s) | setting.officers & ~setting.tank_officers)
    there &= ~(s.riders | s.finished | s.prepared | s.routed | s.rallied | s.astray & ~s.active)
    if not there:
        return 0
    paid = left(s, carrier) >= 2 * rules.mount_transport
    found = 0
    for piece in listed(there):
        if s.spent[piece]:
            continue
        room = paid and _has_room(s, carrier, [piece]) and not _penned(s, [piece], carrier)
        if setting.officers >> piece & 1 or room:
            found |= 1 << piece
    return found


def wading(s: FranceState, who: int) -> bool:
    """Is a mover just passing a hex of a major river, in which nobody stays (11.9.2b)?"""
    return bool(s.fording >> who & 1) and s.setting.waters.major


def unloadable(s: FranceState, carrier: int) -> int:
    """Who can get off a mover in hand; guns are unlimbered instead (5.5i, 5.6b)."""
    setting, rules = s.setting, s.setting.charts.movement
    if not s.laden >> carrier & 1 or not setting.carriers >> carrier & 1 or s.where[carrier] < 0:
        return 0
    if s.galloping >> carrier & 1 or wading(s, carrier):  # who gallops charges (5.6g); nobody stays in a major river
        return 0
    paid = left(s, carrier) >= 2 * rules.mount_transport
    return members(
        [
            piece
            for piece in s.cargo(carrier)
            if setting.officers >> piece & 1
            or (paid and setting.move[piece] == FOOT and left(s, piece) >= 2 * rules.mount)
        ]
    )


def options(s: FranceState, group: Pieces) -> list[Option]:
    """Getting on and off, for a group in hand."""
    named, who = s.setting.vocabulary.named, group[0]
    if not s.setting.carriers >> who & 1:
        able = mountable(s, group)
        return named("mount", able) if able else []
    if len(group) > 1:
        return []
    return named("carry", loadable(s, who)) + named("unload", unloadable(s, who))


def bars(s: FranceState, group: Pieces, verb: str) -> Iterator[Bar]:
    """Why somebody cannot get on or off."""
    setting, who, rules = s.setting, group[0], s.setting.charts.movement
    here = _together(s, who)
    if verb == "mount":
        if setting.carriers >> who & 1:
            yield Bar(ALL, "5.5c", "a transport does not mount another")
            return
        yield Bar(~setting.carriers, "5.5c", "{it} carries nobody")
        yield Bar(over_there(s, who), "11.9.1b", "{it} is on the other bank of the river")
        yield Bar(~here, "5.5i", "{it} is not in the same hex")
        if not setting.of_kind["cavalry"] & members(group):
            yield Bar(setting.horses, "5.6e", "only cavalry rides horses")
        yield Bar(s.finished | s.prepared, "3.3.1b", "{it} has acted this turn")
        yield Bar(s.laden & ~s.active, "5.5b", "{it} carries others, who are not activated")
        units = [piece for piece in group if setting.units >> piece & 1]
        penned = members([carrier for carrier in listed(here & setting.carriers) if _penned(s, units, carrier)])
        yield Bar(penned, "4a", "the hex outside is full, and {it} could not drive on")
        asked = f"{rules.mount} point of the unit and {rules.mount_transport} of what carries it"
        yield Bar(~mountable(s, group), "5.5c", f"there is no room on {{it}}, it tows a gun, or {asked} are not left")
        return
    if len(group) > 1 or not setting.carriers >> who & 1:
        yield Bar(ALL, "5.5i", "only a transport alone in hand takes units aboard or lets them off")
    elif verb == "carry":
        yield Bar(over_there(s, who), "11.9.1b", "{it} is on the other bank of the river")
        yield Bar(~here, "5.5i", "{it} is not in the same hex")
        yield Bar(~(carriable(s) | setting.officers), "5.5c", "{it} is not carried: transports carry infantry and MGs")
        yield Bar(s.finished | s.prepared, "3.3.1b", "{it} has acted this turn")
        yield Bar(s.routed, "10.3.1b", "{it} is routed")
        yield Bar(s.rallied, "10.4.2f", "{it} has just rallied")
        yield Bar(s.astray & ~s.active, "5.5a", "{it} is out of command")
        penned = members([piece for piece in listed(s.inside & here) if _penned(s, [piece], who)])
        yield Bar(penned, "4a", "the hex outside {it} is full, and the transport could not drive on")
        asked = f"{rules.mount_transport} points are not left"
        yield Bar(~loadable(s, who), "5.5c", f"there is no room for {{it}}, a gun is towed, or {asked}")
    else:
        yield Bar(~aboard(s, who) | 1 << who, "5.5i", "{it} is not aboard")
        yield Bar(setting.crewed, "5.5j", "{it} is towed: it must be unlimbered")
        if s.where[who] < 0:
            yield Bar(ALL, "5.5i", "it is not on the board yet")
        if s.galloping >> who & 1:
            yield Bar(ALL, "5.6g", "cavalry that has galloped must charge")
        if wading(s, who):
            yield Bar(ALL, "11.9.2b", "nobody stays in a hex of a major river")
        asked = f"{rules.mount} point of the unit and {rules.mount_transport} of what carries it"
        yield Bar(~unloadable(s, who), "5.5i", f"{asked} are not left for that")


def mount(s: FranceState, group: Pieces, carrier: int) -> None:
    """A group mounts a transport or horses; officers pay nothing (5.5i, 5.6b, G30d)."""
    setting, rules = s.setting, s.setting.charts.movement
    for who in group:
        if setting.units >> who & 1:
            s.spent[who] += 2 * rules.mount
            s.spent[carrier] += 2 * rules.mount_transport
        else:
            s.spent[who] += 1
        s.byways |= 1 << who | 1 << carrier
        s.shelter(who, False)
        s.ride(who, carrier)
    if s.fording & (members(group) | 1 << carrier):  # all of them are across if they stop here (11.9.1b)
        s.fording |= members(group) | 1 << carrier
    s.events.append(Mounted(("5.6b" if setting.horses >> carrier & 1 else "5.5i",), group, carrier))


def dismount(s: FranceState, piece: int, carrier: int) -> None:
    """A unit or officer gets off; an officer has thereby acted (5.5i, 5.6b).

    The points that Double Time gave to horses are not given to their rider once more (5.3a).
    """
    setting, rules = s.setting, s.setting.charts.movement
    s.ride(piece, -1)
    if setting.units >> piece & 1:
        s.spent[piece] += 2 * rules.mount
        s.spent[carrier] += 2 * rules.mount_transport
        s.spent[piece] += 2 * rules.double_time if (s.hurried >> carrier & s.hurried >> piece) & 1 else 0
        s.byways |= 1 << piece
    s.events.append(Dismounted(("5.6b" if setting.horses >> carrier & 1 else "5.5i",), piece, carrier))


# limbering (5.5j, 5.5k)


def towers(s: FranceState, gun: int) -> int:
    """The transports that can take a gun in tow: at rest in its hex, carrying nobody but officers, big enough.

    Other guns that it tows count with theirs. (5.5c, 5.5e, G30)
    """
    setting = s.setting
    if s.where[gun] < 0:
        return 0
    there = _together(s, gun) & setting.transports & ~s.moved
    return members(
        [
            carrier
            for carrier in listed(there)
            if _idle(s, carrier)
            and not s.spent[carrier]
            and (towing(s, carrier) or not steps_aboard(s, carrier))
            and steps_aboard(s, carrier) + s.steps[gun] <= s.steps[carrier]
        ]
    )


def limber_bars(s: FranceState) -> Iterator[Bar]:
    """Guns that cannot be limbered now (3.3.2r, 5.5j)."""
    setting = s.setting
    guns = setting.crewed & s.active & s.alive & ~s.riders
    yield Bar(~setting.crewed, "5.5c", "{it} is not towed")
    yield Bar(s.riders, "5.5j", "{it} is limbered already")
    yield Bar(~s.alive, "5.5k", "{it} is not on the board yet")
    able = members([gun for gun in listed(guns) if towers(s, gun)]) if guns else 0
    yield Bar(~able, "5.5k", "no transport at rest that could tow {it} is in its hex")
    yield stacking.full_outside(s, s.active & s.inside)


def unlimber_bars(s: FranceState) -> Iterator[Bar]:
    """Guns that cannot be unlimbered now: what tows them must not have acted, and have half its points (5.5j, G30).

    A transport that has moved in this activation has acted; one that has let go of another gun has half of them left.
    """
    setting = s.setting
    towed = setting.crewed & s.riders
    yield Bar(~towed, "5.5j", "{it} is not limbered")
    yield Bar(~s.alive, "5.5k", "{it} is not on the board yet")
    towed &= s.active
    busy = members([gun for gun in listed(towed) if (s.finished | s.prepared) >> s.carriers[gun] & 1])
    yield Bar(busy, "3.3.2a", "what tows {it} has acted")
    late = members([gun for gun in listed(towed) if left(s, s.carriers[gun]) < setting.mp[s.carriers[gun]] // 2])
    yield Bar(late, "5.5j", "half the movement points of what tows {it} are not left")


class Limber(FranceStep):
    """Which transport takes a gun in tow (5.5j)."""

    gun: Piece

    hand = "gun"
    standing = True
    forced = True
    asks = "Which transport takes {gun} in tow?"
    help = Help("5.5j", "It costs the transport half its movement points and the gun its whole activation.")
    words = {"tow": "Limber it to {it}"}

    def bars(self, s: FranceState, verb: str) -> Iterator[Bar]:
        yield Bar(
            ~towers(s, self.gun), "5.5k", "{it} cannot tow it: it must be at rest here, carry nobody and be big enough"
        )

    def tow(self, s: FranceState, carrier: int) -> None:
        s.turn_into(Coupling(carrier, self.gun))
        start(s, carrier, self.gun)
        reaction.window(s, s.where[self.gun])


def unlimber(s: FranceState, gun: int) -> None:
    """A gun is to be unlimbered, unless enemies see to it that it is not."""
    carrier = s.carriers[gun]
    s.push(Coupling(carrier, gun))
    start(s, carrier)
    reaction.window(s, s.where[gun])


class Coupling(FranceStep):
    """A gun is limbered or unlimbered: half the points of the transport, and all the gun can do (5.5j, 5.5k, G30)."""

    carrier: Piece
    gun: Piece

    hand = "gun"

    def after(self, s: FranceState) -> None:
        carrier, gun = self.carrier, self.gun
        pieces = aboard(s, carrier) | 1 << gun
        s.moving &= ~pieces
        if pieces & ~s.alive or s.routed & (1 << carrier | 1 << gun):
            finish(s, 1 << gun & s.alive & ~s.routed)  # it has used its activation for that
            return
        s.spent[carrier] += s.setting.mp[carrier] // 2
        if s.carriers[gun] == carrier:
            s.ride(gun, -1)
            s.events.append(Unlimbered(("5.5j",), gun, carrier))
            finish(s, 1 << gun)
        else:
            s.shelter(gun, False)
            s.ride(gun, carrier)
            s.events.append(Limbered(("5.5j",), gun, carrier))
            finish(s, pieces & ~s.setting.officers)
