"""Fire against ``gunnery_reference.py``: who can fire at what and how, with what factors, in random positions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import get_args

import pytest

from meuse.board.sets import listed
from meuse.engine.preview import added
from meuse.games.france_1940 import artillery, attack, fire, reaction, support
from meuse.games.france_1940.events import AttackResult
from meuse.games.france_1940.kinds import ARMOUR_ONLY, FULL_ONLY, WITHIN
from meuse.games.france_1940.reaction import ASK, FIRE, HOLD
from meuse.games.france_1940.setting import Way
from meuse.games.france_1940.state import FranceState

from .gunnery import FORCES
from .gunnery_reference import Battlefield, distance
from .kit import clause, names, own, stand
from .kit import ground as sheet_ground

WAYS: tuple[Way, ...] = get_args(Way)
PIECES = {
    "german": (
        "G1.rifle-1 G1.rifle-2 G1.mg34-1 G1.mg34-heavy-1 G1.mortar-1 G1.pak36-1 G1.lefh18-1 G2.pz1-1 G2.pz3-1 "
        "G2.sdkfz221-1 G3.rifle-1 G4.rifle-1 G.blitz-1 G.sdkfz251-1 G.Apfelbaum G.Falk"
    ),
    "allied": (
        "F1.rifle-1 F1.rifle-2 F1.hotchkiss-1 F1.sa34-1 F1.m1897-1 F2.rifle-1 F3.cavalry-1 F3.horses-1 F4.ft17-1 "
        "F4.s35-1 F4.charb1-1 F5.rifle-1 F.adk-1 F.Moreau F.Landry"
    ),
}
RIDES = {
    "G.blitz-1": ("G1.rifle-1", "G1.pak36-1", "G.Falk"), "G.sdkfz251-1": ("G1.rifle-2",),
    "F.adk-1": ("F1.sa34-1", "F1.rifle-2"), "F3.horses-1": ("F3.cavalry-1",),
}  # fmt: skip
CENTRES = ("A811", "A407", "A1111", "A1312", "A205", "A613")


def battle(dice: Random) -> FranceState:
    """A random battle around some hex of board A: stacks, riders, losses, smoke, positions, who has moved."""
    ground = sheet_ground("A")
    board, marsh = ground.board, set(ground.board.names(ground.of["marsh"]))
    spots = board.names(board.disc(board.place(dice.choice(CENTRES)), dice.choice((2, 3, 5))))
    places, carriers, load = dict[str, list[str]](), dict[str, str](), dict[str, int]()
    lie = {spot: dice.choice(("german", "allied")) for spot in spots if spot not in marsh}
    for side, row in PIECES.items():
        mine = [spot for spot in lie if lie[spot] == side]
        at = dict[str, str]()
        for piece in dice.sample(row.split(), dice.randint(5, 12)):
            if piece not in at and mine:
                at[piece] = dice.choice(mine)
        for carrier, riders in RIDES.items():
            rider = dice.choice(riders)
            if carrier in at and rider in at and dice.random() < 0.7:
                at[rider], carriers[rider] = at[carrier], carrier
        for piece, spot in at.items():
            steps = dice.choice((3, 3, 2, 1))
            if load.get(spot, 0) > 6 and "." in piece[2:]:  # full; the piece stays out of it
                carriers = {one: other for one, other in carriers.items() if piece not in (one, other)}
                continue
            load[spot] = load.get(spot, 0) + steps
            officer = piece[1] == "." and piece[2].isupper()
            places.setdefault(spot, []).append(piece if officer else f"{piece}:{steps}")
    placed = [piece.split(":")[0] for row in places.values() for piece in row]
    carriers = {one: other for one, other in carriers.items() if one in placed and other in placed}
    moved = [piece for piece in placed if dice.random() < 0.4]
    ready = [piece for piece in placed if "." in piece[2:] and "horses" not in piece and dice.random() < 0.5]
    smoke = {spot: dice.randint(1, 6) for spot in dice.sample(list(lie), dice.choice((0, 0, 1, 3)))}
    dug = [spot for spot in places if dice.random() < 0.3]
    more = "\n".join([
        "carriers = { " + ", ".join(f'"{one}" = "{other}"' for one, other in carriers.items()) + " }",
        f"moved = {moved}", f"reaction = {ready}",
        "smoke = { " + ", ".join(f"{spot} = {number}" for spot, number in smoke.items()) + " }",
        f"german_positions = {[spot for spot in dug if lie[spot] == 'german']}",
        f"allied_positions = {[spot for spot in dug if lie[spot] == 'allied']}",
    ]).replace("'", '"')  # fmt: skip
    return stand("; ".join(" ".join((spot, *row)) for spot, row in places.items()), own(FORCES), "german", more)


@clause("8a", "8b", "8d", "8g", "8h", "8.3b", "8.3c", "8.3d", "8.3e", "8.3f", "6.1a", "6.1d", "6.1e", "8.1.5e")
@pytest.mark.parametrize("seed", range(6))
def test_targets_and_factors(seed: int) -> None:
    dice, fired = Random(seed), 0
    for _ in range(12):
        s = battle(dice)
        field, board = Battlefield(s), s.setting.board
        for unit in field.on_board:
            if field.kind(unit) in ("officer", "horses"):
                continue
            for way in WAYS:
                found = {field.hex[h] for h in board.members(fire.targets(s, unit, way))}
                assert found == field.targets(unit, way), (s.position(), s.piece_name(unit), way)
                for hexa in found:
                    fired += 1
                    place = next(h for h, numbers in field.hex.items() if numbers == hexa)
                    for reacting in (False, True):
                        share = fire.share(s, unit, way, place, reacting).factor
                        assert share == field.share(unit, way, hexa, reacting)
    assert fired > 30


def why_not(field: Battlefield, unit: int, way: str, hexa: tuple[int, int]) -> str:
    """The first rule in the order of chapter 8 by which a unit cannot fire at a hex; nothing if it can."""
    here, side = field.place(unit), field.side(unit)
    victims = field.victims(unit, way, hexa)
    if not field.factor(unit, way):
        return "8c"
    if hexa == here or not any(field.side(piece) != side for piece in field.here(hexa)):
        return "8.3a"
    if distance(here, hexa) > 2 * field.range(unit, way):
        return "8h"
    if not field.sees(here, hexa):
        return "8.3b"
    if not victims:
        return "8b" if way in ("ap", "mg") else "8a"
    if way != "art" and not any(field.spots(here, piece) for piece in victims):
        return "8.3c"
    if field.crosses(here, hexa, field.fighters[side]):
        return "8.3e"
    return "" if hexa in field.targets(unit, way) else "8.3f"


@clause("8c", "8.3a", "8h", "8.3b", "8a", "8b", "8.3c", "8.3e", "8.3f")
@pytest.mark.parametrize("seed", range(3))
def test_why_a_unit_cannot_fire(seed: int) -> None:
    dice, given = Random(seed + 200), Counter[str]()
    for _ in range(10):
        s = battle(dice)
        field, pieces = Battlefield(s), s.setting.pieces
        for unit in field.on_board:
            for way in WAYS if field.kind(unit) not in ("officer", "horses") else ():
                rows = [(bar.closed, bar.clause) for bar in fire.bars(s, unit, way)]
                for h in {s.where[piece] for piece in range(len(pieces)) if s.where[piece] >= 0}:
                    told = next((clause for closed, clause in rows if closed >> h & 1), "")
                    assert told == why_not(field, unit, way, field.hex[h]), (s.position(), unit, way, s.label(h))
                    given[told] += 1
    assert len(given) > 6


@clause("8.3i", "8.3k", "2.3c", "2.3d", "8.1.5f", "8.1.5g", "11.2c", "11f", "12.1.1b")
@pytest.mark.parametrize("seed", range(6))
def test_columns_modifiers_and_defence(seed: int) -> None:
    """Of single units and of all who could fire at a hex together, whatever their formation."""
    dice, fired = Random(seed + 100), 0
    for _ in range(12):
        s = battle(dice)
        field = Battlefield(s)
        numbers = {numbers: h for h, numbers in field.hex.items()}
        for way in WAYS:
            by_hex = dict[tuple[int, tuple[int, int]], list[int]]()
            for unit in field.on_board:
                if field.kind(unit) not in ("officer", "horses"):
                    for hexa in field.targets(unit, way):
                        by_hex.setdefault((field.side(unit), hexa), []).append(unit)
            for (_, hexa), units in by_hex.items():
                for group in {(units[0],), tuple(units)}:
                    fired += 1
                    made = fire.made(s, way, numbers[hexa], group)
                    asked = s.position(), names(s, sum(1 << unit for unit in group)), s.label(numbers[hexa]), way
                    worst = min(group, key=field.calibre)
                    assert made.factors == sum(field.share(unit, way, hexa, False) for unit in group), asked
                    assert made.shift == field.shift(list(group), hexa), asked
                    assert made.divisor == field.divisor(list(group), way, hexa), asked
                    assert attack.struck(s, made) == sum(1 << v for v in field.struck(worst, way, hexa)), asked
                    order = [worst, *(unit for unit in group if unit != worst)]
                    assert added(made.modifiers) == field.modifiers(order, way, hexa), asked
                    told = dict[int, Fraction]()
                    for outcome in attack.preview(s, made).outcomes:
                        word = outcome.name.split()[0]
                        count = int(word) if word.isdigit() else 0
                        told[count] = told.get(count, Fraction(0)) + 36 * outcome.chance
                    row = made.factors, made.shift, added(made.modifiers), made.divisor
                    assert told == field.hits(*row), asked
                    if dice.random() < 0.3:  # and what the dice do then
                        again, pair = s.clone(), [dice.randint(1, 6), dice.randint(1, 6)]
                        again.events = []
                        again.dice.script(pair)
                        attack.resolve(again, made)
                        (said,) = [event for event in again.events if isinstance(event, AttackResult)]
                        scored = field.score(sum(pair), *row)
                        assert (said.hits, bool(said.effect)) == (max(scored, 0), scored >= 0), asked
    assert fired > 30


def reacting(field: Battlefield, hexa: tuple[int, int], movers: list[int], unit: int) -> list[str]:
    """How a unit could fire in reaction at those under way in a hex (3.4b, 3.4c, 3.4i, G24, F3)."""
    s = field.s
    if field.kind(unit) in ("officer", "horses") or field.carried(unit) or (s.finished | s.routed) >> unit & 1:
        return []
    if s.astray >> unit & 1 and not s.reaction >> unit & 1:
        return []
    ways = []
    for way in WAYS:
        aimed = [piece for piece in field.victims(unit, way, hexa) if piece in movers]
        seen = aimed if way == "art" else [piece for piece in aimed if field.spots(field.place(unit), piece)]
        if seen and hexa in field.targets(unit, way):
            ways.append(way)
    return ways


@clause("3.4a", "3.4b", "3.4c", "3.4i")
@pytest.mark.parametrize("seed", range(3))
def test_who_reacts_and_how(seed: int) -> None:
    """Some of a hex are under way: it is at them that the enemy reacts, or not at all."""
    dice, found = Random(seed + 300), 0
    for _ in range(12):
        s = battle(dice)
        field = Battlefield(s)
        for name in ("finished", "routed", "astray"):
            setattr(s, name, sum(1 << piece for piece in field.on_board if dice.random() < 0.25))
        s.touch()
        for mover in dice.sample(field.on_board, min(5, len(field.on_board))):
            hexa, side = s.where[mover], 1 - field.side(mover)
            movers = [piece for piece in field.here(field.place(mover)) if dice.random() < 0.6]
            s.moving, s.activator = sum(1 << piece for piece in movers), 1 - side
            expected = {
                unit: ways
                for unit in field.on_board
                if field.side(unit) == side and (ways := reacting(field, field.hex[hexa], movers, unit))
            }
            assert reaction.able_to(s, side, hexa) == expected, (s.position(), movers)
            assert reaction.wanted(s, side, hexa) == bool(expected) == bool(reaction.asked(s, side, hexa))
            agenda = len(s.agenda)
            reaction.window(s, hexa)
            assert (len(s.agenda) > agenda) == bool(expected)
            del s.agenda[agenda:]
            found += len(expected)
    assert found > 10


@clause("3.4c", "3.4d", "3.4i")
@pytest.mark.parametrize("seed", range(3))
def test_standing_orders(seed: int) -> None:
    """Who holds his fire, who is asked, and who fires at once: by distance, armour and strength, way by way."""
    dice, answers = Random(seed + 500), Counter[str]()
    for _ in range(12):
        s = battle(dice)
        field = Battlefield(s)
        order = dict[int, tuple[str, int, bool, bool]]()
        for unit in field.on_board:
            row = (
                dice.choice(("ask", "hold", "fire", "fire")),
                dice.randint(0, 4),
                dice.random() < 0.3,
                dice.random() < 0.3,
            )
            order[unit] = row
            fires = FIRE + WITHIN * row[1] + ARMOUR_ONLY * row[2] + FULL_ONLY * row[3]
            s.orders[unit] = {"ask": ASK, "hold": HOLD, "fire": fires}[row[0]]
        s.touch()
        for mover in dice.sample(field.on_board, min(5, len(field.on_board))):
            place, side = s.where[mover], 1 - field.side(mover)
            hexa, movers = field.hex[place], field.here(field.place(mover))
            s.moving, s.activator = sum(1 << piece for piece in movers), 1 - side
            armour = any((row := field.row(piece)) is not None and row.armour is not None for piece in movers)
            asked, at_once = set[int](), dict[int, set[str]]()
            for unit in field.on_board:
                mode, within, armour_only, full_only = order[unit]
                for way in reacting(field, hexa, movers, unit) if field.side(unit) == side and mode != "hold" else ():
                    far = 0 < within < distance(field.place(unit), hexa)
                    whole = field.share(unit, way, hexa, True) == field.factor(unit, way)
                    if mode == "ask":
                        asked.add(unit)
                    elif not far and not (armour_only and (way == "ap" or not armour)) and (whole or not full_only):
                        at_once.setdefault(unit, set()).add(way)
            answers["asked"] += len(asked)
            answers["at once"] += len(at_once)
            assert set(listed(reaction.asked(s, side, place))) == asked
            assert reaction.wanted(s, side, place) == bool(asked or at_once)
            due = reaction.volley(s, side, place)
            assert (due is None) == (not at_once)
            if due is not None:
                way, units = due
                assert all(way in at_once[unit] for unit in units) and len({s.where[unit] for unit in units}) == 1
                assert len({s.setting.formation[unit] for unit in units}) == 1
    assert min(answers.values()) > 5


@clause("8.1.1h", "8.1.1i", "8.1.1j", "8h", "6.1b", "8.3d")
@pytest.mark.parametrize("seed", range(3))
def test_what_officers_and_their_guns_have_before_them(seed: int) -> None:
    dice, hidden = Random(seed + 400), Counter[bool]()
    for _ in range(8):
        s = battle(dice)
        field, board = Battlefield(s), s.setting.board
        for officer in field.on_board:
            if field.kind(officer) != "officer":
                continue
            here, side = field.place(officer), field.side(officer)
            seen = {field.hex[h] for h in board.members(support.view(s, officer))}
            assert seen == {hexa for hexa in field.terrain if field.sees(here, hexa)}
            for piece in field.on_board:
                if field.side(piece) != side:
                    found = support.hidden(s, s.where[officer], side, s.where[piece])
                    assert found == field.hidden(here, side, field.place(piece)), (s.position(), piece)
                    hidden[found] += 1
                elif field.kind(piece) in ("mortar", "artillery"):
                    reach = artillery.field_of(s, officer, piece)
                    assert {field.hex[h] for h in board.members(reach)} == field.indirect(officer, piece)
    assert min(hidden[True], hidden[False]) > 5


def test_distances() -> None:
    """2.1e: the first hex does not count, the last does."""
    assert [distance((8, 12), there) for there in ((8, 12), (8, 11), (9, 12), (10, 10), (4, 12))] == [0, 1, 1, 3, 4]
