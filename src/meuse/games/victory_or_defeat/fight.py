"""The battle board: an attack as far as each side may know it, from the choice of its target to the last advance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from meuse.engine import Pieces
from meuse.engine.preview import Factor
from meuse.engine.scene import Chance, Fight, Line, Weight
from meuse.games.victory_or_defeat.counters import drawn, visible
from meuse.games.victory_or_defeat.setting import SIDES
from meuse.games.victory_or_defeat.state import WarState, other
from meuse.games.victory_or_defeat.strength import (
    Odds,
    defenders,
    hindrances,
    meanings,
    odds,
    ratio,
    results,
    shifts,
    total_attack,
)
from meuse.mechanics.tabletop import attack_board
from meuse.mechanics.words import columns

PLURAL = {"corps": "corps", "division": "divisions"}


def board(s: WarState, target: int, attackers: Pieces, lines: tuple[Line, Line]) -> Fight:
    """What is always known of a battle. No hex is attacked twice in a phase, so turn, side and hex name one battle."""
    return attack_board(s, f"{s.turn}-{lines[0].side}", target, attackers, lines)


def line(s: WarState, side: int, pieces: Pieces, known: Pieces, strength: str = "") -> Line:
    """One side's units as far as they are known."""
    counters = tuple(drawn(s.setting, piece, s.steps[piece]) for piece in known)
    return Line(SIDES[side], counters, len(pieces) - len(known), strength)


def at_least(number: int, exact: bool) -> str:
    return str(number) if exact else f"at least {number}"


def known_to(s: WarState, side: int, pieces: Pieces) -> Pieces:
    """Those of some units on the map that a side can see."""
    return tuple(piece for piece in pieces if piece in visible(s, s.where[piece], side))


def declared(s: WarState, eyes: int, mover: int, target: int, attackers: Pieces, opened: bool, armored: bool) -> Fight:
    """An attack before the die falls; ``opened``: the stack has been looked through, so everybody knows all of it."""
    victims, counting = s.at(target), defenders(s, target)
    sent = attackers if opened else known_to(s, eyes, attackers)
    met = victims if opened else known_to(s, eyes, victims)
    unseen = sum(piece not in met for piece in counting)  # each of them defends with 1 or more
    firm = sum(s.defence_factor(piece) for piece in counting if piece in met) + unseen
    strong = at_least(total_attack(s, sent, target), len(sent) == len(attackers))
    lines = line(s, mover, attackers, sent, strong), line(s, other(mover), victims, met, at_least(firm, not unseen))
    fight = board(s, target, sent, lines)
    if not attackers:
        return fight
    fight = replace(fight, odds=" against ".join(one.strength for one in lines))
    if len(sent) < len(attackers):
        return fight
    total = odds(s, attackers, target, armored) if len(met) == len(victims) else None
    moved = total.shifts if total else shifts(s, attackers, target, armored)
    sums = [Weight(f"{total.attack} to {total.defence}", ratio(total.start), clause="11.10a")] if total else []
    weights = (*gathered(s, mover, attackers, target), *sums, *(shifted(mover, factor) for factor in moved))
    if total is None:
        return replace(fight, weights=weights)
    can = tuple(chances(s, mover, victims, total))
    return replace(fight, odds=total.text, weights=weights, chances=can, lit=total.lit)


def gathered(s: WarState, mover: int, attackers: Pieces, target: int) -> Iterator[Weight]:
    """The attackers, those together whose strength is cut alike: "8 divisions across a river: 25 to 13"."""
    groups: dict[tuple[str, ...], list[int]] = {}
    clauses: dict[str, str] = {}
    for piece in attackers:
        cut = {cause.name: cause.clause for cause in hindrances(s, piece, target)}
        clauses |= cut
        groups.setdefault((s.setting.pieces[piece].size, *cut), []).append(piece)
    for (size, *causes), group in groups.items():
        full, left = sum(s.attack_factor(piece) for piece in group), total_attack(s, tuple(group), target)
        who = " ".join((f"{len(group)} {size if len(group) == 1 else PLURAL[size]}", " and ".join(causes))).rstrip()
        if causes:
            yield Weight(f"{who}: {full} to {left}", f"{left - full:+d}", SIDES[other(mover)], clauses[causes[0]])
        else:
            yield Weight(f"{who}: {left}", side=SIDES[mover], clause="11.7a")


def shifted(mover: int, factor: Factor) -> Weight:
    """A shift of columns as a player would name it."""
    shift = int(factor.value)
    return Weight(factor.name, columns(shift), SIDES[mover if shift > 0 else other(mover)], factor.clause)


def chances(s: WarState, mover: int, victims: Pieces, total: Odds) -> Iterator[Chance]:
    """What the die can do, in words, and for whom it is good."""
    rows, means = results(s, total), meanings(s, victims)
    good = {1: SIDES[mover], -1: SIDES[other(mover)], 0: ""}
    for name, count in Counter(rows).items():
        yield Chance(means[name].says, count / len(rows), name, good[means[name].good])


def resolved(s: WarState, eyes: int, target: int, attackers: Pieces) -> Fight:
    """A battle after the die has fallen: who is left of it, as far as he has been named or can be seen."""
    mover = s.setting.side_of[attackers[0]]
    named = {piece for step in s.agenda for piece in step.named()}
    victims = tuple(piece for piece in s.at(target) if s.setting.side_of[piece] != mover)
    met = tuple(piece for piece in victims if piece in named or piece in visible(s, target, eyes))
    alive = tuple(piece for piece in attackers if s.on_map(piece))
    return board(s, target, alive, (line(s, mover, alive, alive), line(s, other(mover), victims, met)))
