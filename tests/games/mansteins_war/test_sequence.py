"""Chapter 4: the sequence of play, initiative, and how the game goes on."""

from __future__ import annotations

import pytest

from meuse.games.mansteins_war.events import JointPhaseBegan, MarkerPicked, TookInitiative, TurnBegan

from .kit import begin, clause, do, lay, where

PHASES = (JointPhaseBegan, TookInitiative, TurnBegan)


@clause("4.1a", "4.1b", "4.1d", "21.2a")
def test_phases_come_in_their_order() -> None:
    s = begin("keep PlanD", "ready", "keep OKH")
    events = do(s, "ready", "decline")
    told = [getattr(event, "phase", type(event).__name__) for event in events if isinstance(event, PHASES)]
    assert told == ["TurnBegan", "TookInitiative", "Command markers", "Refit", "Operations"]


@clause("5.3a", "5.3b", "5.3c")
@pytest.mark.parametrize(
    ("units", "side"),
    [
        ('1839 = ["F.3A"]', "allied"),  # Saarbrücken
        ('1739 = ["F.3A"]', "german"),  # no city
        ('1839 = ["G.1A"], 1840 = ["F.3A"]', "german"),
    ],
)
def test_initiative_goes_with_the_german_cities(units: str, side: str) -> None:
    out = 'out = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]'
    s = lay(f'phase = "begin turn"\nturn = 4\n{out}\nunits = {{ {units} }}')
    assert s.game.sides[s.initiative] == side
    assert s.to_act == side  # who has the initiative does first what both do


@clause("4.1n")
def test_air_and_naval_units_come_back() -> None:
    s = lay(
        'phase = "return"\nturn = 2\nflying = { "G.air1" = "1439" }\nutilized = ["F.ZOAN", "UK.RN"]\n'
        'dead = ["G.air2"]\nout = ["OKH", "OKHMod", "Manstein", "PlanE", "PlanR"]'
    )
    assert [where(s, unit) for unit in ("G.air1", "F.ZOAN", "UK.RN", "G.air2")] == ["available"] * 3 + ["dead"]


@clause("4.1p", "21.0a", "3.4j")
def test_the_game_ends_after_its_last_turn() -> None:
    s = lay('phase = "end of turn"\nturn = 6')
    assert s.to_act == "german"
    longer = s.clone()
    do(s, "decline")
    assert s.result is not None
    do(longer, "extend")
    assert longer.turn == 7 and longer.extended
    assert lay('phase = "end of turn"\nturn = 8\nextended = true').result is not None


@clause("4.0a", "4.1f", "4.1m")
def test_an_impulse_belongs_to_the_side_whose_marker_was_picked() -> None:
    s = begin("keep PlanD", "ready", "keep OKH", "ready", "decline")
    events = do(s, "select OKH")
    assert [event.side for event in events if isinstance(event, MarkerPicked)] == [0]
    assert s.operator == 0 and s.to_act == "german"


@clause("4.1n", "25.2b", "28.1d")
def test_what_is_counted_by_turn_begins_again() -> None:
    """Ships that a port arrival barred, the corps carried by the airlift, and reserves."""
    more = 'reserved = ["G.2A"]\nunits = { 1838 = ["G.2A"] }\nout = ["OKH", "OKHMod", "Manstein"]\n'
    s = lay('phase = "return"\nturn = 3\nnaval_barred = true\nlifted = 1\nevacuating = true\n' + more)
    assert s.turn == 4 and not (s.naval_barred or s.lifted or s.reserved or s.evacuating)
