"""Meuse: the Battle of France, 1940, five ways."""

from meuse.games import load

__all__ = ["load"]
__version__ = "0.1.0"
