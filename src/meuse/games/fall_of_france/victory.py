"""Chapter 21: how to win. Everything here only looks; nothing changes the state but ``judge``."""

from __future__ import annotations

from meuse.games.fall_of_france.setting import BELGIUM, BRITISH, FRANCE, HOLLAND, SIDES, SURRENDERED
from meuse.games.fall_of_france.state import FallState
from meuse.games.fall_of_france.tables import Level, LevelId


def surrendered(s: FallState, country: int) -> bool:
    return s.status[country] == SURRENDERED


def bef_gone(s: FallState) -> bool:
    """Is the BEF eliminated or withdrawn: no ground unit of it on the map, after turn 1 (R93)?"""
    return s.turn > 1 and not s.nation_at(BRITISH)


def bef_corps(s: FallState) -> int:
    """The undisrupted BEF corps on the map (21.0e)."""
    sound = s.standing & s.setting.pieces_of[BRITISH] & s.setting.corps & ~s.disrupted
    return sound.bit_count()


def holds(s: FallState, level: LevelId) -> bool:
    """Are the conditions of a level of victory met now, whatever the fighting in Paris?"""
    holland, belgium, france = (surrendered(s, country) for country in (HOLLAND, BELGIUM, FRANCE))
    bef = bef_gone(s)
    match level:
        case "decisive_german":
            return holland and belgium and france and bef
        case "substantial_german":
            return france and holland and (belgium or bef)
        case "minor_german":
            if s.rulings["minor_german"] == "needs_bef":
                return bef and (france or (holland and belgium))  # R100 B
            return france or (holland and belgium and bef)
        case "major_allied":
            return not france and (not belgium or bef_corps(s) >= s.setting.tables.victory.bef_corps)
        case "minor_allied":
            return not france
        case "draw":
            return True


def level_of(s: FallState) -> Level:
    """The first level whose conditions are met (R100)."""
    return next(level for level in s.setting.tables.victory.levels if holds(s, level.id))


def paris_counts(s: FallState) -> bool:
    """Was there so much fighting in Paris that the result shifts in favour of Germany (21.0g, R101)?"""
    return s.paris_fights >= s.setting.tables.victory.paris_combats


def final_level(s: FallState) -> Level:
    """The level that the match would have if it ended now, fighting in Paris counted (21.0)."""
    level = level_of(s)
    if not paris_counts(s):
        return level
    return next(other for other in s.setting.tables.victory.levels if other.id == level.after_paris)


def is_over(s: FallState) -> bool:
    """Does the match end with this Administration phase: the last turn, or all that Germany can win (3.0b, R16)?"""
    return s.turn >= s.setting.scenario.turns or holds(s, "decisive_german")


def judge(s: FallState) -> None:
    """The end of the match (21.0)."""
    reached, level = level_of(s), final_level(s)
    winner = SIDES.index(level.winner) if level.winner else None
    if level is reached:
        s.finish(winner, level.name, level.says, level.clause)
    else:
        reason = f"{reached.says} Combats in Paris make it a {level.name}."
        s.finish(winner, level.name, reason, "21.0g")
