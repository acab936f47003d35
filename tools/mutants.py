"""Do the tests bite? Change the rules at random places and see whether a test notices.

    python tools/mutants.py victory_or_defeat --sample 200 --seed 1 --log build/mutants.jsonl

Every mutation cosmic-ray knows is listed for the chapters that carry the rules, a sample is drawn, and the game's tests
that come to a changed line are run against it, the quickest first. Survivors are printed with their difference. With a
log a run that was broken off goes on where it was.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import gc
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from time import process_time
from types import CodeType, FunctionType
from typing import NamedTuple, NoReturn, TypeVar

import pytest
from _pytest.runner import runtestprotocol
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import Coverage, CoverageData

T = TypeVar("T")
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
PATIENCE = 60
"""How many seconds of processor time the tests of a mutant may take together; what they have not noticed by then has
survived."""
LONGER = 10
"""How many times longer than without a mutant a single test may take, and so many seconds; then it would never end, and
that counts as noticed."""
LIMIT = 3 * PATIENCE
"""The same for all tests of a mutant that are run in a fresh process."""
SURVIVED, KILLED = 0, 1
"""How the process ends in which a mutant was tried."""


class Mutant(NamedTuple):
    """One change: the file, the operator, which of its places, and the lines of the statement that is changed."""

    file: str
    operator: str
    occurrence: int
    first: int
    last: int


@cache
def text_of(file: str) -> str:
    """A file as it was when the run began: it may be edited in the meantime."""
    return (ROOT / file).read_text(encoding="utf-8")


def all_mutants(game: str) -> Iterator[Mutant]:
    """Everything that could be changed in the chapters with the rules."""
    for chapter in CHAPTERS[game]:
        file = f"src/meuse/games/{game}/{chapter}.py"
        source = text_of(file)
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
    before = text_of(mutant.file)
    after = mutate_code(before, get_operator(mutant.operator)(), mutant.occurrence)
    return before, after or before


class Workshop:
    """A plug-in for pytest that tries mutants instead of running the tests it has collected.

    First all tests are run once, to see which lines each comes to and how long it takes. Then every mutant gets a fork
    of this process, in which the functions that it changes have the changed code, and the tests that come to the
    changed lines, the quickest first. What is executed before any test (when a file is imported, when a game is loaded)
    cannot be changed in a fork: such mutants are tried in a fresh process, in a tree with the changed file.
    """

    def __init__(self, game: str, folder: Path, jobs: int) -> None:
        self.game = game
        self.jobs = jobs
        self.trees = [folder / str(number) for number in range(jobs)]
        self.before = Coverage(data_file=None, include=[self.source("*.py")])
        self.seconds: dict[str, float] = {}
        self.touched: dict[tuple[str, int], set[str]] = {}
        self.run: Callable[[], None] = lambda: None

    def source(self, name: str) -> str:
        return str(self.trees[0] / "src/meuse/games" / self.game / name)

    @property
    def arguments(self) -> list[str]:
        return ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", self.game]

    def open(self, run: Callable[[], None]) -> None:
        """Collect the tests, and then do this."""
        self.run = run
        os.chdir(self.trees[0])
        self.before.start()
        status = pytest.main(["--capture=no", *self.arguments, "tests/games"], plugins=[self])
        if status != pytest.ExitCode.OK:
            sys.exit(f"the tests could not be collected, or fail without any mutant ({status}); mend them first")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.before.stop()
        self.items = {item.nodeid: item for item in session.items}
        self.trace()
        self.run()
        return True

    # which tests come to which lines

    def trace(self) -> None:
        """Run all tests in as many processes as there are jobs; each writes down what it found."""
        shares = [list(self.items)[number :: self.jobs] for number in range(self.jobs)]
        if any(status != SURVIVED for _, status in list(self.side_by_side(shares, self.trace_some))):
            sys.exit("the tests could not be traced")
        for tree in self.trees:
            self.seconds |= json.loads((tree / "seconds.json").read_text(encoding="utf-8"))
            found = CoverageData(str(tree / "coverage.data"))
            found.read()
            for path in found.measured_files():
                for line, tests in found.contexts_by_lineno(path).items():
                    self.touched.setdefault((Path(path).name, line), set()).update(tests)
        broken = sorted(name for name, seconds in self.seconds.items() if seconds < 0)
        if broken:
            sys.exit(f"these tests fail without any mutant; mend them first: {', '.join(broken)}")

    def trace_some(self, names: Sequence[str], tree: Path) -> int:
        tracer = Coverage(data_file=str(tree / "coverage.data"), include=[self.source("*.py")])
        tracer.start()
        seconds = {}
        for name, following in pairwise([*names, None]):
            assert name is not None
            tracer.switch_context(name)
            began = process_time()
            passed = self.passes(name, following)
            seconds[name] = process_time() - began if passed else -1
        tracer.stop()
        tracer.save()
        (tree / "seconds.json").write_text(json.dumps(seconds), encoding="utf-8")
        return SURVIVED

    def passes(self, name: str, following: str | None) -> bool:
        """Does a test pass? The following one says what pytest may keep set up."""
        reports = runtestprotocol(self.items[name], log=False, nextitem=following and self.items[following])
        return not any(report.failed for report in reports)

    # mutants

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that come to a mutant, the quickest first."""
        lines = range(mutant.first, mutant.last + 1)
        found = set().union(*(self.touched.get((Path(mutant.file).name, line), set()) for line in lines))
        return sorted(found & self.seconds.keys(), key=lambda name: self.seconds[name])

    def executed_before(self, mutant: Mutant) -> bool:
        """Is it executed before any test begins?"""
        lines = self.before.get_data().lines(self.source(Path(mutant.file).name)) or ()
        return any(mutant.first <= line <= mutant.last for line in lines)

    def notices(self, mutant: Mutant, tree: Path) -> int:
        """In a process of its own: do the tests notice a mutant?"""
        if self.executed_before(mutant):
            return self.notices_afresh(mutant, tree)
        names = self.tests_of(mutant)
        if names and not replace_functions(self.source(Path(mutant.file).name), mutated(mutant)[1]):
            return self.notices_afresh(mutant, tree)
        signal.signal(signal.SIGPROF, lambda *_: os._exit(KILLED))
        for name, following in pairwise([*names, None]):
            assert name is not None
            signal.setitimer(signal.ITIMER_PROF, LONGER * (1 + self.seconds[name]))
            if not self.passes(name, following):
                return KILLED
            if process_time() > PATIENCE:
                break
        return SURVIVED

    def notices_afresh(self, mutant: Mutant, tree: Path) -> int:
        """The same with the changed file, from the start; all tests may come to what is executed before them."""
        before, after = mutated(mutant)
        target = tree / mutant.file
        target.write_text(after, encoding="utf-8")
        within, chosen = 0.0, []
        names = self.tests_of(mutant)
        for name in dict.fromkeys([*names, *sorted(self.seconds, key=lambda name: self.seconds[name])]):
            within += self.seconds[name]
            if within < PATIENCE:
                chosen.append(name)
        command = [sys.executable, "-m", "pytest", "-x", *self.arguments, *chosen]
        environment = os.environ | {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            limit = partial(resource.setrlimit, resource.RLIMIT_CPU, (LIMIT, LIMIT))
            run = subprocess.run(command, cwd=tree, env=environment, capture_output=True, preexec_fn=limit, check=False)
        finally:
            target.write_text(before, encoding="utf-8")
        return SURVIVED if run.returncode == 0 else KILLED

    def side_by_side(self, things: Iterable[T], work: Callable[[T, Path], int]) -> Iterator[tuple[T, int]]:
        """Do something for each of these, each in a fork of its own, with a tree of its own while it lasts."""
        free = list(self.trees)
        waiting = iter(things)
        busy: dict[int, tuple[T, Path]] = {}
        while True:
            while free and (thing := next(waiting, None)) is not None:
                sys.stdout.flush()
                tree = free.pop()
                child = os.fork()
                if not child:
                    self.in_child(partial(work, thing, tree))
                busy[child] = thing, tree
            if not busy:
                return
            child, status = os.wait()
            thing, tree = busy.pop(child)
            free.append(tree)
            yield thing, os.waitstatus_to_exitcode(status)

    def in_child(self, work: Callable[[], int]) -> NoReturn:
        """Do it and end, in silence, without anything that this process would do at its end."""
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        try:
            os._exit(work())
        except BaseException:
            traceback.print_exc()
            os._exit(2)


def replace_functions(path: str, source: str) -> int:
    """Give the functions of a file that have been imported the code of another version; how many have changed?"""

    def codes(code: CodeType) -> Iterator[CodeType]:
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                yield constant
                yield from codes(constant)

    changed = 0
    after = {(code.co_qualname, code.co_firstlineno): code for code in codes(compile(source, path, "exec"))}
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == path:
            before = function.__code__
            code = after[before.co_qualname, before.co_firstlineno]
            if code != before:
                function.__code__ = code
                changed += 1
    return changed


def is_a_change(mutant: Mutant) -> bool:
    """Is it Python, and other Python than before?"""
    if mutant.operator.endswith(NO_CHANGE):
        return False
    try:
        compile(mutated(mutant)[1], mutant.file, "exec")
    except SyntaxError:
        return False
    return True


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
    sample = list(islice(filter(is_a_change, drawn), chosen.sample))
    known = read_log(chosen.log)
    with tempfile.TemporaryDirectory() as folder:
        workshop = Workshop(chosen.game, Path(folder).resolve(), chosen.jobs)
        for tree in workshop.trees:
            ignore = shutil.ignore_patterns(".venv", ".git", ".*_cache", "__pycache__", "node_modules")
            shutil.copytree(ROOT, tree, ignore=ignore)
        sys.path[:0] = [str(workshop.trees[0]), str(workshop.trees[0] / "src")]

        def run() -> None:
            rest = [mutant for mutant in sample if mutant not in known]
            for mutant, status in workshop.side_by_side(rest, workshop.notices):
                if status not in (SURVIVED, KILLED):
                    sys.exit(f"cannot be tried: {mutant.file} {mutant.operator}\n{in_words(mutant)}")
                known[mutant] = status == KILLED
                if chosen.log is not None:
                    with chosen.log.open("a", encoding="utf-8") as log:
                        log.write(json.dumps([*mutant, known[mutant]]) + "\n")
                if not known[mutant]:
                    print(f"survived: {mutant.file} {mutant.operator}\n{in_words(mutant)}\n", flush=True)

        workshop.open(run)
    killed = sum(known[mutant] for mutant in sample)
    figures = {"mutants": len(everything), "sample": len(sample), "seed": chosen.seed, "killed": killed}
    print(f"{killed} of {len(sample)} mutants killed ({killed / len(sample):.0%}; {len(everything)} possible)")
    if chosen.json is not None:
        chosen.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
