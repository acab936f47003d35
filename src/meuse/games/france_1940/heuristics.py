"""Which options of a decision are worth a closer look, for the bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meuse.board.sets import listed
from meuse.engine import Option, Step
from meuse.games.france_1940 import activation, command, fire, melee, outlooks, setup
from meuse.games.france_1940.activation import Activation, Choose
from meuse.games.france_1940.assault import Muster
from meuse.games.france_1940.attack import expected
from meuse.games.france_1940.defence import Repel
from meuse.games.france_1940.march import March
from meuse.games.france_1940.outlooks import AP, AT
from meuse.games.france_1940.reaction import React
from meuse.games.france_1940.retreat import Retreat
from meuse.games.france_1940.rout import Rout
from meuse.games.france_1940.state import FranceState
from meuse.mechanics.shortlists import Rule, first, ranked

if TYPE_CHECKING:
    from meuse.games.france_1940.advice import FranceAdvice

MOST_TARGETS = 3
"""How many targets an activation looks at."""
MOST_GOALS = 6
"""How many hexes a unit on the march looks at."""
MOST_ASSAULTS = 2
AT_ONCE = ("rally", "renew", "resume", "fly", "direct", "clear", "sweep")
"""What is done first, if it can be done: nothing else is lost by it."""
BUILDS = ("entrench",)


# activations


def _choose(advice: FranceAdvice, s: FranceState) -> list[Option]:
    """Activate the formation that can do most now: fire, storm, or come nearer; pass when nobody could do anything."""
    step = s.agenda[-1]
    assert isinstance(step, Choose)
    aims, numbers = advice.aims(s, step.mover), advice.heuristic

    def promise(piece: int) -> float:
        units = activation.followers(s, piece) or 1 << piece
        total = 0.0
        for unit in listed(units):
            if s.where[unit] < 0:
                total += numbers["enter_first"]
                continue
            if s.setting.armed >> unit & 1 and fire.everywhere(s, unit):
                total += numbers["fire_first"]
            way = aims.ways.get(unit)
            if way is not None:
                total += min(way.away[s.where[unit]], numbers["march_most"]) * numbers["march_first"]
            total += numbers["ready_last"] * (not s.reaction >> unit & 1)
        if s.setting.officers >> piece & 1 and s.present(s.led_by(piece)) & s.routed:
            total += numbers["rally_first"]
        return total

    best = ranked(s.offered("activate"), promise)
    if best and promise(best[0].value) > 0:
        return best[:1]
    return s.offered("wait")


def _act(advice: FranceAdvice, s: FranceState) -> list[Option]:
    """Rally and direct missions first; then fire where it promises most, storm, move or lie in wait, unit by unit."""
    step = s.agenda[-1]
    assert isinstance(step, Activation)
    at_once = s.offered(*AT_ONCE)
    if at_once:
        return [at_once[0], *s.offered("prepare")[:1]]
    aims = advice.aims(s, step.mover)
    targets = ranked(s.offered("engage"), lambda hexa: _promise(s, hexa), MOST_TARGETS)
    assaults = ranked(s.offered("assault"), lambda unit: melee.value(s, unit), MOST_ASSAULTS)
    moves = s.offered("move")
    mover = max(moves, key=lambda option: _distance(s, aims, option.value), default=None)
    found = [*targets, *assaults]
    if mover is not None:
        found.append(mover)
        found += [option for option in s.offered("prepare", *BUILDS) if option.value == mover.value]
    elif not found:
        found += s.offered("prepare")[:1]
    return found or s.offered("done")


def _distance(s: FranceState, aims: Any, unit: int) -> tuple[int, int]:
    """Officers move last: they go where their men have gone."""
    way = aims.ways.get(unit)
    away = way.away[s.where[unit]] if way is not None and s.where[unit] >= 0 else 0
    return (0 if s.setting.officers >> unit & 1 else 1, away)


def _promise(s: FranceState, hexa: int) -> float:
    way, group = fire.proposal(s, hexa)
    return expected(s, fire.made(s, way, hexa, group)) if group else 0.0


# movement


def _march(advice: FranceAdvice, s: FranceState) -> list[Option]:
    """Nearer to where it is wanted, but not into the open before the enemy's guns; a stack goes together."""
    step = s.agenda[-1]
    assert isinstance(step, March)
    if s.offered("exit"):
        return s.offered("exit")
    group = step.present(s)
    who, side = group[0], step.side(s)
    crossing = s.offered("boat", "cross")
    setting = s.setting
    aims = advice.aims(s, side)
    lead = next((unit for unit in group if unit in aims.ways), -1)
    if lead < 0 and s.cargo(who):
        lead = next((unit for unit in s.cargo(who) if unit in aims.ways), -1)
    options = s.offered("to")
    hexes = 0
    for option in options:
        hexes |= 1 << option.value
    kind = AT if setting.armour >> who & 1 else AP
    threat = outlooks.danger(s, side, kind, hexes)
    careful, cover, led = [advice.heuristic[name] for name in ("careful", "cover", "led")]
    defence, terrain = setting.ground.charts.terrain, setting.ground.terrain
    way = aims.ways.get(lead)
    formation = s.led_by(who) if setting.officers >> who & 1 else -1
    board = setting.board
    men = [s.where[unit] for unit in listed(s.present(formation))] if formation >= 0 else []
    men = [place for place in men if place >= 0]
    chief = s.officer_of(lead) if lead >= 0 else -1
    officer, reach = (s.where[chief], command.reach(s, chief)) if chief >= 0 else (-1, 0)

    def promise(hexa: int) -> float:
        total = -careful * threat.get(hexa, 0.0) + cover * defence[terrain[hexa]].defence["ap"]
        if officer >= 0:
            total -= led * max(board.distance(hexa, officer) - reach, 0)
        if way is not None:
            total -= way.away[hexa]
        elif men:
            total -= sum(board.distance(hexa, place) for place in men) / len(men)
        return total

    return [*crossing[:1], *ranked(options, promise, MOST_GOALS), *s.offered("stop")]


# reaction


def _react(advice: FranceAdvice, s: FranceState) -> list[Option]:
    """Fire when it promises something; else wait for a better target."""
    step = s.agenda[-1]
    assert isinstance(step, React)
    shots = [(_reaction(s, step, option), option) for option in s.offered("react")]
    good = sorted((shot for shot in shots if shot[0] >= advice.heuristic["shoot"]), key=lambda shot: -shot[0])
    return [option for _, option in good[:2]] + s.offered("hold")


def _reaction(s: FranceState, step: React, option: Option) -> float:
    way = step.best_way(s, option.value)
    return expected(s, fire.made(s, way, step.hex, (option.value,), reacting=True))


def _aim(advice: FranceAdvice, s: FranceState) -> list[Option]:
    """At what fire promises most."""
    step = s.agenda[-1]
    assert isinstance(step, fire.Aim)

    def promise(option: Option) -> float:
        return expected(s, fire.made(s, step.way(s, option.verb), option.value, (step.unit,)))

    return sorted(s.options, key=lambda option: -promise(option))[:MOST_TARGETS]


# rout and retreat


def _retreat(advice: FranceAdvice, s: FranceState) -> list[Option]:
    """Out of the enemy's sight, into cover."""
    return _away(s, "retreat")


def _rout(advice: FranceAdvice, s: FranceState) -> list[Option]:
    """The same, on the run."""
    return _away(s, "rout")


def _away(s: FranceState, verb: str) -> list[Option]:
    ways = s.offered(verb)
    hexes = sum(1 << option.value for option in ways)
    threat = outlooks.danger(s, s.agenda[-1].side(s), AP, hexes)
    return ranked(ways, lambda hexa: -threat.get(hexa, 0.0), 2) or s.options[:1]


# set-up


def _deploy(advice: FranceAdvice, s: FranceState) -> list[Option]:
    """In cover, with a view, near what must be held or taken."""
    step = s.agenda[-1]
    side, setting = step.side(s), s.setting
    wants = [want for want in advice.stakes(setting).wants(s, side) if want.pull != "enemy"]
    ways = [way for want in wants for way in advice.stakes(setting).ways.wanted(want)]
    defence, terrain, sight = setting.ground.charts.terrain, setting.ground.terrain, setting.sight
    names = ("post_cover", "post_view", "post_away", "post_crowd")
    covered, seen, away, crowd = [advice.heuristic[name] for name in names]

    def promise(hexa: int) -> float:
        near = min((way.away[hexa] for way in ways), default=0)
        view, cover = sight.seen_from(hexa).bit_count(), defence[terrain[hexa]].defence["ap"]
        return float(covered * cover + seen * view - away * near - crowd * s.load[side][hexa])

    return ranked(s.offered("at"), promise, 1)


def _mark(advice: FranceAdvice, s: FranceState) -> list[Option]:
    """Reaction markers for what fires best and sees most."""
    setting, sight = s.setting, s.setting.sight

    def promise(unit: int) -> float:
        best = max(table[unit][s.steps[unit]] for table in (setting.ap, setting.at, setting.art))
        return float(best * sight.seen_from(s.where[unit]).bit_count())

    return ranked(s.offered("mark"), promise, 1)


RULES: dict[type[Step[Any]], Rule] = {
    Choose: _choose,
    Activation: _act,
    March: _march,
    React: _react,
    fire.Aim: _aim,
    fire.Group: first("together", "shoot"),
    Rout: _rout,
    Retreat: _retreat,
    Muster: first("take", "launch"),
    Repel: first("repel", "rush", "hold"),
    setup.Setup: first("ready", "place"),
    setup.Deploy: _deploy,
    setup.MarkReaction: _mark,
}
