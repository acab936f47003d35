"""Do the tests bite? Change the rules at random places and see whether a test notices.

    python tools/mutants.py victory_or_defeat --sample 200 --seed 1 --log build/mutants.jsonl

Every mutation cosmic-ray knows is listed for the chapters that carry the rules, a sample is drawn, each mutant is made
in a copy of the source tree and the game's tests that come to the changed line are run against it (all of them if it is
also executed outside tests). Survivors are printed with their difference. With a log a run that was broken off goes on
where it was.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from random import Random
from time import monotonic
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import CoverageData

ROOT = Path(__file__).parent.parent
CHAPTERS = {
    "victory_or_defeat": (
        "setup", "sequence", "movement", "ways", "leaving", "combat", "strength", "aftermath", "losses", "zoc",
        "supply", "stacking", "control", "neutrals", "replacements", "airborne", "dynamo", "victory",
    ),
    "battle_of_france": (
        "setup", "sequence", "surprise", "movement", "combat", "retreat", "aftermath", "bombardment", "production",
        "cards", "victory",
    ),
    "fall_of_france": (
        "setup", "armies", "shift", "trading", "sequence", "reinforcements", "allotment", "recovery", "air",
        "landings", "movement", "ways", "assault", "fortifications", "control", "skirmish", "strength", "odds",
        "engagement", "combat", "aftermath", "retreat", "losses", "zoc", "supply", "stacking", "politics",
        "withdrawal", "sealion", "refugees", "victory",
    ),
    "mansteins_war": (
        "setup", "sequence", "commands", "morale", "reinforcements", "refit", "air", "bombing", "airlift", "movement",
        "rail", "ground", "together", "overstacking", "stacking", "zoc", "logistics", "naval", "evacuation", "combat",
        "shifts", "fortresses", "special_forces", "landings", "results", "losses", "retreat", "pursuit", "control",
        "open_cities", "bridgeheads", "capitulation", "variants", "victory",
    ),
    "france_1940": (
        "setup", "sequence", "command", "activation", "reaction", "stacking", "costs", "movement", "march",
        "transport", "crossings", "rivers", "ground", "sight", "spotting", "officers", "attack", "fire", "hits",
        "losses", "artillery", "support", "smoke", "air", "rubble", "assault", "storming", "charges", "melee",
        "continuing", "defence", "aftermath", "retreat", "armour", "morale", "rout", "flight", "rally", "works",
        "building", "obstacles", "nations", "design", "objections", "victory",
    ),
}  # fmt: skip
"""The files that carry the rules of each game."""
NO_CHANGE = ("_Eq_Is", "_NotEq_IsNot", "_Is_Eq", "_IsNot_NotEq")
"""Between these there is no difference in the rules: small numbers, words and None are equal if they are the same."""
SLOWEST = 4
"""How many times longer than the whole suite, traced, the tests of a mutant may take."""


class Mutant(NamedTuple):
    """One change: the file, the operator, which of its places, and the lines of the statement that is changed."""

    file: str
    operator: str
    occurrence: int
    first: int
    last: int


def all_mutants(game: str) -> Iterator[Mutant]:
    """Everything that could be changed in the chapters with the rules."""
    for chapter in CHAPTERS[game]:
        file = f"src/meuse/games/{game}/{chapter}.py"
        source = (ROOT / file).read_text(encoding="utf-8")
        idle = type_places(source)
        lines = statements(source)
        tree = get_ast(source)
        for name in operator_names():
            if "Variable" in name:  # these want to be told which variable
                continue
            operator = get_operator(name)()
            places = [place for node in ast_nodes(tree) for place in operator.mutation_positions(node)]
            for number, (start, _) in enumerate(places):
                if not any(first <= start < last for first, last in idle):
                    yield Mutant(file, name, number, *lines[start[0]])


def type_places(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where types stand: they are never executed, so a change there is no change."""
    found: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg | ast.AnnAssign):
            found.append(node.annotation)
        elif isinstance(node, ast.FunctionDef):
            found.append(node.returns)
    return [((n.lineno, n.col_offset), (n.end_lineno or 0, n.end_col_offset or 0)) for n in found if n is not None]


def statements(source: str) -> dict[int, tuple[int, int]]:
    """First and last line of the statement on each line; of one that holds others only its head."""
    found = {}
    for node in ast.walk(ast.parse(source)):  # the outer ones come first
        if isinstance(node, ast.stmt | ast.ExceptHandler):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) else node.end_lineno
            last = max(node.lineno, last or 0)
            found.update(dict.fromkeys(range(node.lineno, last + 1), (node.lineno, last)))
    for number in range(1, source.count("\n") + 2):  # decorators, `else`
        found.setdefault(number, (number, number))
    return found


def mutated(mutant: Mutant) -> tuple[str, str]:
    """The source before and after."""
    before = (ROOT / mutant.file).read_text(encoding="utf-8")
    after = mutate_code(before, get_operator(mutant.operator)(), mutant.occurrence)
    return before, after or before


class Suite:
    """The game's tests in trees that can be changed, random games left out."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.touched: dict[tuple[str, int], set[str]] = {}

    def passes(
        self, tree: Path, tests: Iterable[str] = (), limit: float | None = None, tracer: Sequence[str] = ()
    ) -> bool:
        """Do these tests pass in a tree, or all? What takes longer than the limit does not."""
        chosen = [*(tests or ["tests/games"]), "-k", f"{self.game} and not promise_kept"]
        command = [sys.executable, *tracer, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *chosen]
        environment = os.environ | {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            run = subprocess.run(command, cwd=tree, env=environment, capture_output=True, timeout=limit, check=False)
        except subprocess.TimeoutExpired:
            return False
        return run.returncode == 0

    def trace(self, tree: Path) -> bool:
        """Find out which tests come to which lines; do all of them pass?"""
        folder = f"src/meuse/games/{self.game}"
        settings, data = tree / "coverage.ini", tree / "coverage.data"
        settings.write_text(f"[run]\ndynamic_context = test_function\ndata_file = {data}\nsource = {folder}\n")
        if not self.passes(tree, tracer=["-m", "coverage", "run", f"--rcfile={settings}"]):
            return False
        found = CoverageData(str(data))
        found.read()
        for path in found.measured_files():
            file = Path(path).relative_to(tree).as_posix()
            self.touched |= {(file, line): set(tests) for line, tests in found.contexts_by_lineno(path).items()}
        return True

    def tests_of(self, mutant: Mutant) -> tuple[list[str], bool]:
        """The tests that come to a mutant, and whether it is also executed outside of tests, as when a file is read."""
        lines = range(mutant.first, mutant.last + 1)
        found = set().union(*(self.touched.get((mutant.file, line), set()) for line in lines))
        names = (name.rpartition(".") for name in found if name)
        return sorted(f"{module.replace('.', '/')}.py::{test}" for module, _, test in names), "" in found

    def notices(self, mutant: Mutant, tree: Path, limit: float) -> bool:
        """Do the tests notice a mutant? Too long counts as noticed, for it would never end."""
        before, after = mutated(mutant)
        target = tree / mutant.file
        target.write_text(after, encoding="utf-8")
        near, outside = self.tests_of(mutant)
        try:
            return bool(near and not self.passes(tree, near, limit)) or (outside and not self.passes(tree, (), limit))
        finally:
            target.write_text(before, encoding="utf-8")


def in_words(mutant: Mutant) -> str:
    before, after = (text.splitlines() for text in mutated(mutant))
    changed = [line for line in difflib.unified_diff(before, after, n=0, lineterm="") if line[:1] in "+-@"]
    return "\n".join(line for line in changed if not line.startswith(("+++", "---")))


def read_log(log: Path | None) -> dict[Mutant, bool]:
    """The mutants that were tried before, and whether they were noticed."""
    if log is None or not log.exists():
        return {}
    rows = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    return {Mutant(*mutant): killed for *mutant, killed in rows}


def main() -> None:
    """Draw the sample, run it on all cores, report."""
    parser = argparse.ArgumentParser(description="How many random changes of the rules do the tests notice?")
    parser.add_argument("game", choices=sorted(CHAPTERS))
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path, help="write the figures there")
    parser.add_argument("--log", type=Path, help="note each mutant there, and do not try again what it has")
    chosen = parser.parse_args()
    everything = list(all_mutants(chosen.game))
    drawn = Random(chosen.seed).sample(everything, min(2 * chosen.sample, len(everything)))
    sample = [mutant for mutant in drawn if not mutant.operator.endswith(NO_CHANGE)][: chosen.sample]
    with tempfile.TemporaryDirectory() as folder:
        trees: Queue[Path] = Queue()
        for number in range(chosen.jobs):
            tree = Path(folder) / str(number)
            ignore = shutil.ignore_patterns(".venv", ".git", "*_cache", "__pycache__")
            shutil.copytree(ROOT, tree, ignore=ignore)
            trees.put(tree)
        known = read_log(chosen.log)
        suite = Suite(chosen.game)
        began = monotonic()
        if not suite.trace(tree):
            sys.exit("the tests fail without any mutant; mend them first")
        limit = SLOWEST * (monotonic() - began)

        def run(mutant: Mutant) -> bool:
            if mutant in known:
                return known[mutant]
            tree = trees.get()
            try:
                killed = suite.notices(mutant, tree, limit)
            finally:
                trees.put(tree)
            if chosen.log is not None:
                with chosen.log.open("a", encoding="utf-8") as log:
                    log.write(json.dumps([*mutant, killed]) + "\n")
            if not killed:
                print(f"survived: {mutant.file} {mutant.operator}\n{in_words(mutant)}\n", flush=True)
            return killed

        with ThreadPoolExecutor(chosen.jobs) as pool:
            killed = sum(pool.map(run, sample))
    figures = {"mutants": len(everything), "sample": len(sample), "seed": chosen.seed, "killed": killed}
    print(f"{killed} of {len(sample)} mutants killed ({killed / len(sample):.0%}; {len(everything)} possible)")
    if chosen.json is not None:
        chosen.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
