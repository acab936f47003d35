"""France 1940: platoons and their officers on 150 m hexes, who act in turn and are fired at while they act.

The files carry the names of the rulebook's chapters.

- ``boards``: the boards A to H, laid together as a scenario says (2.1);
- ``ground``: what lies in each hex of a layout: terrain, levels, crests, roads, rivers, prices of steps (5.2, 11);
- ``sight``: lines of sight over flat ground and slopes, with smoke, and why there is none (6.2, 8.1.5);
- ``spotting``: how far away targets are seen (6.1);
- ``tables``, ``charts``, ``rosters``, ``scenarios``: the shapes of the data files, and how charts are read;
- ``setting``, ``state``, ``kinds``: what all matches of a scenario share, and the plain data of one match;
- ``setup`` (2.3), ``sequence`` (3), ``command`` (3.1), ``activation`` (3.3), ``reaction`` (3.4, standing orders),
  ``stacking`` (4), ``movement``, ``march`` and ``transport`` (5), ``costs`` (5.2, 5.4, 12), ``rivers`` and
  ``crossings`` (11.9), ``officers`` (7.2, 7.3), ``attack`` and ``fire`` (8, 8.3; ``fights``: their battle boards),
  ``hits`` (8.4, 7.1), ``artillery``, ``smoke`` and ``air`` (8.1, 8.2; what both need is in
  ``support``), ``losses`` (2.2.1), ``assault`` and ``storming`` (9, 9.1.1), ``charges`` (5.6, 9.1.6),
  ``defence`` (9.1.2), ``melee`` (9.1.3), ``continuing`` (9.1.4), ``retreat`` (9.1.5), ``aftermath`` (9.1.7),
  ``armour`` (9.2, 9.3), ``morale`` (10), ``rout``, ``flight`` and ``rally`` (10.1 to 10.4), ``works``,
  ``building`` and ``obstacles`` (12), ``nations`` (14), ``victory`` (2.3k);
- ``position``, ``scene``, ``goals``, ``secrecy``, ``invariants``, ``faces``, ``counters``, ``events``: as in every
  game;
- ``design``: battles bought by points (13), with ``aims`` (what decides them) and ``objections`` (what the rules say).
"""

from __future__ import annotations

from pathlib import Path

from meuse.games.france_1940.game import France1940

FOLDER = Path(__file__).parent / "data"


def make(pack: Path | None = None) -> France1940:
    """The game with its own data, or with a pack laid over it."""
    return France1940(FOLDER, pack)
