"""Accumulators: small observers that look on while a game is played and turn it into columns.

They are the plug-in point of the laboratory. One is made for every game; ``finish`` gives its columns of the game's
row (plain JSON values), and ``merge`` says what the columns of many games amount to.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from meuse.engine import Decision, Event, Option
from meuse.engine.chronicle import Chronicle
from meuse.lab.statistics import mean, quantiles, wilson

if TYPE_CHECKING:
    from meuse.engine import Game

Row = dict[str, Any]
"""One game: columns by name."""
Merged = dict[str, Any]


class AccumulatorError(ValueError):
    """An accumulator that does not do what one must, and what is wrong with it."""


class Accumulator:
    """Looks on from the first action of a game to its end."""

    name: ClassVar[str] = ""
    """What its sums are called."""

    def start(self, state: Any) -> None:
        """The game is about to begin."""

    def before(self, decision: Decision, option: Option, state: Any) -> None:
        """A side has a decision and is about to take an option."""

    def step(self, decision: Decision, option: Option, events: Sequence[Event], state: Any) -> None:
        """A side had a decision, took an option, and this came of it; the state is the one after."""

    def finish(self, state: Any) -> Row:
        """The columns of this game."""
        return {}

    @classmethod
    def merge(cls, rows: Sequence[Row], game: Game, scenario: str) -> Merged:
        """What the columns of many games amount to."""
        return {}


class Chronicled(Accumulator):
    """Counts what the game's chronicle reports."""

    def start(self, state: Any) -> None:
        self.chronicle: Chronicle = state.game.chronicle(state.scenario)
        self.chronicle.begin(state)
        self.now = 1
        """The turn in which the action under way was taken: all that comes of it belongs there."""

    def before(self, decision: Decision, option: Option, state: Any) -> None:
        self.now = self.turn(state)

    def turn(self, state: Any) -> int:
        """The turn in progress, from 1."""
        return max(self.chronicle.turn(state), 1)


class Outcome(Chronicled):
    """Who won, how, and with how many points."""

    name = "result"

    def finish(self, state: Any) -> Row:
        result = state.result
        return {
            "winner": result.winner or "",
            "level": result.level,
            "reason": result.reason,
            "clause": result.clause,
            "points": self.chronicle.points(state),
        }

    @classmethod
    def merge(cls, rows: Sequence[Row], game: Game, scenario: str) -> Merged:
        chronicle = game.chronicle(scenario)
        wins = Counter(row["winner"] for row in rows)
        endings = Counter((row["winner"], row["level"], row["clause"]) for row in rows)
        points = [row["points"] for row in rows if row["points"] is not None]
        return {
            "camps": {camp: wilson(wins[camp], len(rows)) for camp in chronicle.game.camps},
            "draw": wilson(wins[""], len(rows)),
            "endings": [
                {"winner": winner, "level": level, "clause": clause, **wilson(count, len(rows))}
                for (winner, level, clause), count in endings.most_common()
            ],
            "measure": chronicle.measure,
            "points": mean(points),
            "totals": {str(total): count for total, count in sorted(Counter(points).items())},
        }


class Length(Chronicled):
    """Turns and decisions."""

    name = "length"

    def finish(self, state: Any) -> Row:
        return {"turns": self.turn(state), "decisions": state.actions}

    @classmethod
    def merge(cls, rows: Sequence[Row], game: Game, scenario: str) -> Merged:
        turns = [row["turns"] for row in rows]
        return {
            "turns": mean(turns),
            "decisions": mean([row["decisions"] for row in rows]),
            "seconds": mean([row["seconds"] for row in rows]),
            "ended": {str(turn): count for turn, count in sorted(Counter(turns).items())},
        }


class Losses(Chronicled):
    """What each side lost, turn by turn."""

    name = "losses"

    def start(self, state: Any) -> None:
        super().start(state)
        self.lost: dict[str, list[int]] = {side: [] for side in state.game.sides}

    def step(self, decision: Decision, option: Option, events: Sequence[Event], state: Any) -> None:
        for side, amount in self.chronicle.losses(events, state):
            by_turn = self.lost[side]
            by_turn += [0] * (self.now - len(by_turn))
            by_turn[-1] += amount

    def finish(self, state: Any) -> Row:
        totals = {f"losses_{side}": sum(by_turn) for side, by_turn in self.lost.items()}
        return {**totals, "losses": self.lost}

    @classmethod
    def merge(cls, rows: Sequence[Row], game: Game, scenario: str) -> Merged:
        turns = range(max((row["turns"] for row in rows), default=0))
        return {
            "unit": game.chronicle(scenario).LOSSES,
            "sides": {
                side: {
                    "total": mean([row[f"losses_{side}"] for row in rows]),
                    "by_turn": [mean([_at(row["losses"][side], turn) for row in rows]) for turn in turns],
                }
                for side in game.sides
            },
        }


def _at(by_turn: list[int], turn: int) -> int:
    return by_turn[turn] if turn < len(by_turn) else 0


class Objectives(Chronicled):
    """Which objectives fell, and on which turn first."""

    name = "objectives"

    def start(self, state: Any) -> None:
        super().start(state)
        self.first: dict[str, int] = {}

    def step(self, decision: Decision, option: Option, events: Sequence[Event], state: Any) -> None:
        for objective in self.chronicle.fallen(events, state):
            self.first.setdefault(objective, self.now)

    def finish(self, state: Any) -> Row:
        return {"objectives": self.first}

    @classmethod
    def merge(cls, rows: Sequence[Row], game: Game, scenario: str) -> Merged:
        found = {}
        for objective in game.chronicle(scenario).objectives:
            turns = [row["objectives"][objective.id] for row in rows if objective.id in row["objectives"]]
            found[objective.id] = {
                "title": objective.title,
                "camp": objective.camp,
                **wilson(len(turns), len(rows)),
                "turns": {str(turn): count for turn, count in sorted(Counter(turns).items())},
                "turn": mean(turns),
            }
        return found


class Fighting(Chronicled):
    """Where it was fought, and how often."""

    name = "fighting"

    def start(self, state: Any) -> None:
        super().start(state)
        self.places: Counter[str] = Counter()

    def step(self, decision: Decision, option: Option, events: Sequence[Event], state: Any) -> None:
        if events:
            self.places.update(self.chronicle.fights(events, state))

    def finish(self, state: Any) -> Row:
        return {"fights": self.places.total(), "fighting": dict(sorted(self.places.items()))}

    @classmethod
    def merge(cls, rows: Sequence[Row], game: Game, scenario: str) -> Merged:
        total: Counter[str] = Counter()
        for row in rows:
            total.update(row["fighting"])
        return {
            "fights": mean([row["fights"] for row in rows]),
            "places": {place: round(count / len(rows), 4) for place, count in total.most_common()},
        }


class Clauses(Accumulator):
    """Which clauses the events cited, and the odds of rolls; a rule that only forbids is never seen here."""

    name = "clauses"

    def start(self, state: Any) -> None:
        self.cited: Counter[str] = Counter()

    def before(self, decision: Decision, option: Option, state: Any) -> None:
        preview = state.preview(option)
        if preview is not None:
            self.cited.update(factor.clause for factor in preview.factors)

    def step(self, decision: Decision, option: Option, events: Sequence[Event], state: Any) -> None:
        for event in events:
            self.cited.update(event.clauses)

    def finish(self, state: Any) -> Row:
        self.cited[state.result.clause] += 1
        return {"clauses": dict(sorted(self.cited.items()))}

    @classmethod
    def merge(cls, rows: Sequence[Row], game: Game, scenario: str) -> Merged:
        uses: Counter[str] = Counter()
        played: Counter[str] = Counter()
        for row in rows:
            uses.update(row["clauses"])
            played.update(row["clauses"].keys())
        wanted = set(game.ledger.must_be_tested()) | set(uses)
        clauses = [clause for clause in game.ledger.clauses.values() if clause.id in wanted]
        return {
            clause.id: {"title": clause.title, "uses": uses[clause.id], "games": played[clause.id]}
            for clause in clauses
            if clause.scenario in ("", scenario) or uses[clause.id]
        }


class Points(Chronicled):
    """How the points stood at the end of each turn."""

    name = "points"

    def start(self, state: Any) -> None:
        super().start(state)
        self.stood: list[int] = []

    def step(self, decision: Decision, option: Option, events: Sequence[Event], state: Any) -> None:
        points = self.chronicle.points(state) if events else None
        if points is not None:
            last = self.stood[-1] if self.stood else points
            self.stood += [last] * (self.now - len(self.stood))
            self.stood[-1] = points

    def finish(self, state: Any) -> Row:
        return {"points_by_turn": self.stood}

    @classmethod
    def merge(cls, rows: Sequence[Row], game: Game, scenario: str) -> Merged:
        runs = [row["points_by_turn"] for row in rows]
        turns = range(max((len(run) for run in runs), default=0))
        reached = [[run[turn] for run in runs if turn < len(run)] for turn in turns]
        return {"by_turn": [mean(values) | quantiles(values) for values in reached]}


BUILT_IN: tuple[type[Accumulator], ...] = (Outcome, Length, Losses, Objectives, Points, Fighting, Clauses)
TAKEN = (
    "game", "scenario", "players", "options", "varied", "rules", "data", "advice", "games", "seeds", "errors",
    "history", "elapsed",
)  # fmt: skip
"""What a summary has beside the sums of accumulators."""


def find(name: str) -> type[Accumulator]:
    """A user's accumulator, named as ``package.module:Class``; modules in the current folder can be imported."""
    module, colon, kind = name.partition(":")
    if not colon:
        raise AccumulatorError(f"{name!r}: name an accumulator as module:Class")
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    try:
        made = getattr(import_module(module), kind)
    except (ImportError, AttributeError) as error:
        raise AccumulatorError(f"{name!r}: there is no such accumulator: {error}") from None
    if not (isinstance(made, type) and issubclass(made, Accumulator)):
        raise AccumulatorError(f"{name!r} is no accumulator; derive it from meuse.lab.Accumulator")
    return made


def check_names(kinds: Sequence[type[Accumulator]]) -> None:
    """Refuse accumulators whose sums could not be distinguished from others."""
    known = dict.fromkeys(TAKEN, "the summary itself")
    for kind in kinds:
        if not isinstance(kind.name, str) or not kind.name:
            raise AccumulatorError(f"{kind.__name__} has no name; give it one, such as name = 'orders'")
        if kind.name in known:
            raise AccumulatorError(f"{kind.__name__}: {known[kind.name]} has the name {kind.name!r}; choose another")
        known[kind.name] = kind.__name__
