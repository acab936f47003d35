"""The shapes of units.toml, officers.toml and prices.toml: who can take part, and what it costs (2.2, 13)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from meuse.engine.data import Count, Id, Positive, Sourced, Strict, Text
from meuse.engine.names import every, known, once
from meuse.games.france_1940.tables import ClauseId, Size, Wheels

Nation = Literal["german", "french", "british", "belgian", "italian"]
NATIONS: tuple[Nation, ...] = ("german", "french", "british", "belgian", "italian")
SideName = Literal["german", "allied"]
UnitKind = Literal[
    "infantry", "cavalry", "mg", "mortar", "at gun", "infantry gun", "artillery", "aa gun", "afv", "halftrack",
    "transport", "horses",
]  # fmt: skip
"""What a unit is (2.2.1.1)."""
KINDS: tuple[UnitKind, ...] = (
    "infantry", "cavalry", "mg", "mortar", "at gun", "infantry gun", "artillery", "aa gun", "afv", "halftrack",
    "transport", "horses",
)  # fmt: skip
SPOKEN_KINDS = (
    "infantry", "cavalry", "machine-guns", "mortars", "anti-tank guns", "infantry guns", "artillery",
    "anti-aircraft guns", "AFVs", "halftracks", "transports", "horses",
)  # fmt: skip
TROOPS = ("infantry", "cavalry")
WEAPONS = ("mg", "mortar", "at gun", "infantry gun", "artillery", "aa gun")
GUNS = ("mortar", "at gun", "infantry gun", "artillery", "aa gun")
"""What is lost when it loses an assault or fails its morale (9.1.7a, 10.2h, G38)."""
ARMOUR = ("afv", "halftrack")
CARRIERS = ("halftrack", "transport", "horses")
OfficerKind = Literal["infantry", "support", "tank", "senior"]
"""Senior: a higher-ranking officer, whom only a scenario gives; he may have no units of his own (10.4.1b)."""
OFFICER_KINDS: tuple[OfficerKind, ...] = ("infantry", "support", "tank", "senior")
ArmourClass = Literal["light", "medium", "heavy"]
Quality = Literal["green", "regular", "veteran"]
QUALITIES: tuple[Quality, ...] = ("green", "regular", "veteran")
Strength = Literal["full", "depleted"]
Work = Literal[
    "improved position", "roadblock", "wire", "dispersed minefield", "normal minefield", "concentrated minefield",
]  # fmt: skip
"""What chapter 13 sells besides troops."""
Calibre = Annotated[int, Meta(ge=1, le=999)]
UnitType = Annotated[str, known("unit type")]


class NationRow(Sourced):
    letter: Text
    side: SideName
    title: Text


class Weapon(Strict):
    """A boxed fire factor: at full strength, after one loss, reduced; and its range (2.2.1i, 8.4.4)."""

    ff: tuple[Positive, Positive, Positive]
    range: Positive


class UnitRow(Sourced, kw_only=True):
    """A type of unit as it is printed."""

    id: Id
    nation: Nation
    name: Text
    short: Annotated[str, Meta(max_length=8)] = ""
    """What stands on the counter, where that is not its name."""
    kind: UnitKind
    mp: Positive
    move: Wheels
    size: Size
    points: Count
    ap: Weapon | None = None
    at: Weapon | None = None
    art: Weapon | None = None
    crew: bool = False
    engineer: bool = False
    militia: bool = False
    """Worse than others in close combat (R6)."""
    sweeper: bool = False
    armour: Count | None = None
    class_: ArmourClass | None = field(default=None, name="class")
    gun: Annotated[str, known("gun")] = ""
    calibre: Annotated[int, Meta(ge=0, le=999)] = 0


class UnitFile(Strict):
    nation: Annotated[dict[Nation, NationRow], every()]
    unit: Annotated[list[UnitRow], once("id")]


class OfficerRow(Sourced, kw_only=True):
    """An officer as he is printed (3.1b, 7, 10a)."""

    id: Id
    nation: Nation
    name: Text
    kind: OfficerKind
    morale: Positive
    leadership: Count
    range: Count
    coordination: Count
    replacement: bool = False


class OfficerFile(Strict):
    officer: Annotated[list[OfficerRow], once("id")]


class FormationRow(Sourced, kw_only=True):
    """A line of the price list: a formation with its officer, or single transports without one."""

    id: Id
    nation: Nation
    units: dict[UnitType, Positive]
    points: Positive
    clause: ClauseId
    officer: OfficerKind | None = None


class BatteryRow(Sourced):
    calibre: Calibre
    strength: Strength
    points: Annotated[dict[SideName, Positive], every()]
    clause: ClauseId


class Missions(Sourced):
    """What the dice make of a battery that was bought (13.OB7 to 13.OB10)."""

    of_die: tuple[Positive, Positive, Positive, Positive, Positive, Positive]
    smoke: Positive
    german: Count
    french_75: Count


class AirPrice(Sourced):
    points: Annotated[dict[SideName, Positive], every()]
    attacks: tuple[Positive, Positive, Positive, Positive, Positive, Positive]
    german: Count
    clause: ClauseId


class WorkPrice(Sourced):
    points: Positive
    clause: ClauseId


class Meeting(Sourced):
    turns: Positive
    points: list[Annotated[int, Meta(ge=1, le=9999)]]


class Assault(Meeting):
    """An attack and defence."""

    times: Positive
    distance: Positive


class PriceFile(Sourced):
    veteran: Annotated[int, Meta(ge=100, le=300)]
    green: Annotated[int, Meta(ge=1, le=100)]
    veteran_share: Annotated[dict[SideName, Count], every()]
    meeting: Meeting
    attack: Assault
    formation: Annotated[list[FormationRow], once("id")]
    battery: list[BatteryRow]
    missions: Missions
    air: AirPrice
    work: Annotated[dict[Work, WorkPrice], every()]
