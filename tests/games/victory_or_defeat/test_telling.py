"""What happened, as sentences, and where."""

from __future__ import annotations

import pytest

from meuse.engine import Event
from meuse.engine.events import Rolled
from meuse.games.victory_or_defeat import events as happened
from tests.games.victory_or_defeat.kit import GAME

SETTING = GAME.setting("1940")
SEDAN, MONTMEDY, DUNKIRK = (SETTING.board.place(label) for label in ("2831", "2731", "3927"))
PANZER, OTHER, CORPS = (SETTING.piece(name) for name in ("G.19", "G.41", "F.X"))
LUXEMBOURG = ("2633", "2634", "2733", "2834")

TOLD: list[tuple[Event, str, tuple[str, ...]]] = [
    (Rolled((), "overthrow", 6, 3), "Die roll for overthrow: 3.", ()),
    (happened.TurnBegan((), 3), "Turn 3 begins.", ()),
    (happened.PhaseBegan((), 1, "player turn"), "The Allied player turn begins.", ()),
    (happened.Placed((), CORPS, SEDAN), "10e Corps d'Armée is set up in Sedan (2831).", ("2831",)),
    (happened.SickleCut((), False), "Operation Sickle Cut is not activated.", ()),
    (happened.Ordered((), 0, "move_first", 0), "The German side moves first and then fights.", ()),
    (
        happened.Ordered((), 1, "fight_first", 0),
        "The Allied side fights first and then moves, as the German side chose.",
        (),
    ),
    (
        happened.Moved((), (PANZER,), (SEDAN, MONTMEDY), 1),
        "XIX Panzer Corps moves from Sedan (2831) to Montmédy (2731) for 1 point.",
        ("2831", "2731"),
    ),
    (
        happened.Moved((), (), (SEDAN, MONTMEDY), 2),
        "Hidden units move from Sedan (2831) to Montmédy (2731) for 2 points.",
        ("2831", "2731"),
    ),
    (
        happened.Took((), 0, (SEDAN, MONTMEDY)),
        "The German side takes Sedan (2831), Montmédy (2731).",
        ("2831", "2731"),
    ),
    (happened.Capitulated((), "luxembourg", ()), "Luxembourg capitulates.", LUXEMBOURG),
    (
        happened.Capitulated((), "belgium", (SETTING.piece("B.I"), SETTING.piece("B.II"))),
        "Belgium capitulates; I Corps, II Corps are removed.",
        ("3134", "3231", "3232", "3432", "3631", "3633", "3929"),
    ),
    (
        happened.CoupMade((), SEDAN, 4, True),
        "The airborne coup on Sedan (2831) succeeds with a modified roll of 4.",
        ("2831",),
    ),
    (
        happened.Fought((), SEDAN, (PANZER, OTHER), (CORPS,), 24, 5, "4:1", 3, "DE", "every defender loses a step"),
        "XIX Panzer Corps, XLI Panzer Corps attack 10e Corps d'Armée in Sedan (2831): "
        "24 to 5, column 4:1, roll 3: every defender loses a step (DE).",
        ("2831",),
    ),
    (happened.Eliminated((), CORPS, "supply"), "10e Corps d'Armée is eliminated (lack of supply).", ()),
    (
        happened.Retreated((), CORPS, SEDAN, MONTMEDY),
        "10e Corps d'Armée retreats from Sedan (2831) to Montmédy (2731).",
        ("2831", "2731"),
    ),
    (
        happened.Scored((), "mechanized losses", -1, 2),
        "The German side loses 1 victory point for mechanized losses; it has 2.",
        (),
    ),
    (
        happened.Exited((), (PANZER, OTHER), "west"),
        "XIX Panzer Corps, XLI Panzer Corps leave the map over the west edge.",
        (),
    ),
    (
        happened.Evacuated((), SETTING.piece("UK.I"), 1, 0),
        "I Corps is evacuated by sea with 1 step; none left on the map.",
        (),
    ),
    (happened.DynamoDeclared((), DUNKIRK), "Operation Dynamo is declared; its port is Dunkirk (3927).", ("3927",)),
]  # fmt: skip


@pytest.mark.parametrize(("event", "says", "places"), TOLD)
def test_an_event_tells_itself(event: Event, says: str, places: tuple[str, ...]) -> None:
    assert event.tell(SETTING) == says
    assert event.places(SETTING) == places


def test_in_1939_the_allies_are_the_french() -> None:
    assert happened.PhaseBegan((), 1, "player turn").tell(GAME.setting("1939")) == "The French player turn begins."


def kinds_of_events() -> list[type[Event]]:
    """All that can happen; what others derive from never does itself."""
    kinds = [kind for kind in vars(happened).values() if isinstance(kind, type) and issubclass(kind, Event)]
    return [kind for kind in kinds if not kind.__subclasses__()]


def test_every_kind_of_event_keeps_its_tag() -> None:
    """Records of events and clients go by these names."""
    kinds = kinds_of_events()
    tags = {kind.__struct_config__.tag for kind in kinds}
    assert len(tags) == 28 and {"coup", "turnbegan", "dynamodeclared", "roadsofbelgium"} <= tags


def test_only_what_goes_from_place_to_place_is_drawn_as_an_arrow() -> None:
    """Control, countries and arrivals name places too, but those are no path."""
    kinds = kinds_of_events()
    arrows = {kind.__name__ for kind in kinds if kind.sort in ("move", "retreat")}
    assert arrows == {"Moved", "Retreated", "Advanced", "Displaced", "Exited", "Evacuated"}
    assert happened.Displaced((), (CORPS,), SEDAN, MONTMEDY).places(SETTING) == ("2831", "2731")
    assert happened.Took.sort == happened.Capitulated.sort == happened.Violated.sort == "control"
    assert happened.CoupMade.sort == happened.Fought.sort == "result" and happened.Targeted.sort == "battle"
