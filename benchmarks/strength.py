"""How strong the bots are: each against the one below it, in every scenario, in both camps.

``python -m benchmarks.strength FOLDER`` plays 200 games of each pairing on all cores, a file of rows each in the
folder; broken off, it goes on where it was. A line tells what each came to, with its Wilson interval, a table all of
it; ``--json FILE`` writes it down (``make strength``: where the client and docs/laboratory.md have it from).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from meuse import games, lab
from meuse.lab.statistics import percent, wilson
from meuse.players.strength import Score, read

LADDER = (("captain", "recruit", 0.95), ("general:2s", "captain", 0.6))
"""Who should beat whom, and in what share of the games."""
SEED = 4_000_000
"""Far from the seeds that anything was tuned or chosen by."""
APART = 10_000
"""How far the seeds of two scenarios of a game are apart: to bots, they may be one and the same game."""


class Pairing(NamedTuple):
    """One bot in one camp of a scenario against the bot below it."""

    game: str
    scenario: str
    strong: str
    weak: str
    camp: str
    wanted: float

    @property
    def players(self) -> tuple[str, str]:
        first = next(iter(games.load(self.game).camps))
        return (self.strong, self.weak) if self.camp == first else (self.weak, self.strong)

    def plans(self, seed: int, count: int) -> list[lab.Plan]:
        """So many games; the seeds of each scenario begin elsewhere."""
        game = games.load(self.game)
        seats = lab.seats(game, self.scenario, 2)
        first = seed + APART * game.scenarios.index(self.scenario)
        return [
            lab.Plan(lab.Source(self.game), self.scenario, self.players, seats, number)
            for number in range(first, first + count)
        ]

    def file(self, folder: Path) -> Path:
        name = "-".join((self.game, self.scenario, *self.players)).replace(":", "_")
        return folder / f"{name}.csv"


def pairings(words: list[str]) -> Iterator[Pairing]:
    """All of them, or those that all the words fit."""
    for strong, weak, wanted in LADDER:
        for name in games.NAMES:
            game = games.load(name)
            for scenario in game.scenarios:
                for camp in game.camps:
                    found = Pairing(name, scenario, strong, weak, camp, wanted)
                    if set(words) <= set(found):
                        yield found


def score(pairing: Pairing, rows: list[lab.Row]) -> Score:
    sound = [row for row in rows if not row["error"]]
    won = sum(row["winner"] == pairing.camp for row in sound)
    share = wilson(won, len(sound))
    first: dict[str, Any] = min(rows, key=lambda row: row["seed"])
    return Score(
        game=pairing.game,
        scenario=pairing.scenario,
        bot=pairing.strong,
        camp=pairing.camp,
        sides=games.load(pairing.game).camps[pairing.camp],
        against=pairing.weak,
        games=len(sound),
        won=won,
        drawn=sum(not row["winner"] for row in sound),
        share=share["share"],
        low=share["low"],
        high=share["high"],
        wanted=pairing.wanted,
        seconds=round(sum(row["seconds"] for row in sound) / max(1, len(sound)), 1),
        errors=len(rows) - len(sound),
        **{column: first[column] for column in ("seed", "rules", "data", "advice")},
    )


def tell(one: Score) -> str:
    share = percent(msgspec.structs.asdict(one))
    who = f"{one.game} {one.scenario}, {one.bot} as {one.camp} against {one.against}"
    counted = f"{one.won} won and {one.drawn} drawn of {one.games}, {share}, wanted {100 * one.wanted:.0f} %"
    return f"{who}: {counted}; {one.seconds:.1f} s a game; {one.errors} errors"


def table(scores: list[Score]) -> str:
    """All of it in Markdown: a row for each camp, a column for each bot against the one below it."""
    rungs = list(dict.fromkeys((one.bot, one.against) for one in scores))
    camps = dict.fromkeys((one.game, one.scenario, one.camp) for one in scores)
    cells = {(one.game, one.scenario, one.camp, one.bot, one.against): _cell(one) for one in scores}
    head = ["", *(f"{bot} against {against}" for bot, against in rungs)]
    rows = [
        [f"{game}, {scenario}: {camp}", *(cells.get((game, scenario, camp, *rung), "") for rung in rungs)]
        for game, scenario, camp in camps
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))


def _cell(one: Score) -> str:
    drawn = f", {one.drawn} drawn" if one.drawn else ""
    return f"{one.won} of {one.games}{drawn}: {percent(msgspec.structs.asdict(one))}"


def keep(scores: list[Score], path: Path) -> None:
    """Write scores down; those of other pairings of the ladder that stand there already stay."""
    after = {one.pairing: one for one in (*read(path), *scores)}
    order = [(p.game, p.scenario, p.strong, p.camp, p.weak) for p in pairings([])]
    ordered = [after[pairing] for pairing in order if pairing in after]
    path.write_bytes(msgspec.json.format(msgspec.json.encode(ordered), indent=1) + b"\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the rows are kept")
    parser.add_argument("words", nargs="*", help="only pairings that have all these: 1940, general:2s, allied ...")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("--json", type=Path, default=None)
    wish = parser.parse_args()
    wish.folder.mkdir(parents=True, exist_ok=True)
    wanted = list(pairings(wish.words))
    if not wanted:
        parser.error(f"no pairing has all these words: {' '.join(wish.words)}")
    place, scores = lab.Lab(lab.on_cores(wish.jobs)), []
    for pairing in wanted:
        with lab.Store(pairing.file(wish.folder)) as store:
            rows = list(place.run(pairing.plans(wish.seed, wish.games), store))
        scores.append(score(pairing, rows))
        print(tell(scores[-1]), flush=True)
    print(f"\n{table(scores)}")
    if wish.json is not None:
        keep(scores, wish.json)


if __name__ == "__main__":
    main()
