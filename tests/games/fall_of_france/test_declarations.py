"""R61 the other way: all combats of a phase are declared first and then resolved in any order."""

from __future__ import annotations

import pytest

from meuse.games.fall_of_france import declarations
from meuse.games.fall_of_france.events import AttackDeclared, Attacked, AttackVoid, Fought, LeftOut, SupportLapsed
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.battles import asked, combat, drm, factors, step
from tests.games.fall_of_france.kit import GAME, MAP, can, choices, clause, disrupted, do, lay, refusal, where
from tests.games.kit import choice

ALL = 'options = { declaring = "all" }'
HQ = '"0506" = ["G.AHQ", "G.12HQ"]'
PANZER_HQ = '"0506" = ["G.AHQ"], "0507" = ["G.4HQ"], "0607" = ["G.KlugeHQ"]'


def declaring(units: str, side: str = "german") -> FallState:
    """A Combat phase in which all combats are declared first."""
    return combat(units, ALL, side)


def declare(s: FallState, target: str, *units: str, support: str = "") -> FallState:
    backing = [f"support {support}"] if support else []
    do(s, f"attack {target}", *[f"commit {unit}" for unit in units], *backing, "declare")
    return s


TWO = f'"2522" = ["G.III"], "2424" = ["G.VI"], "2523" = ["F.X"], "2524" = ["F.XX"], {HQ}'


@clause("14.1a")
def test_all_are_declared_before_one_is_resolved() -> None:
    s = declaring(TWO)
    events = do(s, "attack 2524", "commit G.VI")
    assert refusal(s, "fight") == "14.1a" and not events
    events = do(s, "declare")
    assert [type(event) for event in events] == [AttackDeclared] and not s.rolled
    assert choices(s, "attack") == {"2523"} and refusal(s, "attack 2524") == "14.1a"
    do(s, "attack 2523")
    assert refusal(s, "commit G.VI") == "14.1a"
    do(s, "commit G.III", "declare")
    assert step(s) == "resolution" and choices(s, "resolve") == {"2523", "2524"}


@clause("14.1a")
@pytest.mark.parametrize(("one", "two"), [("2523", "2524"), ("2524", "2523")])
def test_they_are_resolved_in_the_order_the_attacker_likes(one: str, two: str) -> None:
    s = declare(declare(declaring(TWO), "2523", "G.III"), "2524", "G.VI")
    events = do(s, f"resolve {one}", rolls=[6])  # -/DR
    while step(s) != "resolution":
        do(s, str(s.options[-1]))
    assert [MAP.board.labels[event.hex] for event in events if isinstance(event, Attacked | Fought)] == [one, one]
    assert refusal(s, f"resolve {one}") == "14.1a" and choices(s, "resolve") == {two}


@clause("14.1a")
def test_nobody_has_to_declare_anything() -> None:
    s = declaring(TWO)
    do(s, "done")
    assert step(s) == "movement" and asked(s) == "allied"
    s = declare(declaring(TWO), "2523", "G.III")
    do(s, "done")
    assert choices(s, "resolve") == {"2523"} and not can(s, "done")


def beaten(mech_ops: bool = False) -> FallState:
    """An advance into 2523 and its skirmish with the next target, the stack in 2524."""
    units = f'"2522" = ["G.III"], "2424" = ["G.VI"], "2523" = ["F.X"], "2524" = ["F.XX"], {HQ}'
    first, second = ["G.III"], "G.VI"
    if mech_ops:
        units = f'"2522" = ["G.5Pz", "G.7Pz"], "2424" = ["G.6Pz"], "2523" = ["F.2A1"], "2524" = ["F.XX"], {PANZER_HQ}'
        first, second = ["G.5Pz", "G.7Pz"], "G.6Pz"
    phase = "mech combat" if mech_ops else "german combat"
    s = lay(f'phase = "{phase}"\nturn = 2\n{ALL}\nunits = {{ {units} }}')
    declare(declare(s, "2523", *first), "2524", second)
    do(s, "resolve 2523", rolls=[4 if mech_ops else 6])  # -/1CDR, or -/DR
    do(s, f"advance {first[0]}")
    while step(s) != "clash":
        do(s, "stay")
    do(s, "fight", rolls=[6])
    return s


@clause("14.1a")
def test_a_combat_whose_target_has_gone_is_void() -> None:
    s = beaten()
    events = do(s, "retreat")
    assert [event.why for event in events if isinstance(event, AttackVoid)] == ["no enemy is left there"]
    assert step(s) == "movement" and not s.attacked >> MAP.piece("G.VI") & 1


@clause("14.1a", "14.1b")
def test_why_a_declared_combat_is_void() -> None:
    """Whoever stands elsewhere by then takes no part; an HQ alone fights on, a unit without a rating does not."""
    s = declare(declare(declaring(TWO), "2523", "G.III"), "2524", "G.VI")
    near, far = declarations.waiting(s)
    assert [declarations.void(s, each) for each in (near, far)] == ["", ""]
    s.shift(MAP.piece("G.III"), MAP.board.place("2521"))
    assert declarations.void(s, near) == "none of its attackers stands next to it any more"
    s.set_disrupted(1 << MAP.piece("G.VI"))
    assert declarations.void(s, far) == "none of its attackers stands next to it any more"
    s.set_disrupted(1 << MAP.piece("G.VI"), yes=False)
    s.shift(MAP.piece("F.XX"), MAP.board.place("2724"))
    assert declarations.void(s, far) == "no enemy is left there"


@clause("14.1a")
def test_void_combats_are_taken_off_and_the_others_are_still_fought() -> None:
    s = declare(declare(declaring(TWO), "2523", "G.III"), "2524", "G.VI")
    s.shift(MAP.piece("G.III"), MAP.board.place("2521"))
    s.advance()
    assert step(s) == "resolution" and choices(s, "resolve") == {"2524"}
    assert not s.attacked >> MAP.piece("G.III") & 1 and s.attacked >> MAP.piece("G.VI") & 1
    assert s.fought == 1 << MAP.board.place("2524")


@clause("14.1a")
def test_a_combat_whose_target_stays_is_fought_at_the_strength_of_the_moment() -> None:
    s = beaten()
    do(s, "disrupt F.XX")
    assert choices(s, "resolve") == {"2524"} and disrupted(s) >= {"F.XX"}
    do(s, "resolve 2524", rolls=[6])  # -/DR
    assert where(s, "F.XX") == "dead"


@clause("15.0b")
def test_units_of_a_void_combat_may_still_move_in_mechanised_operations() -> None:
    """They have not fought; the others have."""
    s = beaten(mech_ops=True)
    assert s.attacked >> MAP.piece("G.6Pz") & 1
    do(s, "retreat")
    assert step(s) == "movement" and choices(s, "move") == {"G.6Pz"}


@clause("14.1c", "17.1a")
def test_whoever_has_come_into_the_hex_defends_there() -> None:
    units = f'"2522" = ["G.III"], "2622" = ["G.VI"], "2524" = ["G.XVIII"], "2523" = ["F.X"], "2623" = ["F.MON"], {HQ}'
    s = declare(declare(declaring(units), "2523", "G.III"), "2623", "G.VI")
    do(s, "resolve 2523", rolls=[6])
    assert where(s, "F.X") == "2623"
    do(s, "stay")
    assert factors(s, "resolve 2623")["defence"] == "6"


@clause("14.3c")
def test_headquarters_are_declared_with_the_attack_they_support() -> None:
    units = '"2522" = ["G.III", "G.12HQ"], "2424" = ["G.VI"], "2523" = ["F.X"], "2524" = ["F.XX"], "0506" = ["G.AHQ"]'
    s = declare(declaring(units), "2523", "G.III", support="G.12HQ")
    do(s, "attack 2524", "commit G.VI")
    assert refusal(s, "support G.12HQ") == "14.3c"
    do(s, "declare")
    assert drm(s, "resolve 2523") == 1 and drm(s, "resolve 2524") == 0


@clause("14.3c")
def test_support_lapses_when_the_headquarters_has_gone_on() -> None:
    """It supports one attack, takes part in another, and advances."""
    units = '"2422" = ["G.III", "G.12HQ"], "2522" = ["G.VI"], "2323" = ["F.2A1"], "2523" = ["F.XX"], "0506" = ["G.AHQ"]'
    s = declaring(units)
    declare(s, "2523", "G.VI", support="G.12HQ")
    declare(s, "2323", "G.III", "G.12HQ")
    assert drm(s, "resolve 2523") == 1
    do(s, "resolve 2323", rolls=[5])
    do(s, "advance G.12HQ", "stay")
    events = do(s, "resolve 2523", rolls=[4])
    assert any(isinstance(event, SupportLapsed) for event in events)


@clause("14.3c")
def test_a_german_headquarters_answers_when_an_allied_attack_is_resolved() -> None:
    units = '"2522" = ["G.III", "G.12HQ"], "2523" = ["F.X"], "2623" = ["F.IX"], "2622" = ["G.VI"], "0506" = ["G.AHQ"]'
    s = declare(declaring(units, "allied"), "2522", "F.X")
    assert step(s) == "combat" and asked(s) == "allied"
    declare(s, "2622", "F.IX")
    assert s.preview("resolve 2522") is None
    do(s, "resolve 2522")
    assert step(s) == "answer" and asked(s) == "german"
    do(s, "support G.12HQ", rolls=[4])
    assert s.lent == 1 << MAP.piece("G.12HQ")


@clause("14.1b", "17.1c")
def test_an_attacker_pushed_away_from_the_hex_is_left_out() -> None:
    """By friends who retreat: it stands elsewhere by the time its combat comes."""
    text = """
        turn = 2
        options = { declaring = "all" }
        units = { "2522" = ["G.III"], "2323" = ["G.VI"], "2523" = ["F.X"], "0506" = ["G.AHQ", "G.12HQ"] }
        stack = [
            { step = "open_movement", mover = "allied", mech_ops = false },
            { step = "declared", mover = "german", target = "2523", attackers = ["G.III", "G.VI"], backing = [] },
            { step = "resolution", mover = "german", mech_ops = false },
        ]
    """
    s = GAME.position(f'game = "fall_of_france"\nscenario = "historical"\n{text}')
    assert not GAME.faults(s) and factors(s, "resolve 2523")["attack"] == "4"
    events = do(s, "resolve 2523", rolls=[6])
    assert [event.pieces for event in events if isinstance(event, LeftOut)] == [(MAP.piece("G.VI"),)]


@clause("14.1a")
def test_one_battle_has_one_board() -> None:
    s = declaring(TWO)
    do(s, "attack 2523", "commit G.III")
    board = s.scene("german").fight
    do(s, "declare", "done")
    again = s.scene("german").fight
    assert board is not None and again is not None and again.id == board.id and again.chances
    do(s, "resolve 2523", rolls=[6])
    after = s.scene("german").fight
    assert step(s) == "advance" and after is not None and after.id == board.id


def test_declared_attackers_are_shown_as_such_to_both_sides() -> None:
    s = declare(declaring(TWO), "2523", "G.III")
    for side in ("german", "allied", ""):
        pieces = {piece.id: piece for stack in s.scene(side).stacks.values() for piece in stack.pieces}
        notes = {unit: pieces[unit].notes for unit in ("G.III", "G.VI")}
        assert notes == {"G.III": ("attacks 2523",), "G.VI": ()}
        marks = [(mark.place, mark.side, mark.title) for mark in s.scene(side).marks]
        assert marks == [("2523", "german", "To be resolved: the attack by III. Armeekorps")]


def test_bots_resolve_first_what_promises_most() -> None:
    units = f'"2522" = ["G.III", "G.VI"], "2424" = ["G.XVIII"], "2523" = ["F.2A1"], "2524" = ["F.XX"], {HQ}'
    s = declare(declare(declaring(units), "2524", "G.XVIII"), "2523", "G.III", "G.VI")
    assert choice(s) == "resolve 2523"


@pytest.mark.parametrize(
    ("attackers", "noted", "fault"),
    [
        (("G.III", "G.VI"), "", ""),
        (("G.III", "G.III"), "", "a unit attacks in two declared combats (R61)"),
        (("G.III", "G.VI"), "attacked", "a unit attacks in a declared combat and that is not noted"),
        (("G.III", "F.X"), "", "a declared combat has attackers of the enemy"),
    ],
)
def test_declared_combats_do_not_share_units_and_are_noted(attackers: tuple[str, str], noted: str, fault: str) -> None:
    s = declaring(TWO)
    one, two = (MAP.piece(unit) for unit in attackers)
    for hexa, unit in (("2523", one), ("2524", two)):
        declarations.declare(s, 0, MAP.board.place(hexa), (unit,), ())
    if noted:
        setattr(s, noted, 0)
    assert [found for found in GAME.faults(s) if "declared" in found] == ([fault] if fault else [])
