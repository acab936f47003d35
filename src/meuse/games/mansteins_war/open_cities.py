"""Open cities (25.4)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.engine import Bar, Help, Option, closed
from meuse.games.mansteins_war import control, variants
from meuse.games.mansteins_war.events import CityOpened
from meuse.games.mansteins_war.setting import ALLIED
from meuse.games.mansteins_war.state import MansteinState, SideStep


class OpenDeclaration(SideStep):
    """At the end of an Allied impulse cities may be declared open (25.4a, R99)."""

    def after(self, s: MansteinState) -> None:
        if self.mover == ALLIED and s.on("open_cities"):
            s.push(Declaration(self.mover))


class Declaration(SideStep):
    """The Allied player may declare some great cities open, for the rest of the game (25.4a)."""

    public = True
    heading = "Open cities"
    asks = "Declare a city open?"
    help = Help("25.4c", "No Allied unit may enter an open city any more; the Germans score half its points.")
    words = {"declare": "Declare {it} open", "done": "No further open city"}

    def options(self, s: MansteinState) -> list[Option]:
        cities = s.setting.vocabulary.open("declare", closed(self.bars(s, "declare")))
        return cities + s.setting.say["done"] if cities else []

    def bars(self, s: MansteinState, verb: str) -> Iterator[Bar]:
        if verb != "declare":
            return
        names = s.setting.tables.options.open_cities.places
        yield Bar(~s.setting.places(names), "25.4a", f"only {', '.join(names)} can be declared open")
        yield Bar(s.open_cities, "25.4a", "{it} is open already")
        yield Bar(s.held[ALLIED], "25.4b", "Allied units are in {it}")
        yield Bar(~control.controlled(s, ALLIED), "25.4b", "the Allies do not control {it}")
        yield Bar(s.bombed, "25.4b", "{it} has been bombed")
        yield Bar(variants.out_of_play(s), "28.1e", "{it} is out of play")

    def declare(self, s: MansteinState, hexa: int) -> None:
        s.open_cities |= 1 << hexa
        s.touch()
        s.events.append(CityOpened(("25.4a",), hexa))
        control.check(s)

    def done(self, s: MansteinState, value: int) -> None:
        s.pop()
