"""The scene of a match for a side: what every game's scene has, around what the game itself shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from meuse.engine.scene import SPECTATOR, Box, Focus, HelpText, Mark, Scene, Stack, Track

if TYPE_CHECKING:
    from meuse.engine.state import State


class Tabletop(NamedTuple):
    """What a game shows a side of its table."""

    turn: str
    """The turn and its date."""
    stacks: dict[str, Stack]
    boxes: tuple[Box, ...]
    tracks: tuple[Track, ...]
    marks: tuple[Mark, ...]
    control: dict[str, tuple[str, ...]]
    counters: Mapping[int, str]
    """The name in the scene of each piece that the side sees."""


def scene(s: State, side: int) -> Scene:
    """What a side, or a spectator, may know of a match."""
    game = s.game
    table: Tabletop = game.table(s, side)
    decision = s.decision
    own = decision is not None and side != SPECTATOR and decision.side == game.sides[side]
    step = s.agenda[-1] if decision is not None else None
    explained = step.explained(s) if step is not None and own else None
    return Scene(
        side="" if side == SPECTATOR else game.sides[side],
        phase=phase(s),
        turn=table.turn,
        to_act=decision.side if decision is not None else "",
        prompt=step.prompt(s) if step is not None and own else "",
        help=HelpText(explained.says, explained.clause) if explained and explained.says else None,
        stacks=table.stacks,
        boxes=table.boxes,
        tracks=table.tracks,
        marks=table.marks,
        control=table.control,
        focus=focus(s, table.counters, own),
        choices=tuple(step.choices(s, table.counters)) if step is not None and own else (),
    )


def phase(s: State) -> str:
    """The part of the sequence of play: the heading of the topmost step that has one."""
    if s.outcome is not None:
        return "The match is over"
    return next((headed(s, step, step.heading) for step in reversed(s.agenda) if step.heading), "")


def coming(s: State) -> list[str]:
    """What is announced on the agenda, the next first; the step under way left out."""
    return [headed(s, step, step.coming) for step in reversed(s.agenda[:-1]) if step.coming]


def headed(s: State, step: Any, words: str) -> str:
    return words.replace("{side}", s.setting.side_name(step.whose(s))) if "{side}" in words else words


def focus(s: State, counters: Mapping[int, str], own: bool) -> Focus:
    """What the decision is about, as far as the side may know it."""
    if s.outcome is not None or not (own or s.agenda[-1].shows(s)):
        return Focus()
    pieces, places = s.agenda[-1].about(s)
    names = dict.fromkeys(counters[piece] for piece in pieces if piece in counters)
    return Focus(tuple(names), tuple(s.setting.board.labels[place] for place in places if place >= 0))
