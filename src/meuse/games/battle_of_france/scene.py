"""The table as a power or a spectator sees it: counters, boxes, tracks and signs on the map."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import Frame
from meuse.engine.scene import SPECTATOR, Box, Focus, Mark, Piece, Scene, Stack, Track
from meuse.games.battle_of_france import production, view
from meuse.games.battle_of_france.choices import choices
from meuse.games.battle_of_france.components import ALLIES, FRANCE, GERMANY, GUNS, LETTERS, POWERS, SIDE
from meuse.games.battle_of_france.faces import listed
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.victory import controls

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

PHASES = {
    "surprise": "Ardennes surprise",
    "bombardment": "{} bombardment",
    "shelled": "{} bombardment",
    "landing": "{} aircraft land",
    "build": "Building",
}
MOVEMENT = "{} movement"
COMBAT = "{} attack"

Apart = dict[int, int]
"""Pieces that are shown elsewhere than they were put, and where."""
Ids = dict[int, str]
"""The name in the scene of each piece's counter."""


def scene(s: BattleState, side: int) -> Scene:
    """All that a power, or a spectator, sees."""
    game = s.game
    decision = s.decision
    own = decision is not None and side != SPECTATOR and decision.side == POWERS[side]
    pieces, places = in_hand(s)
    stacks, ids = _stacks(s, pieces)
    return Scene(
        side=POWERS[side] if side != SPECTATOR else "",
        phase=_phase(s),
        turn=f"Round {s.round} of {game.tables.game.rounds}",
        to_act=decision.side if decision is not None else "",
        prompt=decision.prompt if decision is not None and own else "",
        stacks=stacks,
        boxes=tuple(_orders(s, side)),
        tracks=tuple(_tracks(s, side)),
        marks=tuple(_marks(s)),
        control={POWERS[power]: tuple(game.board.names(mask)) for power, mask in enumerate(s.control)},
        focus=Focus(tuple(dict.fromkeys(ids[piece] for piece in pieces)), tuple(s.label(place) for place in places)),
        choices=choices(s, ids) if own else (),
    )


def sees_orders_of(s: BattleState, side: int, power: int) -> bool:
    """Purchases are hidden from some side as long as there are any: spectators do not see them."""
    return side != SPECTATOR and view.sees_orders_of(s, side, power)


def in_hand(s: BattleState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What the decision is about: pieces, and a space if there is one."""
    if s.outcome is not None:
        return (), ()
    frame: Frame = s.stack[-1]
    match frame[0]:
        case "group" | "bombardment" | "sail_off" | "dash":
            return frame[2], (frame[1],)
        case "surprise":
            return frame[2], (frame[1],) if frame[1] >= 0 else ()
        case "boarding" | "landing" | "scatter":
            return frame[2][:1], (frame[1],)
        case "shed_to":
            return (frame[2],), (frame[1],)
        case "surplus" | "shelled":
            return (), (frame[1],)
    return (), (s.battle[0],) if s.battle else ()


def _phase(s: BattleState) -> str:
    if s.outcome is not None:
        return "The match is over"
    step = s.stack[-1][0]
    words = PHASES.get(step) or (COMBAT if s.battle else MOVEMENT)
    return words.format(s.game.catalogue.adjectives[s.active])


# counters


def _shown_apart(s: BattleState, hand: tuple[int, ...]) -> Apart:
    """Attackers stand in the space they attack, aircraft over the combat they fly home from, cargo in hand on deck."""
    apart = {piece: s.where[piece] for piece in hand if s.carrier[piece] >= 0}
    if s.battle:
        apart.update((piece, s.battle[0]) for piece in s.battle[1] if s.where[piece] >= 0)
    if s.outcome is None and s.stack[-1][0] == "landing":
        apart.update((piece, s.stack[-1][1]) for piece in s.stack[-1][2])
    return apart


def _stacks(s: BattleState, hand: tuple[int, ...]) -> tuple[dict[str, Stack], Ids]:
    """The counters by space; pieces that nobody could tell apart are one counter with a number."""
    stacks: dict[str, Stack] = {}
    ids: Ids = {}
    for area, groups in sorted(_groups(s, hand).items()):
        label, counters = s.label(area), []
        for (rank, number), alike in sorted(groups.items()):
            counter = _counter(s, label, rank[-1], number, len(alike))
            counters.append(counter)
            ids.update(dict.fromkeys(alike, counter.id))
        stacks[label] = Stack(tuple(counters))
    for ship, riders in s.holds.items():
        for rider in riders:
            ids.setdefault(rider, ids[ship])
    return stacks, ids


def _groups(s: BattleState, hand: tuple[int, ...]) -> dict[int, dict[tuple[Rank, int], list[int]]]:
    """By area: the pieces of each rank and class."""
    found: dict[int, dict[tuple[Rank, int], list[int]]] = {}
    apart = _shown_apart(s, hand)
    frozen = s.game.maginot & ~s.freed if s.round < s.game.tables.maginot.free_from_round else 0
    marked = s.spent | s.submerged | s.fought | s.bombarded
    for area, pieces in s.stacks.items():
        garrison = FROZEN if frozen >> area & 1 else 0
        for piece in pieces:
            if piece in apart:
                continue
            status = garrison if s.power[piece] == FRANCE else 0
            if marked >> piece & 1 or piece in hand or piece in s.holds:
                status |= _status(s, piece, hand)
            found.setdefault(area, {}).setdefault((RANK[status], s.class_of(piece)), []).append(piece)
    for piece, area in apart.items():
        rank = RANK[_status(s, piece, hand)]
        found.setdefault(area, {}).setdefault((rank, s.class_of(piece)), []).append(piece)
    return found


def _status(s: BattleState, piece: int, hand: tuple[int, ...]) -> int:
    """What has happened to a piece in this round."""
    status = HAND if piece in hand else 0
    if s.battle and piece in s.battle[1]:
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
    kind = s.game.catalogue.kinds[number]
    return Piece(
        id=f"{label}/{kind.name}{SUFFIX[status]}",
        face=kind.face,
        text=kind.text,
        steps=kind.steps,
        full=kind.full,
        count=count,
        notes=kind.notes + NOTES[status],
        dim=bool(status & (SPENT | FROZEN)) and not status & HAND,
    )


def _orders(s: BattleState, side: int) -> Iterator[Box]:
    """Units bought and not yet mobilized, shown to those who may know (build.2, G11)."""
    catalogue = s.game.catalogue
    for power, name in enumerate(POWERS):
        if not sees_orders_of(s, side, power):
            continue
        bought: dict[tuple[int, int], int] = {}
        for owner, unit, area in s.orders:
            if owner == power:
                bought[unit, area] = bought.get((unit, area), 0) + 1
        pieces = []
        for (unit, area), count in sorted(bought.items()):
            kind = catalogue.kinds[s.game.class_number[power, unit, 0]]
            place, notes = s.label(area), (f"ordered for {s.spoken(area)}",)
            pieces.append(Piece(f"orders/{kind.name}@{place}", kind.face, kind.text, count=count, notes=notes))
        if pieces:
            yield Box(f"orders {name}", f"{catalogue.adjectives[power]} orders", tuple(pieces), clause="build.8")


# tracks


def _tracks(s: BattleState, side: int) -> Iterator[Track]:
    rounds = s.game.tables.game.rounds
    steps = tuple(str(number) for number in range(1, rounds + 1))
    yield Track("round", "Round", str(s.round), max(s.round - 1, 0), steps, "order.1", main=True)
    yield _initiative(s)
    yield from _victory(s)
    yield from _cards(s)
    yield from _combat(s)
    yield from _money(s, side)


def _initiative(s: BattleState) -> Track:
    titles = s.game.catalogue.titles
    now = titles[s.active] if s.active >= 0 else "all powers build"
    to_come = f"; to come: {', '.join(titles[power] for power in s.bag)}" if s.bag else ""
    return Track("active", "Turn", now + to_come, clause="init.1", main=True)


def _victory(s: BattleState) -> Iterator[Track]:
    """How far both sides have come with what would win them the match at the end of a round."""
    table = s.game.tables.victory
    minors, majors = table.allied_minors, table.german_majors
    for name, title, powers, cities, needed, clause in (
        ("capitals", f"{listed(table.capitals, 'or')} taken", (GERMANY,), table.capitals, 1, "victory.2"),
        ("minors", f"{listed(minors)} taken", (GERMANY,), minors, len(minors), "victory.3"),
        ("german_cities", "German cities taken", ALLIES, table.german_cities, 1, "victory.5"),
    ):
        held = controls(s, powers, cities)
        steps = tuple(str(number) for number in range(needed + 1))
        yield Track(name, title, f"{held} of {needed}", min(held, needed), steps, clause, main=True)
    if s.rulings["own_cities"] != "not_required":
        kept = controls(s, (GERMANY,), majors)
        yield Track("majors", f"{listed(majors)} in German hands", f"{kept} of {len(majors)}", clause="war.7")


def _cards(s: BattleState) -> Iterator[Track]:
    cards = s.game.cards
    if s.card >= 0:
        card = cards[s.card]
        yield Track("card", "Card in force", card.name, clause="cards.3", main=True)
        yield Track("card says", card.name, card.says, clause="cards.3")
    for number in s.lasting:
        card = cards[number]
        yield Track(f"lasting {card.id}", f"{card.name}, to the end of the game", card.says, clause="cards.5")


def _combat(s: BattleState) -> Iterator[Track]:
    if not s.battle:
        return
    titles = s.game.catalogue.titles
    value = f"combat round {s.battle[3]}" if s.battle[3] else "no shot fired yet"
    yield Track("combat", f"Combat in {s.spoken(s.battle[0])}", value, clause="combat.9", main=True)
    if any(s.toll):
        on_defence, on_attack = s.toll
        value = f"{titles[s.active]} {on_attack}, {titles[s.battle[6]]} {on_defence}"
        yield Track("hits", "Hits to bear", value, clause="combat.casualties.1", main=True)


def _money(s: BattleState, side: int) -> Iterator[Track]:
    """What can be spent, for those who may know; what the cities would pay now, for all."""
    adjectives = s.game.catalogue.adjectives
    for power, name in enumerate(POWERS):
        if sees_orders_of(s, side, power):
            buying = s.outcome is None and s.stack[-1][0] == "build"
            yield Track(f"npu {name}", f"{adjectives[power]} NPU", str(s.npu[power]), clause="build.5", main=buying)
        value = f"{production.income(s, power)} NPU"
        yield Track(f"income {name}", f"{adjectives[power]} income", value, clause="build.3")


# signs on the map


def _marks(s: BattleState) -> Iterator[Mark]:
    game = s.game
    for place in game.tables.victory.capitals:
        holder = POWERS[s.controller(game.board.numbers[place])]
        yield Mark(place, "★", "Capital: in German hands at the end of a round, it wins the war", holder, "victory.2")
    for power, zone in game.shipyard.items():
        title = f"New {game.catalogue.adjectives[power]} ships appear here"
        yield Mark(s.label(zone), LETTERS[power], title, POWERS[power], "build.12")
    if s.round < game.tables.maginot.free_from_round:
        for place in game.board.names(game.maginot & ~s.freed):
            title = f"Maginot Line: French units stay until round {game.tables.maginot.free_from_round} or an attack"
            yield Mark(place, "M", title, POWERS[FRANCE], "special.maginot.2")
    if not s.surprise_over:
        for place in game.board.names(game.forest & ~s.occupied(enemy_of(SIDE[GERMANY]))):
            title = "Before Germany's first turn units may appear here out of nowhere"
            yield Mark(place, "A", title, POWERS[GERMANY], "surprise.2")
    for place in game.board.names(s.due):
        yield Mark(place, "!", "A combat is due here: ships were built among enemies", "", "build.13")
    if s.battle:
        yield Mark(s.label(s.battle[0]), "×", "Combat", POWERS[s.active], "combat.1")  # noqa: RUF001
