"""Where pieces can be: hex boards, their sets of hexes, paths and pictures.

A set of hexes is one Python ``int``; everything here is geometry over such sets.
No piece, no player and no rule of any game may be known in this room.
"""

from meuse.board.areaboard import AreaBoard
from meuse.board.hexboard import HexBoard, Sides
from meuse.board.kernels import Reach, StepCosts
from meuse.board.mapfile import HexMap, load_map

__all__ = ["AreaBoard", "HexBoard", "HexMap", "Reach", "Sides", "StepCosts", "load_map"]
