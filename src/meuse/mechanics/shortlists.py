"""How heuristics of several games choose: which options of a decision are worth a closer look, the best first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from meuse.engine import Option, State

Rule = Callable[[Any, Any], list[Option]]
"""A heuristic: given advice and state, the options worth judging; none, if it has no opinion."""


def ranked(options: Iterable[Option], worth: Callable[[int], Any], most: int | None = None) -> list[Option]:
    """Options by what their objects are worth, the best first; equals stay in their order."""
    return sorted(options, key=lambda option: worth(option.value), reverse=True)[:most]


def promising(options: Iterable[Option], promise: Callable[[int], float], most: int) -> list[Option]:
    """Those options whose objects promise anything, the best first."""
    promises = [(promise(option.value), option) for option in options]
    best = sorted((entry for entry in promises if entry[0] > 0), key=lambda entry: entry[0], reverse=True)
    return [option for _, option in best[:most]]


def first(*verbs: str) -> Rule:
    """A heuristic for steps that leave little to choose: the first option of the first of some verbs on offer."""

    def take_first(advice: Any, state: State) -> list[Option]:
        return next((options[:1] for verb in verbs if (options := state.offered(verb))), [])

    return take_first
