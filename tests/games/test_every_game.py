"""What must hold of every game, run on each of them from one suite."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import meuse
from meuse.cli.ledger import covered, marks
from meuse.engine import Game, Record, Setting, staging
from meuse.engine.advice import Advice, WeightedAdvice
from meuse.engine.dice import DiceError
from meuse.engine.events import Rolled
from meuse.engine.ledger import RuleOption
from meuse.engine.playout import RandomGame, play, vary
from meuse.engine.promises import check_bars, check_position
from meuse.engine.scene import SPECTATOR, Scene
from meuse.games import NAMES

HERE = Path(__file__).parent
SCENARIOS = [(name, scenario) for name in NAMES for scenario in meuse.load(name).scenarios]
EACH_GAME = pytest.mark.parametrize("name", NAMES)
EACH_SCENARIO = pytest.mark.parametrize(("name", "scenario"), SCENARIOS)


@EACH_SCENARIO
@pytest.mark.parametrize("seed", range(2))
def test_random_games_end_with_every_promise_kept(name: str, scenario: str, seed: int) -> None:
    """Invariants after every action; round trip, clones, undo, options, refusals and secrecy often."""
    game = meuse.load(name)
    played = play(game, RandomGame(scenario, seed, vary(game, seed)), share=0.05)
    assert played.error == ""
    assert played.result != "unfinished"


@EACH_GAME
def test_the_code_asks_for_every_option_and_for_no_other(name: str) -> None:
    game = meuse.load(name)
    sources = [path.read_text(encoding="utf-8") for path in game.data.folder.parent.glob("*.py")]
    asked = {name for text in sources for name in re.findall(r'(?:rulings(?:\.get\(|\[)|\bon\()"(\w+)"', text)}
    assert asked <= set(game.ledger.options)
    by_data = [option for name, option in game.ledger.options.items() if name not in asked]
    assert [option.name for option in by_data if not begins_differently(game, option)] == []
    assert game.SEQUENCE_CLAUSE in game.ledger.clauses


def begins_differently(game: Game, option: RuleOption) -> bool:
    """Does an option that no code names, but data may, change what lies on the table when a match begins?"""
    for scenario in game.scenarios:
        starts = [game.new(scenario, seed=1, options={option.name: value}).dump() for value in option.allowed()]
        if any(start | {"rulings": None} != starts[0] | {"rulings": None} for start in starts):
            return True
    return False


def test_a_scenario_starts_people_on_the_side_it_is_about() -> None:
    starts = {(name, scenario): meuse.load(name).setting(scenario).info.starts for name, scenario in SCENARIOS}
    assert starts["victory_or_defeat", "1939"] == "allied"
    assert starts["victory_or_defeat", "1940"] == "german"
    assert starts["battle_of_france", "two_players"] == "germany"


@EACH_SCENARIO
def test_the_same_seed_and_choices_give_the_same_game(name: str, scenario: str) -> None:
    def hashes(choices: int) -> list[str]:
        state = meuse.load(name).new(scenario, seed="same")
        random = Random(choices)
        found = []
        while state.options and state.actions < 400:
            state.apply(random.choice(state.options))
            found.append(state.hash())
        return found

    assert hashes(1) == hashes(1)
    assert hashes(1) != hashes(2)


@EACH_SCENARIO
def test_forced_dice_fall_as_they_are_forced(name: str, scenario: str) -> None:
    """Every roll met in random play can be given any value, and then it shows that value."""
    game = meuse.load(name)
    purposes = set()
    for seed in range(3):
        state = game.new(scenario, seed=seed)
        random = Random(seed)
        while state.options:
            option = random.choice(state.options)
            before = state.clone()
            events = [event for event in state.apply(option) if isinstance(event, Rolled)]
            if events and (events[0].purpose not in purposes or random.random() < 0.05):
                purposes.add(events[0].purpose)
                for value in range(1, events[0].sides + 1):
                    twin = before.clone()
                    twin.dice.script([value])
                    first = next(event for event in twin.apply(option) if isinstance(event, Rolled))
                    assert (first.purpose, first.value) == (events[0].purpose, value)
                with pytest.raises(DiceError):
                    before.apply(option, [events[0].sides + 1] * len(events))
    assert len(purposes) >= 2


@EACH_SCENARIO
def test_previews_foretell_what_the_forced_dice_do(name: str, scenario: str) -> None:
    """Each outcome's rolls are just the ones that are made, and the chances add up to one."""
    game = meuse.load(name)
    seen = 0
    for seed in range(2):
        state = game.new(scenario, seed=seed)
        random = Random(seed)
        while state.options:
            option = random.choice(state.options)
            preview = state.preview(option)
            if preview is not None:
                seen += 1
                assert sum(outcome.chance for outcome in preview.outcomes) == 1
                assert all(factor.clause in game.ledger.clauses for factor in preview.factors)
                for outcome in preview.outcomes if seen < 60 else ():
                    twin = state.clone()
                    twin.dice.script(outcome.rolls)
                    twin.apply(option)
                    assert tuple(twin.rolled[: len(outcome.rolls)]) == outcome.rolls
            state.apply(option)
    assert seen


@EACH_SCENARIO
def test_a_record_tells_the_whole_game(name: str, scenario: str) -> None:
    game = meuse.load(name)
    state = game.new(scenario, seed=4)
    random = Random(4)
    while state.options:
        state.apply(random.choice(state.options))
    text = state.record.text()
    again, complaints = Record.read(text).verify(game)
    assert complaints == []
    assert again.hash() == state.hash() and again.result == state.result


def recorded() -> list[Path]:
    return sorted(HERE.glob("*/records/*.meuse"))


@pytest.mark.parametrize("path", recorded(), ids=lambda path: path.stem)
def test_recorded_games_replay_to_the_same_hashes(path: Path) -> None:
    """A change of hash is a decision: raise the game's VERSION and record the games again."""
    record = Record.read(path.read_text(encoding="utf-8"), path.name)
    state, complaints = record.verify(meuse.load(record.headers["Game"]), path.name)
    assert [complaint for complaint in complaints if not complaint.startswith("made with data")] == []
    assert state.result is not None


@EACH_GAME
def test_every_game_has_recorded_games_of_every_scenario(name: str) -> None:
    records = [Record.read(path.read_text(encoding="utf-8")) for path in recorded() if path.parts[-3] == name]
    scenarios = [record.headers["Scenario"] for record in records]
    assert len(records) >= 20
    assert set(scenarios) == set(meuse.load(name).scenarios)


@EACH_GAME
def test_every_clause_that_must_be_tested_is(name: str) -> None:
    ledger = meuse.load(name).ledger
    assert covered(ledger, HERE / name).missing == []


@EACH_GAME
def test_marks_name_clauses_that_exist(name: str) -> None:
    ledger = meuse.load(name).ledger
    assert [mark for mark in marks(HERE / name) if mark not in ledger.clauses] == []


@EACH_GAME
def test_options_refer_to_rulings_and_back(name: str) -> None:
    ledger = meuse.load(name).ledger
    for option in ledger.options.values():
        assert ledger.rulings[option.ruling].option
    for ruling in ledger.rulings.values():
        assert all(clause in ledger.clauses for clause in ruling.clauses)
        assert not ruling.option or ledger.options[ruling.option].ruling == ruling.id


def perft(state: Any, depth: int) -> int:
    """How many ways the next decisions can go, dice as the seed has them."""
    if depth == 1:
        return len(state.options)
    total = 0
    for option in state.options:
        twin = state.clone()
        twin.apply(option)
        total += perft(twin, depth - 1)
    return total


PERFT = {
    ("france_1940", "stonne"): [1, 7, 42, 210],
    ("france_1940", "arras"): [12, 111, 1596],
    ("france_1940", "hannut"): [6, 29, 6184],
    ("france_1940", "gembloux"): [1, 87, 609, 3741],
    ("france_1940", "sedan"): [6, 30, 128, 1352],
    ("france_1940", "rethel"): [6, 30, 5010],
    ("france_1940", "abbeville"): [6, 30, 210, 1140],
    ("france_1940", "montcornet"): [23, 184, 713, 31448],
    ("mansteins_war", "campaign"): [2, 10, 70, 19436],
    ("fall_of_france", "historical"): [17, 34, 28067],
    ("fall_of_france", "last_minute"): [40, 1090],
    ("battle_of_france", "two_players"): [14, 42, 194],
    ("battle_of_france", "three_players"): [14, 42, 194],
    ("victory_or_defeat", "1939"): [14, 160, 5279],
    ("victory_or_defeat", "1940"): [2, 98, 704],
}


@EACH_SCENARIO
def test_perft_counts(name: str, scenario: str) -> None:
    """The number of ways the first decisions can go after set-up: a change is a change of rules or data."""
    game = meuse.load(name)
    state = game.new(scenario, seed=0)
    game.set_up(state)
    expected = PERFT[name, scenario]
    assert [perft(state, depth) for depth in range(1, len(expected) + 1)] == expected


def moments(game: Game, scenario: str, seeds: int, share: float) -> Iterator[Any]:
    """A share of all decisions of random games over random options."""
    for seed in range(seeds):
        state = game.new(scenario, seed=seed, options=vary(game, seed))
        random = Random(seed)
        while state.options:
            if random.random() < share:
                yield state
            state.apply(random.choice(state.options))


@EACH_SCENARIO
def test_every_moment_can_be_written_and_read_again(name: str, scenario: str) -> None:
    """Positions are FEN for wargames: the text, the options and every side's scene are the same again."""
    game = meuse.load(name)
    for state in moments(game, scenario, seeds=2, share=0.01):
        check_position(game, state)


@EACH_GAME
def test_a_match_that_is_over_is_no_position(name: str) -> None:
    path = next(path for path in recorded() if path.parts[-3] == name)
    state = Record.read(path.read_text(encoding="utf-8"), path.name).replay(meuse.load(name), path.name)
    with pytest.raises(ValueError, match="the match is over after action"):
        state.position()


@EACH_SCENARIO
def test_what_no_bar_closes_is_offered(name: str, scenario: str) -> None:
    game = meuse.load(name)
    for state in moments(game, scenario, seeds=3, share=0.1):
        check_bars(game, state)


@EACH_GAME
def test_a_scenario_of_ones_own_is_a_file_like_any_other(name: str) -> None:
    """The text of a scenario, given as a player's own: the same match under another name; its record carries it."""
    game = meuse.load(name)
    scenario = game.scenarios[0]
    setting = game.own_setting(game.data.text(f"scenarios/{scenario}.toml"))
    assert setting.name not in game.scenarios and game.setting(setting.name) is setting
    usual, own = game.new(scenario, seed=3), game.new(setting.name, seed=3)
    random = Random(3)
    for _ in range(60):
        option = random.choice(usual.options)
        usual.apply(option)
        own.apply(str(option))
    assert own.dump() | {"scenario": scenario} == usual.dump()
    record = Record.read(own.record.text())
    assert record.scenario == setting.text
    assert record.replay(meuse.load(name)).hash() == own.hash()


# what is shown


@EACH_GAME
def test_what_is_shown_of_a_game_fits_it(name: str) -> None:
    game = meuse.load(name)
    about = game.about()
    faces = tuple(face for scenario in game.scenarios for face in game.setting(scenario).faces)
    assert [side.id for side in about.sides] == list(game.sides)
    assert [scenario.id for scenario in about.scenarios] == list(game.scenarios)
    assert all(sorted(sum(scenario.players, ())) == sorted(game.sides) for scenario in about.scenarios)
    assert all(len({face.id for face in game.setting(s).faces}) == len(game.setting(s).faces) for s in game.scenarios)
    assert {camp.id: camp.sides for camp in about.camps} in ({}, game.camps)
    assert all(re.fullmatch(r"SF[A-Z-]{13}", face.symbol) if face.symbol else face.sign for face in faces)
    assert all(contrast(face.colour, face.ink) >= 4.5 for face in (*faces, *about.sides))


def contrast(paper: str, ink: str) -> float:
    """How well print can be read on paper, from 1 to 21 (WCAG 2.1)."""

    def light(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, bright = sorted((light(paper), light(ink)))
    return (bright + 0.05) / (dark + 0.05)


@EACH_SCENARIO
def test_scenes_speak_only_of_what_there_is(name: str, scenario: str) -> None:
    """Places on the map, clauses of the rules, odds where there are some, ways that lead back, overlays explained."""
    game = meuse.load(name)
    setting = game.setting(scenario)
    explained = game.about().overlays
    for seed in range(2):
        state = game.new(scenario, seed=seed)
        random = Random(seed)
        while state.options and state.actions < 1500:
            if random.random() < 0.04:
                scene = state.scene(state.to_act)
                check_scene(scene, setting, game.ledger.clauses)
                assert [choice.odds for choice in scene.choices] == [
                    state.preview(option) is not None for option in state.options
                ]
                assert state.overlays(state.to_act).keys() <= explained.keys()
            for event in state.apply(random.choice(state.options)):
                assert all(map(setting.on_the_map, event.places(setting)))


@EACH_SCENARIO
def test_a_battle_keeps_its_name_to_the_end(name: str, scenario: str) -> None:
    """From declaration to the last advance, for all eyes; and no other battle of the match has it."""
    game = meuse.load(name)
    for seed in range(2):
        state, random = game.new(scenario, seed=seed), Random(seed)
        over: set[str] = set()
        now = None
        while state.options and state.actions < 4000:
            state.apply(random.choice(state.options))
            fight = staging.fight(state, SPECTATOR)
            if now is not None and (fight is None or fight.id != now.id):
                elsewhere = fight is None or (fight.places[0], fight.title) != (now.places[0], now.title)
                assert elsewhere, "one battle, two names"
                over.add(now.id)
            assert fight is None or fight.id not in over, "two battles, one name"
            if fight is not None and random.random() < 0.1:
                assert {state.scene(side).fight.id for side in game.sides} == {fight.id}
            now = fight


def check_scene(scene: Scene, setting: Setting, clauses: Container[str]) -> None:
    on_map = {*scene.stacks, *(mark.place for mark in scene.marks), *scene.focus.places}
    on_map.update(*scene.control.values(), (choice.place for choice in scene.choices if choice.place))
    assert all(map(setting.on_the_map, on_map))
    assert scene.phase and scene.turn
    assert all(not part.clause or part.clause in clauses for part in (*scene.boxes, *scene.tracks, *scene.marks))
    for track in scene.tracks:
        assert track.at is None or 0 <= track.at < len(track.steps)
    ways = {choice.place: choice.via for choice in scene.choices if choice.via}
    for goal in ways:
        way = [goal]
        while way[-1] in ways:
            way.append(ways[way[-1]])
            assert len(way) <= len(ways) + 1, f"the way to {goal} goes in a circle"


# bots


def advised(name: str) -> WeightedAdvice:
    """The advice of a game: its terms with their weights."""
    advice: Advice = meuse.load(name).advice()
    assert isinstance(advice, WeightedAdvice)
    return advice


@EACH_GAME
def test_every_term_of_the_advice_is_a_sentence_with_a_weight(name: str) -> None:
    for term, entry in advised(name).file.term.items():
        assert entry.says[0].isupper() and entry.says.endswith((".", "?")), term
        assert entry.weight >= 0, term


@EACH_SCENARIO
def test_the_shortlist_is_never_empty_and_only_names_what_is_offered(name: str, scenario: str) -> None:
    """In games at random under varied options; each heuristic is asked often, and most of them are."""
    game, advice, random = meuse.load(name), advised(name), Random(1)
    asked: Counter[Any] = Counter()
    for state in moments(game, scenario, seeds=4, share=1):
        step = type(state.agenda[-1])
        if asked[step] < 30 or random.random() < 0.05:
            shortlist = advice.shortlist(state)
            assert shortlist and set(shortlist) <= set(state.options)
            asked[step] += 1
    assert len(asked.keys() & set(advice.rules)) > len(advice.rules) / 2


@EACH_SCENARIO
def test_what_one_camp_gains_the_other_loses(name: str, scenario: str) -> None:
    game, advice = meuse.load(name), advised(name)
    one, two = (game.side(sides[0]) for sides in game.camps.values())
    state, random = game.new(scenario, 2), Random(3)
    while state.options and state.actions < 200:
        state.apply(random.choice(state.options))
        if state.outcome is None:
            plan = advice.plan(state, one)
            assert advice.worth(state, one, plan) == -advice.worth(state, two, plan)
