"""Random assaults from beginning to end, and what must be true after them, whatever the dice did (9, 10)."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from meuse.engine import Event
from meuse.engine.promises import check_bars
from meuse.games.france_1940 import defence
from meuse.games.france_1940.activation import Activation
from meuse.games.france_1940.events import (
    AssaultContinues,
    AssaultDeclared,
    Attacked,
    AttackResult,
    Eliminated,
    FormationChecked,
    Fought,
    GateChecked,
    LostSteps,
    Retreated,
    Routed,
    RoutMoved,
    UnitChecked,
)
from meuse.games.france_1940.invariants import faults
from meuse.games.france_1940.setting import DEAD
from meuse.games.france_1940.state import FranceState

from .kit import GAME, choices, clause, names
from .scatter import MOMENTS
from .test_scattered import Look, activated

GUNS = ("mortar", "at gun", "infantry gun", "artillery", "aa gun")
STORMS = [(seed, turn) for seed in MOMENTS for turn in range(2)]


class Storm(NamedTuple):
    """An assault: the moment before it, the match after it, and all that happened."""

    before: Look
    after: FranceState
    events: list[Event]
    declared: AssaultDeclared


@cache
def storm(seed: int, turn: int) -> Storm | None:
    """One assault at random, played until the attackers may act again; None if nobody can assault."""
    s, random = activated(seed).clone(), Random(f"{seed} {turn}")
    s.dice.script([])
    able = sorted(choices(s, "assault"))
    if not able:
        return None
    before, events, action = Look(s.clone()), list[Event](), f"assault {random.choice(able)}"
    for _ in range(turn):
        s.roll("shaken before", ())  # other dice
    for _ in range(60):
        events += s.apply(action)
        if s.outcome is None:
            check_bars(GAME, s)
        step = s.agenda[-1]
        if s.outcome is not None or (isinstance(step, Activation) and not s.stormed) or s.activator < 0:
            break
        likely = [o for o in s.options if o.verb in ("launch", "take", "hold", "repel", "lead", "rush")] or s.options
        action = str(random.choice(likely if random.random() < 0.8 else s.options))
    declared = next((event for event in events if isinstance(event, AssaultDeclared)), None)
    return Storm(before, s, events, declared) if declared is not None else None


def storms() -> list[Storm]:
    return [found for seed, turn in STORMS if (found := storm(seed, turn)) is not None]


def test_there_are_assaults_of_all_kinds() -> None:
    kinds = {found.declared.kind for found in storms()}
    assert kinds == {defence.HAND, defence.OVERRUN, defence.ANTI_ARMOUR} and len(storms()) > 30
    happened = {type(event) for found in storms() for event in found.events}
    assert {Fought, AssaultContinues, Retreated, Routed, RoutMoved, Eliminated, GateChecked, UnitChecked} <= happened


@pytest.mark.parametrize(("seed", "turn"), STORMS)
@clause("9.1e", "9b", "4c", "9.1.3e", "9.1.7c")
def test_after_an_assault(seed: int, turn: int) -> None:
    """All who came are Finished or gone, and two sides share no hex unless the assault goes on."""
    found = storm(seed, turn)
    if found is None:
        return
    s, hexa, side = found.after, found.declared.hex, found.declared.side
    assert not list(faults(s))
    continued = [event.hex for event in found.events if isinstance(event, AssaultContinues)]
    both = s.masks[0] & s.masks[1]
    assert {row.hex for row in s.melees} == {h for h in range(both.bit_length()) if both >> h & 1} <= set(continued)
    left = set(names(s, s.alive & ~s.routed)) - names(s, s.finished)
    assert not left & {s.piece_name(unit) for unit in found.declared.pieces}
    gates = [event for event in found.events if isinstance(event, GateChecked) and event.piece in found.declared.pieces]
    free = [u for u in found.declared.pieces if u not in [gate.piece for gate in gates]]
    came = any(gate.passed for gate in gates) or any(isinstance(e, Fought | AttackResult) for e in found.events)
    if any(isinstance(e, Fought) for e in found.events):
        there = found.before.units(1 - side, hexa)
        assert not left & there - {n for n in there if n in found.before.by}
        assert came or free
    for h in {event.hex for event in found.events if isinstance(event, Fought)}:
        for who in (0, 1):
            alone = [n for n in s.at(h) if s.setting.side_of[n] == who]
            assert not alone or s.held[who] >> h & 1  # no officer is left by himself among enemies


def result_of(text: str) -> tuple[int, int, int, int]:
    """Steps and hexes of both sides, of a result as the chart writes it."""
    parts = [part.partition("R") for part in text.split("/")]
    (a, _, back), (d, _, gone) = parts
    return int(a), int(back or 0), int(d), int(gone or 0)


@pytest.mark.parametrize(("seed", "turn"), STORMS)
@clause("9.1.3d", "9.1.5a", "9.1.5d", "9.1.7a", "9.1.3e", "12.9h")
def test_who_is_beaten_goes(seed: int, turn: int) -> None:
    found = storm(seed, turn)
    if found is None:
        return
    s, look, hexa, side = found.after, found.before, found.declared.hex, found.declared.side
    fights = [event for event in found.events if isinstance(event, Fought)]
    if len(fights) != 1 or look.fort(hexa) is not None:
        return
    _, back, _, gone = result_of(fights[0].result)
    continues = any(isinstance(event, AssaultContinues) for event in found.events)
    assert continues <= (not back and not gone)
    if not back and not gone:
        assert continues == any(row.hex == hexa for row in s.melees) or not s.masks[side] >> hexa & 1
    index = found.events.index(fights[0])
    retreats = [event for event in found.events[index:] if isinstance(event, Retreated) and event.path[0] == hexa]
    for event in retreats:
        sides = {s.setting.side_of[piece] for piece in event.pieces}
        assert sides == ({1 - side} if gone else {side} if back else set())
        moves = [e for e in found.events[index:] if isinstance(e, Retreated) and set(e.pieces) & set(event.pieces)]
        ways = {s.setting.board.direction(*e.path) for e in moves}
        assert len(ways) == 1 and len(moves) >= (gone or back) - any(s.where[p] == DEAD for p in event.pieces)
    if gone and s.masks[side] >> hexa & 1:
        there = {n for n in look.units(1 - side, hexa) if n not in look.routed}
        for n in there:
            assert s.where[look.number[n]] != hexa
            if look.kind[n] in GUNS and not any(isinstance(e, Routed) for e in found.events):
                assert s.where[look.number[n]] == DEAD, n


@pytest.mark.parametrize(("seed", "turn"), STORMS)
@clause("9.2l", "9.2m", "9.2n", "9.2q", "9.2r", "9.1.7a")
def test_who_wins_an_armoured_assault(seed: int, turn: int) -> None:
    """A step lost, and the defenders go and the armour stays; none, and the armour is gone again."""
    found = storm(seed, turn)
    if found is None or found.declared.kind != defence.OVERRUN or found.before.fort(found.declared.hex) is not None:
        return
    s, hexa, side, events = found.after, found.declared.hex, found.declared.side, found.events
    at = next((n for n, e in enumerate(events) if isinstance(e, Attacked) and e.kind == "armoured assault"), -1)
    if at < 0:
        return
    shot = next(e for e in events[at:] if isinstance(e, AttackResult))
    lost = []
    for event in events[events.index(shot) + 1 :]:
        if isinstance(event, Attacked | Retreated | RoutMoved):
            break
        lost += [event] if isinstance(event, LostSteps) and s.setting.side_of[event.piece] != side else []
    assert bool(lost) <= (shot.hits > 0)
    if lost:
        assert not s.held[1 - side] >> hexa & 1
        open_ = s.setting.ground.terrain[hexa] != "built-up area"
        for event in events[at:]:
            if isinstance(event, Retreated) and event.path[0] == hexa:
                assert event.clauses == (("9.2n",) if open_ else ("9.1.5a",))
    else:
        assert not s.held[side] >> hexa & 1


@pytest.mark.parametrize(("seed", "turn"), STORMS)
@clause("10.1b", "10.1c", "10.1d", "10.2e", "10.2f", "10.2h", "10.2i", "10.3.1a", "10.3.2a")
def test_what_checks_come_to(seed: int, turn: int) -> None:
    """What is above morale by 1 to 4 routs and runs, guns are lost; by 5 all is over."""
    found = storm(seed, turn)
    if found is None:
        return
    s, look, seen = found.after, found.before, set(found.before.routed)
    dead = {s.piece_name(event.piece) for event in found.events if isinstance(event, Eliminated)}
    for number, event in enumerate(found.events):
        if isinstance(event, Routed):
            seen |= {s.piece_name(piece) for piece in event.pieces}
        if not isinstance(event, FormationChecked | UnitChecked):
            continue
        whom = event.pieces if isinstance(event, FormationChecked) else (event.piece,)
        units = {s.piece_name(piece) for piece in whom}
        over, known = event.rolled - event.needed, not units - seen
        if known or not units & seen:  # of a formation of which a part is routed the test says nothing
            verdict = "holds" if over <= 0 else "disintegrates" if over >= (3 if known else 5) else "routs"
            assert event.verdict == verdict
        if event.verdict == "routs":
            seen |= units  # for the next of several checks
        if event.verdict == "disintegrates":
            assert units <= dead
        if event.verdict == "routs":
            assert {n for n in units if look.kind[n] in GUNS} <= dead
            later = {s.piece_name(p) for e in found.events[number:] if isinstance(e, Routed) for p in e.pieces}
            assert {n for n in units if look.kind[n] not in GUNS} <= later | dead
    for name in names(s, s.routed) - look.routed:
        if look.kind[name] != "officer":
            assert s.where[look.number[name]] != look.at[name] and not s.reaction >> look.number[name] & 1


@pytest.mark.parametrize("seed", MOMENTS)
def test_whatever_is_done_leaves_a_table_that_can_be(seed: int) -> None:
    """Actions at random: bars and options agree all the way, and nothing is where it cannot be."""
    s, random = activated(seed).clone(), Random(seed)
    s.dice.script([])
    for _ in range(25):
        if s.outcome is not None:
            break
        verb = random.choice(sorted({option.verb for option in s.options}))  # rare actions as often as common ones
        s.apply(str(random.choice([option for option in s.options if option.verb == verb])))
        if s.outcome is None:
            check_bars(GAME, s)
        assert not list(faults(s))
