"""The types of unit, as numbers."""

from __future__ import annotations

UNITS = (
    "infantry", "artillery", "tank", "mechanized", "aa", "fighter", "bomber",
    "battleship", "cruiser", "destroyer", "submarine", "transport",
)  # fmt: skip
INFANTRY, ARTILLERY, TANK, MECHANIZED, AA, FIGHTER, BOMBER = range(7)
BATTLESHIP, CRUISER, DESTROYER, SUBMARINE, TRANSPORT = range(7, 12)
MARCHING = (INFANTRY, ARTILLERY, TANK, MECHANIZED)
LAND = frozenset((*MARCHING, AA))
AIR = frozenset((FIGHTER, BOMBER))
WARSHIPS = frozenset((BATTLESHIP, CRUISER, DESTROYER, SUBMARINE))
SEA = WARSHIPS | {TRANSPORT}
GUNS = frozenset((BATTLESHIP, CRUISER))
"""Ships that bombard."""
COUNTED = SEA.union(MARCHING)
"""What counts for the stacking limit: no air units, no anti-aircraft guns."""
