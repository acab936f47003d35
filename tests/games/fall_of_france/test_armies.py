"""The set-up of armies that share hexes (20.1, R96): what is worked out quickly, against what is tried out slowly."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from meuse.games.fall_of_france import armies, stacking
from meuse.games.fall_of_france.armies import Book, Plan, Share
from meuse.games.fall_of_france.setting import ALLIED, GERMAN
from meuse.games.fall_of_france.state import FallState
from tests.games.fall_of_france.kit import MAP, begin, clause


def slow_fits(sizes: tuple[int, ...], front: tuple[int, ...], back: tuple[int, ...], need: int) -> bool:
    """Every way to lay units into hexes."""
    caps = (*front, *back)
    for places in product(range(len(caps)), repeat=len(sizes)):
        left = list(caps)
        for size, place in zip(sizes, places, strict=True):
            left[place] -= size
        ahead = sum(size for size, place in zip(sizes, places, strict=True) if place < len(front))
        if min(left, default=0) >= 0 and ahead >= need:
            return True
    return False


def drawn(random: Random, most: int, largest: int) -> tuple[int, ...]:
    return tuple(sorted((random.randint(1, largest) for _ in range(random.randint(0, most))), reverse=True))


@clause("20.1a", "8.3a")
@pytest.mark.parametrize("seed", range(4))
def test_units_fit_into_hexes_as_trying_every_way_says(seed: int) -> None:
    random = Random(seed)
    found = set()
    for _ in range(60):
        sizes, front, back = drawn(random, 4, 3), drawn(random, 2, 7), drawn(random, 2, 7)
        need = random.randint(-1, 9)
        fitting = slow_fits(sizes, front, back, need)
        assert armies.fits(sizes, front, back, max(need, 0)) == fitting, (sizes, front, back, need)
        found.add(fitting)
    assert found == {True, False}


@clause("20.1a")
def test_an_army_without_units_left_only_needs_its_majority() -> None:
    assert armies._fits((), 0, 0, (), ()) and not armies._fits((), 0, 1, (7,), (7,))
    assert armies._fits((), 1, 0, (0,), ()) and armies._fits((), 1, -2, (), (0,))  # an HQ wants a hex, but no room
    assert not armies._fits((), 1, 0, (), ())
    assert armies._fits((3,), 1, -3, (), (3,)) and not armies._fits((3,), 1, 1, (), (3,))


ROOM = ((4, 7, True), (6, 2, True), (9, 5, False), (11, 6, False))


def test_what_is_written_in_a_book() -> None:
    book = Book(3, (3, 2), 2, 3, ROOM)
    assert armies._share(book) == Share(1 << 4 | 1 << 6 | 1 << 9 | 1 << 11, (7, 2), (6, 5))
    assert armies._share(book, 1 << 6 | 1 << 11 | 1 << 5) == Share(1 << 6 | 1 << 11, (2,), (6,))
    assert armies._without(book, 6).room == (ROOM[0], *ROOM[2:]) and armies._without(book, 5) == book
    assert armies._fits_alone(book) and not armies._fits_alone(armies._without(book, 4))
    assert armies._less((3, 3, 2), 3) == (3, 2) and armies._less((3, 2, 1), 2) == (3, 1)
    assert armies._less((3, 2), 0) == (3, 2)  # an HQ
    assert armies._exchanged((7, 5, 2), 5, 1) == (7, 2, 1) and armies._exchanged((7, 5), 7, 6) == (6, 5)
    assert armies._exchanged((7, 5), 5, 0) == (7, 0) and armies._exchanged((7, 5), 5, -1) == (7,)


def slow_parted(books: tuple[Book, ...]) -> bool:
    """Every way to give each hex to one army."""
    hexes = sorted({hexa for book in books for hexa, _, _ in book.room})
    users = [[book.number for book in books if hexa in [h for h, _, _ in book.room]] for hexa in hexes]
    for owners in product(*users):
        mine = dict(zip(hexes, owners, strict=True))
        if all(alone(book, {hexa for hexa in hexes if mine[hexa] == book.number}) for book in books):
            return True
    return False


def alone(book: Book, hexes: set[int]) -> bool:
    front = tuple(cap for hexa, cap, ahead in book.room if hexa in hexes and ahead)
    back = tuple(cap for hexa, cap, ahead in book.room if hexa in hexes and not ahead)
    if not book.left:
        return book.need <= 0
    return bool(front or back) and slow_fits(book.sizes, front, back, book.need)


@clause("20.1a", "8.4b")
@pytest.mark.parametrize("seed", range(4))
def test_hexes_are_parted_among_armies_as_trying_every_way_says(seed: int) -> None:
    random = Random(seed)
    found = set()
    for _ in range(40):
        books = []
        for number in range(random.randint(1, 3)):
            sizes = drawn(random, 3, 3)
            hexes = random.sample(range(5), random.randint(1, 4))
            room = tuple((hexa, random.randint(1, 7), random.random() < 0.6) for hexa in sorted(hexes))
            books.append(Book(number, sizes, len(sizes) + random.randint(0, 1), random.randint(-1, sum(sizes)), room))
        made = tuple(books)
        owners = tuple((hexa, random.randrange(3)) for hexa in range(5))
        parted = armies._parted(made, owners)
        found.add(parted is not None)
        assert (parted is not None) == slow_parted(made), made
        if parted is not None:
            taken = [hexa for book in parted if book.left for hexa, _, _ in book.room]
            assert len(taken) == len(set(taken)) and all(map(armies._fits_alone, parted))
    assert found == {True, False}


@clause("20.1a")
def test_a_hex_goes_to_the_army_it_is_kept_for_if_that_will_do() -> None:
    one, two = Book(1, (3,), 1, 0, ((4, 7, True), (5, 7, True))), Book(2, (3,), 1, 0, ((4, 7, True), (6, 7, True)))
    for owner, losing in ((1, two), (2, one)):
        parted = armies._parted((one, two), ((4, owner),))
        assert parted is not None
        assert [book for book in parted if book.number == losing.number] == [armies._without(losing, 4)]
    narrow = Book(2, (3,), 1, 0, ((4, 7, True),))
    parted = armies._parted((one, narrow), ((4, 1),))
    assert parted == (armies._without(one, 4), narrow)
    assert armies._parted((narrow, Book(1, (2,), 1, 0, ((4, 7, True),))), ()) is None
    done = Book(1, (), 0, 0, ((4, 7, True),))  # an army that stands takes part in no quarrel
    assert armies._parted((done, narrow), ((4, 1),)) == (done, narrow)


# on the map


def test_armies_are_together_if_they_share_hexes_directly_or_through_others() -> None:
    made = armies.plans(begin())
    for number, plan in enumerate(made.all):
        joined = {number} if plan.tight else set()
        grown = True
        while grown:
            more = {
                other
                for other, rival in enumerate(made.all)
                if rival.tight and any(rival.hexes & made.all[known].hexes for known in joined)
            }
            grown, joined = not more <= joined, joined | more
        assert set(made.cluster[number]) == joined
    assert len(made.groups) == len(set(made.groups)) and set(made.groups) == {c for c in made.cluster if c}
    for hexa, owner in made.owners:
        claims = made.claims[hexa]
        assert owner in claims and len(claims) > 1 and made.kept[owner] >> hexa & 1
        assert all(made.all[n].listed != hexa for n in claims) or made.all[owner].listed == hexa
    assert sum(kept.bit_count() for kept in made.kept) == len(made.owners)


def stands(s: FallState, plan: Plan) -> bool:
    """Has an army its majority, or units left that may still bring it about?"""
    return any(s.where[unit] < 0 for unit in plan.units) or armies.wanted_in_front(s, plan) <= 0


def lay_out(s: FallState, side: int, random: Random, watch: float) -> int:
    """Set a side up at random; now and then every hex that is closed or open to a unit is checked slowly."""
    watched = 0
    made = armies.plans(s)
    while units := armies.next_unplaced(s, side):
        unit = random.choice(units)
        open_ = armies.area(s, unit) & ~stacking.without_room(s, (unit,))
        blocked = armies.blocked(s, unit, open_)
        assert not blocked & ~open_
        if random.random() < watch:
            for hexa in MAP.board.members(open_):
                twin = s.supposed()
                twin.put(unit, hexa)
                books = [armies._made(twin, made, group) for group in made.groups]
                keeps = all(armies._parted(group, made.owners) is not None for group in books)
                keeps = keeps and all(stands(twin, plan) for plan in made.all)
                watched += not keeps
                assert keeps != bool(blocked >> hexa & 1), (s.piece_name(unit), s.label(hexa))
        assert open_ & ~blocked
        armies.set_up(s, unit, random.choice(list(MAP.board.members(open_ & ~blocked))))
        assert not list(armies.faults(s))
    assert armies.solvable(s)
    assert all(armies.wanted_in_front(s, plan) <= 0 for plan in made.all if MAP.side_of[plan.units[0]] == side)
    return watched


@clause("20.1a", "20.1c", "20.1g")
@pytest.mark.parametrize(("side", "seed"), [(ALLIED, 0), (ALLIED, 1), (GERMAN, 2), (GERMAN, 3)])
def test_a_hex_is_closed_in_set_up_just_if_an_army_would_find_no_place(side: int, seed: int) -> None:
    random, s = Random(seed), begin(seed=seed)
    closed = lay_out(s, side, random, 0.6)
    assert closed
