"""The ``meuse`` command: rules, maps, positions, records, random play and pages from a terminal.

Every command is a thin layer over the engine; none knows a rule of any game.
"""

from meuse.cli.app import app, main

__all__ = ["app", "main"]
