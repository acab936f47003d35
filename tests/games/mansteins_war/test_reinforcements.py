"""Chapter 13: who arrives, when and where."""

from __future__ import annotations

import pytest

from .kit import MAP, active, can, choices, clause, do, hexes, lay, refusal, steps, where


def segment(side: str, marker: str, waiting: str, more: str = "", turn: int = 3) -> str:
    """A Reinforcement Segment in which some units are due."""
    row = MAP.markers[MAP.marker_numbers[marker]]
    names = [name.strip() for name in waiting.split(",")]
    due = ", ".join(f'"{name.partition(":")[0]}" = {turn}' for name in names)
    stack = f'[{{ step = "extend" }}, {{ step = "open_reinforcement", mover = "{side}" }}]'
    return (
        f'stack = {stack}\nturn = {turn}\noperator = "{side}"\nmarker = ["{marker}"]\nplayed = ["{marker}"]\n'
        f"commands = {list(row.of[: row.commands])}\nwaiting = {names}\ndue = {{ {due} }}\n{more}"
    )


@clause("13.2a", "13.2d", "4.1g")
@pytest.mark.parametrize(("marker", "yes"), [("1AG", True), ("PlanD", True), ("2AG", False)])
def test_units_come_with_their_command(marker: str, yes: bool) -> None:
    s = lay(segment("allied", marker, "F.DLM"))
    assert (choices(s, "deploy") == {"F.DLM"}) == yes


@clause("13.2c")
def test_reserves_come_in_any_impulse() -> None:
    assert choices(lay(segment("german", "PGK", "G.39")), "deploy") == {"G.39"}
    other = lay(segment("german", "PGK", "G.39", 'options = { reserve_entry = "army_group" }\n'))
    assert not choices(other, "deploy")


@clause("13.2b")
def test_nobody_waits_beyond_the_turn() -> None:
    s = lay(segment("allied", "PlanD", "F.DLM", 'bin = ["1AG"]\n'))
    assert can(s, "done")
    last = lay(segment("allied", "1AG", "F.DLM", 'bin = ["2AG"]\n'))
    assert refusal(last, "done") == "13.2b"
    do(last, "deploy F.DLM", "at 0941")
    assert where(last, "F.DLM") == "0941"


@clause("13.2b", "13.4a")
def test_without_a_hex_it_waits_for_the_next_turn() -> None:
    lost = f"control = {{ german = {MAP.board.names(MAP.board.set(MAP.tables.entry.hexes['british']))} }}\n"
    s = lay(segment("allied", "1AG", "UK.2", lost))
    assert where(s, "UK.2") == "waiting" and not choices(s, "deploy")
    later = lay(segment("allied", "1AG", "UK.2", "", 4).replace('"UK.2" = 4', '"UK.2" = 3'))
    assert choices(later, "deploy") == {"UK.2"}


def places(side: str, marker: str, unit: str, more: str = "") -> set[str]:
    s = lay(segment(side, marker, unit, more))
    do(s, f"deploy {unit}")
    return choices(s, "at")


EAST = set(MAP.tables.entry.hexes["german"])
WEST = set(MAP.tables.entry.hexes["british"])


@clause("13.3a")
def test_germans_come_to_depots_and_the_east_edge() -> None:
    assert places("german", "HGA", "G.2A") == EAST | hexes(MAP.depots & MAP.germany)


@clause("13.3b", "13.3c")
def test_the_french_come_to_depots_and_the_south_edge() -> None:
    france = MAP.country[1]
    assert places("allied", "3AG", "F.6A") == hexes(MAP.depots & france | MAP.edges["south"] & france)
    west = places("allied", "3AG", "F.6A", 'options = { french_edges = "west" }\n')
    assert west >= hexes(MAP.edges["west"] & france)


@clause("13.3d", "25.2a", "25.2b")
def test_the_british_come_from_the_west() -> None:
    assert places("allied", "1AG", "UK.2") == WEST
    option = 'options = { british_ports = "yes" }\n'
    assert places("allied", "1AG", "UK.2", option) == WEST | hexes(MAP.ports)
    assert places("allied", "1AG", "UK.2", option + 'utilized = ["UK.RN"]\n') == WEST
    s = lay(segment("allied", "1AG", "UK.2", option))
    do(s, "deploy UK.2", "at 0835")
    assert s.naval_barred


@clause("13.4a", "13.4b", "7.2b")
def test_not_in_enemy_hands_nor_in_enemy_zones() -> None:
    s = lay(segment("allied", "3AG", "F.6A", 'units = { 0940 = ["G.15"] }\ncontrol = { german = ["1340"] }\n'))
    do(s, "deploy F.6A")
    assert refusal(s, "at 0941") == "13.4a"  # an empty depot in a zone is nobody's
    assert refusal(s, "at 1340") == "13.4a"
    held = lay(segment("allied", "3AG", "F.6A", 'units = { 0940 = ["G.15"], 0941 = ["F.21"] }\n'))
    do(held, "deploy F.6A")
    assert refusal(held, "at 0941") == "13.4b"


@clause("13.4c", "6.0c")
def test_reinforcements_may_overstack_for_the_moment() -> None:
    assert "0941" in places("allied", "3AG", "F.6A", 'units = { 0941 = ["F.1A", "F.21"] }\n')


@clause("13.3e", "13.1a")
def test_it_arrives_with_its_steps_and_is_active() -> None:
    s = lay(segment("allied", "1AG", "F.2GC:1"))
    do(s, "deploy F.2GC", "at 0941")
    assert steps(s, "F.2GC") == 1 and active(s) == {"F.2GC"}
    reserve = lay(segment("german", "HGA", "G.2A"))
    do(reserve, "deploy G.2A", "at 1934")
    assert active(reserve) == set()  # deploying is not activating (R37)
