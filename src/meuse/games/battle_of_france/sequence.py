"""Order of play: a round is a card, three turns in drawn order, and the building of new units."""

from __future__ import annotations

from meuse.engine import Step
from meuse.games.battle_of_france import cards, combat
from meuse.games.battle_of_france.components import GERMANY, POWERS, SEA, SIDE, WARSHIPS
from meuse.games.battle_of_france.events import CardDrawn, RoundBegan, TurnBegan
from meuse.games.battle_of_france.state import BattleState, enemy_of


class BeginRound(Step[BattleState]):
    """The steps of a round are laid on the stack (order.1, order.4)."""

    name = "begin_round"
    automatic = True

    def after(self, s: BattleState, f: tuple[str]) -> None:
        s.round += 1
        s.bag = tuple(range(len(POWERS)))  # init.2, G09
        s.fought = s.bombarded = 0
        s.events.append(RoundBegan(("order.1",), s.round))
        s.stack += [("begin_round",), ("collect",), ("victory_check",), ("initiative",), ("draw_card",)]


class DrawCard(Step[BattleState]):
    """From round 2 on a card, in force until the next one (order.2, cards.1 to cards.3, cards.5)."""

    name = "draw_card"
    automatic = True

    def after(self, s: BattleState, f: tuple[str]) -> None:
        if s.round < s.game.tables.game.first_card_round or not s.deck:
            return
        if s.card >= 0 and s.game.cards[s.card].lasts == "game":
            s.lasting = (*s.lasting, s.card)
        place = s.roll("card", ("cards.2",), sides=len(s.deck)) - 1
        s.card = s.deck[place]
        s.deck = s.deck[:place] + s.deck[place + 1 :]
        s.dashes = 0
        s.events.append(CardDrawn(("cards.1", "cards.3"), s.game.cards[s.card].id))


class Initiative(Step[BattleState]):
    """Draw a chit; its power takes its whole turn before the next is drawn (init.1 to init.3)."""

    name = "initiative"
    automatic = True

    def after(self, s: BattleState, f: tuple[str]) -> None:
        if not s.bag:
            s.active = -1
            return
        first = [power for power in s.bag if not cards.moves_last(s, power)] or list(s.bag)
        place = s.roll("initiative", ("init.2",), sides=len(first)) - 1 if len(first) > 1 else 0
        power = first[place]
        s.bag = tuple(other for other in s.bag if other != power)
        s.stack.append(("initiative",))
        s.stack.append(("begin_turn", power))


class BeginTurn(Step[BattleState]):
    """A power's turn begins: nothing has moved, and the ground held now is where air units may land (air.2)."""

    name = "begin_turn"
    automatic = True

    def after(self, s: BattleState, f: tuple[str, int]) -> None:
        s.active = f[1]
        s.spent = 0
        s.landing = s.held(SIDE[s.active]) & ~s.game.forest
        s.events.append(TurnBegan(("turn.1",), s.active))
        s.stack.append(("turn",))
        s.stack.append(("due_combats",))
        if s.active == GERMANY and not s.surprise_over:
            s.surprise_over = True
            s.stack.append(("surprise", -1, ()))  # surprise.1, G64


class DueCombats(Step[BattleState]):
    """Ships built among enemies fight at the start of the next turn that has a part in it (build.13, G53)."""

    name = "due_combats"
    automatic = True

    def after(self, s: BattleState, f: tuple[str]) -> None:
        for zone in s.game.board.members(s.due):
            ships = tuple(p for p in s.at(zone) if s.power[p] == s.active and s.unit[p] in SEA)
            enemies = s.of_side(zone, enemy_of(SIDE[s.active]))
            if not enemies or not s.of_side(zone, SIDE[s.active]):
                s.due &= ~(1 << zone)
            elif ships and any(s.unit[p] in WARSHIPS for p in ships) and not self._put_off(s, ships):
                s.due &= ~(1 << zone)
                s.stack.append(("due_combats",))
                combat.begin(s, zone, ships, zone, "due", 0)
                return

    @staticmethod
    def _put_off(s: BattleState, ships: tuple[int, ...]) -> bool:
        return any(cards.is_forbidden(s, s.active, s.unit[p], "due_combat") for p in ships)
