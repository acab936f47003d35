"""Measure everything in one run and write figures and ratios to ``benchmarks/latest.json``."""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path

import meuse
from benchmarks.ours import battles, kernels, random_play
from benchmarks.peers import PEERS
from meuse.games import NAMES

ROUNDS = 3
SECONDS = 4.0


def main() -> None:
    """Take turns, so that a busy moment of the machine hits all alike; keep each one's best."""
    games = [(game, scenario) for game in NAMES for scenario in meuse.load(game).scenarios]
    ours: dict[str, dict[str, float]] = {}
    peers: dict[str, float] = {}
    for number in range(ROUNDS):
        print(f"round {number + 1} of {ROUNDS} ...", file=sys.stderr)
        for game, scenario in games:
            name = f"{game} {scenario}"
            run = random_play(game, scenario, SECONDS)
            if run["decisions_per_second"] > ours.get(name, run)["decisions_per_second"] or name not in ours:
                ours[name] = run
        for name, peer in PEERS.items():
            peers[name] = max(peers.get(name, 0.0), peer(SECONDS))
    figures = {
        "python": platform.python_version(),
        "random play": {name: {key: round(value) for key, value in run.items()} for name, run in ours.items()},
        "peers, moves per second": {name: round(value) for name, value in peers.items()},
        "ratios": {
            name: {peer: round(run["decisions_per_second"] / value, 2) for peer, value in peers.items()}
            for name, run in ours.items()
        },
        "microseconds": {name: round(value, 1) for name, value in (kernels() | battles()).items()},
    }
    text = json.dumps(figures, indent=2)
    Path(__file__).with_name("latest.json").write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
