"""What a position is worth: each term a thing a player would say, weighed by ``data/advice.toml``.

Terms are computed for the German side; what is good for it is bad for the Allies.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from meuse.engine.advice import PlayerTurn
from meuse.games.victory_or_defeat import heuristics, objectives
from meuse.games.victory_or_defeat.ground import Survey, defence, ground, panzers
from meuse.games.victory_or_defeat.setting import (
    ALLIED,
    BELGIUM,
    BRITISH,
    DEAD,
    FORTS,
    FRENCH,
    GERMAN,
    GERMANS,
    GERMANY,
    LUXEMBOURG,
    NETHERLANDS,
)
from meuse.games.victory_or_defeat.state import CAPITULATED, NEUTRAL, WarState, other
from meuse.games.victory_or_defeat.supply import german_supply, is_supplied, overland_supply, usable_ports
from meuse.games.victory_or_defeat.victory import german_cities_held
from meuse.games.victory_or_defeat.zoc import zone
from meuse.mechanics.aims import AimedAdvice, Aims, Want, Ways

if TYPE_CHECKING:
    from meuse.games.victory_or_defeat.game import VictoryOrDefeat

TURN_OF = {"german_turn": GERMAN, "allied_turn": ALLIED}


class WarAdvice(AimedAdvice):
    """Advice on Victory or Defeat."""

    game: VictoryOrDefeat
    rules = heuristics.RULES

    def __init__(self, game: VictoryOrDefeat) -> None:
        terms = (
            self.points, self.material, self.last_steps, self.exposed, self.supply, self.approach, self.pressure,
            self.neutrals, self.paris, self.maginot, self.british, self.ports, self.homeland, self.wall,
        )  # fmt: skip
        super().__init__(game, {term.__name__: term for term in terms})

    def ways(self, state: WarState) -> Ways:
        return ground(state.setting).ways

    def wants(self, state: WarState, side: int) -> Iterator[tuple[dict[int, int], Iterator[Want]]]:
        return objectives.wants(state, side, self.heuristic)

    def survey(self, state: WarState, plan: Aims) -> Survey:
        return Survey(state, plan)

    def player_turn(self, state: WarState) -> PlayerTurn:
        """Known by the phases of the game turn that are still to come; outside player turns, the deciding side's."""
        assert state.to_act is not None
        coming = {step.name for step in state.agenda}
        phases = (*state.setting.scenario.sequence, "end_turn")
        under_way = next((before for before, phase in pairwise(phases) if phase in coming), phases[-1])
        side = TURN_OF.get(under_way, state.game.side(state.to_act))
        return PlayerTurn((state.turn, under_way, side), side, under_way in TURN_OF)

    def by_a_roll(self, state: WarState) -> bool:
        """The roll for Hitler's overthrow, made or missed: what counts is how many cities it was rolled for."""
        result = state.result
        rolled = result is not None and result.clause in ("4.1a", "4.1b", "4.2a")
        return rolled and not state.mobile(ALLIED) & state.setting.beside_ruhr

    # terms

    def points(self, v: Survey) -> float:
        s = v.state
        if not v.state.setting.by_points:
            return -german_cities_held(s)
        waiting = s.status[BELGIUM] != NEUTRAL and not s.dyle_denied
        return s.vp + (0.7 if waiting else 0.0)

    def material(self, v: Survey) -> float:
        return v.material[GERMAN] - v.material[ALLIED]

    def last_steps(self, v: Survey) -> float:
        return -sum(1 / v.state.steps[piece] ** 2 for piece in panzers(v.state))

    def exposed(self, v: Survey) -> float:
        """How gladly the enemies beside them would attack the panzer corps, the weak ones most of all."""
        s, spots = v.state, [(piece, v.state.where[piece]) for piece in panzers(v.state)]
        return -sum(v.promise(ALLIED, hexa, v.defence[GERMAN][hexa]) / s.steps[piece] for piece, hexa in spots)

    def supply(self, v: Survey) -> float:
        """Factors out of supply, on either side; the French alone count twice."""
        s = v.state
        french = self._cut_off(s, FRENCH, overland_supply(s))
        if not v.state.setting.by_points:
            return 2 * french
        return french + self._cut_off(s, BRITISH, overland_supply(s)) - self._cut_off(s, GERMANS, german_supply(s))

    def _cut_off(self, s: WarState, nation: int, supplied: int) -> float:
        hexes = s.setting.board.members(s.masks[nation] & ~supplied)
        pieces = [piece for hexa in hexes for piece in s.mobile_at(hexa) if not is_supplied(s, piece)]
        return sum(s.attack_factor(piece) + s.defence_factor(piece) for piece in pieces)

    def pressure(self, v: Survey) -> float:
        return self._pressure(v, GERMAN) - self._pressure(v, ALLIED)

    def _pressure(self, v: Survey, side: int) -> float:
        return sum(v.promise(side, hexa, firm) * firm for hexa, firm in v.defence[other(side)].items())

    def neutrals(self, v: Survey) -> float:
        s = v.state
        if not s.setting.rules.neutrals:
            return 0.0
        table, german = s.setting.tables.capitulation, s.control[GERMAN] & s.setting.cities
        total = 2.0 * (s.status[LUXEMBOURG] == CAPITULATED)
        for country, needed in ((NETHERLANDS, table.netherlands_cities), (BELGIUM, table.belgium_cities)):
            taken = (german & s.setting.country[country]).bit_count()
            total += needed + 1 if s.status[country] == CAPITULATED else min(needed, taken)
        return total

    def paris(self, v: Survey) -> float:
        s = v.state
        if not v.state.setting.by_points:
            return 0.0
        return 3.0 if "paris" in s.scored else (s.control[GERMAN] & s.setting.paris).bit_count()

    def maginot(self, v: Survey) -> float:
        """From 0 to 1: how far the line is undone."""
        s, setting = v.state, v.state.setting
        if not v.state.setting.by_points:
            return 0.0
        if "maginot" in s.scored:
            return 1.0
        gone = sum(1.0 if s.where[f] == DEAD else 0.4 if s.steps[f] == 1 else 0.0 for f in setting.maginot_forts)
        forts = s.masks[FORTS + FRENCH]
        cut = (forts & ~overland_supply(s)).bit_count() / max(1, forts.bit_count())
        ring = objectives.noose(s)
        closed = (ring & (zone(s, GERMAN) | ~overland_supply(s))).bit_count() / max(1, ring.bit_count())
        return max(gone / setting.tables.victory.maginot_destroyed, 0.5 * cut, 0.5 * closed)

    def british(self, v: Survey) -> float:
        s, setting = v.state, v.state.setting
        if not objectives.british_count(s):
            return 0.0
        closed, there = zone(s, GERMAN) | ~setting.land, [piece for piece in setting.british if s.where[piece] >= 0]
        hemmed = {piece: (setting.board.around[s.where[piece]] & closed).bit_count() / 6 for piece in there}
        return sum(0.3 + 0.4 * hemmed[piece] + (0.8 if not is_supplied(s, piece) else 0.0) for piece in there)

    def ports(self, v: Survey) -> float:
        s = v.state
        return -usable_ports(s).bit_count() if objectives.british_count(s) and s.british_on_map() else 0.0

    def homeland(self, v: Survey) -> float:
        """German cities lost, and those and the Ruhr as far as the enemy could walk there with a lucky roll.

        A bunker without troops holds nobody up for long.
        """
        s, setting = v.state, v.state.setting
        cities = v.ground.home & s.control[GERMAN]
        risk = ruhr = 0.0
        for points, level in enumerate(objectives.allied_march(s, s.mobile(GERMAN))):
            luck = 1 - max(0, points - 1) / objectives.MARCH
            risk += luck * 0.3 * (level & cities).bit_count()
            if level & setting.beside_ruhr:
                ruhr = max(ruhr, luck)
        inside = (s.mobile(ALLIED) & setting.country[GERMANY]).bit_count()
        return -(3 * german_cities_held(s) if v.state.setting.by_points else 0) - risk - 2 * ruhr - 0.1 * inside

    def wall(self, v: Survey) -> float:
        """How firmly the West Wall is held against the offensive: its hexes, and the defence factors on them."""
        s = v.state
        if v.state.setting.by_points:
            return 0.0
        held = v.ground.border & s.occupied(GERMAN)
        return held.bit_count() + sum(defence(s, hexa) for hexa in s.setting.board.members(held)) / 4
