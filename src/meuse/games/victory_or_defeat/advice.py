"""What a position is worth: each term a thing a player would say, weighed by ``data/advice.toml``.

Terms are reckoned for the German side; what is good for it is bad for the Allies.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from meuse.engine.advice import PlayerTurn, WeightedAdvice
from meuse.games.victory_or_defeat import objectives, thumb, west_wall
from meuse.games.victory_or_defeat.combat import odds_limits
from meuse.games.victory_or_defeat.components import (
    ALLIED,
    BELGIUM,
    BRITISH,
    DEAD,
    FORTS,
    FRENCH,
    GERMAN,
    GERMANY,
    LUXEMBOURG,
    NETHERLANDS,
)
from meuse.games.victory_or_defeat.ground import Survey, Ways
from meuse.games.victory_or_defeat.sequence import turn_phases
from meuse.games.victory_or_defeat.stacking import limit
from meuse.games.victory_or_defeat.state import CAPITULATED, NEUTRAL, WarState, other
from meuse.games.victory_or_defeat.supply import german_supply, is_supplied, overland_supply, usable_ports
from meuse.games.victory_or_defeat.victory import german_cities_held
from meuse.games.victory_or_defeat.zoc import zone

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat

TURN_OF = {"german_turn": GERMAN, "allied_turn": ALLIED}


class WarAdvice(WeightedAdvice):
    """Advice on Victory or Defeat."""

    game: VictoryOrDefeat
    rules = thumb.RULES

    def __init__(self, game: VictoryOrDefeat) -> None:
        terms = (
            self.points, self.material, self.last_steps, self.exposed, self.supply, self.approach, self.pressure,
            self.neutrals, self.paris, self.maginot, self.british, self.ports, self.homeland, self.wall, self.crowding,
        )  # fmt: skip
        super().__init__(game, {term.__name__: term for term in terms})
        self.rivers = [game.board.across(hexa, game.rivers) for hexa in range(game.board.size)]
        self.ways = Ways(game)
        self._prospects: dict[tuple[str, int], float] = {}

    def plan(self, state: WarState, side: int) -> objectives.Plan:
        return objectives.Plan(self, state, side)

    def aims(self, s: WarState, side: int, fighting: bool = False) -> objectives.Plan:
        """What a side is after: for whoever remembers, what it was after when it began to move or to fight."""
        if self.memory is None:
            return objectives.Plan(self, s, side)
        key = (self.player_turn(s).key, side, fighting)
        if key not in self.memory:
            self.memory[key] = objectives.Plan(self, s, side)
        found: objectives.Plan = self.memory[key]
        return found

    def survey(self, state: WarState, plan: objectives.Plan) -> Survey:
        return Survey(state, plan)

    def player_turn(self, state: WarState) -> PlayerTurn:
        """Told by the phases of the game turn that are still to come; outside player turns, whoever decides has it."""
        assert state.to_act is not None
        coming = {frame[0] for frame in state.stack}
        phases = turn_phases(state.scenario)
        under_way = next((before for before, phase in pairwise(phases) if phase in coming), phases[-1])
        side = TURN_OF.get(under_way, state.game.side(state.to_act))
        return PlayerTurn((state.turn, under_way, side), side, under_way in TURN_OF)

    def by_a_roll(self, state: WarState) -> bool:
        """The roll for Hitler's overthrow, made or missed: what counts is how many cities it was rolled for."""
        result = state.result
        rolled = result is not None and result.clause in ("4.1a", "4.1b", "4.2a")
        return rolled and not state.mobile(ALLIED) & self.game.beside_ruhr

    # terms

    def points(self, v: Survey) -> float:
        s = v.state
        if s.scenario == "1939":
            return -german_cities_held(s)
        waiting = s.status[BELGIUM] != NEUTRAL and not s.dyle_denied
        return s.vp + (0.7 if waiting else 0.0)

    def material(self, v: Survey) -> float:
        return v.material[GERMAN] - v.material[ALLIED]

    def last_steps(self, v: Survey) -> float:
        s = v.state
        return -sum(1 / s.steps[p] ** 2 for p in self.game.mechanized if s.where[p] >= 0)

    def exposed(self, v: Survey) -> float:
        """How gladly the enemies beside them would attack the panzer corps, the weak ones most of all."""
        s, total = v.state, 0.0
        for piece in self.game.mechanized:
            hexa = s.where[piece]
            if hexa >= 0:
                total += self._promise(v, ALLIED, hexa, v.defence[GERMAN][hexa]) / s.steps[piece]
        return -total

    def supply(self, v: Survey) -> float:
        """Factors out of supply, on either side."""
        s = v.state
        if s.scenario == "1939":
            return 2 * self._cut_off(s, FRENCH, overland_supply(s))
        return (
            self._cut_off(s, FRENCH, overland_supply(s))
            + self._cut_off(s, BRITISH, overland_supply(s))
            - self._cut_off(s, 0, german_supply(s))
        )

    def _cut_off(self, s: WarState, nation: int, supplied: int) -> float:
        hexes = s.masks[nation] & ~supplied
        total = 0
        for hexa in self.game.board.members(hexes):
            for piece in s.mobile_at(hexa):
                if not is_supplied(s, piece):
                    total += sum(self.game.pieces[piece].strengths[s.steps[piece] - 1])
        return total

    def approach(self, v: Survey) -> float:
        progress = v.plan.progress(v.state)
        return progress if v.plan.side == GERMAN else -progress

    def pressure(self, v: Survey) -> float:
        return self._pressure(v, GERMAN) - self._pressure(v, ALLIED)

    def _pressure(self, v: Survey, side: int) -> float:
        return sum(self._promise(v, side, hexa, firm) * firm for hexa, firm in v.defence[other(side)].items())

    def _promise(self, v: Survey, side: int, hexa: int, firm: int) -> float:
        """What an attack on a hex promises a side with all it has beside it."""
        s, own = v.state, v.attack[side]
        near = self.game.board.around[hexa] & s.mobile(side)
        if not near:
            return 0.0
        river = self.rivers[hexa]
        strong = sum(own[n] if not river >> n & 1 else (own[n] + 1) // 2 for n in self.game.board.members(near))
        return self.prospect(s, strong, firm, hexa)

    def prospect(self, s: WarState, strong: int, firm: int, hexa: int) -> float:
        """What an attack promises, from -1 (the attacker is lost) to 1 (the defender is): terrain and fort counted."""
        if not firm:
            return 0.0
        column = strong // firm - 1 if strong >= firm else 1 - -(-firm // max(strong, 1))
        bit = 1 << hexa
        if bit & (self.game.ardennes | self.game.map.terrain.get("rough", 0)):
            column -= 1
        fort = s.fort_at(hexa) if bit & s.all_forts() else None
        if fort is not None:
            column -= s.defence_factor(fort)
        return max(0.0, self.column_prospect(s, column))

    def column_prospect(self, s: WarState, column: int) -> float:
        """The mean of a column of the Combat Results Table."""
        known = self._prospects.get((s.scenario, column))
        if known is None:
            low, high = odds_limits(s)
            if column < low:
                known = -1.0
            elif column > high:
                known = 1.0
            else:
                loss = -0.2 if s.scenario == "1939" else -1.0  # 11.6: one division, not all
                worth = {"DE": 1.0, "DR": 0.5, "BB": 0.2, "AS": -0.1, "AE": loss}
                known = sum(worth[row[column - low]] for row in self.game.tables.crt.rows) / 6
            self._prospects[s.scenario, column] = known
        return known

    def neutrals(self, v: Survey) -> float:
        s = v.state
        if s.scenario == "1939":
            return 0.0
        table, german = self.game.tables.capitulation, s.control[GERMAN] & self.game.cities
        total = 2.0 * (s.status[LUXEMBOURG] == CAPITULATED)
        for country, needed in ((NETHERLANDS, table.netherlands_cities), (BELGIUM, table.belgium_cities)):
            if s.status[country] == CAPITULATED:
                total += needed + 1
            else:
                total += min(needed, (german & self.game.country[country]).bit_count())
        return total

    def paris(self, v: Survey) -> float:
        s = v.state
        if s.scenario == "1939":
            return 0.0
        if "paris" in s.scored:
            return 3.0
        return (s.control[GERMAN] & self.game.paris).bit_count()

    def maginot(self, v: Survey) -> float:
        """From 0 to 1: how far the line is undone."""
        s = v.state
        if s.scenario == "1939":
            return 0.0
        if "maginot" in s.scored:
            return 1.0
        game = self.game
        needed = game.tables.victory.maginot_destroyed
        gone = sum(1.0 if s.where[f] == DEAD else 0.4 if s.steps[f] == 1 else 0.0 for f in game.maginot_forts)
        forts = s.masks[FORTS + FRENCH]
        cut = (forts & ~overland_supply(s)).bit_count() / max(1, forts.bit_count())
        ring = objectives.noose(s)
        closed = (ring & (zone(s, GERMAN) | ~overland_supply(s))).bit_count() / max(1, ring.bit_count())
        return max(gone / needed, 0.5 * cut, 0.5 * closed)

    def british(self, v: Survey) -> float:
        s = v.state
        if s.scenario == "1939":
            return 0.0
        left = self.game.tables.victory.british_most - s.british_lost
        if left <= 0:
            return 0.0
        german, around = zone(s, GERMAN), self.game.board.around
        total = 0.0
        for piece in self.game.british:
            hexa = s.where[piece]
            if hexa >= 0:
                closed = (around[hexa] & (german | ~self.game.land)).bit_count() / 6
                total += 0.3 + 0.4 * closed + (0.8 if not is_supplied(s, piece) else 0.0)
        return total

    def ports(self, v: Survey) -> float:
        s = v.state
        if s.scenario == "1939" or s.british_lost >= self.game.tables.victory.british_most or not s.british_on_map():
            return 0.0
        return -usable_ports(s).bit_count()

    def homeland(self, v: Survey) -> float:
        """German cities lost, and those and the Ruhr as far as the enemy could walk there with a lucky roll.

        A bunker without troops holds nobody up for long.
        """
        s, game = v.state, self.game
        cities = game.cities & game.country[GERMANY] & s.control[GERMAN]
        risk = ruhr = 0.0
        for points, level in enumerate(objectives.allied_march(s, s.mobile(GERMAN))):
            luck = 1 - max(0, points - 1) / objectives.MARCH
            risk += luck * 0.3 * (level & cities).bit_count()
            if level & game.beside_ruhr:
                ruhr = max(ruhr, luck)
        inside = (s.mobile(ALLIED) & game.country[GERMANY]).bit_count()
        return -(3 * german_cities_held(s) if s.scenario == "1940" else 0) - risk - 2 * ruhr - 0.1 * inside

    def wall(self, v: Survey) -> float:
        """How firmly the West Wall of 1939 is held: its hexes, and the defence factors on them."""
        s = v.state
        if s.scenario == "1940":
            return 0.0
        held = west_wall.border(s) & s.occupied(GERMAN)
        return held.bit_count() + sum(west_wall.defence(s, hexa) for hexa in self.game.board.members(held)) / 4

    def crowding(self, v: Survey) -> float:
        s = v.state
        total, most = 0, limit(s)
        for pieces in s.stacks.values():
            if len(pieces) > 1:
                total += self._too_many(s, pieces, most)
        return total

    def _too_many(self, s: WarState, pieces: tuple[int, ...], most: int) -> int:
        game = self.game
        nations = {game.nation[p] for p in pieces if not game.is_fort[p]}
        units = sum(1 for p in pieces if not game.is_fort[p])
        sign = -1 if game.side_of[pieces[0]] == GERMAN else 1
        return sign * (max(0, units - most) + 2 * (len(nations) > 1))
