"""Chapter 7.3.23: limited supply, where more stacks could draw it than may."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import ALL, Bar, Help, Option
from meuse.engine.steps import Subject
from meuse.games.fall_of_france.events import ClaimedSupply
from meuse.games.fall_of_france.setting import ALLIED, BRITISH, FRENCH, NATIONS
from meuse.games.fall_of_france.state import FallState, FallStep, members
from meuse.games.fall_of_france.supply import allowance, claim, claim_what_is_left, claimants, claims_of, network
from meuse.mechanics.words import counted


def contested(s: FallState) -> tuple[int, list[int]] | None:
    """The nation with more stacks in want of limited supply than it may still give it to, and where they stand."""
    if not network(s).cut[ALLIED] & s.setting.limited_nations:
        return None
    for nation in (BRITISH, FRENCH):
        left = allowance(s, nation) - claims_of(s, nation)
        waiting = claimants(s, nation) if left else []
        if len(waiting) > left:
            return nation, waiting
    return None


class Allotment(FallStep):
    """Which stacks draw limited supply this phase, if there is not enough for all (7.3.23, R20).

    Where there is enough, all that need it have it. What is left is drawn later in the phase when a stack is cut off.
    """

    decides = ALLIED
    heading = "Limited supply"
    words = {"claim": "Supply the stack in {it}"}

    def prompt(self, s: FallState) -> str:
        wanted = contested(s)
        assert wanted is not None
        nation, waiting = wanted
        left = allowance(s, nation) - claims_of(s, nation)
        source = "a port" if nation == BRITISH else "the map edge"
        cut = counted(len(waiting), NATIONS[nation].title() + " stack")
        are = "is" if len(waiting) == 1 else "are"
        return f"{cut} {are} cut off: choose which draw supply from {source} ({left} left)."

    def explained(self, s: FallState) -> Help:
        british, french = (counted(allowance(s, nation), "stack") for nation in (BRITISH, FRENCH))
        return Help(
            "7.3.23c", f"In a phase the ports supply {british} of the BEF and the map edges {french} of the French."
        )

    def about(self, s: FallState) -> Subject:
        wanted = contested(s)
        return (), wanted[1] if wanted else ()

    def options(self, s: FallState) -> list[Option]:
        wanted = contested(s)
        return [s.setting.say["claim"][hexa] for hexa in wanted[1]] if wanted else []

    def bars(self, s: FallState, verb: str) -> Iterator[Bar]:
        wanted = contested(s)
        says = "the stack in {it} is in supply, or no path leads from it to a port or edge of its own"
        yield Bar(~members(wanted[1]) if wanted else ALL, "7.3.23c", says)

    def claim(self, s: FallState, hexa: int) -> None:
        wanted = contested(s)
        assert wanted is not None
        claim(s, wanted[0], hexa)
        s.events.append(ClaimedSupply(("7.3.23a" if wanted[0] == BRITISH else "7.3.23b",), hexa))

    def after(self, s: FallState) -> None:
        claim_what_is_left(s)
