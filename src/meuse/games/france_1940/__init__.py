"""France 1940: platoons and their officers on 150 m hexes, who act in turn and are fired at while they act.

The files carry the names of the rulebook's chapters. There so far is the ground:

- ``boards``: the boards A to H, laid together as a scenario says (2.1);
- ``ground``: what lies in each hex of a layout: terrain, levels, crests, roads, rivers, prices of steps (5.2, 11);
- ``sight``: lines of sight over flat ground and slopes, with smoke, and why there is none (6.2, 8.1.5);
- ``spotting``: how far away targets are seen (6.1);
- ``tables``: the shapes of the data files.

To come, each a file of its own: ``state`` (units, formations, markers), ``command`` (3.1), ``initiative`` (3.2),
``activation`` (3.3 to 3.5), ``stacking`` (4), ``movement`` and ``transport`` (5), ``officers`` (7),
``fire`` (8, 8.3), ``artillery`` and ``smoke`` (8.1), ``air`` (8.2), ``losses`` (8.4), ``assault`` (9), ``morale`` (10),
``markers`` (12), ``design`` of scenarios (13), ``nations`` (14). The game is not yet among those offered.
"""
