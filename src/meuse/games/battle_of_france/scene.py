"""The table as a power or a spectator sees it: counters, boxes, tracks and signs on the map."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from meuse.engine.scene import Box, Mark, Piece, Stack, Track
from meuse.engine.staging import Tabletop
from meuse.games.battle_of_france import movement, production
from meuse.games.battle_of_france.aftermath import Landing
from meuse.games.battle_of_france.powers import CAMP, FRANCE, GERMANY, LETTERS, POWERS
from meuse.games.battle_of_france.secrecy import sees_orders_of
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.units import GUNS
from meuse.games.battle_of_france.victory import must_keep, names, ways

HAND, ATTACKS, SPENT, SUBMERGED, FOUGHT, BOMBARDED, LADEN, FROZEN = (1 << bit for bit in range(8))
"""What sets a piece apart from others of its class in the same space."""
SAID = {
    HAND: ("hand", "in hand"),
    ATTACKS: ("attacks", "attacks"),
    SPENT: ("spent", "has moved or fought"),
    SUBMERGED: ("submerged", "submerged"),
    FOUGHT: ("fought", "was in a sea combat: may not bombard"),
    BOMBARDED: ("bombarded", "has bombarded"),
    LADEN: ("laden", "its cargo came aboard in this turn"),
    FROZEN: ("frozen", "may not leave the Maginot Line yet"),
}
STATUSES = [[said for bit, said in SAID.items() if status & bit] for status in range(2 * FROZEN)]
SUFFIX = ["/" + "+".join(word for word, _ in said) if said else "" for said in STATUSES]
NOTES = [tuple(note for _, note in said) for said in STATUSES]
Rank = tuple[bool, bool, int]
RANK: list[Rank] = [(not status & HAND, not status & ATTACKS, status) for status in range(2 * FROZEN)]
"""Which lie on top: those in hand, then attackers, then those that can still do something."""


def table(s: BattleState, side: int) -> Tabletop:
    """All that a power, or a spectator, sees of the table."""
    stacks, counters = _stacks(s)
    return Tabletop(
        turn=f"Round {s.round} of {s.setting.rounds}",
        stacks=stacks,
        boxes=tuple(_orders(s, side)),
        tracks=tuple(_tracks(s, side)),
        marks=tuple(_marks(s)),
        control={POWERS[power]: tuple(s.setting.board.names(mask)) for power, mask in enumerate(s.control)},
        counters=counters,
    )


# counters


def _stacks(s: BattleState) -> tuple[dict[str, Stack], dict[int, str]]:
    """The counters by space, and the counter of each piece; pieces nobody could tell apart are one counter."""
    stacks: dict[str, Stack] = {}
    counters: dict[int, str] = {}
    for area, groups in sorted(_groups(s).items()):
        label, lying = s.label(area), []
        for (rank, number), alike in sorted(groups.items()):
            lying.append(_counter(s, label, rank[-1], number, len(alike)))
            counters.update(dict.fromkeys(alike, lying[-1].id))
        stacks[label] = Stack(tuple(lying))
    for ship, riders in s.holds.items():
        for rider in riders:
            counters.setdefault(rider, counters[ship])
    return stacks, counters


def _groups(s: BattleState) -> dict[int, dict[tuple[Rank, int], list[int]]]:
    """By area: the pieces of each rank and class."""
    groups: dict[int, dict[tuple[Rank, int], list[int]]] = {}
    hand = tuple(s.agenda[-1].about(s)[0]) if s.outcome is None else ()
    apart = _shown_apart(s, hand)
    frozen = movement.frozen_line(s)
    lying = [(piece, area) for area, pieces in s.stacks.items() for piece in pieces if piece not in apart]
    for piece, area in (*lying, *apart.items()):
        status = _status(s, piece, hand)
        if s.power[piece] == FRANCE and frozen >> area & 1 and piece not in apart:
            status |= FROZEN
        groups.setdefault(area, {}).setdefault((RANK[status], s.class_of(piece)), []).append(piece)
    return groups


def _shown_apart(s: BattleState, hand: Collection[int]) -> dict[int, int]:
    """Attackers stand in the space they attack, aircraft over the combat they fly home from, cargo in hand on deck."""
    apart = {piece: s.where[piece] for piece in hand if s.carrier[piece] >= 0}
    if s.battle:
        apart.update((piece, s.battle.area) for piece in s.battle.attackers if s.where[piece] >= 0)
    step = s.agenda[-1] if s.outcome is None else None
    if isinstance(step, Landing):
        apart.update((piece, step.area) for piece in step.group)
    return apart


def _status(s: BattleState, piece: int, hand: Collection[int]) -> int:
    """What has happened to a piece in this round."""
    status = HAND if piece in hand else 0
    if s.battle and piece in s.battle.attackers:
        status |= ATTACKS
    elif s.active >= 0 and s.spent >> piece & 1:
        status |= SPENT
    if s.active >= 0 and any(s.spent >> rider & 1 for rider in s.cargo(piece)):
        status |= LADEN
    if s.submerged >> piece & 1:
        status |= SUBMERGED
    if s.unit[piece] in GUNS:
        status |= FOUGHT if s.fought >> piece & 1 else 0
        status |= BOMBARDED if s.bombarded >> piece & 1 else 0
    return status


def _counter(s: BattleState, label: str, status: int, number: int, count: int) -> Piece:
    look = s.setting.catalogue.kinds[number]
    dim = bool(status & (SPENT | FROZEN)) and not status & HAND
    notes = look.counter.notes + NOTES[status]
    return replace(look.counter, id=f"{label}/{look.name}{SUFFIX[status]}", count=count, notes=notes, dim=dim)


def _orders(s: BattleState, side: int) -> Iterator[Box]:
    """Units bought and not yet mobilized, shown to those who may know (build.2, G11)."""
    for power, name in enumerate(POWERS):
        own = [order for order in s.orders if order.power == power and sees_orders_of(s, side, power)]
        pieces = []
        for order in sorted(set(own)):
            look = s.setting.catalogue.kinds[s.setting.class_number[power, order.unit, 0]]
            known, note = f"orders/{look.name}@{s.label(order.area)}", f"ordered for {s.spoken(order.area)}"
            pieces.append(replace(look.counter, id=known, steps=1, full=1, count=own.count(order), notes=(note,)))
        if pieces:
            yield Box(f"orders {name}", f"{s.setting.side_name(power)} orders", tuple(pieces), clause="build.8")


# tracks


def _tracks(s: BattleState, side: int) -> Iterator[Track]:
    titles = s.setting.catalogue.titles
    steps = tuple(str(number) for number in range(1, s.setting.rounds + 1))
    yield Track("round", "Round", str(s.round), max(s.round - 1, 0), steps, "order.1", main=True, number=s.round)
    now = titles[s.active] if s.active >= 0 else "all powers build"
    to_come = f"; to come: {', '.join(titles[power] for power in s.bag)}" if s.bag else ""
    yield Track("active", "Turn", now + to_come, clause="init.1", main=True)
    yield from _victory(s)
    if s.card >= 0:
        yield Track("card", "Card in force", s.setting.cards[s.card].name, clause="cards.3", main=True)
    yield from _combat(s)
    yield from _money(s, side)


def _victory(s: BattleState) -> Iterator[Track]:
    """How far both sides have come with what would win them the match at the end of a round."""
    for way in ways(s)[:-1]:
        held, needed = len(way.held(s.control)), way.needed
        title = f"{names(s, way.cities, 'or' if needed == 1 else 'and')} taken"
        steps = tuple(str(number) for number in range(needed + 1))
        value = f"{held} of {needed}"
        yield Track(way.id, title, value, min(held, needed), steps, way.clause, main=True, number=held)
    if majors := must_keep(s):
        kept = sum(s.control[GERMANY] >> city & 1 for city in majors)
        title = f"{names(s, majors)} in German hands"
        yield Track("majors", title, f"{kept} of {len(majors)}", clause="war.7", number=kept)


def _combat(s: BattleState) -> Iterator[Track]:
    if not s.battle:
        return
    titles, rounds = s.setting.catalogue.titles, s.battle.rounds
    value = f"combat round {rounds}" if rounds else "no shot fired yet"
    yield Track("combat", f"Combat in {s.spoken(s.battle.area)}", value, clause="combat.9", main=True, number=rounds)
    if any(s.toll):
        on_defence, on_attack = s.toll
        value = f"{titles[s.active]} {on_attack}, {titles[s.battle.decider]} {on_defence}"
        yield Track("hits", "Hits to bear", value, clause="combat.casualties.1", main=True, number=sum(s.toll))


def _money(s: BattleState, side: int) -> Iterator[Track]:
    """What can be spent, for those who may know; what the cities would pay now, for all."""
    buying = s.outcome is None and isinstance(s.agenda[-1], production.Build)
    for power, name in enumerate(POWERS):
        whose, npu, income = s.setting.side_name(power), s.npu[power], production.income(s, power)
        if sees_orders_of(s, side, power):
            yield Track(f"npu {name}", f"{whose} NPU", str(npu), clause="build.5", main=buying, number=npu)
        yield Track(f"income {name}", f"{whose} income", f"{income} NPU", clause="build.3", number=income)


# signs on the map


def _marks(s: BattleState) -> Iterator[Mark]:
    setting, board = s.setting, s.setting.board
    for place in setting.tables.victory.capitals:
        holder = POWERS[s.controller(board.numbers[place])]
        yield Mark(place, "★", "Capital: in German hands at the end of a round, it wins the war", holder, "victory.2")
    for power, zone in setting.shipyard.items():
        title = f"New {setting.side_name(power)} ships appear here"
        yield Mark(s.label(zone), LETTERS[power], title, POWERS[power], "build.12")
    title = f"Maginot Line: French units stay until round {setting.tables.maginot.free_from_round} or an attack"
    for place in board.names(movement.frozen_line(s)):
        yield Mark(place, "M", title, POWERS[FRANCE], "special.maginot.2")
    if not s.surprise_over:
        title = "Before Germany's first turn units may appear here out of nowhere"
        for place in board.names(setting.forest & ~s.occupied(enemy_of(CAMP[GERMANY]))):
            yield Mark(place, "A", title, POWERS[GERMANY], "surprise.2")
    for place in board.names(s.due):
        yield Mark(place, "!", "A combat is due here: ships were built among enemies", "", "build.13")
    if s.battle:
        yield Mark(s.label(s.battle.area), "×", "Combat", POWERS[s.active], "combat.1")  # noqa: RUF001
