"""What can be laid over the map: control, command, sight and reach of each side; and what is seen from a hex (6)."""

from __future__ import annotations

from meuse.board.sets import listed, members
from meuse.engine.scene import Blocked, Outlook
from meuse.games.france_1940 import command, movement, smoke
from meuse.games.france_1940.setting import GERMAN
from meuse.games.france_1940.state import FranceState


def overlays(s: FranceState, side: int) -> dict[str, list[str]]:
    """Sets of hexes by name; ``about.toml`` says what they show."""
    names = s.setting.board.names
    ground = (s.german_ground, s.allied_ground) if side == GERMAN else (s.allied_ground, s.german_ground)
    return {
        "control": names(ground[0]),
        "enemy control": names(ground[1]),
        "sight": names(seen_by(s, side)),
        "enemy sight": names(seen_by(s, 1 - side)),
        "command": names(commanded(s, side)),
        "reach": names(movement.within_reach(s, side)),
        "enemy reach": names(movement.within_reach(s, 1 - side)),
    }


def seen_by(s: FranceState, side: int) -> int:
    """The hexes in the line of sight of units of a side that could fire."""
    setting, black, seen = s.setting, smoke.black(s), 0
    eyes = setting.armed & setting.pieces_on[side] & s.alive & ~s.routed
    for hexa in {s.where[unit] for unit in listed(eyes)}:
        seen |= setting.sight.seen_through(hexa, black)
    return seen


def commanded(s: FranceState, side: int) -> int:
    """The hexes within command range of a side's officers (3.1b)."""
    board, near = s.setting.board, 0
    for officer in s.leaders:
        if officer >= 0 and s.setting.side_of[officer] == side and s.where[officer] >= 0:
            near |= board.disc(s.where[officer], command.reach(s, officer))
    return near


def near(s: FranceState, hexa: int, unit: int) -> int:
    """The hexes in which a unit would be near enough to be spotted from a hex (6.1a, 6.1e)."""
    return s.spotting.near(hexa, s.size(unit), bool(s.moved >> unit & 1))


def outlook(s: FranceState, side: int, hexa: int) -> Outlook:
    """What is seen from a hex, where enemies would be spotted, and what hides the rest (6, 6.1, 6.2)."""
    setting, board, black = s.setting, s.setting.board, smoke.black(s)
    seen = setting.sight.seen_through(hexa, black)
    enemies = setting.pieces_on[1 - side] & s.alive
    spotted = members(s.where[unit] for unit in listed(enemies) if (seen & near(s, hexa, unit)) >> s.where[unit] & 1)
    hidden = {}
    for other in board.members(board.everything & ~seen & ~setting.closed):
        why = setting.sight.why(hexa, other, black)
        assert why is not None
        hidden[board.labels[other]] = Blocked(why.says, why.clause, tuple(board.labels[h] for h in why.by))
    return Outlook(board.labels[hexa], tuple(board.names(seen)), tuple(board.names(spotted)), hidden)
