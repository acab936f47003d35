"""Random play to the end, with everything checked that must hold of any game.

The game's own invariants are checked after every action; what costs more (JSON, clones, undo,
refusals, secrecy, odds), by turns, after a small random share of them. A seed repeats a game exactly.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from meuse.engine.game import Game
from meuse.engine.options import Option
from meuse.engine.refusal import Refused
from meuse.engine.scene import SPECTATOR

SHARE = 0.02
"""After what share of the actions one of the costly checks is made."""
LONGEST = 100_000
"""A game that is not over after so many actions never will be."""


class Plan(msgspec.Struct, frozen=True):
    """One game to be played: the seed settles the dice and every choice."""

    scenario: str
    seed: int
    options: dict[str, str] = {}


class Played(msgspec.Struct, frozen=True):
    """One game played: how it ended, or what went wrong after which action."""

    scenario: str
    seed: int
    options: dict[str, str]
    decisions: int
    turns: int
    result: str
    error: str = ""


class Fault(Exception):
    """Something that must never be was seen."""


def vary(game: Game, seed: int) -> dict[str, str]:
    """Options of the game drawn at random, the same for the same seed."""
    random = Random(f"options {seed}")
    return {name: random.choice(option.allowed()) for name, option in sorted(game.ledger.options.items())}


def play(game: Game, plan: Plan, check: bool = True, share: float = SHARE, keep: Path | None = None) -> Played:
    """Play a game at random to its end; with ``keep``, write its record into that folder."""
    state = game.new(plan.scenario, plan.seed, plan.options)
    error = ""
    try:
        _play_out(game, state, plan, share if check else None)
    except Exception as problem:
        error = str(problem) if isinstance(problem, Fault) else f"{type(problem).__name__}: {problem}"
    result = state.result
    ending = "unfinished" if result is None else f"{result.winner or 'draw'}: {result.level}"
    played = Played(plan.scenario, plan.seed, plan.options, state.actions, _turn(game, state), ending, error)
    if keep is not None:
        name = f"{game.NAME}-{plan.scenario}-{plan.seed}.meuse"
        (keep / name).write_text(state.record.text(), encoding="utf-8")
    return played


def _turn(game: Game, state: Any) -> int:
    """The turn a state has come to, where the game counts turns."""
    try:
        return int(game.view(state, 0).get("turn", 0))
    except Exception:  # a broken state: the error that broke it is what counts
        return 0


def _play_out(game: Game, state: Any, plan: Plan, share: float | None) -> None:
    """Choose and apply until the game is over; ``share`` None: without any check."""
    choose = Random(f"{plan.scenario} {plan.seed}").random
    sampler = Random(f"checks {plan.scenario} {plan.seed}")
    while state.outcome is None:
        options = state.options
        option = options[int(choose() * len(options))]
        if share is None:
            state.apply(option)
        elif sampler.random() < share:
            apply_thoroughly(game, state, option, sampler)
        else:
            state.apply(option)
            check_lightly(game, state, option)
        if state.actions > LONGEST:
            raise Fault(f"the game is not over after {LONGEST} actions")


# what must hold after every action


def check_lightly(game: Game, state: Any, option: Option) -> None:
    """The game's invariants, and that every event cites clauses of the ledger."""
    faults = game.faults(state)
    if faults:
        raise Fault(f"after {option}: {'; '.join(faults)}")
    clauses = game.ledger.clauses
    for event in state.events:
        for clause in event.clauses:
            if clause not in clauses:
                raise Fault(f"after {option}: {type(event).__name__} cites the unknown clause {clause!r}")


# what is sampled


def apply_thoroughly(game: Game, state: Any, option: Option, random: Random) -> None:
    """Apply an option and check one more thing than usual: that it can be taken back, or some other."""
    before = state.hash() if random.random() < 1 / 7 else ""
    state.apply(option)
    check_lightly(game, state, option)
    if before:
        check_undo(state, before)
    else:
        check_thoroughly(game, state, random)


def check_thoroughly(game: Game, state: Any, random: Random) -> None:
    """One more of the things promised of a state, by lot."""
    dump = json.dumps(state.dump())
    checks: list[Callable[[], None]] = [
        lambda: check_round_trip(game, state, dump),
        lambda: check_secrecy(game, state, random),
        lambda: check_words(game, state),
        lambda: check_scenes(game, state),
    ]
    if state.outcome is None:
        checks.append(lambda: check_options(state, random))
        checks.append(lambda: check_refusals(game, state, random))
        checks.append(lambda: check_odds(state, random))
    random.choice(checks)()
    if json.dumps(state.dump()) != dump:
        raise Fault("looking at the state, or playing on with a clone of it, changed it")


def check_round_trip(game: Game, state: Any, dump: str) -> None:
    """Through JSON and back: the same state with the same options."""
    twin = game.restore(json.loads(dump))
    if json.dumps(twin.dump()) != dump:
        raise Fault("the state read back from JSON is another one")
    if twin.options != state.options:
        raise Fault(f"the state read back from JSON offers {twin.options}, not {state.options}")


def check_undo(state: Any, before: str) -> None:
    """An action that rolled and revealed nothing can be taken back without a trace; any other cannot."""
    twin = state.clone()
    if state.history.sealed:
        try:
            twin.undo()
        except Refused:
            return
        raise Fault(f"{state.history.option} was sealed but could be taken back")
    twin.undo()
    if twin.hash() != before:
        raise Fault(f"taking back {state.history.option} does not give back the state before it")


def check_secrecy(game: Game, state: Any, random: Random) -> None:
    """What a side cannot know does not change what it is shown."""
    for side in range(len(game.sides)):
        imagined = game.imagine(state, side, random.getrandbits(32))
        if json.dumps(game.view(imagined, side)) != json.dumps(game.view(state, side)):
            raise Fault(f"the view of {game.sides[side]} shows what is hidden from it")
        for eyes in (side, SPECTATOR):
            if msgspec.json.encode(game.scene(imagined, eyes)) != msgspec.json.encode(game.scene(state, eyes)):
                raise Fault(f"a scene shows what is hidden from {game.sides[side]}")


def check_scenes(game: Game, state: Any) -> None:
    """A scene offers just the options of the decision to the side that decides, and all it names is there."""
    decision = state.decision
    faces = {face.id for face in game.faces()}
    for side in range(SPECTATOR, len(game.sides)):
        scene = game.scene(state, side)
        own = decision is not None and side != SPECTATOR and decision.side == game.sides[side]
        offered = [str(option) for option in decision.options] if own else []
        if [choice.action for choice in scene.choices] != offered:
            raise Fault(f"the scene offers {[choice.action for choice in scene.choices]}, the decision {offered}")
        pieces = [piece for stack in scene.stacks.values() for piece in stack.pieces]
        pieces += [piece for box in scene.boxes for piece in box.pieces]
        names = {piece.id for piece in pieces}
        if len(names) != len(pieces):
            raise Fault("two counters of a scene have the same name")
        if unknown := {piece.face for piece in pieces} - faces:
            raise Fault(f"counters without a face: {sorted(unknown)}")
        touched = {choice.piece for choice in scene.choices if choice.piece} | set(scene.focus.pieces)
        if missing := touched - names:
            raise Fault(f"the scene speaks of counters that are not in it: {sorted(missing)}")
        if any(not choice.label for choice in scene.choices):
            raise Fault("a choice of the scene has no words")


def check_words(game: Game, state: Any) -> None:
    """Every event can be told, also as the other side may know it."""
    for event in state.events:
        if not game.tell(event):
            raise Fault(f"{event} cannot be told")
        for side in range(len(game.sides)):
            seen = game.redact(event, state, side)
            if seen is not None and not game.tell(seen):
                raise Fault(f"{seen} cannot be told")


def check_options(state: Any, random: Random, most: int = 4) -> None:
    """What is offered is allowed and can be carried out."""
    offered = state.options
    if len(set(offered)) != len(offered):
        raise Fault(f"an option is offered twice: {offered}")
    for option in random.sample(offered, min(most, len(offered))):
        refusal = state.explain(option)
        if refusal is not None:
            raise Fault(f"{option} is offered but explained away: {refusal}")
        try:
            state.clone().apply(option)
        except Exception as error:
            raise Fault(f"{option} is offered but fails: {type(error).__name__}: {error}") from error


def check_refusals(game: Game, state: Any, random: Random, most: int = 4) -> None:
    """What is not offered is refused, with a clause that exists."""
    offered = set(state.options)
    step = game.steps[state.stack[-1][0]]
    near = [option for option in random.choices(game.vocabulary.options, k=40) if hasattr(step, option.verb)]
    for option in [*near[: most - 1], random.choice(game.vocabulary.options)]:
        if option in offered:
            continue
        try:
            state.clone().apply(option)
        except Refused as refused:
            if refused.clause not in game.ledger.clauses:
                raise Fault(f"{option} is refused by the unknown clause {refused.clause!r}: {refused.reason}") from None
        else:
            raise Fault(f"{option} is not offered but was carried out")


def check_odds(state: Any, random: Random) -> None:
    """The chances of what the dice can do add up to one."""
    option = random.choice(state.options)
    preview = state.preview(option)
    for parts in (preview.outcomes, preview.sums) if preview is not None else ():
        if parts and sum(outcome.chance for outcome in parts) != 1:
            raise Fault(f"the chances of {option} do not add up: {parts}")


# many games

_game: Game | None = None
"""The game of a worker process."""


def _start_worker(load: Callable[[], Game]) -> None:
    """Read the game once per process; the parent alone answers Ctrl-C."""
    global _game
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _game = load()


def _work(plan: Plan, check: bool, keep: Path | None) -> Played:
    assert _game is not None
    return play(_game, plan, check, keep=keep)


def cores() -> int:
    """How many processes can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_many(
    load: Callable[[], Game], plans: Iterator[Plan], jobs: int, check: bool = True, keep: Path | None = None
) -> Iterator[Played]:
    """Play all the plans in that many processes; games come back as they end."""
    if jobs == 1:
        game = load()
        for plan in plans:
            yield play(game, plan, check, keep=keep)
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker, (load,))
    waiting: set[Future[Played]] = set()
    try:
        for plan in plans:
            waiting.add(pool.submit(_work, plan, check, keep))
            if len(waiting) >= 4 * jobs:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
