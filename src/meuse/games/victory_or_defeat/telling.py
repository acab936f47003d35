"""What happened, in sentences, and what lies on the map, for people to read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from meuse.engine import Event
from meuse.engine.events import Rolled
from meuse.engine.game import Counter
from meuse.games.victory_or_defeat import events as happened
from meuse.games.victory_or_defeat.components import NATIONS
from meuse.games.victory_or_defeat.state import WarState
from meuse.games.victory_or_defeat.supply import is_supplied

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat

SIZES = {"corps": "XXX", "division": "XX", "fort": "fort"}
"""The size mark of a counter."""

POINTS = {
    "neutrals": "the neutrals overrun",
    "dyle_breda": "the Dyle-Breda line denied",
    "brittany": "the way to Brittany",
    "mediterranean": "the way to the Mediterranean",
    "paris": "Paris",
    "maginot": "the Maginot Line overturned",
}

ROADS = {
    "hesitate": "The French hesitate: none of them enters Belgium this turn.",
    "normal": "The roads of Belgium are as on any day.",
    "free": "The roads of Belgium are open: its rivers cost nothing extra this turn.",
}


def roster(s: WarState) -> list[Counter]:
    """The units on the map, hex by hex, each stack from the bottom up."""
    return [counter(s, piece) for hexa in sorted(s.stacks) for piece in reversed(s.at(hexa))]


def counter(s: WarState, number: int) -> Counter:
    """One unit as its counter shows it now."""
    piece = s.game.pieces[number]
    nation = NATIONS[piece.nation]
    face = s.game.faces()[number]
    strength = f"{s.attack_factor(number)}-{s.defence_factor(number)}"
    return Counter(
        piece.id, piece.name, piece.short, s.game.sides[piece.side], nation, SIZES[piece.size],
        s.label(s.where[number]), s.steps[number], piece.full, strength, is_supplied(s, number), face.colour, face.ink,
    )  # fmt: skip


def tell(game: VictoryOrDefeat, event: Event) -> str:
    """An event as one sentence."""
    return SENTENCES[type(event)](Words(game), event)


class Words:
    """Names for the numbers in events."""

    def __init__(self, game: VictoryOrDefeat) -> None:
        self.game = game

    def unit(self, number: int) -> str:
        return self.game.pieces[number].name

    def units(self, numbers: Iterable[int]) -> str:
        """Names in a row; hidden ones are left out of events, so there may be none."""
        return ", ".join(self.unit(number) for number in numbers) or "Hidden units"

    def hex(self, number: int) -> str:
        return self.game.spots[number]

    def hexes(self, numbers: Iterable[int]) -> str:
        return ", ".join(self.hex(number) for number in numbers)

    def side(self, number: int) -> str:
        return {"german": "German", "allied": "Allied"}[self.game.sides[number]]


def _verb(many: Iterable[int], one: str, more: str) -> str:
    """The verb for one unit or for several (or an unknown number)."""
    return one if len(tuple(many)) == 1 else more


def rolled(w: Words, e: Rolled) -> str:
    return f"Die roll for {e.purpose}: {e.value}."


def turn_began(w: Words, e: happened.TurnBegan) -> str:
    return f"Turn {e.turn} begins."


def phase_began(w: Words, e: happened.PhaseBegan) -> str:
    return f"The {w.side(e.side)} {e.phase} begins."


def placed(w: Words, e: happened.Placed) -> str:
    return f"{w.unit(e.piece)} is set up in {w.hex(e.hex)}."


def sickle_cut(w: Words, e: happened.SickleCut) -> str:
    return f"Operation Sickle Cut is {'activated' if e.activated else 'not activated'}."


def ordered(w: Words, e: happened.Ordered) -> str:
    first = {"move_first": "moves first and then fights", "fight_first": "fights first and then moves"}[e.first]
    chosen = "" if e.side == e.chooser else f", as the {w.side(e.chooser)} side chose"
    return f"The {w.side(e.side)} side {first}{chosen}."


def moved(w: Words, e: happened.Moved) -> str:
    verb = _verb(e.pieces, "moves", "move")
    points = f"{e.cost} point" + ("" if e.cost == 1 else "s")
    return f"{w.units(e.pieces)} {verb} from {w.hex(e.path[0])} to {w.hex(e.path[-1])} for {points}."


def took(w: Words, e: happened.Took) -> str:
    return f"The {w.side(e.side)} side takes {w.hexes(e.hexes)}."


def violated(w: Words, e: happened.Violated) -> str:
    return f"The neutrality of {e.country.title()} is violated."


def swiss_strategy(w: Words, e: happened.SwissStrategy) -> str:
    if e.strategy == "forward":
        return "The Swiss defend their frontier."
    return "The Swiss withdraw to the redoubt."


def capitulated(w: Words, e: happened.Capitulated) -> str:
    removed = f"; {w.units(e.pieces)} {_verb(e.pieces, 'is', 'are')} removed" if e.pieces else ""
    return f"{e.country.title()} capitulates{removed}."


def coup(w: Words, e: happened.Coup) -> str:
    outcome = "succeeds" if e.success else "fails"
    return f"The airborne coup on {w.hex(e.hex)} {outcome} with a modified roll of {e.modified}."


def displaced(w: Words, e: happened.Displaced) -> str:
    return f"{w.units(e.pieces)} {_verb(e.pieces, 'gives', 'give')} way to {w.hex(e.hex)}."


def halted(w: Words, e: happened.Halted) -> str:
    if e.kind == "full":
        return "The panzers halt: no mechanized corps moves or attacks this turn."
    return "The panzers slow down: mechanized corps move at half speed this turn."


def crisis_began(w: Words, e: happened.CrisisBegan) -> str:
    return f"The German supply crisis begins on turn {e.turn}."


def roads_of_belgium(w: Words, e: happened.RoadsOfBelgium) -> str:
    return ROADS[e.effect]


def declared(w: Words, e: happened.Declared) -> str:
    return f"An attack on {w.hex(e.hex)} is declared; it is held by {w.units(e.defenders)}."


def fought(w: Words, e: happened.Fought) -> str:
    roll = f"roll {e.die}" if e.die else "no roll needed"
    return (
        f"{w.units(e.attackers)} {_verb(e.attackers, 'attacks', 'attack')} {w.units(e.defenders)} in {w.hex(e.hex)}: "
        f"{e.attack} to {e.defence}, column {e.column}, {roll}: {e.means} ({e.result})."
    )


def step_lost(w: Words, e: happened.StepLost) -> str:
    return f"{w.unit(e.piece)} loses a step; {e.left} left."


def eliminated(w: Words, e: happened.Eliminated) -> str:
    cause = {"supply": "lack of supply"}.get(e.cause, e.cause)
    return f"{w.unit(e.piece)} is eliminated ({cause})."


def retreated(w: Words, e: happened.Retreated) -> str:
    return f"{w.unit(e.piece)} retreats from {w.hex(e.start)} to {w.hex(e.hex)}."


def advanced(w: Words, e: happened.Advanced) -> str:
    return f"{w.unit(e.piece)} advances from {w.hex(e.start)} to {w.hex(e.hex)}."


def scored(w: Words, e: happened.Scored) -> str:
    verb = "gains" if e.points > 0 else "loses"
    points = f"{abs(e.points)} victory point" + ("" if abs(e.points) == 1 else "s")
    return f"The German side {verb} {points} for {POINTS.get(e.what, e.what)}; it has {e.total}."


def exited(w: Words, e: happened.Exited) -> str:
    return f"{w.units(e.pieces)} {_verb(e.pieces, 'leaves', 'leave')} the map over the {e.edge} edge."


def evacuated(w: Words, e: happened.Evacuated) -> str:
    steps = f"{e.steps} step" + ("" if e.steps == 1 else "s")
    return f"{w.unit(e.piece)} is evacuated by sea with {steps}; {e.left or 'none'} left on the map."


def dynamo_declared(w: Words, e: happened.DynamoDeclared) -> str:
    return f"Operation Dynamo is declared; its port is {w.hex(e.port)}."


def replaced(w: Words, e: happened.Replaced) -> str:
    return f"{w.unit(e.piece)} receives replacements and has {e.steps} steps."


def entered(w: Words, e: happened.Entered) -> str:
    return f"{w.unit(e.piece)} arrives in {w.hex(e.hex)}."


SENTENCES: dict[type[Event], Callable[[Words, Any], str]] = {
    Rolled: rolled,
    happened.TurnBegan: turn_began,
    happened.PhaseBegan: phase_began,
    happened.Placed: placed,
    happened.SickleCut: sickle_cut,
    happened.Ordered: ordered,
    happened.Moved: moved,
    happened.Took: took,
    happened.Violated: violated,
    happened.SwissStrategy: swiss_strategy,
    happened.Capitulated: capitulated,
    happened.Coup: coup,
    happened.Displaced: displaced,
    happened.Halted: halted,
    happened.CrisisBegan: crisis_began,
    happened.RoadsOfBelgium: roads_of_belgium,
    happened.Declared: declared,
    happened.Fought: fought,
    happened.StepLost: step_lost,
    happened.Eliminated: eliminated,
    happened.Retreated: retreated,
    happened.Advanced: advanced,
    happened.Scored: scored,
    happened.Exited: exited,
    happened.Evacuated: evacuated,
    happened.DynamoDeclared: dynamo_declared,
    happened.Replaced: replaced,
    happened.Entered: entered,
}
"""The sentence for each kind of event."""
