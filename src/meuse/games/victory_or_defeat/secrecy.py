"""What a side may know (3.10): visible stacks, events as others hear of them, and guesses at what is hidden."""

from __future__ import annotations

from random import Random

import msgspec

from meuse.engine import Event
from meuse.games.victory_or_defeat import events as happened
from meuse.games.victory_or_defeat.combat import Battle
from meuse.games.victory_or_defeat.counters import visible
from meuse.games.victory_or_defeat.setting import ALLIED, COUNTRIES, GERMAN, GERMANY, LUXEMBOURG, NATIONS, UNPLACED
from meuse.games.victory_or_defeat.setup import Deploy, Setup
from meuse.games.victory_or_defeat.stacking import Overstack, mixed
from meuse.games.victory_or_defeat.state import NEUTRAL, WarState, members

LIKELY_FULL = 0.75
"""How likely a unit that nobody sees is taken to be at full strength."""


def covered(s: WarState, side: int) -> WarState:
    """The match without what lies behind a screen: the units that others have set up by hand so far (3.0a)."""
    setting, behind = s.setting, {step.mover for step in s.agenda if isinstance(step, Setup)} - {side}
    if not behind:
        return s
    twin, step = s.clone(), s.agenda[-1]
    if isinstance(step, Deploy) and setting.side_of[step.piece] in behind:
        twin.pop()
    hidden = [p.number for p in setting.army if p.side in behind and not p.fort and s.where[p.number] >= 0]
    taken = members(s.where[piece] for piece in hidden) & s.control[GERMAN] & ~setting.country[GERMANY]
    for piece in hidden:
        twin.lift(piece, UNPLACED)
    twin.sickle &= ~members(hidden)
    twin.ever_german &= ~taken
    twin.set_control(s.control[GERMAN] & ~taken, s.control[ALLIED] | taken)
    if GERMAN in behind and s.status[LUXEMBOURG] != NEUTRAL:  # violated by the corps set up there (A41)
        twin.set_status(LUXEMBOURG, NEUTRAL)
        twin.violated[LUXEMBOURG] = 0
        twin.set_control(*(hexes & ~setting.country[LUXEMBOURG] for hexes in twin.control))
    return twin


def revealed(s: WarState) -> set[int]:
    """Hexes whose stacks lie open: attacked after a declaration, or cut by the enemy for overstacking (6.2, A70)."""
    hexes = set()
    for step in s.agenda:
        if isinstance(step, Battle) and step.revealed:
            hexes.add(step.target)
        elif isinstance(step, Overstack) and not mixed(s, step.hex):  # of several nations the owner chooses
            hexes.add(step.hex)
    return hexes


def redact(event: Event, s: WarState, side: int) -> Event | None:
    """An event as a side may know it: enemy units are named only if they can be seen."""
    setting = s.setting
    if isinstance(event, happened.Placed) and not setting.is_fort[event.piece]:
        return event if setting.side_of[event.piece] == side else None  # the scene shows the finished stacks
    if isinstance(event, happened.Took) and not s.turn:
        return event if event.side == side else None  # it would tell where a unit was set up
    if isinstance(event, happened.Violated | happened.Capitulated) and event.country == COUNTRIES[LUXEMBOURG]:
        return event if s.turn or side == GERMAN else None  # so would this (A41)
    if isinstance(event, happened.Replaced | happened.Entered):
        return event if _seen(s, event.piece, side) else None
    if isinstance(event, happened.Moved | happened.Displaced):
        return msgspec.structs.replace(event, pieces=tuple(p for p in event.pieces if _seen(s, p, side)))
    return event


def _seen(s: WarState, piece: int, side: int) -> bool:
    hexa = s.where[piece]
    return s.setting.side_of[piece] == side or hexa < 0 or piece in visible(s, hexa, side, revealed(s))


# guessing what is hidden


def imagine(s: WarState, side: int, seed: int) -> WarState:
    """Deal the enemy's hidden units of each nation again among their hidden places, and guess their strengths.

    What an enemy has set up by hand so far is not guessed: it is taken back.
    """
    twin = covered(s, side).imagined(seed)
    random = Random(seed)
    places = _hidden_places(twin, side)
    dealt: dict[int, int] = {}
    for nation in range(len(NATIONS)):
        lying = [piece for _, piece in places if s.setting.nation[piece] == nation]
        pieces = sorted(lying)
        random.shuffle(pieces)
        dealt.update(zip(lying, pieces, strict=True))
    twin.exchange(dealt)
    for piece in sorted(dealt):
        full = s.setting.full[piece]
        twin.steps[piece] = full if random.random() < LIKELY_FULL else random.randint(1, full)
    twin.hand = None
    twin.ask_again()
    return twin


def _hidden_places(s: WarState, side: int) -> list[tuple[int, int]]:
    """Where units lie that a side can neither see nor has just met in battle: hex and unit, in order."""
    opened = revealed(s)
    named = {piece for step in s.agenda for piece in step.named()}
    hidden = []
    for hexa in sorted(s.stacks):
        seen = visible(s, hexa, side, opened)
        hidden += [(hexa, piece) for piece in s.stacks[hexa] if piece not in seen and piece not in named]
    return hidden
