"""The powers and the types of unit, as numbers."""

from __future__ import annotations

POWERS = ("germany", "france", "britain")
GERMANY, FRANCE, BRITAIN = range(3)
LETTERS = "GFB"
CAMP = (0, 1, 1)
"""The camp of each power: Germany, or the Allies."""
ALLIES = (FRANCE, BRITAIN)
POWERS_OF = ((GERMANY,), ALLIES)
"""The powers of each camp."""

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
