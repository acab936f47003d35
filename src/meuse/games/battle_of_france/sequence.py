"""Order of play: a round is a card, three turns in drawn order, and the building of new units."""

from __future__ import annotations

from meuse.engine import Side
from meuse.games.battle_of_france import cards, combat, movement, production, surprise, victory
from meuse.games.battle_of_france.events import CardDrawn, RoundBegan, TurnBegan
from meuse.games.battle_of_france.powers import CAMP, GERMANY, POWERS
from meuse.games.battle_of_france.state import BattleState, enemy_of
from meuse.games.battle_of_france.steps import BattleStep
from meuse.games.battle_of_france.units import SEA


class BeginRound(BattleStep):
    """The steps of a round are laid on the agenda (order.1, order.4)."""

    def after(self, s: BattleState) -> None:
        s.round += 1
        s.bag = tuple(range(len(POWERS)))  # init.2, G09
        s.fought = s.bombarded = 0
        s.events.append(RoundBegan(("order.1",), s.round))
        s.push(BeginRound(), production.Collect(), victory.VictoryCheck(), Initiative(), DrawCard())


class DrawCard(BattleStep):
    """From the second round on a card, in force until the next one (order.2, cards.1 to cards.3, cards.5)."""

    def after(self, s: BattleState) -> None:
        if s.round < s.setting.tables.game.first_card_round or not s.deck:
            return
        if s.card >= 0 and s.setting.cards[s.card].lasts == "game":
            s.lasting = (*s.lasting, s.card)
        place = s.roll("card", ("cards.2",), sides=len(s.deck)) - 1
        s.card = s.deck[place]
        s.deck = s.deck[:place] + s.deck[place + 1 :]
        s.law = cards.law(s)
        s.dashes = 0
        s.events.append(CardDrawn(("cards.1", "cards.3"), s.setting.cards[s.card].id))


class Initiative(BattleStep):
    """Draw a chit; its power takes its whole turn before the next is drawn (init.1 to init.3)."""

    def after(self, s: BattleState) -> None:
        if not s.bag:
            s.active = -1
            return
        first = [power for power in s.bag if not s.law.moves_last[power]] or list(s.bag)
        place = s.roll("initiative", ("init.2",), sides=len(first)) - 1 if len(first) > 1 else 0
        s.bag = tuple(other for other in s.bag if other != first[place])
        s.push(Initiative(), BeginTurn(first[place]))


class BeginTurn(BattleStep):
    """A power's turn begins: nothing has moved, and the ground held now is where air units may land (air.2)."""

    power: Side

    def after(self, s: BattleState) -> None:
        s.active = self.power
        s.spent = 0
        s.landing = s.held(CAMP[s.active]) & ~s.setting.forest
        s.events.append(TurnBegan(("turn.1",), s.active))
        s.push(movement.Turn(), DueCombats())
        if s.active == GERMANY and not s.surprise_over:
            s.surprise_over = True
            s.push(surprise.Surprise(-1, ()))  # surprise.1, G64


class DueCombats(BattleStep):
    """Ships built among enemies fight at the start of the next turn of a power with ships there (build.13, G53)."""

    def after(self, s: BattleState) -> None:
        for zone in s.setting.board.members(s.due):
            ships = tuple(p for p in s.at(zone) if s.power[p] == s.active and s.unit[p] in SEA)
            enemies = s.of_camp(zone, enemy_of(s.camp))
            if not enemies or not s.of_camp(zone, s.camp):
                s.due &= ~(1 << zone)
            elif ships and not cards.forbidden(s, "due_combat", *ships):
                s.due &= ~(1 << zone)
                s.push(DueCombats())
                combat.begin(s, zone, ships, zone, "due", 0)
                return
