"""Movement against ``marching_reference.py``: where single movers can go, and what it costs them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random

import pytest

from meuse.board.sets import listed
from meuse.games.france_1940 import charges, march
from meuse.games.france_1940.movement import goals, hex_before, may_charge, path_to, points_for
from meuse.games.france_1940.state import FranceState
from meuse.games.france_1940.transport import capacity

from .kit import ENDING, OWN, clause, lay, owned
from .marching import FORCES
from .marching_reference import FOOT, MARKERS, TRACKED, WHEELED, Country, Mover, Stand
from .reference import Hex

MOVERS = {
    "G1.rifle-1": (FOOT, False, 4), "G1.mortar-1": (FOOT, False, 3), "G2.pak36-1": (WHEELED, True, 4),
    "G2.lefh18-1": (WHEELED, True, 1), "G3.pz3-1": (TRACKED, False, 11), "G.blitz-1": (WHEELED, False, 14),
    "G.sdkfz251-1": (TRACKED, False, 12), "G.Apfelbaum": (FOOT, False, 5),
}  # fmt: skip
"""How each moves, whether its crew pushes it, its points."""
WEIGHTLESS = ("G.blitz-1", "G.sdkfz251-1", "G.Apfelbaum")
MARKS = (*MARKERS, "rubble")
LEVELLED = ("ditches", "crossings")
"""A crossing leads over a ditch."""
MATES = ("G1.rifle-2", "G1.rifle-3", "G1.rifle-4", "G2.stug-1", "G2.engineers-1", "G3.pz3-2")
ENEMIES = ("F1.rifle-1", "F1.rifle-2", "F1.rifle-3", "F.adk-1", "F2.cavalry-1", "F.Moreau")


def marked(marks: Mapping[Hex, str], letter: str) -> str:
    """Markers as lines of a position."""
    lines = []
    for kind in MARKS:
        there = [f"{letter}{h[0]}{h[1]:02}" for h, mark in marks.items() if mark == kind or (kind, mark) == LEVELLED]
        lines.append(f"{kind} = {there}\n".replace("'", '"'))
    return "".join(lines)


def laid(head: str, rows: Mapping[str, list[str]], scenario: str) -> FranceState:
    units = "\n".join(f"{h} = {row}".replace("'", '"') for h, row in rows.items())
    head = head.replace("'", '"')
    return lay(f'phase = "german activation"\ninitiative = "german"\n{head}[units]\n{units}', scenario)


class March:
    """A mover somewhere on a board, enemies and friends around it, some of its points spent."""

    def __init__(self, dice: Random, country: Country, letter: str) -> None:
        self.country, self.letter = country, letter
        self.piece = dice.choice(sorted(MOVERS))
        column, crew, points = MOVERS[self.piece]
        spots = sorted(country.terrain)
        deep = set(country.ends) - country.bridges if country.river == "major" else set[Hex]()
        around = dice.choice((spots, sorted(country.paved), sorted(country.ends) or spots))
        dry = {h for h in spots if country.terrain[h] != "m" or h in country.paved}
        self.start = dice.choice([h for h in around if (column == FOOT or h in dry) and h not in deep])
        col, row = self.start
        near = [h for h in spots if h != self.start and abs(h[0] - col) <= 4 and abs(h[1] - row) <= 4]
        near = [h for h in near if country.terrain[h] != "m" and h not in deep]
        foes = dict(zip(dice.sample(ENEMIES, dice.randint(0, 3)), dice.sample(near, 3), strict=False))
        self.foes = set(foes.values())
        crowd = dice.choice([h for h in near if h not in foes.values()])
        friends = dict.fromkeys(dice.sample(MATES, dice.choice((0, 2, 3))), crowd)
        self.rows: dict[str, list[str]] = {self.label(self.start): [self.piece]}
        for one, h in (foes | friends).items():
            self.rows.setdefault(self.label(h), []).append(one)
        beside = {n for name, h in foes.items() if name != "F.Moreau" for n in (h, *country.around(h))}
        self.hurried = column == FOOT and self.start not in beside and dice.random() < 0.3
        self.total = Fraction(points + 3 * self.hurried)
        self.spent = Fraction(dice.choice((0, 0, 0, dice.randint(0, int(2 * self.total)))), 2)
        self.on_road = dice.random() < 0.7
        self.second = dice.random() < 0.5 and self.start in country.ends
        self.mover = Mover(column, crew, self.total, self.spent, self.on_road)
        self.shut = set(foes.values()) | (beside if self.hurried else set())
        self.marks = {h: dice.choice(MARKS) for h in dice.sample(near, dice.choice((0, 0, 3, 8)))}
        self.mover = self.mover._replace(halftrack=self.piece == "G.sdkfz251-1")
        country.markers = self.marks
        weight = 0 if self.piece in WEIGHTLESS else 3
        self.full = {crowd} if 3 * len(friends) + weight > 9 else set()

    def label(self, h: Hex) -> str:
        return f"{self.letter}{h[0]}{h[1]:02}"

    def position(self, scenario: str) -> FranceState:
        more = f'second_bank = ["{self.piece}"]\n' if self.second else ""
        s = laid(more + marked(self.marks, self.letter), self.rows, scenario)
        who = s.setting.piece(self.piece)
        s.hurried |= self.hurried << who
        s.spent[who] = int(2 * self.spent)
        s.byways |= (not self.on_road) << who
        s.touch()
        assert capacity(s, who) == 2 * self.total
        return s

    def stand(self, s: FranceState) -> Stand:
        """Where it stands: in a river hex on which arc of it."""
        country, board = self.country, s.setting.board
        if self.start not in country.ends:
            return self.start, 0
        banks = s.setting.waters.banks[board.place(self.label(self.start))]
        side = banks.second if self.second else banks.first
        there = next(h for h in country.around(self.start) if side >> board.place(self.label(h)) & 1)
        return self.start, country.arc(self.start, there)


def why_not(made: March, goal: Hex) -> str:
    """The first rule in the order of the chapters by which a mover cannot go to a hex that it does not reach."""
    country, mark, foot = made.country, made.marks.get(goal), made.mover.column == FOOT
    paths = {h for pair in country.roads | country.trails for h in pair}
    reasons = {
        "5.2e": goal == made.start,
        "5.2g": goal in made.foes,
        "5.3b": goal in made.shut,
        "12.3a": mark == "roadblocks" and not foot,
        "12.5b": mark == "ditches" and not foot,
        "12.6a": mark == "teeth" and not foot,
        "5.7a": country.terrain[goal] == "m" and not foot and (goal not in paths or goal in country.around(made.start)),
        "12.11d": mark == "rubble" and made.mover.column == WHEELED,
        "12.2b": mark == "wire" and (made.mover.column != TRACKED or made.mover.halftrack),
        "11.9.2b": country.river == "major" and goal in country.ends and goal not in country.bridges,
        "4a": goal in made.full,
        "5.2b": True,
    }
    return next(clause_ for clause_, holds in reasons.items() if holds)


def walked(country: Country, mover: Mover, stand: Stand, path: list[Hex]) -> Fraction:
    """What one has spent who has gone a way."""
    spent = mover.spent
    for there in path:
        asked = country.price(mover, stand, there)
        assert asked is not None
        spent, stand = spent + asked, (there, country.lands(stand, there))
    return spent


def went(s: FranceState, made: March, stand: Stand, path: list[Hex]) -> None:
    """Nobody fires: the mover is there, has paid, and stands on the bank by which it came."""
    s, who = s.clone(), s.setting.piece(made.piece)
    s.finished |= s.setting.pieces_on[1]
    s.activator, s.moving = 0, 1 << who
    spent, on_road = walked(made.country, made.mover, stand, path), made.on_road
    for there in path:
        on_road = on_road and (stand[0], there) in made.country.roads
        stand = there, made.country.lands(stand, there)
    march.Walk((who,), tuple(s.setting.board.place(made.label(h)) for h in path), march.alarms(s, (who,))).after(s)
    assert s.label(s.where[who]) == made.label(path[-1])
    assert Fraction(s.spent[who], 2) == spent
    assert bool(s.byways >> who & 1) == (not on_road)
    hexa, arc = stand
    if arc:
        banks, place = s.setting.waters.banks[s.where[who]], s.setting.board.place
        side = banks.second if s.second_bank >> who & 1 else banks.first
        beside = {
            made.country.arc(hexa, there) for there in made.country.around(hexa) if side >> place(made.label(there)) & 1
        }
        assert beside == {arc}


@clause("5.1c", "5.1d", "5.2b", "5.2c", "5.2f", "5.2g", "5.3a", "5.3b", "5.4a", "5.4b", "5.4c", "4a", "4f", "11.9.1a",
        "11.9.1b", "11.9.2b", "11.9.2c", "11.9c")  # fmt: skip
@pytest.mark.parametrize("letter", ["A", "H"])
@pytest.mark.parametrize("river", ["minor", "major", "dry"])
def test_where_movers_can_go(letter: str, river: str) -> None:
    dice, country = Random(f"{letter} {river}"), Country(letter, river)
    ending = ENDING.replace("A510", f"{letter}510")
    scenario = owned(f'{OWN}boards = [["{letter}"]]\nriver = "{river}"\n{FORCES}\n{ending}')
    for _ in range(16):
        made = March(dice, country, letter)
        s = made.position(scenario)
        board, stand, said = s.setting.board, made.stand(s), (made.rows, made.mover, made.hurried)
        found = goals(s, (s.setting.piece(made.piece),))
        told = {country.numbers(name) for name in board.names(found.all())}
        assert told == country.goals(made.mover, stand, made.shut, made.full), said
        bars = list(march.March((s.setting.piece(made.piece),))._march_bars(s, (s.setting.piece(made.piece),)))
        for h in set(country.terrain) - told:
            place = board.place(made.label(h))
            assert next(bar.clause for bar in bars if bar.closed >> place & 1) == why_not(made, h), (said, h)
        ways = country.reached(made.mover, stand, made.shut)
        for goal in told:
            place = board.place(made.label(goal))
            cost = Fraction(points_for(s, found, place))
            if found.steps >> place & 1:
                asked = country.price(made.mover, stand, goal)
                assert asked is not None and cost == min(asked, made.mover.left), said
            elif any(h == goal for h, _ in ways):
                assert made.spent + cost == min(paid for (h, _), paid in ways.items() if h == goal), said
                path = [country.numbers(board.labels[h]) for h in path_to(found, place)]
                before = hex_before(found, place)
                assert before == (board.place(made.label(path[-2])) if len(path) > 1 else -1)
                assert made.spent + cost == walked(country, made.mover, stand, path) and not made.shut & set(path), said
                if dice.random() < 0.1:
                    went(s, made, stand, path)


STACKS = (("G1.rifle-1", "G3.pz3-1"), ("G1.mortar-1", "G2.lefh18-1"), ("G.blitz-1", "G.Apfelbaum", "G3.pz3-1"))


@clause("5.2b", "5.2c", "5.4a", "11.9.1b", "4a", "2.3a")
@pytest.mark.parametrize("river", ["minor", "major", "dry"])
@pytest.mark.parametrize("off", [False, True])
def test_where_stacks_that_move_differently_can_go(river: str, off: bool) -> None:
    """G30b: one way for all of them; or from over the edge, to which each pays its own price."""
    dice, country = Random(f"{river} {off}"), Country("A", river)
    scenario = owned(f'{OWN}boards = [["A"]]\nriver = "{river}"\n{FORCES}\n{ENDING}')
    dry = [h for h in sorted(country.terrain) if country.terrain[h] != "m" and h not in country.ends]
    for _ in range(12):
        pieces = dice.choice(STACKS)
        movers = [Mover(*row[:2], Fraction(row[2])) for row in map(MOVERS.__getitem__, pieces)]
        north = [h for h in dry if h[1] < 5]
        foes = dict(zip(dice.sample(north, 6), ENEMIES, strict=True))
        start = None if off else (dice.choice([h for h in dry if h not in foes]), 0)
        marks = country.markers = {h: dice.choice(MARKS) for h in dice.sample(north, 5)}
        rows = {f"A{h[0]}{h[1]:02}": [foe] for h, foe in foes.items()}
        if start is None:
            text = f"off = {list(pieces)}\n"
        else:
            text, rows["A{}{:02}".format(*start[0])] = "", list(pieces)
        s = laid(text + marked(marks, "A"), rows, scenario)
        found = goals(s, tuple(s.setting.piece(piece) for piece in pieces))
        told = {country.numbers(name) for name in s.setting.board.names(found.all())}
        assert told == country.joint_goals(movers, start, set(foes), set()), (rows, marks)


@clause("2.3a", "5.2c", "5.4a")
def test_where_single_movers_enter() -> None:
    """V1: over a hex of the edge at its price, and on with the rest; wheels and tracks at rest into any one of them."""
    dice, country = Random(5), Country("A", "minor")
    scenario = owned(f'{OWN}boards = [["A"]]\nriver = "minor"\n{FORCES}\n{ENDING}')
    dry = [h for h in sorted(country.terrain) if country.terrain[h] != "m" and h not in country.ends and h[1] < 4]
    for _ in range(16):
        piece = dice.choice(sorted(MOVERS))
        mover = Mover(*MOVERS[piece][:2], Fraction(MOVERS[piece][2]), halftrack=piece == "G.sdkfz251-1")
        foes = dict(zip(dice.sample(dry, 6), ENEMIES, strict=True))
        marks = country.markers = {h: dice.choice(MARKS) for h in dice.sample(dry, 5)}
        rows = {f"A{h[0]}{h[1]:02}": [foe] for h, foe in foes.items()}
        s = laid(f'off = ["{piece}"]\n' + marked(marks, "A"), rows, scenario)
        told = {country.numbers(name) for name in s.setting.board.names(goals(s, (s.setting.piece(piece),)).all())}
        within = country.joint_goals([mover], None, set(foes), set())
        rest = {h for h in country.edge() if h not in foes and country.entry(mover, h) is not None}
        assert told == (within if mover.column == FOOT else within | rest), (piece, rows, marks)


GERMANS = ("G1.rifle-1", "G1.mg34-1", "G2.pak36-1", "G2.stug-1", "G.blitz-1", "G.sdkfz251-1", "G.Apfelbaum")
HARD = ("G2.stug-1", "G.blitz-1", "G.sdkfz251-1")


@clause("5.6g", "5.6h", "5.6j", "9.1.6a", "11.9.1b")
@pytest.mark.parametrize("river", ["minor", "dry"])
@pytest.mark.parametrize("gallops", [True, False])
def test_where_cavalry_gets_to_charge(river: str, gallops: bool) -> None:
    """With 12 points at the gallop only beside enemies whom it can charge from there; with 8 wherever it likes."""
    dice, country = Random(f"charge {river}"), Country("A", river)
    scenario = owned(f'{OWN}boards = [["A"]]\nriver = "{river}"\n{FORCES}\n{ENDING}')
    spots, found = sorted(country.terrain), 0
    for _ in range(14):
        start = dice.choice(sorted(country.ends) or spots) if dice.random() < 0.3 else dice.choice(spots)
        near = [h for h in spots if h != start and abs(h[0] - start[0]) <= 4 and abs(h[1] - start[1]) <= 5]
        foes = dict(
            zip(dice.sample([h for h in near if country.terrain[h] != "m"], 3), dice.sample(GERMANS, 3), strict=True)
        )
        fit = {h for h, foe in foes.items() if foe not in HARD and country.terrain[h] not in ("w", "B", "m")}
        country.prey = fit if gallops else None
        country.markers = {}
        rows = {f"A{h[0]}{h[1]:02}": [foe] for h, foe in foes.items()}
        rows["A{}{:02}".format(*start)] = ["F2.cavalry-1", "F2.horses-1", "F.Landry"]
        s = laid('carriers = { "F2.cavalry-1" = "F2.horses-1" }\n', rows, scenario)
        horses = s.setting.piece("F2.horses-1")
        spent = dice.choice((0, 0, 3, 8))
        s.spent[horses] = spent
        s.byways |= 1 << horses
        s.galloping = (1 << horses | 1 << s.setting.piece("F2.cavalry-1")) if gallops else 0
        s.touch()
        mover = Mover(FOOT, False, Fraction(12 if gallops else 8), Fraction(spent, 2), False)
        stand = start, 0
        if start in country.ends:
            banks, board = s.setting.waters.banks[s.where[horses]], s.setting.board
            side = [h for h in country.around(start) if banks.first >> board.place(f"A{h[0]}{h[1]:02}") & 1]
            stand = start, country.arc(start, side[0])
        told = {country.numbers(name) for name in s.setting.board.names(goals(s, (horses,)).all())}
        assert told == country.goals(mover, stand, set(foes), set()), (rows, spent)
        assert {country.numbers(s.label(h)) for h in listed(charges.prey(s, 1))} == fit
        if gallops:
            assert may_charge(s, (horses,)) == country.charges(mover, stand, mover.spent)
        found += bool(told)
    assert found > 5
