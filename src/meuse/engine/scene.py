"""What a table shows: the match as somebody sees it, in the one form that a client draws for every game.

A game says which counters lie where, which tracks stand how, and what can be chosen by touching what; a client needs
no rule to draw that. Like a view, a scene holds nothing that its side may not know.
"""

from __future__ import annotations

import msgspec

SPECTATOR = -1
"""The side of those who hold none: they see what no side hides."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a scene; fields at their defaults are not written."""


# what never changes in a match


class Face(Part, frozen=True):
    """How a kind of counter looks: one entry of a game's catalogue."""

    id: str
    title: str
    """The unit's full name, as it is read aloud."""
    short: str
    """What stands on the counter beside the symbol."""
    side: str
    nation: str
    letter: str
    """The nation's letter, so that no one depends on the colour."""
    symbol: str
    """The symbol's code (MIL-STD-2525C, 15 letters), echelon included; empty where a sign is drawn instead."""
    colour: str
    ink: str
    shape: str = "unit"
    """``unit`` (a square counter), ``fort``, ``marker``, ``air`` (it lies beside the others of its place)."""
    sign: str = ""
    """A short text in place of a symbol."""
    note: str = ""
    """What else is worth knowing: commander, where it comes from."""
    stripes: tuple[str, ...] = ()
    """The colours of a stripe on its edge, from the top: what it belongs to."""
    wheels: bool = False
    """Does the last number of its strength stand on a disc? So are units marked that drive."""
    due: str = ""
    """When it comes, printed in a corner."""


class SideInfo(Part, frozen=True):
    """A side as people call it."""

    id: str
    title: str
    letter: str
    colour: str
    ink: str


class CampInfo(Part, frozen=True):
    """Sides that win and lose together."""

    id: str
    title: str
    sides: tuple[str, ...]


class ScenarioInfo(Part, frozen=True):
    """A scenario as it is offered: its name, a sentence or two, and which sides one person usually plays."""

    id: str
    title: str
    about: str
    players: tuple[tuple[str, ...], ...]
    length: str = ""
    """How long it takes: turns, and an honest guess at the time."""
    starts: str = ""
    """A side that a person plays who has not chosen."""


class About(Part, frozen=True):
    """A game as it is offered on the first page."""

    title: str
    about: str
    sides: tuple[SideInfo, ...]
    scenarios: tuple[ScenarioInfo, ...]
    secrets: bool
    """Does a side know what another must not? Then a hot seat is covered between the sides."""
    camps: tuple[CampInfo, ...] = ()
    """Who wins together, under the names that results give them; empty where every side is for itself."""
    overlays: dict[str, str] = {}
    """What each overlay of the game shows, in one sentence."""
    sight: bool = False
    """Can one ask what is seen from a place?"""
    designs: bool = False
    """Can battles of one's own be designed?"""


class Chart(Part, frozen=True):
    """A table of the rules as it lies beside the map."""

    id: str
    title: str
    columns: tuple[str, ...]
    """The heads of the columns; the first names what the rows are."""
    rows: tuple[tuple[str, ...], ...]
    """Each row begins with its head."""
    clause: str = ""
    notes: tuple[str, ...] = ()
    source: str = ""
    """Where the figures come from."""


# what changes


class Print(Part, frozen=True):
    """A number at the foot of a counter, in a box of its own colour."""

    text: str
    colour: str = ""
    """Empty: no box, but the ink of the counter."""
    ink: str = ""


class Piece(Part, frozen=True):
    """A counter on the table; several alike in one place may be one entry with a count."""

    id: str
    """Unique in the scene."""
    face: str
    text: str = ""
    """Its strength as printed at the foot of the counter."""
    steps: int = 1
    full: int = 1
    count: int = 1
    notes: tuple[str, ...] = ()
    """What is the matter with it: "out of supply", "has moved"."""
    dim: bool = False
    """Done for now, or of no use now."""
    factors: tuple[int, ...] = ()
    """Its strength as numbers: attack and defence, or whatever else the game prints."""
    looks: tuple[str, ...] = ()
    """What can be seen of its state: ``tilted`` (it lies askew), ``banded`` (a band runs across it)."""
    badges: tuple[str, ...] = ()
    """Letters on its upper edge that say what is the matter with it; the notes say it in words."""
    prints: tuple[Print, ...] = ()
    """Its numbers in boxes, drawn in place of the text."""
    group: str = ""
    """What it belongs to: who points at a counter sees all others of its group."""


class Stack(Part, frozen=True):
    """The counters in one place, the top one first, and how many more lie unseen below."""

    pieces: tuple[Piece, ...] = ()
    more: int = 0


class Box(Part, frozen=True):
    """A place off the map."""

    id: str
    title: str
    pieces: tuple[Piece, ...] = ()
    more: int = 0
    clause: str = ""


class Track(Part, frozen=True):
    """A number or a state that everybody at the table looks at."""

    id: str
    title: str
    value: str
    at: int | None = None
    """Where the marker stands, from 0, if the track has steps."""
    steps: tuple[str, ...] = ()
    """The names of its steps."""
    clause: str = ""
    main: bool = False
    """Shown at all times (turn, points); others on demand."""
    number: int | None = None
    """The value, where it is a number."""


class Mark(Part, frozen=True):
    """A sign on the map that is no counter."""

    place: str
    """A place, a hexside or a corner."""
    sign: str
    """A letter or two."""
    title: str
    side: str = ""
    clause: str = ""
    shape: str = ""
    """The drawing that a client may show instead of the letters: "wire", "grey smoke"."""
    faces: int | None = None
    """Which way the drawing points, in degrees clockwise from the top of the map."""


class Choice(Part, frozen=True):
    """An option, and what is touched to choose it: a counter, a place, or nothing but its own button."""

    action: str
    """The option in the notation of records."""
    label: str
    """What it does, as one would say it aloud."""
    verb: str
    piece: str = ""
    place: str = ""
    cost: str = ""
    """What it costs, if it costs something: written on the place."""
    via: str = ""
    """The place before it on the way there: following these back gives the path."""
    odds: bool = False
    """Dice decide: the client may ask for the odds."""
    face: str = ""
    """The counter it would bring into play, where that is not on the table yet."""
    warning: str = ""
    """Why it is rarely meant and cannot be taken back: the client asks once before it sends it."""


class Sweep(Part, frozen=True):
    """All options of a verb, one after the other, as one wish: everybody joins, everybody advances."""

    verb: str
    label: str
    first: bool = False
    """True: a client takes them all as soon as the step begins, and lets single ones be taken out again."""
    alone: bool = False
    """True: there is a single thing to wish for, so that no button is worth it."""


class Purse(Part, frozen=True):
    """What can be spent now: the choices with a cost are a shop."""

    title: str
    """What is spent: "NPU of Germany"."""
    left: int
    says: str = ""
    """What becomes of it if nothing more is bought: "18 NPU will be lost"."""
    clause: str = ""


class Card(Part, frozen=True):
    """A card that is in force."""

    id: str
    title: str
    says: str
    """What it changes."""
    clause: str
    lasts: str = ""
    """How long it is in force: "this round"."""
    sides: tuple[str, ...] = ()
    """Whom it concerns."""
    places: tuple[str, ...] = ()
    """Where it applies, if not everywhere."""


class Goal(Part, frozen=True):
    """A way to win, to lose, or to score."""

    id: str
    title: str
    """What it is about, in a word or two: "Paris"."""
    says: str
    """How it is won or lost, in one sentence."""
    clause: str
    side: str
    """Who wants it."""
    worth: str = ""
    """What it is worth: "1 point", "the match"."""
    stands: str = ""
    """How it stands: "held by France", "2 of 3 lost"."""
    holder: str = ""
    """The side that has it now."""
    reached: bool = False
    """It has been won for good, or would count if the match ended now."""
    places: tuple[str, ...] = ()


class Alarm(Part, frozen=True):
    """Something that the next end of a turn will decide or cost, as things stand."""

    says: str
    clause: str
    side: str
    """Whom it threatens."""
    grave: bool = False
    """It would decide the match."""
    places: tuple[str, ...] = ()


class Weight(Part, frozen=True):
    """One thing that counts in a battle, as a player would name it."""

    says: str
    """ "8 divisions across a river: 25 to 13"."""
    value: str = ""
    """What it comes to: "-12", "2 columns left"."""
    side: str = ""
    """Whom it helps."""
    clause: str = ""


class Chance(Part, frozen=True):
    """One thing a battle may come to: in words first, then its mark on the table."""

    says: str
    share: float
    name: str = ""
    good: str = ""
    """The side that it is good for."""


class Line(Part, frozen=True):
    """One side's line-up in a battle."""

    side: str
    pieces: tuple[Piece, ...] = ()
    more: int = 0
    """How many more lie unseen."""
    strength: str = ""
    """What it adds up to: "15", "at least 4"."""


class Lit(Part, frozen=True):
    """The cells of a chart that count now: a column, a row, or both."""

    chart: str
    row: str = ""
    column: str = ""


class Fight(Part, frozen=True):
    """A battle from its declaration to its end. What the dice do and what is lost is told by the log meanwhile."""

    id: str
    """The same from beginning to end, and of no other battle of the match."""
    title: str
    places: tuple[str, ...]
    attacker: Line
    defender: Line
    odds: str = ""
    """The odds as players name them: "3:1"; "15 against at least 4" where a stack is hidden."""
    round: int = 0
    weights: tuple[Weight, ...] = ()
    chances: tuple[Chance, ...] = ()
    """What it can come to, as far as this side may know; the shares add up to 1."""
    lit: Lit | None = None
    lines: tuple[tuple[str, str], ...] = ()
    """From where to where fire goes: drawn on the map."""


class Blocked(Part, frozen=True):
    """Why a place is not seen from another."""

    says: str
    clause: str
    by: tuple[str, ...] = ()
    """The places that hide it."""


class Outlook(Part, frozen=True):
    """What is seen from a place of the map."""

    place: str
    seen: tuple[str, ...]
    spotted: tuple[str, ...] = ()
    """Those of them where enemies stand near enough to be made out."""
    hidden: dict[str, Blocked] = {}
    """All others, and what hides each."""


class Focus(Part, frozen=True):
    """What the decision is about: the counters in hand, the place under attack."""

    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


class HelpText(Part, frozen=True):
    """What explains the prompt to somebody who has not read the rules, and the clause behind it."""

    says: str
    clause: str


class Scene(Part, frozen=True):
    """The match as a side sees it."""

    side: str
    """Whose eyes these are; empty for spectators."""
    phase: str
    """The part of the sequence of play, for a heading: "German movement"."""
    turn: str
    """The turn and its date: "Turn 2 of 13 · 13-16 May"."""
    to_act: str
    """Empty when the match is over."""
    prompt: str = ""
    """What this side is asked; empty if it is not its decision."""
    help: HelpText | None = None
    stacks: dict[str, Stack] = {}
    """By place, hexside (``1708/1808``) or corner (``1510+1610+1611``); only those where something lies."""
    boxes: tuple[Box, ...] = ()
    tracks: tuple[Track, ...] = ()
    marks: tuple[Mark, ...] = ()
    control: dict[str, tuple[str, ...]] = {}
    """By side: the places it holds."""
    focus: Focus = Focus()
    choices: tuple[Choice, ...] = ()
    """All options of the decision, in their order; empty if it is not this side's."""
    takes_up: str = ""
    """The verb by which something is taken into the hand."""
    puts_down: str = ""
    """The verb that puts down what is in hand."""
    sweeps: tuple[Sweep, ...] = ()
    purse: Purse | None = None
    cards: tuple[Card, ...] = ()
    goals: tuple[Goal, ...] = ()
    alarms: tuple[Alarm, ...] = ()
    fight: Fight | None = None
