"""Pictures of maps as SVG: ``hex_chart`` draws hex maps, ``area_chart`` area maps; ``plan`` says where all of it lies.

They are made from the map that the rules read too (``HexMap``, ``AreaMap``), with colours, marks and the places of
title, legend and compass from its ``[style]`` table.  Sheet units (to the right and up) become pixels by ``scale``.
"""

from meuse.board.picture.areachart import area_chart
from meuse.board.picture.hexchart import hex_chart
from meuse.board.picture.plan import Anchors, MapPlan, Space, draw, plan

__all__ = ["Anchors", "MapPlan", "Space", "area_chart", "draw", "hex_chart", "plan"]
