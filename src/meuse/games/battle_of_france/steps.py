"""What the decisions of this game have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from meuse.engine import Bar, Option, Step, closed
from meuse.engine.scene import Choice, Fight
from meuse.engine.steps import Subject
from meuse.games.battle_of_france.setting import STAR
from meuse.games.battle_of_france.state import BattleState


class BattleStep(Step[BattleState]):
    """A power decides about the area and the group that the step names, and everybody sees it.

    Options that name units name classes of them: ``units`` notes in the state which piece each of them means, so that
    the verb and the words need not look for it again.
    """

    public = True
    asks: ClassVar[str]
    """What the side is asked: ``{place}`` is the area and ``{units}`` the units that it is about."""
    singly: ClassVar[bool] = False
    """Does the decision concern only the first of the group, the others later?"""
    at_rest: ClassVar[bool] = False
    """Does nothing hang in the air while this step waits? Then stacking and control must be in order."""
    starred: ClassVar[str] = ""
    """What is said of a ship that is not as fresh as others like it."""

    def side(self, s: BattleState) -> int:
        """The power that the step names, or else the one in turn."""
        return getattr(self, "power", s.active)

    def whose(self, s: BattleState) -> int:
        return s.active

    def about(self, s: BattleState) -> Subject:
        area = getattr(self, "area", s.battle.area if s.battle else -1)
        group = getattr(self, "group", ())
        return group[:1] if self.singly else group, (area,) if area >= 0 else ()

    def prompt(self, s: BattleState) -> str:
        group, places = self.about(s)
        return self.asks.format(place="".join(map(s.spoken, places)), units=s.in_words(group) if group else "")

    def battle_board(self, s: BattleState, side: int) -> Fight | None:
        return s.game.fight(s) if s.battle else None

    # what is open

    def options(self, s: BattleState) -> list[Option]:
        """Unless a step says otherwise: the places that no bar closes, if there is somebody to go there."""
        (verb,) = self.words
        return self.places(s, verb) if self.about(s)[0] else []

    def places(self, s: BattleState, verb: str) -> list[Option]:
        """Options of a verb for all places that no bar closes."""
        board = s.setting.board
        return list(board.pick(s.setting.vocabulary.verbs[verb], board.everything & ~closed(self.bars(s, verb) or ())))

    def units(self, s: BattleState, verb: str, meant: dict[int, int]) -> list[Option]:
        """Options of a verb that name units; which piece each of them means is noted."""
        s.meant, family = meant, s.setting.say[verb]
        return [family[number] for number in sorted(meant)]

    def unmeant(self, s: BattleState) -> int:
        """All values of options that mean no unit now."""
        return ~sum(1 << number for number in s.meant)

    def unnamed(self, s: BattleState, clause: str) -> Iterator[Bar]:
        """Where pieces of a class have names of their own, the class alone does not say which is meant."""
        named: dict[int, list[str]] = {}
        for number in sorted(s.meant):
            named.setdefault(s.setting.class_behind[number], []).append(s.setting.names[number])
        for number, names in named.items():
            yield Bar(s.setting.alike[number] & self.unmeant(s), clause, f"say which: {' or '.join(names)}")

    def several(self, s: BattleState, verb: str) -> bool:
        """Options name classes of units: a lone one may stand for several that are still fresh."""
        for option in s.offered(verb)[:1]:
            first, hand = s.meant[option.value], self.about(s)[0]
            alike = [p for p in s.all_in(s.where[first]) if s.class_of(p) == s.class_of(first) and p not in hand]
            return len(s.offered(verb)) > 1 or sum(not s.spent >> p & 1 for p in alike) > 1
        return False

    # in words

    def choices(self, s: BattleState, counters: Mapping[int, str]) -> Iterable[Choice]:
        return [self.unit(s, one, counters) if one.touch == "piece" else self.choice(s, one) for one in s.options]

    def unit(self, s: BattleState, option: Option, counters: Mapping[int, str]) -> Choice:
        """An option that names a unit, chosen by touching its counter."""
        setting, verb = s.setting, option.verb
        look = setting.catalogue.kinds[setting.class_behind[option.value]]
        what = look.called if look.power == self.side(s) else look.foreign
        what += setting.told_apart[option.value] + (self.starred if option.object.endswith(STAR) else "")
        said = self.words["damage" if verb == "lose" and look.counter.steps > 1 else verb]
        return Choice(str(option), said.replace("{it}", what), verb, piece=counters[s.meant[option.value]])
