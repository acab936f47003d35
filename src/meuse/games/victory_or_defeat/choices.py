"""Options as they are said aloud, and what is touched to choose them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from meuse.engine import Option
from meuse.engine.scene import Choice
from meuse.games.victory_or_defeat.combat import odds
from meuse.games.victory_or_defeat.movement import entry_price, group_reach
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.tracks import side_words

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat

LABELS = {
    "ready": "Take the ready set-up",
    "sickle no": "Set up without Operation Sickle Cut",
    "sickle yes": "Activate Operation Sickle Cut",
    "place": "Set up {unit}",
    "at": "Set up in {hex}",
    "order move_first": "moves first, then fights",
    "order fight_first": "fights first, then moves",
    "declare netherlands": "Violate the neutrality of the Netherlands",
    "declare": "Violate the neutrality of {country}",
    "coup": "Drop on {hex}",
    "coup: decline": "Forgo the airborne coup for good",
    "movement: done": "End the movement phase",
    "move": "Move {unit}",
    "top": "Lay {unit} on top of its stack",
    "join": "Take {unit} along",
    "drop": "Leave {unit} here",
    "roll": "Roll for movement",
    "to": "March to {hex}",
    "cross": "Cross the Zuiderzee to {hex}",
    "exit": "Leave the map over the {object} edge",
    "evacuate": "Evacuate {unit}",
    "ship": "Ship off a step of {unit}",
    "stop": "Stop here",
    "combat: done": "End the combat phase",
    "attack": "Attack {hex}",
    "commit": "Attack with {unit}",
    "reveal": "Declare the attack and look through the stack",
    "support": "Commit the 4th Armored Division",
    "fight": "Fight it out",
    "lose": "{unit} bears the loss",
    "retreat": "Retreat {unit}",
    "retreat_to: to": "Retreat to {hex}",
    "advance": "Advance with {unit}",
    "stay": "Stay where you are",
    "remove": "Eliminate {unit}",
    "displace: to": "Give way to {hex}",
    "dynamo": "Declare Operation Dynamo from {hex}",
    "dynamo: decline": "Do not declare Operation Dynamo now",
    "replace": "Restore a step of {unit}",
    "refit": "Refit the mechanized corps, once in the game",
    "enter": "Bring the reinforcement into {hex}",
    "restore: done": "End replacements",
}
"""What each option is called, by step, verb and object as far as they matter; what it names is what one touches."""

DICE = frozenset(("coup", "roll", "fight"))
"""Verbs that make a roll one can ask about."""


class Speech:
    """The words of a game's options; each is put together once."""

    def __init__(self, game: VictoryOrDefeat, titles: list[str]) -> None:
        self.titles = titles
        self.spots = game.spots
        self._made: dict[tuple[str, int], Choice] = {}

    def choice(self, step: str, option: Option) -> Choice:
        """An option as it is always put at a step."""
        made = self._made.get((step, option.number))
        if made is None:
            made = self._made[step, option.number] = self._make(step, option)
        return made

    def _make(self, step: str, option: Option) -> Choice:
        verb, word = option.verb, str(option)
        label = next(LABELS[key] for key in (f"{step}: {verb}", word, verb) if key in LABELS)
        unit, place = "{unit}" in label, "{hex}" in label
        said = label.format(
            unit=self.titles[option.value] if unit else "",
            hex=self.spots[option.value] if place else "",
            country=option.object.title(),
            object=option.object,
        )
        touched = (option.object if unit else "", option.object if place else "")
        return Choice(word, said, verb, *touched, odds=verb in DICE)


def choices(s: WarState, speech: Speech) -> tuple[Choice, ...]:
    """The options of the decision, in their order."""
    frame = s.stack[-1]
    special = SPECIAL.get(frame[0])
    if special is not None:
        return tuple(special(s, frame, speech))
    return tuple([speech.choice(frame[0], option) for option in s.options])


def marching(s: WarState, frame: Any, speech: Speech) -> Iterable[Choice]:
    """Hexes within reach have a price, and a hex before them on the way (10.4)."""
    _, hexa, group, _, _ = frame
    labels = s.game.board.labels
    in_hand = s.hand[1] if s.hand and s.hand[0] is frame else None
    ways = (in_hand or group_reach(s, hexa, group)).ways()
    for option in s.options:
        made = speech.choice("march", option)
        if option.verb == "to":
            before, cost = ways[option.value]
            yield Choice(made.action, made.label, "to", "", made.place, str(cost), labels[before])
        elif option.verb == "cross":
            price = str(entry_price(s, option.value))
            yield Choice(made.action, made.label, "cross", "", made.place, price, labels[hexa])
        else:
            yield made


def fighting(s: WarState, frame: Any, speech: Speech) -> Iterable[Choice]:
    """Where nothing is hidden any more, the column is named."""
    for option in s.options:
        made = speech.choice("battle", option)
        if option.verb == "fight":
            column = odds(s, frame[3], frame[2], bool(frame[5])).text
            made = Choice(made.action, f"{made.label} at {column}", "fight", odds=True)
        yield made


def ordering(s: WarState, frame: Any, speech: Speech) -> Iterable[Choice]:
    """One may choose for the enemy (5.7c); and after the German's choice the panzers may halt (5.10b)."""
    step = s.game.steps["order"]
    for option in s.options:
        made = speech.choice("order", option)
        said = f"The {side_words(s, frame[1])} side {made.label}"
        yield Choice(made.action, said, "order", odds=step.preview(s, frame, option) is not None)


def losing(s: WarState, frame: Any, speech: Speech) -> Iterable[Choice]:
    """A step, or the whole unit (11.3g, 11.4a)."""
    fate = "is eliminated" if frame[2] else "loses a step"
    for option in s.options:
        made = speech.choice("loss", option)
        yield Choice(made.action, f"{speech.titles[option.value]} {fate}", "lose", made.piece)


SPECIAL: dict[str, Callable[[WarState, Any, Speech], Iterable[Choice]]] = {
    "march": marching,
    "battle": fighting,
    "order": ordering,
    "loss": losing,
}
"""Steps whose options cannot be put into words once and for all."""
