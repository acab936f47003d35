"""Pictures of maps as SVG: ``chart`` draws hex maps, ``area_chart`` area maps; ``plan`` says where all of it lies.

Everything a drawing has to know stands in the parsed map file, with colours, marks and the places of title, legend and
compass in its ``[style]`` table.  Sheet units (to the right and up) become pixels by ``scale``.
"""

from meuse.board.picture.areachart import area_chart
from meuse.board.picture.hexchart import chart
from meuse.board.picture.plan import Plan, Space, draw, has_areas, plan

__all__ = ["Plan", "Space", "area_chart", "chart", "draw", "has_areas", "plan"]
