"""Who is in command, who can be activated and coordinate, with distances from ``gunnery_reference.py``."""

from __future__ import annotations

from random import Random

import pytest

from meuse.board.sets import members
from meuse.games.france_1940 import activation, command, officers
from meuse.games.france_1940.rosters import OfficerRow
from meuse.games.france_1940.state import FranceState

from .gunnery import FORCES
from .gunnery_reference import Battlefield, distance
from .kit import clause, names, own, stand

UNITS = """
G1.rifle-1 G1.rifle-2 G1.mg34-1 G2.pz1-1 G2.pz3-1 G3.rifle-1 G4.rifle-1 G.blitz-1 G.sdkfz251-1
G.Apfelbaum G.Brandt G.Falk
F1.rifle-1 F1.rifle-2 F2.rifle-1 F3.cavalry-1 F3.horses-1 F4.ft17-1 F4.s35-1 F.adk-1
F.Moreau F.Girard F.Landry
"""
LEADERS = {"G1": "G.Apfelbaum", "G3": "G.Falk", "G4": "G.Brandt", "F1": "F.Moreau", "F2": "F.Girard", "F3": "F.Landry"}
FLAGS = ("finished", "prepared", "astray", "routed", "rallied")


def scattered(dice: Random) -> FranceState:
    """Officers and units somewhere in a corner of the board, with all sorts of markers."""
    column, row = dice.randint(3, 11), dice.randint(4, 12)
    spots = [f"A{column + c}{row + r:02}" for c in range(-2, 3) for r in range(-2, 3)]
    marsh = {"A109", "A1001", "A1006", "A1506", "A110", "A1407"}
    spots = [spot for spot in spots if spot not in marsh]
    german, allied = spots[: len(spots) // 2], spots[len(spots) // 2 :]
    rows = dict[str, list[str]]()
    for unit in UNITS.split():
        rows.setdefault(dice.choice(german if unit[0] == "G" else allied), []).append(unit)
    rows = {spot: row for spot, row in rows.items() if sum("." in unit[2:] for unit in row) <= 3}
    there = [unit for row in rows.values() for unit in row]
    led = ", ".join(f'{name} = "{who}"' for name, who in LEADERS.items() if who in there)
    text = "; ".join(" ".join((spot, *row)) for spot, row in rows.items())
    s = stand(text, own(FORCES), "german", f"turn = 2\nleaders = {{ {led} }}")
    for flag in FLAGS:
        setattr(s, flag, members(p for p in range(len(s.setting.pieces)) if s.where[p] >= 0 and dice.random() < 0.2))
    s.touch()
    return s


def reach(s: FranceState, officer: int) -> int:
    """His printed command range."""
    row = s.setting.pieces[officer].row
    assert isinstance(row, OfficerRow)
    return row.range


def led(s: FranceState, officer: int) -> list[int]:
    """The units of an officer's formation in hexes."""
    number = s.leaders.index(officer)
    return [p for p, piece in enumerate(s.setting.pieces) if piece.formation == number and s.where[p] >= 0]


@clause("3.1a", "3.1b", "3.1c", "3.1d", "2.1e")
@pytest.mark.parametrize("seed", range(3))
def test_who_is_in_command(seed: int) -> None:
    dice = Random(seed)
    for _ in range(8):
        s = scattered(dice)
        field = Battlefield(s)
        lost = set[str]()
        for number, officer in enumerate(s.leaders):
            for unit, piece in enumerate(s.setting.pieces):
                if piece.formation == number and s.where[unit] >= 0 and field.kind(unit) != "horses":
                    here = officer in field.on_board
                    if not here or distance(field.place(unit), field.place(officer)) > reach(s, officer):
                        lost.add(s.piece_name(unit))
        command.determine(s)
        assert names(s, s.astray) == lost
        s.astray = members(field.on_board)
        command.rejoin(s)
        assert names(s, s.astray & s.setting.led & ~s.setting.horses) == lost


@clause("3.3.1a", "3.3.1b", "3.3.1c", "5.5a", "7.3a", "10.3.1b", "10.3.1c")
@pytest.mark.parametrize("seed", range(3))
def test_who_can_be_activated_and_with_whom(seed: int) -> None:
    dice = Random(seed + 50)
    for _ in range(8):
        s = scattered(dice)
        field = Battlefield(s)
        for side in (0, 1):
            able = set[str]()
            for piece in field.on_board:
                if field.side(piece) != side or (s.finished | s.prepared) >> piece & 1:
                    continue
                kind, free = field.kind(piece), not (s.routed | s.rallied) >> piece & 1
                leads = kind == "officer" and piece in s.leaders
                empty = kind in ("transport", "halftrack")
                if leads or empty or (s.astray >> piece & 1 and free and kind not in ("officer", "horses")):
                    able.add(s.piece_name(piece))
            found = activation.candidates(s, side)
            assert names(s, found & ~s.setting.horses & ~(s.setting.officers & ~s.leading())) == able
            for officer in [p for p in field.on_board if p in s.leaders and s.setting.side_of[p] == side]:
                barred = s.finished | s.prepared | s.astray | s.routed | s.rallied
                with_him = {
                    s.piece_name(p) for p in led(s, officer) if not barred >> p & 1 and field.kind(p) != "horses"
                }
                assert names(s, activation.followers(s, officer)) == (set() if s.routed >> officer & 1 else with_him)
                others = [p for p in field.on_board if p in s.leaders and field.side(p) == side and p != officer]
                others = [p for p in others if not (s.finished | s.prepared | s.routed) >> p & 1]
                far, here = 2 * reach(s, officer), field.place(officer)
                near = {s.piece_name(p) for p in others if distance(here, field.place(p)) <= far}
                fit = found >> officer & 1 and not s.routed >> officer & 1
                assert names(s, officers.partners(s, officer, found)) == (
                    near if not s.routed >> officer & 1 else set()
                )
                assert bool(officers.coordinators(s, found) >> officer & 1) == bool(fit and near)
