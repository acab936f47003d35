"""Tuning: self-play looks for better numbers for a game's advice, and reports honestly whether it found any.

CMA-ES varies the factors by which the weights of the terms and the numbers of the heuristics are multiplied. Every
candidate of a generation plays the same dice in both camps against a captain with the present numbers. What comes of
it is checked in fresh games before it is called better.

The factors of one posture can be tuned instead. A candidate is then a captain who keeps to the posture, in the camps of
the sides that may take it; better is what wins more than the posture before does in the same games.
"""

from __future__ import annotations

import math
import shlex
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
from meuse.lab.statistics import mean, percent, points, share_difference, wilson
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
    """A tuning that cannot be started or continued, and why."""


class TuningSettings(msgspec.Struct, frozen=True):
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
    """Games of a candidate in each scenario, half of them in each camp; all in one, if a posture is for one alone."""
    seed: int
    posture: str = ""
    """The posture whose factors are tuned; without one, the numbers themselves are."""


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

    setting: TuningSettings
    generations: list[Generation] = []
    checks: dict[int, list[Score | None]] = {}
    """The games of the final check after so many generations; None for one that broke."""
    before: dict[int, list[Score | None]] = {}
    """The same games of the posture before, where one is tuned."""
    errors: list[Found] = []
    """Games that broke."""

    def encode(self) -> bytes:
        return msgspec.json.encode(self) + b"\n"


def resume(text: bytes, setting: TuningSettings) -> Journal:
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


def numbers(file: AdviceFile, posture: str = "") -> dict[str, float]:
    """All numbers of a file by their names, or all factors of a posture, except those that are zero and stay so."""
    if posture:
        terms, heuristic = file.posture[posture].term, file.posture[posture].heuristic
    else:
        terms, heuristic = {name: term.weight for name, term in file.term.items()}, file.heuristic
    found = {f"term.{name}": number for name, number in terms.items()}
    found |= {f"heuristic.{name}": number for name, number in heuristic.items()}
    return {name: number for name, number in found.items() if number}


def check_posture(file: AdviceFile, posture: str) -> None:
    """Refuse a posture that the file does not have, or that has nothing to tune."""
    if posture not in file.posture:
        raise TuningError(f"there is no posture {posture!r}; there are: {', '.join(file.posture) or 'none'}")
    if not numbers(file, posture):
        raise TuningError(f"the posture {posture!r} has no factors to tune")


def chosen(file: AdviceFile, wanted: Sequence[str], posture: str = "") -> tuple[str, ...]:
    """The numbers asked for: by full name, ``paris`` for a term and a heuristic alike, ``term`` for all terms."""
    known = list(numbers(file, posture))
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
    weights = _multiplied({name: term.weight for name, term in file.term.items()}, factors, "term")
    terms = {name: msgspec.structs.replace(term, weight=weights[name]) for name, term in file.term.items()}
    heuristic = _multiplied(file.heuristic, factors, "heuristic")
    return msgspec.structs.replace(file, source=source or file.source, term=terms, heuristic=heuristic)


def with_posture(file: AdviceFile, posture: str, factors: Mapping[str, float], source: str = "") -> AdviceFile:
    """The same advice with some factors of one posture multiplied."""
    old = file.posture[posture]
    new = msgspec.structs.replace(
        old,
        term=_multiplied(old.term, factors, "term"),
        heuristic=_multiplied(old.heuristic, factors, "heuristic"),
        source=source or old.source,
    )
    return msgspec.structs.replace(file, posture={**file.posture, posture: new})


def _multiplied(table: Mapping[str, float], factors: Mapping[str, float], kind: str) -> dict[str, float]:
    named = {name: f"{kind}.{name}" for name in table}
    return {
        name: _rounded(number * factors[named[name]]) if named[name] in factors else number
        for name, number in table.items()
    }


def flattened(file: AdviceFile, posture: str) -> AdviceFile:
    """The advice of one who keeps to a posture: its factors are in the numbers, and there is nothing to choose."""
    factors = file.posture[posture]
    return msgspec.structs.replace(file.times(factors.term, factors.heuristic), posture={})


def _rounded(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")


def to_advice_toml(file: AdviceFile) -> str:
    """A file of advice as TOML, in the form of a game's own."""
    table = msgspec.to_builtins(file)
    parts = [to_toml({"source": table["source"], "stake": table["stake"]})]
    parts += [f"[term.{to_key(name)}]\n{to_toml(term)}" for name, term in table["term"].items()]
    parts += [f"[heuristic]\n{to_toml(table['heuristic'])}"] if table["heuristic"] else []
    parts += [f"[posture.{to_key(name)}]\n{to_toml(posture)}" for name, posture in table["posture"].items()]
    return "\n".join(parts)


# who plays where

Held = dict[str, tuple[str, ...]]


def held_sides(game: Game, scenario: str, options: Mapping[str, str], posture: str) -> Held:
    """The camps in which candidates play, with the sides they hold there: all, or those that may take a posture."""
    camps = game.camps
    if not posture:
        return dict(camps)
    state, advice = game.new(scenario, 0, dict(options)), game.advice()
    takers = [side for side in game.sides if posture in [one.name for one in advice.postures(state, game.side(side))]]
    held = {camp: tuple(side for side in sides if side in takers) for camp, sides in camps.items()}
    return {camp: sides for camp, sides in held.items() if sides}


def seated(plan: Plan, bot: str, sides: tuple[str, ...]) -> Plan:
    """The same game with a bot in these sides of its camp alone; a captain of the present numbers has the others."""
    seat = plan.players.index(bot)
    others = tuple(side for side in plan.seats[seat] if side not in sides)
    if not others:
        return plan
    bots = (*plan.players[:seat], bot, OPPONENT, *plan.players[seat + 1 :])
    seats = (*plan.seats[:seat], sides, others, *plan.seats[seat + 1 :])
    return msgspec.structs.replace(plan, players=bots, seats=seats)


# the search


class Search:
    """CMA-ES over the logarithms of the factors; given the same results, it asks the same."""

    def __init__(self, setting: TuningSettings, past: Sequence[Generation] = ()) -> None:
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
        self._game = self.setting.source.load()
        self._chronicles = {name: self._game.chronicle(name) for name in self.setting.scenarios}
        options, posture = dict(self.setting.options), self.setting.posture
        self.held = {name: held_sides(self._game, name, options, posture) for name in self.setting.scenarios}
        """Where candidates play in each scenario."""
        self._play = play
        self._keep = keep

    def search(self, generations: int) -> dict[str, float]:
        """Search for so many generations, those in the journal among them; gives the factors it ends with."""
        past = self.journal.generations
        search = Search(self.setting, past[:generations])
        for number in range(len(past), generations):
            candidates = search.ask()
            first = self.setting.seed + number * self.seeds(self.setting.games)
            fitness = self._fitness(candidates, first, f"generation {number + 1} of {generations}")
            past.append(Generation(candidates, fitness))
            search.tell(past[-1])
            self._keep(self.journal)
        return self._factors(search.centre)

    def check(self, factors: Mapping[str, float], generations: int, games: int) -> list[Score]:
        """Fresh games of what was found, so many in each scenario; gives those that did not break."""
        done = self.journal.checks.setdefault(generations, [])
        return [score for score in self._checked(done, factors, generations, games) if score is not None]

    def check_pairs(self, factors: Mapping[str, float], generations: int, games: int) -> list[tuple[Score, Score]]:
        """The same fresh games of the posture before and of what was found; gives those that broke for neither."""
        before = self._checked(self.journal.before.setdefault(generations, []), {}, generations, games)
        after = self._checked(self.journal.checks.setdefault(generations, []), factors, generations, games)
        pairs = zip(before, after, strict=True)
        return [(old, new) for old, new in pairs if old is not None and new is not None]

    def _checked(
        self, done: list[Score | None], factors: Mapping[str, float], generations: int, games: int
    ) -> list[Score | None]:
        """The games of a final check, those that are done already among them."""
        with self._captains([factors]) as [bot]:
            plans = self._plans(bot, self.check_seed(generations), games)
            batch = self.setting.population * self.setting.games
            for begin in range(len(done), len(plans), batch):
                done += self._scores(bot, plans[begin : begin + batch], "final check")
                self._keep(self.journal)
        return done[: len(plans)]

    def check_seed(self, generations: int) -> int:
        """The first seed of the final check: no game of the search has it, nor a check after fewer generations."""
        return self.setting.seed + FRESH * generations

    def seeds(self, games: int) -> int:
        """How many seeds so many games of each scenario need: no two scenarios share one, for they may be one game.

        Each seed is played in every camp the candidates play in.
        """
        return len(self.held) * max(games // len(held) for held in self.held.values())

    def _factors(self, candidate: Sequence[float]) -> dict[str, float]:
        return {name: math.exp(value) for name, value in zip(self.setting.names, candidate, strict=True)}

    def _fitness(self, candidates: Sequence[Sequence[float]], first: int, what: str) -> list[float]:
        """The mean result of each candidate, and a little for its points."""
        with self._captains([self._factors(one) for one in candidates]) as bots:
            plans = {bot: self._plans(bot, first, self.setting.games) for bot in bots}
            rows = self._rows([plan for each in plans.values() for plan in each], what)
            scores = {bot: [self._score(bot, plan, rows[key(plan.heading())]) for plan in plans[bot]] for bot in bots}
        return [self._mean(scores[bot]) for bot in bots]

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
                path.write_text(to_advice_toml(self._played(factors)), encoding="utf-8")
            yield [f"captain:{path}" for path in paths]

    def _played(self, factors: Mapping[str, float]) -> AdviceFile:
        """What the captain of a candidate goes by."""
        start, posture = self.setting.start, self.setting.posture
        return flattened(with_posture(start, posture, factors), posture) if posture else multiplied(start, factors)

    def _plans(self, bot: str, first: int, games: int) -> list[Plan]:
        """Games of a bot in its camps of every scenario, the camps side by side; more games go on where fewer end."""
        by_scenario = [self._plans_in(number, bot, first, games) for number in range(len(self.setting.scenarios))]
        return [plan for together in zip(*by_scenario, strict=True) for plan in together]

    def _plans_in(self, number: int, bot: str, first: int, games: int) -> list[Plan]:
        """The scenarios take turns at the seeds."""
        setting, scenario, step = self.setting, self.setting.scenarios[number], len(self.setting.scenarios)
        held = self.held[scenario]
        seeds = range(first + number, first + number + step * (games // len(held)), step)
        plans = pairings(setting.source, scenario, (bot, OPPONENT), seeds, setting.options)
        placed = [(plan, held.get(self._camp(bot, plan), ())) for plan in plans]
        return [seated(plan, bot, sides) for plan, sides in placed if sides]

    def _camp(self, bot: str, plan: Plan) -> str:
        """The camp a bot plays in."""
        return self._game.camp_of(plan.seats[plan.players.index(bot)][0])

    def _scores(self, bot: str, plans: Sequence[Plan], what: str) -> list[Score | None]:
        rows = self._rows(plans, what)
        return [self._score(bot, plan, rows[key(plan.heading())]) for plan in plans]

    def _rows(self, plans: Sequence[Plan], what: str) -> dict[tuple[Any, ...], Row]:
        rows = self._play(plans, what)
        self.journal.errors += [
            {name: row[name] for name in ("seed", "scenario", "error")} for row in rows if row["error"]
        ]
        return {key(row): row for row in rows}

    def _score(self, bot: str, plan: Plan, row: Row) -> Score | None:
        if row["error"]:
            return None
        mine, striver = self._camp(bot, plan), self._chronicles[plan.scenario].striver
        result = 0.5 if not row["winner"] else float(row["winner"] == mine)
        points = row["points"] or 0
        return Score(result, points if mine == striver else -points)


# what came of it


def judge(scores: Sequence[Score]) -> Found:
    """The final check: the share of wins, draws counted half, with its Wilson interval, and what it proves."""
    found = _fared(scores)
    return found | {"better": found["low"] > 0.5, "worse": found["high"] < 0.5}


def judge_pairs(pairs: Sequence[tuple[Score, Score]]) -> Found:
    """The final check of a posture: how it and the one before fared, their difference, and what that proves."""
    before, after = [old for old, _ in pairs], [new for _, new in pairs]
    gain = share_difference([score.result for score in before], [score.result for score in after])
    more = {"before": _fared(before), "difference": gain}
    return _fared(after) | more | {"better": gain["low"] > 0, "worse": gain["high"] < 0}


def _fared(scores: Sequence[Score]) -> Found:
    results = [score.result for score in scores]
    share = wilson(sum(results), len(results))
    return {
        "games": len(results),
        "wins": results.count(1.0),
        "draws": results.count(0.5),
        **{name: share[name] for name in ("share", "low", "high")},
        "points": mean([float(score.points) for score in scores]),
    }


def verdict(check: Found) -> str:
    """The final check in words."""
    won = f"{percent(check)} of {check['games']} fresh games against {_opponent(check)}"
    if check["better"]:
        return f"{won}: better with 95 % certainty"
    if check["worse"]:
        return f"{won}: worse with 95 % certainty, not recommended"
    return f"{won}: not shown to be better with 95 % certainty, not recommended"


def _opponent(check: Found) -> str:
    """Whom the games of a check were played against, and how a posture before fared in them."""
    if "before" not in check:
        return "the numbers before"
    apart = f"difference {points(check['difference'])}"
    return f"the captain, the posture before {percent(check['before'])} of the same games, {apart}"


def command(setting: TuningSettings, generations: int, games: int) -> str:
    """The command that does it all again."""
    words = ["meuse tune", setting.source.game]
    words += [f"--posture {shlex.quote(setting.posture)}"] if setting.posture else []
    words += [f"--scenario {shlex.quote(setting.source.asked(name))}" for name in setting.scenarios]
    words += [f"--option {name}={value}" for name, value in setting.options]
    words += [f"--generations {generations} --population {setting.population} --games {setting.games}"]
    words += [f"--check {games} --seed {setting.seed}"]
    if setting.names != tuple(numbers(setting.start, setting.posture)):
        words += [f"--only {','.join(setting.names)}"]
    return " ".join(words)


def provenance(tuning: Tuning, generations: int, games: int, check: Found) -> str:
    """How the numbers were made, for the file they stand in."""
    setting = tuning.setting
    searched = generations * tuning.seeds(setting.games)
    fresh = tuning.check_seed(generations)
    looks = len(tuning.journal.checks)
    again = f" (the last of {looks} checks)" if looks > 1 else ""
    return (
        f"{command(setting, generations, games)}{' with a data pack' if setting.source.pack else ''}; "
        f"Meuse {__version__}, rules {setting.rules}, data {setting.data}; "
        f"seeds {setting.seed} to {setting.seed + searched - 1}, each in {_camps(tuning)}; "
        f"checked with seeds {fresh} to {fresh + tuning.seeds(games) - 1}: won {verdict(check)}{again}; "
        f"{'factors' if setting.posture else 'numbers'} before: {source_of(setting.start, setting.posture)}"
    )


def _camps(tuning: Tuning) -> str:
    """Where candidates played, in words."""
    names = dict.fromkeys(camp for held in tuning.held.values() for camp in held)
    return "both camps" if len(names) > 1 else f"the camp {next(iter(names))}"


def source_of(file: AdviceFile, posture: str) -> str:
    """Where the numbers of a file come from, or the factors of a posture."""
    return (file.posture[posture].source if posture else "") or file.source


def made(tuning: Tuning, factors: Mapping[str, float], source: str) -> AdviceFile:
    """The whole advice with what was found, and how it was made."""
    start, posture = tuning.setting.start, tuning.setting.posture
    return with_posture(start, posture, factors, source) if posture else multiplied(start, factors, source)


def tell(tuning: Tuning, generations: int, check: Found, after: AdviceFile) -> Found:
    """Everything about a tuning as plain data."""
    setting, fitness = tuning.setting, [one.fitness for one in tuning.journal.generations[:generations]]
    old, new = (numbers(file, setting.posture) for file in (setting.start, after))
    return {
        "game": setting.source.game,
        "scenarios": list(setting.scenarios),
        "posture": setting.posture,
        "camps": {name: list(held) for name, held in tuning.held.items()},
        "meuse": __version__,
        "rules": setting.rules,
        "data": setting.data,
        "source": source_of(after, setting.posture),
        "population": setting.population,
        "games": setting.games,
        "seed": setting.seed,
        "generations": [{"mean": round(sum(one) / len(one), 4), "best": round(max(one), 4)} for one in fitness],
        "numbers": {
            name: {"before": old[name], "after": new[name], "factor": round(new[name] / old[name], 3)}
            for name in setting.names
        },
        "check": check,
        "errors": tuning.journal.errors,
    }
