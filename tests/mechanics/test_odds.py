"""Battles of buckets of dice: small ones against what one works out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.mechanics.odds import Army, Fate, Force, Rounds, chance, endings, losses, prospect, volley_preview


class Duel(Rounds):
    """Every unit hits with its type's number."""

    def values(self, attackers: Army, defenders: Army) -> tuple[list[int], list[int]]:
        return [unit for _, unit, _ in attackers], [unit for _, unit, _ in defenders]

    def after(self, attackers: Army, defenders: Army, on_attack: int, on_defence: int) -> Fate:
        return self.bear(attackers, on_attack, frozenset()), self.bear(defenders, on_defence, frozenset())


def man(value: int) -> Army:
    return ((0, value, 0),)


def test_a_duel_to_the_end_sums_up_all_rounds_in_which_nothing_happens() -> None:
    """Three against two of six: a win is 1/2 * 2/3, both fall with 1/2 * 1/3, and 1/3 of the rounds changes nothing."""
    chances = Duel(6, None, [1] * 7, [1] * 7).play_out({(man(3), man(2)): Fraction(1)}, 0)
    assert chances == {(man(3), ()): Fraction(1, 2), ((), man(2)): Fraction(1, 4), ((), ()): Fraction(1, 4)}


def test_after_the_last_round_both_may_be_left() -> None:
    chances = Duel(6, 1, [1] * 7, [1] * 7).play_out({(man(3), man(2)): Fraction(1)}, 0)
    assert chances[man(3), man(2)] == Fraction(1, 3) and sum(chances.values()) == 1


def test_who_cannot_hit_each_other_are_left_for_ever() -> None:
    start = {(man(0), man(0)): Fraction(1)}
    assert Duel(6, None, [1] * 7, [1] * 7).play_out(start, 0) == start


def test_hits_are_taken_where_they_hurt_least() -> None:
    """Type 0 is cheap and falls at once, type 1 dear and takes two hits, type 2 is spared."""
    duel = Duel(6, None, [1, 2, 1], [3, 9, 1])
    army = ((0, 0, 0), (0, 1, 0), (0, 2, 0))
    left = [duel.bear(army, hits, frozenset({2})) for hits in range(5)]
    assert left[1] == ((0, 0, 0), (0, 1, 1), (0, 2, 0))
    assert left[2:] == [((0, 1, 1), (0, 2, 0)), ((0, 2, 0),), ()]


def test_the_likeliest_end_comes_first() -> None:
    chances = {((), man(2)): Fraction(1, 8), (man(3), ()): Fraction(1, 2), ((), ()): Fraction(3, 8)}
    ends = endings(chances, lambda fate: f"{len(fate[0])}:{len(fate[1])}")
    assert [(end.name, end.chance) for end in ends] == [
        ("1:0", Fraction(1, 2)), ("0:0", Fraction(3, 8)), ("0:1", Fraction(1, 8)),
    ]  # fmt: skip


def test_a_volley_is_counted_up() -> None:
    hits = {outcome.name: outcome.chance for outcome in volley_preview("volley", [3, 2], 6).outcomes}
    assert hits == {"0 hits": Fraction(1, 3), "1 hit": Fraction(1, 2), "2 hits": Fraction(1, 6)}


def test_the_stronger_is_likelier_to_win_and_loses_less() -> None:
    strong, weak = Force(5, 15), Force(2, 4)
    assert chance(strong, weak) > 0.9 > 0.1 > chance(weak, strong) and chance(weak, weak) == 0.5
    ours, theirs = losses(strong, weak)
    assert ours < 0.3 and theirs > 0.9
    assert prospect(8, 8) == pytest.approx(0.5) and prospect(0, 8) == 0 and prospect(8, 0) == 1
