"""Heuristics for bots: which options of a decision are worth a closer look.

Set-up, command markers, arrivals and refit are here, and what is asked seldom; ``flying``, ``moving`` and ``fighting``
have the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.board.sets import listed
from meuse.engine import Option
from meuse.games.mansteins_war import (
    air,
    commands,
    control,
    fighting,
    flying,
    logistics,
    moving,
    shifts,
    stacking,
    victory,
)
from meuse.games.mansteins_war.bombing import Bombing
from meuse.games.mansteins_war.bridgeheads import Bridge, Unbridge
from meuse.games.mansteins_war.combat import Attack, ChooseTable, Combat, NavalSupport, SpecialForces
from meuse.games.mansteins_war.evacuation import Evacuation
from meuse.games.mansteins_war.losses import Losses
from meuse.games.mansteins_war.morale import AddMorale
from meuse.games.mansteins_war.movement import March, Movement
from meuse.games.mansteins_war.objectives import maginot
from meuse.games.mansteins_war.open_cities import Declaration
from meuse.games.mansteins_war.overstacking import Displaced, Excess
from meuse.games.mansteins_war.prospects import Judgement, grown
from meuse.games.mansteins_war.pursuit import Pursuing, Pursuit
from meuse.games.mansteins_war.refit import Refit, price
from meuse.games.mansteins_war.reinforcements import Arrive, Reinforce
from meuse.games.mansteins_war.results import Counterattack, CounterTable
from meuse.games.mansteins_war.retreat import Retreat, Retreats
from meuse.games.mansteins_war.setting import ALLIED, GERMAN, SIDES
from meuse.games.mansteins_war.setup import ChoosePlan, Deploy, Setup, ready_units
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.tables import CommandMarker
from meuse.games.mansteins_war.thrusts import thrusts
from meuse.mechanics.shortlists import Rule, first, ranked

if TYPE_CHECKING:
    from meuse.games.mansteins_war.advice import MansteinAdvice


# set-up


def _setup(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    return s.offered("ready") or s.offered("place")[:1]


def _deploy(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Where the ready set-up has the unit, or as near to that as may be."""
    piece: int = s.agenda[-1].piece
    side = s.setting.side_of[piece]
    wanted = _ready_hex(s, side, piece)
    if wanted is None:
        return s.options[:1]
    board = s.setting.board
    return ranked(s.options, lambda hexa: -board.distance(hexa, wanted), 1)


def _ready_hex(s: MansteinState, side: int, piece: int) -> int | None:
    return next((hexa for unit, hexa in ready_units(s, side) if unit == piece), None)


# command markers


def marker_worth(j: Judgement, row: CommandMarker) -> float:
    """What a player expects of a marker: units that act, air units, shifts."""
    worth = j.numbers
    acting = worth["marker_command"] * row.commands + worth["marker_corps"] * row.corps
    flying = worth["marker_air"] * row.air + worth["marker_luftwaffe"] * row.all_air
    return acting + flying + worth["marker_shift"] * row.shift * bool(acting)


def _load(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """The best marker at hand, another one, or none; Evac only to save what else would be lost."""
    rows, j = s.setting.markers, advice.judgement(s)
    useful = [o for o in s.offered("add") if not rows[o.value].evacuates or _stranded(s)]
    return [*ranked(useful, lambda marker: marker_worth(j, rows[marker]), 3), *s.offered("decline")]


def _stranded(s: MansteinState) -> bool:
    """Is more than one army or Mech corps in the north cut off from its supplies?"""
    dear_units = (s.sizes.armies | s.setting.mech_corps) & s.setting.pieces_on[ALLIED]
    return (logistics.unsupported(s, ALLIED) & dear_units).bit_count() > 1


def _first_marker(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    return sorted(s.offered("select"), key=lambda option: -promised(advice, s, option))


def _choose_command(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    return sorted(s.offered("activate"), key=lambda option: -promised(advice, s, option))


def promised(advice: MansteinAdvice, s: MansteinState, option: Option) -> float:
    """What the attacks promise that an impulse can make after a choice of marker or command."""
    after = s.clone()
    after.apply(option)
    while isinstance(after.agenda[-1], commands.ChooseCommand | commands.ChooseCorps | commands.CallReserves):
        after.apply(advice.shortlist(after)[0])
    return called(advice.judgement(after), after)


def called(j: Judgement, s: MansteinState) -> float:
    """What the attacks of this impulse promise, how close to the enemy its units are, and that they act at all."""
    acting = listed(s.active & s.standing)
    near = j.numbers["ready"] * sum([_force_near(j, s, piece) for piece in acting])
    worth = j.numbers["acting"] * sum([j.worth[piece][s.steps[piece]] for piece in acting])
    return sum([thrust.gain for thrust in thrusts(j, s, s.operator)]) + near + worth


def _force_near(j: Judgement, s: MansteinState, piece: int) -> float:
    """The attack factors of a unit if it is close to enemies other than those in the forts of the Maginot Line."""
    side = s.setting.side_of[piece]
    foe = s.held[ALLIED] & ~maginot(s) if side == GERMAN else s.held[GERMAN]
    near = (
        grown(s, foe, int(j.numbers["mech_reach" if s.setting.is_mech[piece] else "foot_reach"])) >> s.where[piece] & 1
    )
    return shifts.attack_of(s, piece) * (1.0 if near else j.numbers["far_off"])


def _call(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Activate all that can be, first those who can do most."""
    worth = advice.judgement(s).worth
    near = grown(s, s.held[other(s.agenda[-1].mover)], int(advice.heuristic["mech_reach"]))

    def promise(piece: int) -> float:
        there = s.where[piece] >= 0 and near >> s.where[piece] & 1
        return worth[piece][s.steps[piece]] * (2 if there else 1)

    return ranked(s.offered("call"), promise, 1) or s.offered("done")


# reinforcements and refit


def _arrive(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Close to the enemy, but not next to him: for the Germans to one away from the Maginot Line, where points are.

    For the Allies it is one outside Germany, and else Paris.
    """
    piece: int = s.agenda[-1].piece
    setting = s.setting
    foe = s.held[GERMAN] & ~setting.germany or 1 << setting.paris
    if setting.side_of[piece] == GERMAN:
        behind = grown(s, setting.maginot, int(advice.heuristic["behind_line"]))
        foe = s.held[ALLIED] & ~behind or s.held[ALLIED] & ~maginot(s)
    way = advice.judgement(s).roads.to(foe) if foe else None
    full = stacking.full_hexes(s, piece)

    def place(hexa: int) -> tuple[bool, int]:
        away = way.away[hexa] if way is not None else 0
        return not full >> hexa & 1, -abs(away - int(advice.heuristic["arrival"]))

    return ranked(s.options, place, 2)


def _refit(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Logistics units first, then the steps that bring most for each point, those close to the enemy before others.

    Who is on his last step and scores for the enemy when he is gone needs another one most.
    """
    setting, j = s.setting, advice.judgement(s)
    worth, losses = j.worth, j.losses
    reach = int(advice.heuristic["mech_reach"])

    def promise(piece: int) -> float:
        if setting.air_units >> piece & 1:
            return advice.heuristic["refit_air"] / price(s, piece)
        has = s.steps[piece]
        near = grown(s, s.held[other(setting.side_of[piece])], reach) >> s.where[piece] & 1
        step = (worth[piece][has + 1] - worth[piece][has]) * (advice.heuristic["refit_near"] if near else 1.0)
        step += advice.heuristic["refit_last"] * losses[piece][1] if has == 1 else 0.0
        return step / price(s, piece)

    return s.offered("replace")[:1] or ranked(s.offered("refit"), promise, 1) or s.offered("done")


# other things


def _bridge(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    return s.offered("bridge")[:1] or s.offered("decline")


def _declaration(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """A city the enemy stands before and nobody is there to defend: half its points are saved."""
    near = grown(s, s.held[GERMAN], 1) & ~grown(s, s.held[ALLIED], 1)
    lost = [o for o in s.offered("declare") if near >> o.value & 1 and control.owned(s, ALLIED) >> o.value & 1]
    return [*s.offered("done"), *lost[:1]]


def _extend(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Only a game that is lost is extended, and only by who is much stronger: it costs ten points (3.4e)."""
    lost = victory.level_of(s.setting, victory.net(s)).winner == SIDES[ALLIED]
    strength = [
        sum([shifts.attack_of(s, piece) for piece in listed(s.standing & s.setting.pieces_on[side])])
        for side in (GERMAN, ALLIED)
    ]
    return (
        s.offered("extend")
        if lost and strength[GERMAN] >= advice.heuristic["extend"] * strength[ALLIED]
        else s.offered("decline")
    )


def _plan(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Which plan is kept is nobody's business, so any that is not much worse than the best may be."""
    rows, j = s.setting.markers, advice.judgement(s)
    worth = {option: marker_worth(j, rows[option.value]) for option in s.offered("keep")}
    least = advice.heuristic["plans"] * max(worth.values())
    return sorted([option for option in worth if worth[option] >= least], key=lambda option: -worth[option])


RULES: dict[type[Any], Rule] = {
    ChoosePlan: _plan,
    Setup: _setup,
    Deploy: _deploy,
    commands.Load: _load,
    commands.FirstMarker: _first_marker,
    commands.ChooseCommand: _choose_command,
    commands.ChooseCorps: _call,
    commands.CallReserves: _call,
    AddMorale: first("add", "decline"),
    Reinforce: first("deploy", "done"),
    Arrive: _arrive,
    Refit: _refit,
    air.Flights: flying.flights,
    air.Flight: flying.flight,
    Bombing: flying.bomb,
    Movement: moving.movement,
    March: moving.march,
    Excess: moving.excess,
    Displaced: moving.displaced,
    Evacuation: moving.evacuate,
    Combat: fighting.combat,
    Attack: fighting.attack,
    SpecialForces: fighting.special_forces,
    ChooseTable: fighting.table,
    NavalSupport: fighting.naval,
    Counterattack: fighting.counter,
    CounterTable: fighting.counter_table,
    Losses: fighting.losses,
    Retreats: fighting.retreats,
    Retreat: fighting.retreat,
    Pursuit: fighting.pursue,
    Pursuing: fighting.pursue_on,
    Bridge: _bridge,
    Unbridge: first("done"),
    Declaration: _declaration,
    victory.Extend: _extend,
}
"""Heuristics by the step that asks."""
