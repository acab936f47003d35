"""Counters as they are drawn: factors, steps, and what is the matter with each."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine.scene import Piece
from meuse.games.france_1940.state import FranceState
from meuse.mechanics.tabletop import Condition, shown


def conditions(s: FranceState) -> Iterator[Condition]:
    """What can be the matter with units, for all to see."""
    yield Condition(s.finished, "finished", done=True, badge="F")
    yield Condition(s.reaction, "in reaction", badge="R")
    yield Condition(s.astray, "out of command", badge="O")
    yield Condition(s.routed, "routed", look="tilted", badge="!")
    yield Condition(s.moved & ~s.finished, "has moved", badge="M")
    yield Condition(s.inside, "inside", badge="I")
    yield Condition(s.poised, "may still assault")
    yield Condition(s.galloping, "at the gallop")
    yield Condition(s.active & ~s.finished, "activated", badge="A")


def counter(s: FranceState, number: int, known: list[Condition]) -> Piece:
    """A counter with its factors, its steps and what is the matter with it."""
    setting, steps = s.setting, s.steps[number] or 1
    unit, about = setting.pieces[number], shown(number, known)
    notes = about.notes
    if s.carriers[number] >= 0:
        notes = (*notes, f"carried by {s.spoken(s.carriers[number])}")
    group = group_of(s, number)
    if unit.officer:
        text = f"{setting.morale[number]}-{setting.leadership[number]}-{setting.command_range[number]}"
        badges = about.badges
        return Piece(unit.id, unit.id, text, notes=notes, dim=about.dim, looks=about.looks, badges=badges, group=group)
    weapons = (("AP", setting.ap), ("AT", setting.at), ("ART", setting.art))
    factors = [(name, table[number][min(steps, 3)]) for name, table in weapons]
    text = " ".join(f"{name}{factor}" for name, factor in factors if factor)
    return Piece(
        unit.id, unit.id, text, steps, unit.full, notes=notes, dim=about.dim, looks=about.looks,
        factors=(max(factor for _, factor in factors), setting.mp[number] // 2), badges=about.badges, group=group,
        prints=setting.prints[number][unit.full - steps],
    )  # fmt: skip


def group_of(s: FranceState, number: int) -> str:
    """The formation that a unit belongs to or an officer leads; transports have none (2.2.1.1g)."""
    formation = s.led_by(number) if s.setting.officers >> number & 1 else s.setting.formation[number]
    return s.setting.formations[formation].id if 0 <= formation < len(s.setting.formations) else ""
