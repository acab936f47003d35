"""Chapter 3: turns, command, initiative, activations by turns, passing, and the removal of markers."""

from __future__ import annotations

import pytest

from meuse.games.france_1940 import command
from meuse.games.france_1940.events import CommandDetermined, InitiativeWon
from meuse.games.france_1940.sequence import initiative_bonus

from .kit import GAME, begin, can, choices, clause, do, lay, mask_of, names, own, refusal, rolls_of

GERMANS = """
[units]
"B708" = ["G1.rifle-1", "G.Apfelbaum"]
"B808" = ["G1.rifle-2"]
"B712" = ["G1.rifle-3"]
"B702" = ["G2.rifle-1", "G.Brandt"]
"B716" = ["F3.rifle-1", "F.Moreau"]
"""


# command (3.1)


@clause("3.1a", "3.1b", "3.1c", "3b")
def test_units_beyond_their_officers_range_are_out_of_command() -> None:
    """Apfelbaum commands as far as 2 hexes."""
    s = lay('phase = "command"' + GERMANS)
    assert names(s, s.astray) == {"G1.rifle-3"}
    assert s.turn == 1


@clause("3.1d", "3.1b")
def test_ranges_of_0_and_1() -> None:
    """EX06: Blanchet's range is 1, that of an officer of French armour 0."""
    leaders = 'leaders = { F3 = "F.Blanchet", F4 = "F.Moreau", F5 = "F.Landry" }\n'
    one = lay(f"""phase = "command"
turn = 2
{leaders}[units]
"B809" = ["F.Blanchet", "F3.rifle-1", "F.Aubry", "F1.charb1-1"]
"B808" = ["F3.rifle-2", "F1.charb1-2"]
"B807" = ["F3.rifle-3"]
""")
    assert names(one, one.astray) == {"F3.rifle-3", "F1.charb1-2"}


@clause("14.2a", "14.2b")
@pytest.mark.parametrize(("turn", "astray"), [(1, {"F1.charb1-3"}), (2, {"F1.charb1-2", "F1.charb1-3"})])
def test_french_armour_commands_its_own_hex_but_in_turn_1(turn: int, astray: set[str]) -> None:
    """In turn 1 tanks that hang together are in command; the third stands apart here."""
    s = lay(f"""phase = "command"
turn = {turn}
[units]
"B809" = ["F1.charb1-1", "F.Aubry"]
"B808" = ["F1.charb1-2"]
"B805" = ["F1.charb1-3"]
""")
    assert names(s, s.astray) == astray


@clause("14.2b")
def test_a_chain_of_tanks_is_in_command_in_turn_1_alone() -> None:
    """RC42: in turn 2 only the tank with the officer is in command."""
    text = 'phase = "command"\nturn = %d\n[units]\n"B809" = ["F1.charb1-1", "F.Aubry"]\n"B808" = ["F1.charb1-2"]\n'
    first, second = (lay(text % turn + '"B807" = ["F1.charb1-3"]') for turn in (1, 2))
    assert not first.astray and names(second, second.astray) == {"F1.charb1-2", "F1.charb1-3"}


@clause("7.2.1a", "3.1b")
def test_without_an_officer_all_are_out_of_command() -> None:
    s = lay(
        'phase = "command"\nleaders = { G1 = "" }\nfallen = { G1 = "G.Apfelbaum" }'
        + GERMANS.replace(', "G.Apfelbaum"', "")
    )
    assert {"G1.rifle-1", "G1.rifle-2"} <= names(s, s.astray)


@clause("3.1a")
def test_transports_are_never_out_of_command() -> None:
    """G27."""
    s = lay('phase = "command"\n[units]\n"C708" = ["G.blitz-1"]', "arras")
    assert not s.astray


# initiative (3.2)


@clause("3.2a", "3.2b", "3.2c", "3.2e")
@pytest.mark.parametrize(
    ("holder", "dice", "winner"),
    [
        ("", [4, 4], "allied"),  # the French attack: 4 against 5
        ("", [5, 3], "german"),
        ("german", [4, 4, 6, 1], "german"),  # 5 against 5: both roll again
        ("german", [4, 4, 2, 3], "allied"),  # with the same modifiers: 3 against 4
        ("allied", [5, 4], "allied"),  # 5 against 6
    ],
)
def test_modifiers_of_the_initiative(holder: str, dice: list[int], winner: str) -> None:
    """RC06: ties are rolled again with the same modifiers."""
    s = lay(f'phase = "german activation"\nturn = 2\npasses = 1\ninitiative = "{holder}"' + GERMANS)
    events = do(s, "wait", rolls=dice)
    won = next(event for event in events if isinstance(event, InitiativeWon))
    assert s.game.sides[won.side] == winner and rolls_of(events, "initiative") == dice
    assert s.to_act == winner and s.turn == 3


@clause("3.2d")
def test_the_scenario_may_modify_the_initiative() -> None:
    force = '[[force]]\nnation = "belgian"\nline = "BE1"\nenters = 1'
    s = GAME.new(own(force, head="initiative = { german = -2, allied = 1 }"), 1)
    s.initiative = -1
    assert [initiative_bonus(s, side) for side in (0, 1)] == [-2, 1]


@clause("3.2c")
def test_nobody_holds_the_initiative_before_the_first_turn() -> None:
    """G95."""
    assert begin("stonne").initiative == -1


# activations (3.3.1)

TURN = 'phase = "german activation"\ninitiative = "german"\n'


@clause("3.3.1a", "3.3.1c", "3.3.1h")
def test_an_officer_activates_his_units_in_command() -> None:
    s = lay(TURN + 'astray = ["G1.rifle-3"]' + GERMANS)
    assert choices(s, "activate") == {"G.Apfelbaum", "G.Brandt", "G1.rifle-3"}
    assert refusal(s, "activate G1.rifle-1") == "3.3.1c"
    do(s, "activate G.Apfelbaum")
    assert names(s, s.active) == {"G.Apfelbaum", "G1.rifle-1", "G1.rifle-2"}
    do(s, "done")
    assert s.to_act == "allied" and names(s, s.finished) == {"G.Apfelbaum", "G1.rifle-1", "G1.rifle-2"}


@clause("3.3.1b")
def test_who_is_finished_cannot_be_activated() -> None:
    s = lay(TURN + 'finished = ["G.Apfelbaum"]' + GERMANS)
    assert refusal(s, "activate G.Apfelbaum") == "3.3.1b" and can(s, "activate G.Brandt")


@clause("3.3.1d", "3.3.1e", "3.3.1g", "10.2b", "10.2c")
def test_a_unit_out_of_command_activates_alone_if_it_passes() -> None:
    """Apfelbaum's morale is 8; out of his range leadership does not count, and the check is harder by 1: 7."""
    s = lay(TURN + 'astray = ["G1.rifle-3", "G1.rifle-2"]' + GERMANS.replace('"B808"', '"B812"'))
    do(s, "activate G1.rifle-3", rolls=[3, 4])
    assert names(s, s.active) == {"G1.rifle-3"} and choices(s, "prepare") == {"G1.rifle-3"}


@clause("3.3.1e", "3.3.1f", "10.2c")
@pytest.mark.parametrize(("rolls", "passes"), [((3, 3), True), ((3, 4), False)])
def test_the_check_of_a_unit_out_of_command(rolls: tuple[int, int], passes: bool) -> None:
    """RC04: an officer with morale 7 and leadership 2, far away: 7 less 1 is 6."""
    head = 'phase = "allied activation"\ninitiative = "allied"\nastray = ["F3.rifle-1"]\n'
    s = lay(head + '[units]\nB716 = ["F3.rifle-1"]\nB701 = ["F.Moreau"]\nB101 = ["G1.rifle-1", "G.Apfelbaum"]')
    do(s, "activate F3.rifle-1", rolls=rolls)
    assert (s.to_act == "allied") == passes and (names(s, s.finished) == {"F3.rifle-1"}) != passes


@clause("3.3.1f", "10.2b")
def test_a_failed_check_finishes_the_unit_and_the_other_side_goes_on() -> None:
    s = lay(TURN + 'astray = ["G1.rifle-3"]' + GERMANS)
    do(s, "activate G1.rifle-3", rolls=[4, 4])
    assert names(s, s.finished) == {"G1.rifle-3"} and s.to_act == "allied" and not s.active


@clause("5.5a", "5.5b")
def test_an_empty_transport_is_activated_alone_without_a_check() -> None:
    text = TURN + '[units]\n"C708" = ["G.blitz-1", "G.blitz-2", "G1.rifle-1", "G.Apfelbaum"]\n[carriers]\n'
    s = lay(text + '"G1.rifle-1" = "G.blitz-2"', "arras")
    assert choices(s, "activate") == {"G.blitz-1", "G.Apfelbaum"} and refusal(s, "activate G.blitz-2") == "5.5b"
    do(s, "activate G.Apfelbaum", "done")
    assert names(s, s.finished) == {"G.Apfelbaum", "G1.rifle-1", "G.blitz-2"}


@clause("14.3e")
def test_a_formation_without_fuel_waits() -> None:
    text = (
        'initiative = "allied"\nfuel = { F1 = 2 }\n[units]\n"B809" = ["F1.charb1-1", "F.Aubry"]\n"B816" = ["F.Moreau"]'
    )
    s = lay('phase = "allied activation"\nturn = 2\n' + text)
    assert refusal(s, "activate F.Aubry") == "14.3e"
    s = lay('phase = "allied activation"\nturn = 3\n' + text)
    assert can(s, "activate F.Aubry")


def test_routed_and_just_rallied_units_are_not_activated() -> None:
    s = lay(TURN + 'astray = ["G1.rifle-3"]\nrouted = ["G1.rifle-3"]' + GERMANS)
    assert refusal(s, "activate G1.rifle-3") == "10.3.1b"
    s = lay(TURN + 'rallied = ["G1.rifle-1"]' + GERMANS)
    do(s, "activate G.Apfelbaum")
    assert "G1.rifle-1" not in names(s, s.active)


# passing (3.3.1i, 3.3.1j, 3.5e)


@clause("3.3.1i")
def test_who_has_passed_may_activate_later() -> None:
    s = lay(TURN + GERMANS)
    do(s, "wait", "activate F.Moreau", "done")
    assert s.to_act == "german" and can(s, "activate G.Apfelbaum")


@clause("3.3.1j", "3.3.1i")
def test_two_passes_end_the_turn() -> None:
    s = lay(TURN + GERMANS)
    do(s, "wait", "wait", rolls=[6, 1])
    assert s.turn == 2 and s.to_act == "german" and not s.passes


@clause("3.5e")
def test_the_turn_ends_if_only_units_in_reaction_are_left() -> None:
    """RC28: the French could still activate a unit with a marker."""
    s = lay(TURN + 'reaction = ["F3.rifle-1"]\nfinished = ["F.Moreau"]\nastray = ["F3.rifle-1"]' + GERMANS)
    do(s, "wait", "done", rolls=[6, 1])
    assert s.turn == 2


@clause("3.5e")
def test_an_officer_counts_by_his_units() -> None:
    s = lay(TURN + 'reaction = ["F3.rifle-1"]' + GERMANS)
    do(s, "wait", "done", rolls=[6, 1])
    assert s.turn == 2


@clause("3.3.1h", "3.3.1i")
def test_a_side_without_anybody_to_activate_passes_by_itself() -> None:
    s = lay(TURN + 'finished = ["F.Moreau", "F3.rifle-1"]' + GERMANS)
    do(s, "activate G.Brandt", "done")
    assert s.to_act == "german" and s.passes == 1


@clause("2.3l", "2.3m", "3.3.1j")
def test_the_game_ends_after_the_last_turn() -> None:
    s = lay(f"{TURN}turn = {GAME.setting('stonne').scenario.turns}{GERMANS}")
    do(s, "wait", "wait")
    assert s.result is not None and (s.result.winner, s.result.clause) == ("german", "2.3l")


# markers (3.5)


@clause("3.5a", "3.5b")
def test_markers_come_off_at_the_end_of_a_turn() -> None:
    more = 'finished = ["G1.rifle-1", "G.Brandt"]\nastray = ["G1.rifle-2", "G1.rifle-3"]\nmoved = ["G1.rifle-1"]'
    s = lay('phase = "marker removal"\ninitiative = "german"\nreaction = ["G2.rifle-1"]\n' + more + GERMANS)
    assert not s.finished and not s.moved and names(s, s.astray) == {"G1.rifle-3"}
    assert choices(s, "drop") == {"G2.rifle-1"}


@clause("3.5c", "3.5d")
def test_an_owner_keeps_or_drops_reaction_markers() -> None:
    text = 'phase = "marker removal"\ninitiative = "german"\nreaction = ["G1.rifle-1", "G1.rifle-2"]' + GERMANS
    s = lay(text)
    assert refusal(s, "drop G2.rifle-1") == "3.5c"
    do(s, "drop G1.rifle-1", "done", rolls=[6, 1])
    assert names(s, s.reaction) == {"G1.rifle-2"} and s.turn == 2
    do(s, "activate G.Apfelbaum")
    assert "G1.rifle-2" in names(s, s.active)


@clause("3.1a")
def test_command_is_reported() -> None:
    s = lay('phase = "german activation"\ninitiative = "german"\npasses = 1' + GERMANS)
    events = do(s, "wait", rolls=[6, 1])
    told = next(event for event in events if isinstance(event, CommandDetermined))
    assert {s.piece_name(piece) for piece in told.astray} == {"G1.rifle-3"}


@clause("3.1b")
def test_range_is_measured_now_for_morale() -> None:
    """G25: the status of the turn is one thing, the distance of the moment another."""
    s = lay(TURN + 'astray = ["G1.rifle-1"]' + GERMANS)
    unit = s.setting.piece("G1.rifle-1")
    assert command.in_range(s, unit) and s.astray == mask_of(s, "G1.rifle-1")
