"""Where pieces can be: hex boards, their sets of hexes, paths and pictures.

A set of hexes is one Python ``int``; everything here is geometry over such sets.
No piece, no player and no rule of any game may be known in this room.
"""

from meuse.board.areaboard import AreaBoard
from meuse.board.areamap import AreaMap
from meuse.board.corners import Corners
from meuse.board.grid import Frame, Grid, Laid, lay
from meuse.board.hexboard import HexBoard, Sides
from meuse.board.hexmap import HexMap, LaidMap, join_maps
from meuse.board.kernels import Reach, StepCosts
from meuse.board.line import Line
from meuse.board.mapfile import GameMap, read_area_map, read_hex_map, read_hex_sheet
from meuse.board.sets import Board
from meuse.board.sight import Shadows, Sight, over_heights
from meuse.board.tiles import Tile, tile_maps

__all__ = [
    "AreaBoard", "AreaMap", "Board", "Corners", "Frame", "GameMap", "Grid", "HexBoard", "HexMap", "Laid", "LaidMap",
    "Line", "Reach", "Shadows", "Sides", "Sight", "StepCosts", "Tile", "join_maps", "lay", "over_heights",
    "read_area_map", "read_hex_map", "read_hex_sheet", "tile_maps",
]  # fmt: skip
