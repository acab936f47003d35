"""What must hold of any game, checked on a state that random play has come to.

The game's own invariants are cheap and checked after every action. What costs more (JSON, positions, clones, undo,
refusals, bars, secrecy, odds) is checked by turns, after a small random share of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import msgspec

from meuse.engine.bars import closed
from meuse.engine.game import Game
from meuse.engine.refusal import Refused
from meuse.engine.scene import Scene
from meuse.engine.vocabulary import Option


class Fault(Exception):
    """Something that must never be was seen."""


# what must hold after every action


def check_lightly(game: Game, state: Any, option: Option) -> None:
    """The game's invariants, and that every event cites clauses of the ledger."""
    faults = game.faults(state)
    if faults:
        raise Fault(f"after {option}: {'; '.join(faults)}")
    clauses = game.ledger.clauses
    for event in state.events:
        for clause in event.clauses:
            if clause not in clauses:
                raise Fault(f"after {option}: {type(event).__name__} cites the unknown clause {clause!r}")


# what is sampled


def apply_thoroughly(game: Game, state: Any, option: Option, random: Random) -> None:
    """Apply an option and check one more thing than usual: that it can be taken back, or some other."""
    before = state.hash() if random.random() < 1 / 7 else ""
    state.apply(option)
    check_lightly(game, state, option)
    if before:
        check_undo(state, before)
    else:
        check_thoroughly(game, state, random)


def check_thoroughly(game: Game, state: Any, random: Random) -> None:
    """One more of the things promised of a state, chosen at random."""
    dump = json.dumps(state.dump())
    checks: list[Callable[[], None]] = [
        lambda: check_round_trip(game, state, dump),
        lambda: check_secrecy(game, state, random),
        lambda: check_words(game, state),
        lambda: check_scenes(game, state),
        lambda: check_story(game, state),
    ]
    if state.outcome is None:
        checks.append(lambda: check_position(game, state))
        checks.append(lambda: check_bars(game, state))
        checks.append(lambda: check_options(state, random))
        checks.append(lambda: check_refusals(game, state, random))
        checks.append(lambda: check_odds(state, random))
    random.choice(checks)()
    if json.dumps(state.dump()) != dump:
        raise Fault("looking at the state, or playing on with a clone of it, changed it")


def check_round_trip(game: Game, state: Any, dump: str) -> None:
    """Through JSON and back: the same state with the same options."""
    twin = game.restore(json.loads(dump))
    if json.dumps(twin.dump()) != dump:
        raise Fault("the state read back from JSON is another one")
    if twin.options != state.options:
        raise Fault(f"the state read back from JSON offers {twin.options}, not {state.options}")


def check_position(game: Game, state: Any) -> None:
    """Through a position's text and back: the same moment, with the same options and the same scenes."""
    text = state.position()
    twin = game.position(text)
    if twin.position() != text:
        raise Fault(f"the position read back is another one:\n{text}\nand then\n{twin.position()}")
    if twin.options != state.options:
        raise Fault(f"the position read back offers {twin.options}, not {state.options}")
    for side in ("", *game.sides):
        if encoded(twin, side) != encoded(state, side):
            raise Fault(f"the position read back looks different to {side or 'spectators'}")


def encoded(state: Any, side: str) -> bytes:
    """What a side sees, to the byte."""
    return msgspec.json.encode(state.scene(side))


def check_bars(game: Game, state: Any) -> None:
    """What is offered is just what no bar closes, and bars cite clauses of the ledger."""
    step, vocabulary = state.agenda[-1], state.setting.vocabulary
    for verb, family in vocabulary.verbs.items():
        bars = step.bars(state, verb) if step.knows(verb) else None
        if bars is None:
            continue
        listed = list(bars)
        shut = closed(listed)
        allowed = {str(option) for option in family if not shut >> option.value & 1}
        offered = {str(option) for option in state.options if option.verb == verb}
        if allowed != offered:
            raise Fault(
                f"{step.name}, {verb}: no bar closes {sorted(allowed - offered)}, one {sorted(offered - allowed)}"
            )
        if unknown := {bar.clause for bar in listed} - set(game.ledger.clauses):
            raise Fault(f"{step.name}, {verb}: bars cite the unknown clauses {sorted(unknown)}")


def check_undo(state: Any, before: str) -> None:
    """An action that rolled and revealed nothing can be taken back without a trace; any other cannot."""
    twin = state.clone()
    if state.history.sealed:
        try:
            twin.undo()
        except Refused:
            return
        raise Fault(f"{state.history.option} was sealed but could be taken back")
    twin.undo()
    if twin.hash() != before:
        raise Fault(f"taking back {state.history.option} does not give back the state before it")


def check_secrecy(game: Game, state: Any, random: Random) -> None:
    """What a side cannot know does not change what it is shown."""
    for side in range(len(game.sides)):
        imagined = game.imagine(state, side, random.getrandbits(32))
        for eyes in (game.sides[side], ""):
            if encoded(imagined, eyes) != encoded(state, eyes):
                raise Fault(f"a scene shows what is hidden from {game.sides[side]}")


def check_scenes(game: Game, state: Any) -> None:
    """A scene offers just the options of the decision to the side that decides, and all it names is there."""
    decision = state.decision
    faces = {face.id for face in state.setting.faces}
    for side in ("", *game.sides):
        scene = state.scene(side)
        own = decision is not None and decision.side == side
        offered = [str(option) for option in decision.options] if own else []
        if own and (scene.help is None or scene.help.clause not in game.ledger.clauses):
            raise Fault(f"{decision.step} has no help, or none with a clause: {scene.help}")
        if [choice.action for choice in scene.choices] != offered:
            raise Fault(f"the scene offers {[choice.action for choice in scene.choices]}, the decision {offered}")
        pieces = [piece for stack in scene.stacks.values() for piece in stack.pieces]
        pieces += [piece for box in scene.boxes for piece in box.pieces]
        names = {piece.id for piece in pieces}
        if len(names) != len(pieces):
            raise Fault("two counters of a scene have the same name")
        if unknown := {piece.face for piece in pieces} - faces:
            raise Fault(f"counters without a face: {sorted(unknown)}")
        touched = {choice.piece for choice in scene.choices if choice.piece} | set(scene.focus.pieces)
        if missing := touched - names:
            raise Fault(f"the scene speaks of counters that are not in it: {sorted(missing)}")
        boxes = {box.id for box in scene.boxes}
        lying = {*scene.stacks, *(mark.place for mark in scene.marks), *(choice.place for choice in scene.choices)}
        if lost := [place for place in lying if place and place not in boxes and not state.setting.on_the_map(place)]:
            raise Fault(f"something lies, or can be chosen, where nothing is: {sorted(lost)}")
        if any(not choice.label for choice in scene.choices):
            raise Fault("a choice of the scene has no words")
        check_no_doubles(scene)


def check_no_doubles(scene: Scene) -> None:
    """Nothing stands in a scene twice: what draws it tells things apart by their names."""
    lists: dict[str, Iterable[str]] = {
        "counters in hand": scene.focus.pieces,
        "places the decision is about": scene.focus.places,
        "boxes": (box.id for box in scene.boxes),
        "tracks": (track.id for track in scene.tracks),
        "cards": (card.id for card in scene.cards),
        "alarms": (alarm.says for alarm in scene.alarms),
        "choices": (choice.action for choice in scene.choices),
    }
    if scene.fight is not None:
        lists["places of the battle"] = scene.fight.places
        for line in (scene.fight.attacker, scene.fight.defender):
            lists[f"units of {line.side} in the battle"] = (piece.id for piece in line.pieces)
    for what, names in lists.items():
        listed = tuple(names)
        if len(set(listed)) != len(listed):
            raise Fault(f"{what} are listed twice: {listed}")


def check_story(game: Game, state: Any) -> None:
    """Goals, alarms and battles speak of sides, places, clauses and charts that exist, and chances add up to one."""
    sides, charts = {"", *game.sides, *game.camps}, state.setting.player_aids()
    cells = {chart.id: ({"", *chart.columns}, {"", *(row[0] for row in chart.rows)}) for chart in charts}
    for side in ("", *game.sides):
        scene = state.scene(side)
        goals, fight = scene.goals, scene.fight
        if len({goal.id for goal in goals}) != len(goals):
            raise Fault("two goals have the same name")
        for part in (*goals, *scene.alarms, *scene.cards, *(fight.weights if fight else ())):
            if not part.says or part.clause not in game.ledger.clauses:
                raise Fault(f"it says nothing, or by no clause: {part}")
        for part in (*goals, *scene.alarms, *((fight,) if fight else ())):
            if unknown := [place for place in part.places if not state.setting.on_the_map(place)]:
                raise Fault(f"{unknown} are no places: {part}")
        for name in (*(part.side for part in (*goals, *scene.alarms)), *(goal.holder for goal in goals)):
            if name not in sides:
                raise Fault(f"a goal or an alarm names {name!r}, who is no side")
        if fight is not None:
            if fight.chances and abs(sum(chance.share for chance in fight.chances) - 1) > 1e-9:
                raise Fault(f"the chances of a battle do not add up: {fight.chances}")
            columns, rows = cells[fight.lit.chart] if fight.lit else ({""}, {""})
            if fight.lit and (fight.lit.column not in columns or fight.lit.row not in rows):
                raise Fault(f"a battle lights what is on no chart: {fight.lit}")


def check_words(game: Game, state: Any) -> None:
    """Every event has a sentence, also as the other side may know it."""
    for event in state.events:
        for seen in (event, *(game.redact(event, state, side) for side in range(len(game.sides)))):
            if seen is not None and not seen.tell(state.setting):
                raise Fault(f"there is no sentence for {seen}")


def check_options(state: Any, random: Random, most: int = 4) -> None:
    """What is offered is allowed and can be carried out."""
    offered = state.options
    if len(set(offered)) != len(offered):
        raise Fault(f"an option is offered twice: {offered}")
    for option in random.sample(offered, min(most, len(offered))):
        refusal = state.explain(option)
        if refusal is not None:
            raise Fault(f"{option} is offered but explained away: {refusal}")
        try:
            state.clone().apply(option)
        except Exception as error:
            raise Fault(f"{option} is offered but fails: {type(error).__name__}: {error}") from error


def check_refusals(game: Game, state: Any, random: Random, most: int = 4) -> None:
    """What is not offered is refused, with a clause that exists."""
    offered = set(state.options)
    step, every = state.agenda[-1], state.setting.vocabulary.options
    near = [option for option in random.choices(every, k=40) if step.knows(option.verb)]
    for option in [*near[: most - 1], random.choice(every)]:
        if option in offered:
            continue
        try:
            state.clone().apply(option)
        except Refused as refused:
            if refused.clause not in game.ledger.clauses:
                raise Fault(f"{option} is refused by the unknown clause {refused.clause!r}: {refused.reason}") from None
        else:
            raise Fault(f"{option} is not offered but was carried out")


def check_odds(state: Any, random: Random) -> None:
    """The chances of what the dice can do add up to one."""
    option = random.choice(state.options)
    preview = state.preview(option)
    for parts in (preview.outcomes, preview.sums) if preview is not None else ():
        if parts and sum(outcome.chance for outcome in parts) != 1:
            raise Fault(f"the chances of {option} do not add up: {parts}")
