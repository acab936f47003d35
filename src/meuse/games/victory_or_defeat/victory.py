"""Chapter 4: how to win."""

from __future__ import annotations

from meuse.engine import Step
from meuse.games.victory_or_defeat.components import (
    ALLIED,
    BELGIUM,
    BRITISH,
    DEAD,
    FORTS,
    FRENCH,
    GERMAN,
    GERMANY,
)
from meuse.games.victory_or_defeat.events import Scored
from meuse.games.victory_or_defeat.state import NEUTRAL, WarState
from meuse.games.victory_or_defeat.supply import overland_supply


def add_points(s: WarState, what: str, points: int, clause: str) -> None:
    s.vp += points
    s.events.append(Scored((clause,), what, points, s.vp))


def score(s: WarState, what: str, clause: str) -> None:
    """A point that can be scored once and is kept (A51)."""
    if what not in s.scored:
        s.scored = (*s.scored, what)
        add_points(s, what, 1, clause)


def check_places(s: WarState) -> None:
    """Paris whole (4.7a), Dijon or Lyon (4.6a): at any moment, whatever happens later."""
    german = s.control[GERMAN]
    if not s.game.paris & ~german:
        score(s, "paris", "4.7a")
    if s.game.mediterranean & german:
        score(s, "mediterranean", "4.6a")


def check_maginot_losses(s: WarState) -> None:
    """The ninth Maginot counter in the dead pile gives the point at once (4.8a, A53)."""
    destroyed = sum(s.where[fort] == DEAD for fort in s.game.maginot_forts)
    if destroyed >= s.game.tables.victory.maginot_destroyed:
        score(s, "maginot", "4.8a")


def check_maginot(s: WarState) -> None:
    """At the end of every phase: is the line destroyed (4.8a) or cut off (4.8b, A50, A51)?"""
    if s.scenario == "1939":
        return
    check_maginot_losses(s)
    forts = s.masks[FORTS + FRENCH]
    connected = forts & overland_supply(s)
    cut_off = connected != forts if s.rulings["maginot_isolation"] == "any" else not connected
    if forts and cut_off:
        score(s, "maginot", "4.8b")


def reach_ruhr(s: WarState, piece: int) -> None:
    """A unit next to the Ruhr wins at once, supplied or not (4.1c, 4.2a, A48)."""
    if s.scenario == "1940" and s.rulings["ruhr_arrival"] == "french" and s.game.nation[piece] != FRENCH:
        return
    clause = "4.1c" if s.scenario == "1939" else "4.2a"
    s.finish(ALLIED, "sudden death", f"{s.name(piece)} stands next to the Ruhr", clause)


def lost_british(s: WarState, piece: int, supplied: bool) -> None:
    """A British corps whose last step dies out of supply gives a point, at most three (4.9)."""
    if s.game.nation[piece] != BRITISH or supplied:
        return
    if s.british_lost < s.game.tables.victory.british_most:
        s.british_lost += 1
        add_points(s, "british casualties", 1, "4.9a")


def lost_mechanized(s: WarState, piece: int) -> None:
    """A mechanized corps lost costs a point (4.10a); at zero or less the Allies have won (4.10b, A53)."""
    if not s.game.is_mechanized[piece] or s.mechanized_lost >= s.game.tables.victory.mechanized_most:
        return
    before = s.vp
    s.mechanized_lost += 1
    add_points(s, "mechanized losses", -1, "4.10a")
    if s.rulings["zero_loss"] == "from_above" and before <= 0:
        return
    if s.vp <= 0:
        s.finish(ALLIED, "sudden death", "mechanized losses left the German without victory points", "4.10b")


def german_cities_held(s: WarState) -> int:
    """How many German city hexes the Allies control (4.1b)."""
    return (s.game.cities & s.game.country[GERMANY] & s.control[ALLIED]).bit_count()


class VictoryCheck(Step[WarState]):
    """The roll for Hitler's overthrow: as many chances in six as German cities held (4.1b, 5.3a, 5.11a)."""

    name = "victory_check"
    automatic = True

    def after(self, s: WarState, f: tuple[str]) -> None:
        held = german_cities_held(s)
        if not held:
            return
        clauses = ("4.1b", "5.3a") if s.scenario == "1939" else ("4.2a", "5.11a")
        if s.roll("overthrow", clauses) <= held:
            s.finish(ALLIED, "sudden death", f"{held} German cities held: Hitler is overthrown", clauses[0])


def judge(s: WarState) -> None:
    """The end of the last turn (4.1a, 4.2c, 4.11)."""
    if s.scenario == "1939":
        s.finish(GERMAN, "victory", "neither French condition was met", "4.1a")
        return
    if s.status[BELGIUM] != NEUTRAL and not s.dyle_denied:  # 4.4b, A49
        score(s, "dyle_breda", "4.4a")
    for letter, level in zip("edcba", s.game.tables.victory.levels, strict=False):
        if s.vp >= level.start:
            winner = {"german": GERMAN, "allied": ALLIED, "": None}[level.winner]
            s.finish(winner, level.name, f"{s.vp} German victory points", f"4.11{letter}")
            return
