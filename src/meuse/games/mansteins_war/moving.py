"""Heuristics for bots on the move: who marches, and where to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meuse.board.sets import listed, members
from meuse.engine import Option
from meuse.games.mansteins_war import landings, logistics, stacking
from meuse.games.mansteins_war.movement import March, Movement
from meuse.games.mansteins_war.prospects import FAR, Campaign
from meuse.games.mansteins_war.setting import ALLIED, GERMAN
from meuse.games.mansteins_war.state import MansteinState, other
from meuse.games.mansteins_war.thrusts import within_reach
from meuse.games.mansteins_war.zoc import enemy_zone
from meuse.mechanics.shortlists import ranked

if TYPE_CHECKING:
    from meuse.games.mansteins_war.advice import MansteinAdvice


def movement(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """First those who are to attack, then infantry, Mech units and logistics units; when none gains, it is over."""
    step: Movement = s.agenda[-1]
    aims = advice.aims(s, step.mover)
    moves, crowded = s.offered("move"), stacking.overstacked(s)
    lonely = lonely_mech(s, step.mover) & ~members(aims.posts)
    order = []
    for option in moves:
        piece = option.value
        way = aims.ways.get(piece)
        if way is None:
            continue
        if piece in aims.posts and _can_take_post(s, piece, aims.posts[piece]):
            return [option]
        if crowded >> s.where[piece] & 1 or lonely >> piece & 1 or not _there(s, aims, piece):
            order.append((_rank(s, piece), way.away[s.where[piece]], option))
    order.sort(key=lambda entry: entry[:2])
    for _, away, option in order:
        piece = option.value
        if (crowded >> s.where[piece] | lonely >> piece) & 1:
            return [option]
        if aims.ways[piece].nearest(within_reach(s, piece) & ~stacking.full_hexes(s, piece), FAR) < away:
            return [option]
    return s.offered("done") or moves[:1]


def lonely_mech(s: MansteinState, side: int) -> int:
    """Mech units abroad that no army stands with: they may have to look for company, or leave."""
    setting = s.setting
    mech = s.standing & setting.mech & setting.pieces_on[side] if side == GERMAN else 0
    return members([p for p in listed(mech) if not (s.armies | setting.germany) >> s.where[p] & 1])


def _can_take_post(s: MansteinState, piece: int, post: int) -> bool:
    """Can a unit go where it is to attack from, or land there?"""
    if s.where[piece] == post:
        return False
    open_to = within_reach(s, piece) & ~stacking.full_hexes(s, piece) | landings.targets(s, piece)
    return bool(open_to >> post & 1)


def _there(s: MansteinState, aims: Campaign, piece: int) -> bool:
    """Is a unit where it is sent, or beside enemies in whose place it is wanted?"""
    way, foe = aims.ways[piece], s.held[other(s.setting.side_of[piece])]
    away = way.away[s.where[piece]]
    return not away or (away == 1 and not way.rings[0] & ~foe)


def _rank(s: MansteinState, piece: int) -> int:
    return 2 if s.setting.trains >> piece & 1 else 1 if s.setting.is_mech[piece] else 0


def march(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Towards where the unit is sent, or no farther; Mech units may look for company. Never where there is no room."""
    step: March = s.agenda[-1]
    piece = step.group[0]
    side = s.setting.side_of[piece]
    aims = advice.aims(s, side)
    way, stop = aims.ways.get(piece), s.offered("stop")
    full = 0
    for unit in step.group:
        full |= stacking.full_hexes(s, unit)
    ways = [o for o in s.offered("to", "rail", "carry") if not full >> o.value & 1]
    crowded = bool(stacking.overstacked(s) >> step.hex & 1)
    if way is None:
        return ways[:1] if crowded and ways else stop or s.options[:1]
    if piece in aims.posts:
        post = aims.posts[piece]
        there = [o for o in s.offered("to", "rail", "land") if o.value == post] or (stop if step.hex == post else [])
        if there:
            return there[:1]
    here, away = way.away[step.hex], way.away
    zone, cover = enemy_zone(s, side), advice.judgement(s).cover

    def rank(hexa: int) -> tuple[int, int, int]:
        return -away[hexa], -(zone >> hexa & 1), cover[hexa]

    looks = int(advice.heuristic["looks"])
    found = _spread_out(ranked([o for o in ways if away[o.value] < here or crowded], rank), looks)
    if s.setting.is_mech[piece]:
        company = [o for o in ways if s.held[side] >> o.value & 1 and o not in found]
        found += _spread_out(ranked(company, rank), looks)
    if not found and step.gone:
        return [*stop, *ranked(ways, rank, 1)] or s.options[:1]
    return [*found, *stop] or s.options[:1]


def _spread_out(options: list[Option], most: int) -> list[Option]:
    """The best few, each hex once: by road rather than by rail if both lead there."""
    found: dict[int, Option] = {}
    for option in options:
        found.setdefault(option.value, option)
        if len(found) == most:
            break
    return list(found.values())


# over-stacking


def excess(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """The cheapest have to go."""
    worth = advice.judgement(s).worth
    return ranked(s.options, lambda piece: -worth[piece][s.steps[piece]], 1)


def displaced(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """An enemy unit is moved to where it is worst off."""
    piece: int = s.agenda[-1].piece
    side = s.setting.side_of[piece]
    return ranked(s.options, lambda hexa: enemy_zone(s, side) >> hexa & 1, 2)


# evacuation


def evacuate(advice: MansteinAdvice, s: MansteinState) -> list[Option]:
    """Who has no supplies leaves; logistics units only after the others."""
    lost = logistics.unsupported(s, ALLIED)
    leaving = [o for o in s.offered("evacuate") if lost >> o.value & 1]
    return [*leaving[:1], *s.offered("done")]
