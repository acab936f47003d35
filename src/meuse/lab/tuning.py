"""Tuning: self-play looks for better numbers for a game's advice, and tells honestly whether it found any.

CMA-ES varies the factors by which the weights of the terms and the numbers of the rules of thumb are multiplied. Every
candidate of a generation plays the same dice in both camps against a captain with the present numbers. What comes of
it is checked in fresh games before anybody is told that it is better.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from meuse import __version__
from meuse.engine import Game
from meuse.engine.advice import AdviceFile, WeightedAdvice
from meuse.lab.accumulators import Outcome, Row
from meuse.lab.balance import to_key, to_toml
from meuse.lab.match import Plan, Source, key
from meuse.lab.statistics import mean, wilson
from meuse.lab.store import Missing
from meuse.lab.tournament import pairings

OPPONENT = "captain"
SPREAD = 0.3
"""How far candidates stray at first: nineteen factors of twenty lie between 0.55 and 1.8."""
MOST = 10.0
"""No factor is more than this, or less than one part in it."""
DIGITS = 4
"""How many digits of a number count."""
POINT = 0.05
"""What a point of the game's own measure adds to a result: a twentieth of a win."""
FRESH = 1_000_000
"""How far the seeds of the final check are from those of the search, for each generation of it."""
KINDS = (Outcome,)
"""All that a tuning needs to know of a game."""

Play = Callable[[Sequence[Plan], str], Sequence[Row]]
"""Plays plans, given with a word on what they are for; the rows may come in any order."""
Found = dict[str, Any]


class TuningError(ValueError):
    """A tuning that cannot be begun or gone on with, and why."""


class Setting(msgspec.Struct, frozen=True):
    """All that decides what a tuning does, but for how long it goes on."""

    source: Source
    rules: str
    data: str
    scenarios: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    start: AdviceFile
    """The present numbers: where the search begins, and what candidates play against."""
    names: tuple[str, ...]
    """The numbers that are tuned, such as ``term.material``."""
    population: int
    games: int
    """Games of a candidate in each scenario, half of them in each camp."""
    seed: int


class Generation(msgspec.Struct, frozen=True):
    """The candidates of one generation, as logarithms of their factors, and how each of them fared."""

    candidates: list[list[float]]
    fitness: list[float]


class Score(msgspec.Struct, frozen=True):
    """A game as its candidate sees it: 1 for a win, a half for a draw, and the points, those of the enemy negative."""

    result: float
    points: int


class Journal(msgspec.Struct):
    """How far a tuning has come; with it, one that was killed goes on."""

    setting: Setting
    generations: list[Generation] = []
    checks: dict[int, list[Score | None]] = {}
    """The games of the final check after so many generations; None for one that broke."""

    def encode(self) -> bytes:
        return msgspec.json.encode(self) + b"\n"


def resume(text: bytes, setting: Setting) -> Journal:
    """The journal of the same tuning, to go on with."""
    try:
        journal = msgspec.json.decode(text, type=Journal)
    except msgspec.DecodeError:
        raise TuningError("it is no journal of a tuning") from None
    if journal.setting != setting:
        ours, theirs = (msgspec.structs.asdict(one) for one in (setting, journal.setting))
        apart = ", ".join(name for name in ours if ours[name] != theirs[name])
        raise TuningError(f"it belongs to another tuning (other {apart})")
    return journal


# the numbers


def starting_advice(game: Game) -> AdviceFile:
    """The present numbers of a game."""
    advice = game.advice()
    if not isinstance(advice, WeightedAdvice):
        raise TuningError(f"{game.NAME} has no advice with numbers to tune")
    return advice.file


def numbers(file: AdviceFile) -> dict[str, float]:
    """All numbers of a file by their names, but for those that are nought and stay so."""
    found = {f"term.{name}": term.weight for name, term in file.term.items()}
    found |= {f"thumb.{name}": number for name, number in file.thumb.items()}
    return {name: number for name, number in found.items() if number}


def chosen(file: AdviceFile, wanted: Sequence[str]) -> tuple[str, ...]:
    """The numbers asked for: by full name, ``paris`` for a term and a rule of thumb alike, ``term`` for all terms."""
    known = list(numbers(file))
    for one in wanted:
        if not any(_called(one, name) for name in known):
            raise TuningError(f"there is no number {one!r} to tune; there are: {', '.join(known)}")
    return tuple(name for name in known if not wanted or any(_called(one, name) for one in wanted))


def _called(text: str, name: str) -> bool:
    return text == name or text in name.split(".", 1)


def usual_population(names: Sequence[str]) -> int:
    """As many candidates as CMA-ES has by default for so many numbers."""
    return 4 + math.floor(3 * math.log(len(names)))


def multiplied(file: AdviceFile, factors: Mapping[str, float], source: str = "") -> AdviceFile:
    """The same advice with some of its numbers multiplied."""
    after = {name: _rounded(number * factors.get(name, 1.0)) for name, number in numbers(file).items()}
    terms = {
        name: msgspec.structs.replace(term, weight=after.get(f"term.{name}", term.weight))
        for name, term in file.term.items()
    }
    thumb = {name: after.get(f"thumb.{name}", number) for name, number in file.thumb.items()}
    return msgspec.structs.replace(file, source=source or file.source, term=terms, thumb=thumb)


def _rounded(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")


def to_advice_toml(file: AdviceFile) -> str:
    """A file of advice as TOML, in the form of a game's own."""
    table = msgspec.to_builtins(file)
    parts = [to_toml({"source": table["source"]})]
    parts += [f"[term.{to_key(name)}]\n{to_toml(term)}" for name, term in table["term"].items()]
    parts += [f"[thumb]\n{to_toml(table['thumb'])}"] if table["thumb"] else []
    parts += [f"[posture.{to_key(name)}]\n{to_toml(posture)}" for name, posture in table["posture"].items()]
    return "\n".join(parts)


# the search


class Search:
    """CMA-ES over the logarithms of the factors; told the same, it asks the same."""

    def __init__(self, setting: Setting, past: Sequence[Generation] = ()) -> None:
        try:
            import numpy as np
            from cmaes import CMA
        except ImportError:
            raise Missing("tuning", "lab") from None
        count, edge = len(setting.names), math.log(MOST)
        self._array = np.array
        self._cma = CMA(
            mean=np.zeros(count),
            sigma=SPREAD,
            bounds=np.array([[-edge, edge]] * count),
            seed=setting.seed % 2**32,
            population_size=setting.population,
        )
        for generation in past:
            self.ask()
            self.tell(generation)

    def ask(self) -> list[list[float]]:
        """The candidates of the next generation."""
        return [self._cma.ask().tolist() for _ in range(self._cma.population_size)]

    def tell(self, generation: Generation) -> None:
        """Learn from how they fared."""
        pairs = zip(generation.candidates, generation.fitness, strict=True)
        self._cma.tell([(self._array(candidate), -fitness) for candidate, fitness in pairs])

    @property
    def centre(self) -> list[float]:
        """The middle of what it would try next: with noisy games a better bet than any one candidate."""
        return [float(one) for one in self._cma.mean]


class Tuning:
    """A tuning under way."""

    def __init__(self, journal: Journal, play: Play, keep: Callable[[Journal], None]) -> None:
        self.journal = journal
        self.setting = journal.setting
        self.errors: list[Found] = []
        """Games that broke."""
        self._game = self.setting.source.load()
        self._play = play
        self._keep = keep

    def search(self, generations: int) -> dict[str, float]:
        """Search for so many generations, those in the journal among them; gives the factors it ends with."""
        past = self.journal.generations
        search = Search(self.setting, past[:generations])
        for number in range(len(past), generations):
            candidates = search.ask()
            first = self.setting.seed + number * self.setting.games // 2
            fitness = self._fitness(candidates, first, f"generation {number + 1} of {generations}")
            past.append(Generation(candidates, fitness))
            search.tell(past[-1])
            self._keep(self.journal)
        return self._factors(search.centre)

    def check(self, factors: Mapping[str, float], generations: int, games: int) -> list[Score]:
        """Fresh games of what was found, so many in each scenario; gives those that did not break."""
        done = self.journal.checks.setdefault(generations, [])
        with self._captains([factors]) as [bot]:
            plans = self._plans(bot, self.check_seed(generations), games)
            batch = self.setting.population * self.setting.games
            for begin in range(len(done), len(plans), batch):
                done += self._scores(bot, plans[begin : begin + batch], "final check")
                self._keep(self.journal)
        return [score for score in done[: len(plans)] if score is not None]

    def check_seed(self, generations: int) -> int:
        """The first seed of the final check: no game of the search has it, nor a check after fewer generations."""
        return self.setting.seed + FRESH * generations

    def _factors(self, candidate: Sequence[float]) -> dict[str, float]:
        return {name: math.exp(value) for name, value in zip(self.setting.names, candidate, strict=True)}

    def _fitness(self, candidates: Sequence[Sequence[float]], first: int, what: str) -> list[float]:
        """The mean result of each candidate, and a little for its points."""
        with self._captains([self._factors(one) for one in candidates]) as bots:
            plans = {bot: self._plans(bot, first, self.setting.games) for bot in bots}
            rows = self._rows([plan for each in plans.values() for plan in each], what)
        return [self._mean([self._score(bot, plan, rows[key(plan.heading())]) for plan in plans[bot]]) for bot in bots]

    @staticmethod
    def _mean(scores: Sequence[Score | None]) -> float:
        sound = [score.result + POINT * score.points for score in scores if score is not None]
        return sum(sound) / len(sound) if sound else 0.0

    @contextmanager
    def _captains(self, candidates: Sequence[Mapping[str, float]]) -> Iterator[list[str]]:
        """A captain for each candidate, whose numbers lie in a file while he plays."""
        with tempfile.TemporaryDirectory(prefix="meuse-tune-") as folder:
            paths = [Path(folder, f"{number}.toml") for number in range(len(candidates))]
            for path, factors in zip(paths, candidates, strict=True):
                path.write_text(to_advice_toml(multiplied(self.setting.start, factors)), encoding="utf-8")
            yield [f"captain:{path}" for path in paths]

    def _plans(self, bot: str, first: int, games: int) -> list[Plan]:
        """Games of a bot in both camps of every scenario, the camps side by side."""
        setting, pair = self.setting, (bot, OPPONENT)
        by_scenario = [
            pairings(setting.source, scenario, pair, games // 2, first, setting.options)
            for scenario in setting.scenarios
        ]
        return [plan for together in zip(*by_scenario, strict=True) for plan in together]

    def _scores(self, bot: str, plans: Sequence[Plan], what: str) -> list[Score | None]:
        rows = self._rows(plans, what)
        return [self._score(bot, plan, rows[key(plan.heading())]) for plan in plans]

    def _rows(self, plans: Sequence[Plan], what: str) -> dict[tuple[Any, ...], Row]:
        rows = self._play(plans, what)
        self.errors += [{name: row[name] for name in ("seed", "scenario", "error")} for row in rows if row["error"]]
        return {key(row): row for row in rows}

    def _score(self, bot: str, plan: Plan, row: Row) -> Score | None:
        if row["error"]:
            return None
        chronicle = self._game.chronicle(plan.scenario)
        mine = list(chronicle.camps)[plan.players.index(bot)]
        result = 0.5 if not row["winner"] else float(row["winner"] == mine)
        points = row["points"] or 0
        return Score(result, points if mine == chronicle.striver else -points)


# what came of it


def judge(scores: Sequence[Score]) -> Found:
    """The final check: the share of wins, draws counted half, with its Wilson interval, and what it proves."""
    results = [score.result for score in scores]
    share = wilson(sum(results), len(results))
    return {
        "games": len(results),
        "wins": results.count(1.0),
        "draws": results.count(0.5),
        **{name: share[name] for name in ("share", "low", "high")},
        "points": mean([float(score.points) for score in scores]),
        "better": share["low"] > 0.5,
        "worse": share["high"] < 0.5,
    }


def verdict(check: Found) -> str:
    """The final check in words."""
    share, low, high = (100 * check[name] for name in ("share", "low", "high"))
    won = f"{share:.1f} % ({low:.1f} to {high:.1f}) of {check['games']} fresh games against the numbers before"
    if check["better"]:
        return f"{won}: better with 95 % certainty"
    if check["worse"]:
        return f"{won}: worse with 95 % certainty, not recommended"
    return f"{won}: not shown to be better with 95 % certainty, not recommended"


def command(setting: Setting, generations: int, games: int) -> str:
    """The command that does it all again."""
    words = ["meuse tune", setting.source.game]
    words += [f"--scenario {name}" for name in setting.scenarios]
    words += [f"--option {name}={value}" for name, value in setting.options]
    words += [f"--generations {generations} --population {setting.population} --games {setting.games}"]
    words += [f"--check {games} --seed {setting.seed}"]
    if setting.names != tuple(numbers(setting.start)):
        words += [f"--only {','.join(setting.names)}"]
    return " ".join(words)


def provenance(tuning: Tuning, generations: int, games: int, check: Found) -> str:
    """How the numbers were made, for the file they stand in."""
    setting = tuning.setting
    searched = generations * setting.games // 2
    fresh = tuning.check_seed(generations)
    return (
        f"{command(setting, generations, games)}{' with a data pack' if setting.source.pack else ''}; "
        f"Meuse {__version__}, rules {setting.rules}, data {setting.data}; "
        f"seeds {setting.seed} to {setting.seed + searched - 1}, each in both camps; "
        f"checked with seeds {fresh} to {fresh + games // 2 - 1}: won {verdict(check)}; "
        f"numbers before: {setting.start.source}"
    )


def tell(tuning: Tuning, generations: int, check: Found, after: AdviceFile) -> Found:
    """Everything about a tuning as plain data."""
    setting, fitness = tuning.setting, [one.fitness for one in tuning.journal.generations[:generations]]
    old, new = numbers(setting.start), numbers(after)
    return {
        "game": setting.source.game,
        "scenarios": list(setting.scenarios),
        "meuse": __version__,
        "rules": setting.rules,
        "data": setting.data,
        "source": after.source,
        "population": setting.population,
        "games": setting.games,
        "seed": setting.seed,
        "generations": [{"mean": round(sum(one) / len(one), 4), "best": round(max(one), 4)} for one in fitness],
        "numbers": {
            name: {"before": old[name], "after": new[name], "factor": round(new[name] / old[name], 3)}
            for name in setting.names
        },
        "check": check,
        "errors": tuning.errors,
    }
