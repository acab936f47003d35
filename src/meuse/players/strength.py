"""How strong the bots are: the results of games between them when last measured (``make strength``)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

FILE = Path(__file__).parent / "strength.json"


class Score(msgspec.Struct, frozen=True):
    """What a bot in one camp of a scenario won against another, with a Wilson interval for its share of the games."""

    game: str
    scenario: str
    bot: str
    camp: str
    sides: tuple[str, ...]
    against: str
    games: int
    won: int
    drawn: int
    share: float
    low: float
    high: float
    wanted: float
    seconds: float
    errors: int
    seed: int
    rules: str
    data: str
    advice: str

    @property
    def pairing(self) -> tuple[str, str, str, str, str]:
        """Who played whom, and where."""
        return self.game, self.scenario, self.bot, self.camp, self.against


def read(path: Path = FILE) -> list[Score]:
    """The scores in a file; none if there is no such file."""
    return msgspec.json.decode(path.read_bytes(), type=list[Score]) if path.exists() else []


@cache
def measured() -> tuple[Score, ...]:
    """The scores that come with the program."""
    return tuple(read())
