"""The powers, as numbers."""

from __future__ import annotations

POWERS = ("germany", "france", "britain")
GERMANY, FRANCE, BRITAIN = range(3)
LETTERS = "GFB"
CAMP = (0, 1, 1)
"""The camp of each power: Germany, or the Allies."""
ALLIES = (FRANCE, BRITAIN)
POWERS_OF = ((GERMANY,), ALLIES)
"""The powers of each camp."""
