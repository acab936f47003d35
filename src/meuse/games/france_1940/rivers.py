"""Rivers as movement meets them (11.9, G67): where steps cross them, and on which bank they lead.

A river runs through hexes, so a unit in a river hex stands on one of its banks. A *node* is a hex with a bank: the
number of the hex, or, on the second bank, of the hex and one layer more.
"""

from __future__ import annotations

from meuse.games.france_1940.ground import Ground


class Waters:
    """The rivers of a setting: where steps cross them, and on which bank they lead (11.9, G67)."""

    def __init__(self, ground: Ground, river: str, bridges: int) -> None:
        board = self.board = ground.board
        self.major = river == "major"
        self.minor = river == "minor"
        self.wet = 0 if river == "dry" else ground.river
        """River hexes that matter for movement; a dry river does not (11.9c)."""
        self.plain = self.wet & ~bridges
        """Those without a standing bridge, over which one gets across at the price of the road (11.9.2c)."""
        self.layer = board.size + 2 * board.stride
        """How far the second banks lie above the hexes in a set of nodes."""
        self.banks = ground.banks
        self.crossing: tuple[list[int], list[int]] = ([0] * 6, [0] * 6)
        """For each bank and direction, the hexes without a bridge from which the step leads across the river."""
        self.landing: tuple[list[int], list[int]] = ([0] * 6, [0] * 6)
        """For each bank and direction, the hexes from which the step leads to the second bank of a river hex."""
        for hexa in board.members(self.wet):
            for there in board.members(board.around[hexa]):
                self._note(hexa, there)
                if not self.wet >> there & 1:
                    self._note(there, hexa)

    def _note(self, here: int, there: int) -> None:
        direction, bit = self.board.direction(here, there), 1 << here
        for bank in (0, 1):
            if self.plain & bit and self._across(here, bank) >> there & 1:
                self.crossing[bank][direction] |= bit
            if self._lands(here, bank, there):
                self.landing[bank][direction] |= bit

    def _across(self, hexa: int, bank: int) -> int:
        banks = self.banks[hexa]
        return banks.first if bank else banks.second

    def _lands(self, here: int, bank: int, there: int) -> bool:
        """Along the river one stays on one's bank; else one comes to the bank from which one enters."""
        if not self.wet >> there & 1:
            return False
        banks = self.banks[there]
        if self.wet >> here & 1 and self.banks[here].along >> there & 1 and banks.along >> here & 1:
            return bank == 1
        return bool(banks.second >> here & 1)

    def bank_after(self, here: int, bank: int, there: int) -> int:
        """The bank on which a step leads: 1 for the second bank of a river hex."""
        if not self.wet >> there & 1:
            return 0
        return self.landing[bank][self.board.direction(here, there)] >> here & 1

    def crosses(self, here: int, bank: int, there: int) -> bool:
        """Does a step out of a river hex lead across the river?"""
        if not self.plain >> here & 1:
            return False
        return bool(self.crossing[bank][self.board.direction(here, there)] >> here & 1)

    def across(self, hexa: int, bank: int) -> int:
        """The neighbours of a river hex on the other bank than this."""
        return self._across(hexa, bank)

    def node(self, hexa: int, bank: int) -> int:
        return hexa + self.layer if bank else hexa

    def hexes(self, nodes: int) -> int:
        """The hexes of some nodes, whatever bank."""
        return (nodes | nodes >> self.layer) & self.board.everything

    def nodes(self, hexes: int) -> int:
        """All nodes in some hexes."""
        return hexes | (hexes & self.wet) << self.layer
