"""Chapter 4: how to win."""

from __future__ import annotations

from dataclasses import dataclass

from meuse.games.victory_or_defeat.events import Scored
from meuse.games.victory_or_defeat.setting import ALLIED, BELGIUM, BRITISH, DEAD, FORTS, FRENCH, GERMAN, GERMANY
from meuse.games.victory_or_defeat.state import NEUTRAL, WarState, WarStep
from meuse.games.victory_or_defeat.supply import overland_supply


def by_points(s: WarState) -> bool:
    """Does the German win by points (4.2c)?"""
    return s.setting.rules.victory == "points"


def add_points(s: WarState, what: str, points: int, clause: str) -> None:
    s.vp += points
    s.events.append(Scored((clause,), what, points, s.vp))


def score(s: WarState, what: str, clause: str) -> None:
    """A point that can be scored once and is kept (A51)."""
    if what not in s.scored and by_points(s):
        s.scored = (*s.scored, what)
        add_points(s, what, 1, clause)


def check_places(s: WarState) -> None:
    """Paris whole (4.7a), Dijon or Lyon (4.6a): at any moment, whatever happens later."""
    german = s.control[GERMAN]
    if not s.setting.paris & ~german:
        score(s, "paris", "4.7a")
    if s.setting.mediterranean & german:
        score(s, "mediterranean", "4.6a")


def check_maginot_losses(s: WarState) -> None:
    """The ninth Maginot counter in the dead pile gives the point at once (4.8a, A53)."""
    destroyed = sum(s.where[fort] == DEAD for fort in s.setting.maginot_forts)
    if destroyed >= s.setting.tables.victory.maginot_destroyed:
        score(s, "maginot", "4.8a")


def check_maginot(s: WarState) -> None:
    """At the end of every phase: is the line destroyed (4.8a) or cut off (4.8b, A50, A51)?"""
    if not by_points(s):
        return
    check_maginot_losses(s)
    forts = s.masks[FORTS + FRENCH]
    connected = forts & overland_supply(s)
    cut_off = connected != forts if s.rulings["maginot_isolation"] == "any" else not connected
    if forts and cut_off:
        score(s, "maginot", "4.8b")


def reach_ruhr(s: WarState, piece: int) -> None:
    """A unit next to the Ruhr wins at once, supplied or not (4.1c, 4.2a, A48)."""
    if s.rulings["ruhr_arrival"] == "french" and s.setting.nation[piece] != FRENCH:
        return
    s.finish(ALLIED, "sudden death", f"{s.piece_name(piece)} stands next to the Ruhr", s.setting.clauses.ruhr)


def lost_british(s: WarState, piece: int, supplied: bool) -> None:
    """A British corps whose last step dies out of supply gives a point, at most three (4.9)."""
    if s.setting.nation[piece] != BRITISH or supplied or not by_points(s):
        return
    if s.british_lost < s.setting.tables.victory.british_most:
        s.british_lost += 1
        add_points(s, "british casualties", 1, "4.9a")


def lost_mechanized(s: WarState, piece: int) -> None:
    """A mechanized corps lost costs a point (4.10a); at zero or less the Allies have won (4.10b, A53)."""
    most = s.setting.tables.victory.mechanized_most
    if not s.setting.is_mechanized[piece] or s.mechanized_lost >= most or not by_points(s):
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
    return (s.setting.cities & s.setting.country[GERMANY] & s.control[ALLIED]).bit_count()


@dataclass
class VictoryCheck(WarStep):
    """The roll for Hitler's overthrow: as many chances in six as German cities held (4.1b, 5.3a, 5.11a)."""

    automatic = True
    coming = "victory check"

    def after(self, s: WarState) -> None:
        held = german_cities_held(s)
        if not held:
            return
        clauses = s.setting.clauses
        if s.roll("overthrow", (clauses.overthrow, clauses.victory_check)) <= held:
            s.finish(ALLIED, "sudden death", f"{held} German cities held: Hitler is overthrown", clauses.overthrow)


def judge(s: WarState) -> None:
    """The end of the last turn (4.1a, 4.2c, 4.11)."""
    if not by_points(s):
        s.finish(GERMAN, "victory", "neither French condition was met", "4.1a")
        return
    if s.status[BELGIUM] != NEUTRAL and not s.dyle_denied:  # 4.4b, A49
        score(s, "dyle_breda", "4.4a")
    for letter, level in zip("edcba", s.setting.tables.victory.levels, strict=False):
        if s.vp >= level.start:
            winner = {"german": GERMAN, "allied": ALLIED, "": None}[level.winner]
            s.finish(winner, level.name, f"{s.vp} German victory points", f"4.11{letter}")
            return
