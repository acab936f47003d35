"""The scene of a match for a side: what every game's scene has, around what the game itself shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from meuse.engine.scene import SPECTATOR, Box, Choice, Fight, Focus, HelpText, Mark, Scene, Stack, Sweep, Track

if TYPE_CHECKING:
    from meuse.engine.state import State


READY = Sweep("ready_actions", "Place the rest as in the ready set-up")
"""A whole set-up, unit by unit: each can be picked up again."""


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
        choices=choices(s, table.counters) if own else (),
        takes_up=step.takes_up if step is not None and own else "",
        puts_down=step.puts_down if step is not None and own else "",
        sweeps=sweeps(s) if own else (),
        purse=step.purse(s) if step is not None and own else None,
        cards=tuple(game.cards(s)),
        goals=tuple(game.goals(s, side)),
        alarms=tuple(game.alarms(s, side)) if step is not None else (),
        fight=fight(s, side),
    )


def choices(s: State, counters: Mapping[int, str]) -> tuple[Choice, ...]:
    """The options in words; those that are rarely meant with their warning."""
    step = s.agenda[-1]
    put = tuple(step.choices(s, counters))
    if not step.warned:
        return put
    says = {option: step.warning(s, option) for option in s.offered(*step.warned)}
    warnings = {str(option): warning for option, warning in says.items() if warning}
    return tuple(
        replace(choice, warning=warnings[choice.action]) if choice.action in warnings else choice for choice in put
    )


def sweeps(s: State) -> tuple[Sweep, ...]:
    """What can be wished for as a whole: the step's sweeps of which an option is open; ``alone``: of a single thing."""
    step = s.agenda[-1]
    open_ = [verb for verb in step.sweeps if s.offered(verb)]
    swept = [replace(step.sweeps[verb], alone=not step.several(s, verb)) for verb in open_]
    return (*swept, READY) if step.ready_actions(s) else tuple(swept)


def fight(s: State, side: int) -> Fight | None:
    """The battle under way: that of the topmost step that knows one."""
    if s.outcome is not None:
        return None
    boards = (step.battle_board(s, side) for step in reversed(s.agenda))
    battle = next((board for board in boards if board is not None), None)
    return battle and replace(battle, places=tuple(dict.fromkeys(battle.places)))


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
    spots = dict.fromkeys(s.setting.place_label(place) for place in places if place >= 0)
    return Focus(tuple(names), tuple(spots))
