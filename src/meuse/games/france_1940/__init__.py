"""France 1940: platoons and their officers on 150 m hexes, who act in turn and are fired at while they act.

The files carry the names of the rulebook's chapters.

- ``boards``: the boards A to H, laid together as a scenario says (2.1);
- ``ground``: what lies in each hex of a layout: terrain, levels, crests, roads, rivers, prices of steps (5.2, 11);
- ``sight``: lines of sight over flat ground and slopes, with smoke, and why there is none (6.2, 8.1.5);
- ``spotting``: how far away targets are seen (6.1);
- ``tables``, ``charts``, ``rosters``, ``scenarios``: the shapes of the data files, and how charts are read;
- ``setting``, ``state``, ``kinds``: what all matches of a scenario share, and the plain data of one match;
- ``setup`` (2.3), ``sequence`` (3), ``command`` (3.1), ``activation`` (3.3), ``reaction`` (3.4, standing orders),
  ``stacking`` (4), ``officers`` (7.2, 7.3), ``smoke`` (8.1.5), ``losses`` (2.2.1), ``morale`` (10), ``nations`` (14),
  ``victory`` (2.3k);
- ``position``, ``scene``, ``goals``, ``secrecy``, ``invariants``, ``faces``, ``events``: as in every game.

To come, each a file of its own: ``costs``, ``movement`` and ``transport`` (5), ``fire`` (8, 8.3), ``artillery`` (8.1),
``air`` (8.2), ``hits`` (8.4), ``assault`` (9), ``rout`` (10.3), ``markers`` (12), ``design`` of scenarios (13).
The game is not yet among those offered.
"""

from __future__ import annotations

from pathlib import Path

from meuse.games.france_1940.game import France1940

FOLDER = Path(__file__).parent / "data"


def make(pack: Path | None = None) -> France1940:
    """The game with its own data, or with a pack laid over it."""
    return France1940(FOLDER, pack)
