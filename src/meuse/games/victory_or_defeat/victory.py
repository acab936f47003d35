"""Chapter 4: how to win."""

from __future__ import annotations

from meuse.games.victory_or_defeat.events import Scored
from meuse.games.victory_or_defeat.setting import (
    ALLIED,
    BELGIUM,
    BRITISH,
    DEAD,
    FORTS,
    FRENCH,
    GERMAN,
    GERMANY,
    SIDES,
    WarSetting,
)
from meuse.games.victory_or_defeat.state import NEUTRAL, WarState, WarStep
from meuse.games.victory_or_defeat.supply import overland_supply
from meuse.games.victory_or_defeat.tables import Level


def add_points(s: WarState, what: str, points: int, clause: str) -> None:
    s.vp += points
    s.events.append(Scored((clause,), what, points, s.vp))


def score(s: WarState, what: str, clause: str) -> None:
    """A point that can be scored once and is kept (A51)."""
    if what not in s.scored and s.setting.by_points:
        s.scored = (*s.scored, what)
        add_points(s, what, 1, clause)


def paris_left(s: WarState) -> int:
    """The hexes of Paris that the German does not control (4.7a)."""
    return s.setting.paris & ~s.control[GERMAN]


def check_places(s: WarState) -> None:
    """Paris whole (4.7a), Dijon or Lyon (4.6a): at any moment, whatever happens later."""
    if not paris_left(s):
        score(s, "paris", "4.7a")
    if s.setting.mediterranean & s.control[GERMAN]:
        score(s, "mediterranean", "4.6a")


def forts_destroyed(s: WarState) -> int:
    """How many Maginot counters lie in the dead pile (4.8a)."""
    return sum(s.where[fort] == DEAD for fort in s.setting.maginot_forts)


def check_maginot_losses(s: WarState) -> None:
    """The ninth Maginot counter in the dead pile gives the point at once (4.8a, A53)."""
    if forts_destroyed(s) >= s.setting.tables.victory.maginot_destroyed:
        score(s, "maginot", "4.8a")


def maginot_cut_off(s: WarState) -> bool:
    """Do the forts that stand trace no supply to the west or south edge (4.8b, A50)?"""
    forts = s.masks[FORTS + FRENCH]
    connected = forts & overland_supply(s)
    return connected != forts if s.rulings["maginot_isolation"] == "any" else bool(forts) and not connected


def check_maginot(s: WarState) -> None:
    """At the end of every phase: is the line destroyed (4.8a) or cut off (4.8b, A50, A51)?"""
    if not s.setting.by_points:
        return
    check_maginot_losses(s)
    if maginot_cut_off(s):
        score(s, "maginot", "4.8b")


def reach_ruhr(s: WarState, piece: int) -> None:
    """A unit next to the Ruhr wins at once, supplied or not (4.1c, 4.2a, A48)."""
    if s.rulings["ruhr_arrival"] == "french" and s.setting.nation[piece] != FRENCH:
        return
    s.finish(ALLIED, "sudden death", f"{s.piece_name(piece)} stands next to the Ruhr", s.setting.clauses.ruhr)


def british_points(s: WarState) -> int:
    """How many British corps lost out of supply would still give a point (4.9a)."""
    return s.setting.tables.victory.british_most - s.british_lost if s.setting.by_points else 0


def lost_british(s: WarState, piece: int, supplied: bool) -> None:
    """A British corps whose last step dies out of supply gives a point, at most three (4.9)."""
    if s.setting.nation[piece] == BRITISH and not supplied and british_points(s):
        s.british_lost += 1
        add_points(s, "british casualties", 1, "4.9a")


def loss_counts(s: WarState) -> bool:
    """Would the loss of a mechanized corps still cost a point (4.10a)?"""
    return s.setting.by_points and s.mechanized_lost < s.setting.tables.victory.mechanized_most


def loss_is_fatal(s: WarState) -> bool:
    """Would it leave the German with zero points or less, so that the Allies have won (4.10b, A53)?"""
    return loss_counts(s) and s.vp <= 1 and (s.vp > 0 or s.rulings["zero_loss"] != "from_above")


def lost_mechanized(s: WarState, piece: int) -> None:
    """A mechanized corps lost costs a point (4.10a), or the match (4.10b)."""
    if not s.setting.is_mechanized[piece] or not loss_counts(s):
        return
    fatal = loss_is_fatal(s)
    s.mechanized_lost += 1
    add_points(s, "mechanized losses", -1, "4.10a")
    if fatal:
        s.finish(ALLIED, "sudden death", "mechanized losses left the German without victory points", "4.10b")


def cities_held(s: WarState) -> int:
    """The German city hexes that the Allies control (4.1b)."""
    return s.setting.cities & s.setting.country[GERMANY] & s.control[ALLIED]


def german_cities_held(s: WarState) -> int:
    """How many they are."""
    return cities_held(s).bit_count()


def falls_on(s: WarState) -> str:
    """The rolls with which Hitler is overthrown, in words."""
    highest = min(german_cities_held(s), 6)
    return "a 1" if highest == 1 else f"1 to {highest}"


class VictoryCheck(WarStep):
    """The roll for Hitler's overthrow: as many chances in six as German cities held (4.1b, 5.3a, 5.11a)."""

    coming = "victory check"

    def after(self, s: WarState) -> None:
        held = german_cities_held(s)
        if not held:
            return
        clauses = s.setting.clauses
        if s.roll("overthrow", (clauses.overthrow, clauses.victory_check)) <= held:
            s.finish(ALLIED, "sudden death", f"{held} German cities held: Hitler is overthrown", clauses.overthrow)


def dyle_scores(s: WarState) -> bool:
    """Will Belgium invaded and the Dyle-Breda line never reached give a point at the end (4.4, A49)?"""
    return s.setting.by_points and s.status[BELGIUM] != NEUTRAL and not s.dyle_denied


def level_of(setting: WarSetting, points: int) -> tuple[Level, str]:
    """The level of victory that some points give, with its clause (4.11)."""
    graded = zip("edcba", setting.tables.victory.levels, strict=False)
    return next((level, f"4.11{letter}") for letter, level in graded if points >= level.start)


def judge(s: WarState) -> None:
    """The end of the last turn (4.1a, 4.2c, 4.11)."""
    if not s.setting.by_points:
        s.finish(GERMAN, "victory", "neither French condition was met", "4.1a")
        return
    if dyle_scores(s):
        score(s, "dyle_breda", "4.4a")
    level, clause = level_of(s.setting, s.vp)
    s.finish(SIDES.index(level.winner) if level.winner else None, level.name, f"{s.vp} German victory points", clause)
