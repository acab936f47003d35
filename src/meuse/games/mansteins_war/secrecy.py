"""What a side may know: everything but the other side's plan, its bin and, by 28.3, when its units arrive."""

from __future__ import annotations

from random import Random

from meuse.board.sets import listed
from meuse.engine import Event, closed
from meuse.engine.events import Rolled
from meuse.games.mansteins_war.commands import Load, must_be_binned, secret_markers, secret_plans
from meuse.games.mansteins_war.events import Binned, PlanKept
from meuse.games.mansteins_war.reinforcements import Arrive, Reinforce, called, due, entry, waiting
from meuse.games.mansteins_war.sequence import Impulse, OperationsPhase
from meuse.games.mansteins_war.setting import ALLIED, SIDES, WAITING
from meuse.games.mansteins_war.setup import ChoosePlan, Schedule
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.mechanics.steps import PhaseStep


def redact(event: Event, s: MansteinState, side: int) -> Event | None:
    """Plans, what goes into a bin, and rolls that would say what is in it, are for their owner (5.0a, R106)."""
    if isinstance(event, PlanKept | Binned):
        return event if event.side == side else None
    if isinstance(event, Rolled):
        owner = event.purpose.partition(" ")[0].lower()
        return None if owner in SIDES and SIDES.index(owner) != side else event
    return event


def imagine(s: MansteinState, side: int, seed: int) -> MansteinState:
    """Guess what the other side has kept, put into its bin and still expects, from what everybody knows."""
    twin, enemy, random = s.imagined(seed), other(side), Random(seed)
    _guess_plan(twin, enemy, random)
    _guess_bin(twin, enemy, random)
    _guess_arrivals(twin, enemy, random)
    twin.ask_again()
    return twin


def _pending(s: MansteinState, kind: type[PhaseStep[MansteinState]], side: int) -> bool:
    return any(isinstance(step, kind) and step.mover == side for step in s.agenda)


def _guess_plan(s: MansteinState, enemy: int, random: Random) -> None:
    plans = secret_plans(s, enemy)
    if plans and not _pending(s, ChoosePlan, enemy):
        s.out = s.out & ~plans | plans & ~(1 << random.choice(listed(plans)))


def _guess_bin(s: MansteinState, enemy: int, random: Random) -> None:
    """The special marker in a bin, if any: one that could have been put there this turn."""
    setting, secret = s.setting, secret_markers(s, enemy)
    loading = _pending(s, Load, enemy)
    playing = any(isinstance(step, OperationsPhase | Impulse) for step in s.agenda)
    if s.passed >> enemy & 1 or not (loading or playing):
        return
    known = must_be_binned(s, enemy) & setting.special & ~s.played
    s.bin = s.bin & ~secret | known
    if loading or known:
        return
    if enemy == ALLIED and s.evac_turn == s.turn and s.rulings["evac_window"] == "first":
        if setting.evac & ~s.out & ~s.played:
            s.bin |= setting.evac  # it would have been discarded for all to see (20.2f)
            return
    could = listed(~closed(Load(enemy).bars(s, "add")) & setting.markers_on[enemy])
    chosen = random.choice((-1, *could))
    if chosen >= 0:
        s.bin |= 1 << chosen


def _guess_arrivals(s: MansteinState, enemy: int, random: Random) -> None:
    """When the other side's reinforcements come, where dice have decided it (28.3a)."""
    if not s.on("variable_reinforcements") or _pending(s, Schedule, enemy):
        return
    last = s.setting.tables.options.variable_reinforcements.die
    for piece in s.setting.pieces:
        if piece.side == enemy and piece.arrives and s.where[piece.number] == WAITING:
            first = max(s.turn, 1)
            s.due[piece.number] = random.randint(first, max(first, last))
    if _pending(s, Reinforce, enemy):
        _guess_deployment(s, enemy, random)


def _guess_deployment(s: MansteinState, enemy: int, random: Random) -> None:
    """Somebody is being deployed, so at least one unit is due."""
    step = s.agenda[-1]
    if isinstance(step, Arrive):
        s.due[step.piece] = s.turn
    elif not due(s, enemy) & called(s):
        could = [piece for piece in listed(waiting(s, enemy) & called(s)) if entry(s, piece)]
        s.due[random.choice(could)] = s.turn
