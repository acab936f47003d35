"""The odds of a battle against a plain count of all dice, against the engine's own battles, and against the clock."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random
from typing import NamedTuple

import pytest

from meuse.engine import Preview
from meuse.games.battle_of_france import odds
from meuse.games.battle_of_france.state import BattleState
from tests.games.battle_of_france.kit import SETTING, clause, do, lay

# what the rulebook prints: cost, attack, defence, hits
PRINTED = {
    "infantry": (3, 1, 2, 1),
    "artillery": (4, 2, 2, 1),
    "tank": (5, 3, 2, 1),
    "mechanized": (4, 0, 1, 1),
    "bomber": (7, 4, 1, 1),
    "fighter": (6, 3, 4, 1),
    "battleship": (10, 4, 4, 3),
    "cruiser": (6, 3, 3, 2),
    "destroyer": (6, 2, 3, 1),
    "submarine": (4, 2, 2, 1),
    "transport": (5, 0, 0, 1),
    "aa": (3, 0, 1, 1),
}
ORDER = (
    "infantry", "artillery", "tank", "mechanized", "aa", "fighter", "bomber",
    "battleship", "cruiser", "destroyer", "submarine", "transport",
)  # fmt: skip
FLYING = ("fighter", "bomber")
WALKING = ("infantry", "artillery", "tank", "mechanized")
FIGHTING_SHIPS = ("battleship", "cruiser", "destroyer", "submarine")

Army = tuple[str, ...]
"""Units such as G.infantry or B.battleship-1, in order."""
Ends = dict[tuple[Army, Army], Fraction]


def kind(unit: str) -> str:
    return unit.split(".")[1].split("-")[0].split("+")[0]


def damage(unit: str) -> int:
    return int(unit.partition("-")[2] or 0)


class Battle(NamedTuple):
    """A battle to be laid out: who attacks from where with what, which aircraft he calls, who defends."""

    power: str
    start: str
    area: str
    attackers: Army
    called: Army
    defenders: Army
    card: str = ""
    guns: str = "last"
    forest: str = "value"


# the plain count


def attack_value(b: Battle, unit: str) -> int:
    value = PRINTED[kind(unit)][1]
    if b.card == "R01" and unit[0] == "G" and b.area not in ("18", "21"):
        value = {"bomber": 5, "fighter": 4}.get(kind(unit), value)
    if b.card == "R08" and unit == "F.tank":
        value = 4
    if b.card == "R10" and unit[0] == "B":
        value = {"infantry": 2, "tank": 4}.get(kind(unit), value)
    if b.area.startswith("A") and b.area != "Amiens" and value:
        value += 1 if b.forest == "bonus" else -1
    return value


def defence_value(b: Battle, unit: str) -> int:
    value = PRINTED[kind(unit)][2]
    if unit == "G.tank":
        value = 3
    if b.card == "R05" and unit[0] == "B" and b.area == "23":
        value -= 1
    if b.card == "R11" and unit in ("F.infantry", "F.artillery") and b.area in ("7", "A3", "Reims"):
        value = 3
    if b.card == "R14" and unit == "B.tank":
        value = 3
    return value


def cheapest(b: Battle, force: Army, defends: bool) -> str:
    """Big ships absorb hits before anything is lost; then the cheapest goes, transports and guns last."""
    spared = ["transport"] if b.guns == "free" and defends else ["transport", "aa"]
    able = [unit for unit in force if kind(unit) not in spared] or list(force)
    whole = [unit for unit in able if damage(unit) + 1 < PRINTED[kind(unit)][3]]
    ranked = sorted(
        whole or able, key=lambda u: (PRINTED[kind(u)][0], ORDER.index(kind(u)), "GFB".index(u[0]), -damage(u))
    )
    return ranked[0]


def bear(b: Battle, force: Army, hits: int, defends: bool) -> Army:
    left = list(force)
    for _ in range(hits):
        if not left:
            break
        unit = cheapest(b, tuple(left), defends)
        left.remove(unit)
        if damage(unit) + 1 < PRINTED[kind(unit)][3]:
            left.append(f"{unit.partition('-')[0]}-{damage(unit) + 1}")
    return tuple(sorted(left))


def escorted(force: Army) -> Army:
    """Transports are lost with the last warship."""
    if any(kind(unit) in FIGHTING_SHIPS for unit in force):
        return force
    return tuple(unit for unit in force if kind(unit) != "transport")


def settled(b: Battle, force: Army, others: Army) -> tuple[Army, Army]:
    if b.area == "18":
        return escorted(force), escorted(others)
    if all(kind(unit) == "aa" for unit in others) and any(kind(unit) in WALKING for unit in force):
        return force, ()
    return force, others


def throws(values: list[int]) -> list[tuple[tuple[bool, ...], int]]:
    """Every way some dice can fall, as hit or miss, with the number of throws out of 6 to the number of dice."""
    found = []
    for fall in product((True, False), repeat=len(values)):
        ways = 1
        for hit, value in zip(fall, values, strict=True):
            ways *= value if hit else 6 - value
        if ways:
            found.append((fall, ways))
    return found


def count(b: Battle, force: Army, others: Army, fought: int, known: dict[tuple[Army, Army, int], Ends]) -> Ends:
    """How the battle ends, by counting all throws of a combat round; rounds that change nothing are repeated."""
    limit = 2 if b.card == "R18" else None
    if not force or not others or (limit is not None and fought >= limit):
        return {(force, others): Fraction(1)}
    key = (force, others, min(fought, 2 if limit else 1))
    if key in known:
        return known[key]
    planes = [unit for unit in force if kind(unit) in FLYING]
    guns = [unit for unit in others if kind(unit) == "aa"]
    ours = [value for value in (attack_value(b, unit) for unit in force) if value]
    theirs = [value for unit in others if kind(unit) != "aa" and (value := defence_value(b, unit))]
    shots = [1] * (len(planes) * len(guns) if fought == 0 else 0)
    total = 6 ** (len(ours) + len(theirs) + len(shots))
    next_states: Counter[tuple[Army, Army]] = Counter()
    for (fall_a, ways_a), (fall_d, ways_d), (fall_s, ways_s) in product(throws(ours), throws(theirs), throws(shots)):
        flying = list(force)
        for number, plane in enumerate(planes):
            if any(fall_s[number :: len(planes)]):
                flying.remove(plane)
        left = bear(b, tuple(flying), sum(fall_d), False), bear(b, others, sum(fall_a), True)
        next_states[settled(b, *left)] += ways_a * ways_d * ways_s
    found: Ends = {}
    same = Fraction(0)
    for state, ways in next_states.items():
        chance = Fraction(ways, total)
        if state == (force, others) and limit is None and not shots:
            same += chance
            continue
        for end, part in count(b, *state, fought + 1, known).items():
            found[end] = found.get(end, Fraction(0)) + chance * part
    if same == 1:
        return {(force, others): Fraction(1)}
    known[key] = {end: chance / (1 - same) for end, chance in found.items()}
    return known[key]


def expected(b: Battle) -> dict[str, Fraction]:
    force, others = tuple(sorted((*b.attackers, *b.called))), tuple(sorted(b.defenders))
    if not any(kind(unit) in FLYING for unit in force) and b.area != "18":
        force, others = settled(b, force, others)  # guns alone against land units alone
    ends: dict[str, Fraction] = {}
    for (mine, yours), chance in count(b, force, others, 0, {}).items():
        name = f"attacker: {listed(mine)}; defender: {listed(yours)}"
        ends[name] = ends.get(name, Fraction(0)) + chance
    return ends


def listed(force: Army) -> str:
    counts = Counter(kind(unit) + (f"-{damage(unit)}" if damage(unit) else "") for unit in force)
    return ", ".join(f"{number} {name}" for name, number in sorted(counts.items())) or "none"


# laying battles out


def base_of(b: Battle) -> str:
    """Where the aircraft are that are called in."""
    return {"18": "27", "Dunkirk": "22"}.get(b.area, "31")


def joined(b: Battle) -> BattleState:
    """The position just before the option whose preview is wanted; one bomber is left over so that it is asked for."""
    stacks: dict[str, list[str]] = {b.start: list(b.attackers), b.area: list(b.defenders)}
    if b.called:
        stacks[base_of(b)] = [*stacks.get(base_of(b), []), *b.called]
        stacks["32"] = ["G.bomber"]
    units = ", ".join(f'"{area}" = {names}'.replace("'", '"') for area, names in stacks.items())
    card = f'card = "{b.card}"\n' if b.card else ""
    s = lay(
        f'power = "{b.power}"\nround = 5\n{card}'
        f'options = {{ aa_casualties = "{b.guns}", forest_penalty = "{b.forest}" }}\nunits = {{ {units} }}'
    )
    do(s, f"start {b.start}", *(f"take {unit}" for unit in b.attackers))
    if b.called:
        do(s, f"to {b.area}", *(f"call {kind(plane)}@{base_of(b)}" for plane in b.called))
    return s


def preview_of(b: Battle) -> Preview:
    found = joined(b).preview("fight" if b.called else f"to {b.area}")
    assert found is not None
    return found


def chances(preview: Preview) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for outcome in preview.outcomes:
        found[outcome.name] = found.get(outcome.name, Fraction(0)) + outcome.chance
    return found


def some(random: Random, names: str, most: int, letters: str = "G") -> Army:
    return tuple(f"{random.choice(letters)}.{random.choice(names.split())}" for _ in range(random.randint(1, most)))


def random_battle(random: Random) -> Battle:
    """A small battle on land, in the forest, over a city with guns, at sea, or by one of the Allies."""
    land = "infantry artillery tank mechanized"
    sort = random.choice(("land", "forest", "city", "raid", "sea", "ally"))
    if sort == "land":
        area = random.choice(("23", "7"))
        start = "31" if area == "23" else "8"
        called = some(random, "fighter bomber", 1) if area == "23" and random.random() < 0.4 else ()
        card = random.choice(("", "R01", "R05", "R11", "R14", "R18"))
        defenders = some(random, land + " fighter bomber", 3, "FB")
        return Battle("germany", start, area, some(random, land, 3), called, defenders, card)
    if sort == "forest":
        card, way = random.choice(("", "R11", "R18")), random.choice(("value", "bonus"))
        return Battle("germany", "35", "A3", some(random, land, 3), (), some(random, land, 2, "FB"), card, forest=way)
    if sort in ("city", "raid"):
        guns = ("B.aa",) * random.randint(0 if sort == "city" else 1, 2)
        defenders = (*some(random, "infantry artillery tank fighter", 2, "FB"), *guns)
        if guns and random.random() < 0.2:
            defenders = guns
        card, rule = random.choice(("", "R01", "R14", "R18")), random.choice(("last", "free"))
        if sort == "raid":
            return Battle("germany", "22", "Dunkirk", some(random, "fighter bomber", 2), (), defenders, card, rule)
        called = some(random, "fighter bomber", 2) if random.random() < 0.7 else ()
        return Battle("germany", "22", "Dunkirk", some(random, land, 2), called, defenders, card, rule)
    if sort == "ally":
        power = random.choice(("france", "britain"))
        card = random.choice(("", "R08", "R10", "R18"))
        force, defenders = some(random, land, 3, power[0].upper()), some(random, land + " fighter", 3)
        return Battle(power, "22", "23", force, (), defenders, card)
    ships = "battleship battleship-1 battleship-2 cruiser cruiser-1 destroyer submarine transport"
    escort = random.choice(("G.cruiser", "G.submarine", "G.destroyer", "G.battleship-2"))
    called = some(random, "fighter bomber", 1) if random.random() < 0.3 else ()
    force = (escort, *some(random, ships, 1)) if random.random() < 0.8 else (escort,)
    card = random.choice(("", "", "R01", "R18"))
    return Battle("germany", "25", "18", force, called, some(random, ships, 2, "FB"), card)


BATTLES = [random_battle(random) for random in [Random(1940)] for _ in range(200)]


def put_together(found: dict[str, Fraction], on_land: bool) -> dict[str, Fraction]:
    """Who is left in the end, from all the ways it can end."""
    words = ["nobody is left", "only defenders are left", "only attackers are left", "both are left"]
    sums = dict.fromkeys([*words, "only aircraft are left"], Fraction(0))
    for name, chance in found.items():
        left = words[2 * ("attacker: none" not in name) + ("defender: none" not in name)]
        attackers = {man.split(" ")[-1] for man in name.partition(";")[0].removeprefix("attacker: ").split(", ")}
        aloft = on_land and left == words[2] and attackers <= {"fighter", "bomber"}
        sums["only aircraft are left" if aloft else left] += chance
    return {name: chance for name, chance in sums.items() if chance}


@clause("combat.hit.1", "combat.casualties.3", "combat.casualties.4", "combat.9")
def test_the_preview_is_the_count_of_all_dice() -> None:
    sorts = Counter((b.area, bool(b.called), b.card, b.guns, b.forest) for b in BATTLES)
    assert len(sorts) > 40 and sum(count for sort, count in sorts.items() if sort[0] == "18") > 20
    for b in BATTLES:
        found = chances(preview_of(b))
        assert found == expected(b), b
        assert sum(found.values()) == 1, b
        assert {end.name: end.chance for end in preview_of(b).sums} == put_together(found, b.area != "18"), b


def test_the_count_itself_on_battles_that_can_be_reckoned_by_hand() -> None:
    # 1 of 6 against 2 of 6, until one falls: out of 36 throws 4 kill the defender, 10 the attacker, 2 both
    duel = Battle("germany", "31", "23", ("G.infantry",), (), ("B.infantry",))
    assert expected(duel) == {
        "attacker: 1 infantry; defender: none": Fraction(4, 16),
        "attacker: none; defender: 1 infantry": Fraction(10, 16),
        "attacker: none; defender: none": Fraction(2, 16),
    }
    assert chances(preview_of(duel)) == expected(duel)
    # a transport alone is lost without a hit
    lone = Battle("germany", "25", "18", ("G.submarine",), (), ("B.transport",))
    assert chances(preview_of(lone)) == {"attacker: 1 submarine; defender: none": Fraction(1)}
    # two shots at one bomber that hits with 4: 11 of 36 bring it down, and its own die counts
    raid = Battle("germany", "22", "Dunkirk", ("G.bomber",), (), ("B.aa", "B.aa"), "R18")
    found = chances(preview_of(raid))
    assert found["attacker: none; defender: 1 aa"] == Fraction(11, 36) * Fraction(2, 3)
    assert found["attacker: none; defender: 2 aa"] == Fraction(11, 36) * Fraction(1, 3)


def test_nobody_can_hit_anybody() -> None:
    still = Battle("germany", "35", "A3", ("G.infantry",), (), ("F.mechanized",))
    assert chances(preview_of(still)) == {"attacker: none; defender: 1 mechanized": Fraction(1)}
    s = joined(Battle("germany", "35", "A3", ("G.mechanized",), (), ("F.mechanized",)))
    force, guns = ((0, 3, 0),), ((1, 4, 0),)  # a mechanized unit that cannot overrun at sea, and a gun
    zone = SETTING.board.place("18")
    assert odds.Fight(s, zone, force, guns).fates(force, guns, fought=1) == {(force, guns): Fraction(1)}


def test_the_preview_during_a_battle_counts_from_there() -> None:
    s = joined(Battle("germany", "31", "23", ("G.tank", "G.infantry"), (), ("B.infantry", "B.tank")))
    do(s, "to 23", rolls=[3, 6, 6, 6])
    do(s, "lose B.tank")
    left = Battle("germany", "31", "23", ("G.tank", "G.infantry"), (), ("B.infantry",))
    preview = s.preview("press")
    assert preview is not None and chances(preview) == expected(left) and s.preview("withdraw") is None
    assert preview.title == "Battle in 23 Belgium"
    assert [(f.name, f.value) for f in preview.factors] == [
        ("German infantry unit", "attacks with 1"),
        ("German tank", "attacks with 3"),
        ("British infantry unit", "defends with 2"),
    ]


def test_the_preview_of_the_last_round_under_a_card_and_of_guns_that_have_fired() -> None:
    s = joined(Battle("germany", "31", "23", ("G.tank",), (), ("B.infantry",), "R18"))
    do(s, "to 23", rolls=[6, 6])
    preview = s.preview("press")
    assert preview is not None and chances(preview) == {
        "attacker: 1 tank; defender: none": Fraction(12, 36),
        "attacker: none; defender: 1 infantry": Fraction(6, 36),
        "attacker: none; defender: none": Fraction(6, 36),
        "attacker: 1 tank; defender: 1 infantry": Fraction(12, 36),
    }
    s = joined(Battle("germany", "22", "Dunkirk", ("G.bomber",), (), ("B.aa",)))
    do(s, "to Dunkirk", rolls=[6, 6])
    preview = s.preview("press")
    assert preview is not None and chances(preview) == {"attacker: 1 bomber; defender: none": Fraction(1)}


def test_submerged_submarines_are_out_of_the_preview() -> None:
    s = joined(Battle("germany", "25", "18", ("G.submarine", "G.cruiser"), (), ("B.cruiser",)))
    do(s, "to 18", "submerge", rolls=[6, 6])
    preview = s.preview("press")
    assert preview is not None
    assert chances(preview) == expected(Battle("germany", "25", "18", ("G.cruiser",), (), ("B.cruiser",)))


MOST_CALLS = 300_000
"""Some fifth of a second."""
FIVES = [
    Battle("germany", "31", "23", ("G.infantry", "G.artillery", "G.tank", "G.mechanized", "G.tank"), (),
           ("B.infantry", "B.artillery", "B.tank", "F.tank", "F.fighter")),
    Battle("germany", "25", "18", ("G.battleship", "G.cruiser", "G.submarine", "G.destroyer", "G.transport"), (),
           ("B.battleship", "B.cruiser", "B.destroyer", "F.cruiser", "B.transport")),
    Battle("germany", "25", "18", ("G.battleship",) * 5, (), ("B.battleship",) * 5),
    Battle("germany", "22", "Dunkirk", ("G.infantry", "G.artillery", "G.tank"), ("G.fighter", "G.bomber"),
           ("B.infantry", "B.artillery", "B.tank", "F.fighter", "B.aa")),
]  # fmt: skip


def calls(work: Callable[[], object]) -> int:
    """How many functions some work calls: how much it is, on every machine alike."""
    count = 0

    def note(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("number", range(len(FIVES)))
def test_five_against_five_is_answered_at_once(number: int) -> None:
    b = FIVES[number]
    s = joined(b)
    option = "fight" if b.called else f"to {b.area}"
    assert calls(lambda: s.preview(option)) < MOST_CALLS
    preview = s.preview(option)
    assert preview is not None and sum(outcome.chance for outcome in preview.outcomes) == 1


# against the engine itself


def fought_out(s: BattleState, b: Battle) -> str:
    """Both sides stay to the end and lose their cheapest; who is left, as the preview names it."""
    area = SETTING.board.place(b.area)
    s.apply("fight" if b.called else f"to {b.area}")
    while s.battle:
        words = {option.verb for option in s.options}
        if "lose" in words:
            names = tuple(option.object for option in s.options)
            defends = names[0][0] in {unit[0] for unit in b.defenders}
            s.apply(f"lose {cheapest(b, names, defends)}")
        else:
            s.apply(next(word for word in ("fire", "press", "stand") if word in words))
    alive = [s.name(piece) for piece in s.at(area)]
    planes = [s.name(p) for p, place in enumerate(s.where) if place >= 0 and p in fliers(s, b)]
    mine = tuple(unit for unit in alive if unit[0] == "G")
    return f"attacker: {listed((*mine, *planes))}; defender: {listed(tuple(u for u in alive if u[0] != 'G'))}"


def fliers(s: BattleState, b: Battle) -> list[int]:
    """The pieces of the battle that fly; the bomber left over is the last that was laid down."""
    laid_down = len(b.attackers + b.defenders + b.called)
    return [piece for piece in range(laid_down) if SETTING.units[s.unit[piece]].id in FLYING]


SAMPLES = [
    Battle("germany", "31", "23", ("G.infantry", "G.artillery", "G.tank"), (), ("B.infantry", "B.tank", "F.artillery")),
    Battle("germany", "25", "18", ("G.battleship-1", "G.cruiser", "G.submarine", "G.transport"), (),
           ("B.destroyer", "B.cruiser", "B.transport")),
    Battle("germany", "22", "Dunkirk", ("G.infantry", "G.tank"), ("G.bomber",), ("B.infantry", "F.infantry", "B.aa")),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(SAMPLES)))
def test_two_thousand_battles_of_the_engine_agree_with_the_preview(number: int) -> None:
    b = SAMPLES[number]
    battles = 2000
    start = joined(b)
    promised = chances(preview_of(b))
    seen: Counter[str] = Counter()
    for seed in range(battles):
        s = start.clone()
        s.seed = f"{number} {seed}".encode().rjust(32)
        seen[fought_out(s, b)] += 1
    assert set(seen) <= set(promised)
    for name, chance in promised.items():
        spread = sqrt(battles * chance * (1 - chance))
        assert abs(seen[name] - battles * chance) <= 4 * spread + 1, (name, seen[name], float(battles * chance))
