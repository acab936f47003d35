"""One match: plain data, a stack of phases, and the actions that brought it here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import msgspec

from meuse.engine import dice
from meuse.engine.events import Event, Rolled, Volley
from meuse.engine.fields import FRAMES, PLAIN, SEED, TABLE, Field
from meuse.engine.refusal import Refusal, Refused
from meuse.engine.scene import SPECTATOR, Scene

if TYPE_CHECKING:
    from meuse.engine.game import Game
    from meuse.engine.options import Option
    from meuse.engine.preview import Preview
    from meuse.engine.record import Record

Frame = tuple[Any, ...]
"""A phase on the stack: the step's name and its plain arguments."""

CHECKPOINT_EVERY = 64
"""Undo replays at most this many actions."""


class Result(msgspec.Struct, frozen=True):
    """How a match ended: the winning side (None: a draw), the level, the reason and its clause."""

    winner: str | None
    level: str
    reason: str
    clause: str


class Deed(NamedTuple):
    """One action done: the choice, its rolls, and whether it can be taken back."""

    before: Deed | None
    side: int
    option: Option
    rolls: tuple[int, ...]
    sealed: bool
    checkpoint: State | None


class Decision:
    """Who must choose what, now."""

    __slots__ = ("_frame", "_state", "options", "side")

    def __init__(self, state: State, side: str, options: list[Option], frame: Frame) -> None:
        self._state = state
        self._frame = frame
        self.side = side
        self.options = options

    @property
    def prompt(self) -> str:
        return self._state.game.steps[self._frame[0]].prompt(self._state, self._frame)

    @property
    def step(self) -> str:
        """The name of the step that asks."""
        return str(self._frame[0])

    def __repr__(self) -> str:
        return f"Decision({self.side}: {self.prompt} {self.options})"


class Dice:
    """The dice of one match: what was rolled last, and rolls fixed in advance."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    def script(self, values: Iterable[int]) -> None:
        """Fix the next rolls of the match; they count like any others."""
        self._state.script = (*self._state.script, *values)

    @property
    def made(self) -> int:
        """How many dice have been rolled in the match."""
        return self._state.rolls_made


class State:
    """The state of one match; a game derives its own with its own fields.

    ``FIELDS`` names everything a match consists of. All else (options now open, caches, events of
    the last action) follows from it and from the game.
    """

    FIELDS: ClassVar[dict[str, Field]] = {
        "scenario": PLAIN,
        "seed": SEED,
        "rulings": TABLE,
        "stack": FRAMES,
        "rolls_made": PLAIN,
        "actions": PLAIN,
        "outcome": PLAIN,
    }

    game: Game
    scenario: str
    rulings: dict[str, str]
    stack: list[Frame]
    rolls_made: int
    actions: int
    outcome: list[Any] | None

    def __init__(self, game: Game, scenario: str, seed: bytes, rulings: dict[str, str]) -> None:
        self.game = game
        self.scenario = scenario
        self.rulings = rulings
        self.seed = seed
        self.rolls_made = 0
        self.actions = 0
        self.stack = []
        self.outcome = None
        self.script: tuple[int, ...] = ()
        self.origin: str = ""
        self.history: Deed | None = None
        self.events: list[Event] = []
        self.rolled: list[int] = []
        self.sealed = False
        self._options: list[Option] = []

    # asking

    @property
    def decision(self) -> Decision | None:
        """The choice to be made now; None when the match is over."""
        if self.outcome is not None:
            return None
        frame = self.stack[-1]
        side = self.game.steps[frame[0]].side(self, frame)
        return Decision(self, self.game.sides[side], self._options, frame)

    @property
    def options(self) -> list[Option]:
        """The options of the decision; empty when the match is over."""
        return self._options

    def offered(self, *verbs: str) -> list[Option]:
        """Those of the options that have one of some verbs."""
        return [option for option in self._options if option.verb in verbs]

    @property
    def to_act(self) -> str | None:
        """The side that decides now."""
        if self.outcome is not None:
            return None
        frame = self.stack[-1]
        return self.game.sides[self.game.steps[frame[0]].side(self, frame)]

    @property
    def result(self) -> Result | None:
        return Result(*self.outcome) if self.outcome is not None else None

    @property
    def dice(self) -> Dice:
        return Dice(self)

    @property
    def record(self) -> Record:
        """The match so far, as it is written down."""
        from meuse.engine.record import Record

        return Record.of(self)

    def view(self, side: str) -> dict[str, Any]:
        """All that a side may know, and no more."""
        return self.game.view(self, self.game.side(side))

    def overlays(self, side: str) -> dict[str, list[str]]:
        """Named sets of hexes worth showing to a side: supply, zones, control ..."""
        return self.game.overlays(self, self.game.side(side))

    def explain(self, action: Option | str) -> Refusal | None:
        """Why an action is not allowed now, with the clause; None if it is allowed."""
        option = self.game.option(action) if isinstance(action, str) else action
        if option in self._options:
            return None
        if self.outcome is not None:
            return Refusal(f"the game is over: {self.outcome[2]}", str(self.outcome[3]))
        frame = self.stack[-1]
        step = self.game.steps[frame[0]]
        if hasattr(step, option.verb):
            refusal = step.why(self, frame, option)
            if refusal is not None:
                return refusal
        side = self.game.sides[step.side(self, frame)]
        # not the prompt: it may name what the asking side must not know
        topic = step.name.replace("_", " ")
        return Refusal(f"not now: {side} must decide first ({topic})", self.game.SEQUENCE_CLAUSE)

    def why_not(self, piece: str = "", place: str = "") -> list[tuple[Option, Refusal]]:
        """Why a counter or place of the scene cannot be chosen: each action of this moment that touching it could mean.

        What can be done to others now is what is meant; only where nothing of that kind is open, whatever else the
        moment knows. Nothing is listed for what is allowed.
        """
        if self.outcome is not None:
            return []
        step = self.game.steps[self.stack[-1][0]]
        words = self.game.vocabulary.words
        objects = [name for name in dict.fromkeys(self.game.objects(piece, place)) if name]
        offered = dict.fromkeys(option.verb for option in self._options)
        known = [verb for verb in self.game.vocabulary.verbs if hasattr(step, verb)]
        for verbs in (offered, known):
            found = [f"{verb} {name}" for verb in verbs for name in objects if f"{verb} {name}" in words]
            if found:
                asked = [(words[word], self.explain(words[word])) for word in found]
                return [(option, refusal) for option, refusal in asked if refusal is not None]
        return []

    def scene(self, side: str) -> Scene:
        """What a side sees, ready to be drawn; no side is named for spectators."""
        return self.game.scene(self, self.game.side(side) if side else SPECTATOR)

    def preview(self, action: Option | str) -> Preview | None:
        """What the dice can do if an open option is chosen: None where no die is rolled at once."""
        option = self.game.option(action) if isinstance(action, str) else action
        refusal = self.explain(option)
        if refusal is not None:
            raise Refused(refusal)
        frame = self.stack[-1]
        return self.game.steps[frame[0]].preview(self, frame, option)

    # acting

    def apply(self, action: Option | str, rolls: Sequence[int] | None = None) -> list[Event]:
        """Carry an option out and say what happened; with ``rolls``, the dice fall just so.

        Raises ``Refused`` for anything not among the options and ``DiceError`` for rolls that
        cannot be; in both cases nothing has changed.
        """
        option = self.game.option(action) if isinstance(action, str) else action
        if option not in self._options:
            refusal = self.explain(option)
            assert refusal is not None
            raise Refused(refusal)
        if rolls is not None or self.script:
            return self._apply_scripted(option, rolls)
        return self._carry_out(option)

    def _apply_scripted(self, option: Option, rolls: Sequence[int] | None) -> list[Event]:
        backup = self.clone()
        try:
            if rolls is not None:
                self.script = tuple(rolls)
            events = self._carry_out(option)
            if rolls is not None and self.script:
                made = len(self.rolled)
                raise dice.DiceError(f"{len(rolls)} rolls given for {str(option)!r}, which makes {made}")
        except dice.DiceError:
            self.__dict__.update(backup.__dict__)
            raise
        return events

    def _carry_out(self, option: Option) -> list[Event]:
        frame = self.stack[-1]
        step = self.game.steps[frame[0]]
        side = step.side(self, frame)
        self.events = []
        self.rolled = []
        self.sealed = False
        checkpoint = None if self.actions % CHECKPOINT_EVERY else self.clone()
        getattr(step, option.verb)(self, frame, option.value)
        self.actions += 1
        self.advance()
        self.history = Deed(self.history, side, option, tuple(self.rolled), self.sealed, checkpoint)
        return self.events

    def advance(self) -> None:
        """Go on until somebody must choose, or the match is over."""
        steps = self.game.steps
        stack = self.stack
        while self.outcome is None:
            frame = stack[-1]
            step = steps[frame[0]]
            options = [] if step.automatic else step.options(self, frame)
            if not options:
                stack.pop()
                step.after(self, frame)
            elif len(options) == 1 and step.forced:
                getattr(step, options[0].verb)(self, frame, options[0].value)
            else:
                self._options = options
                return
        self._options = []

    def roll(self, purpose: str, clauses: tuple[str, ...], sides: int = 6) -> int:
        """Roll a die for a purpose: from the script if there is one, else from the stream."""
        value = self._next_roll(purpose, sides)
        self.events.append(Rolled(clauses, purpose, sides, value))
        return value

    def volley(self, purpose: str, clauses: tuple[str, ...], count: int, sides: int = 6) -> list[int]:
        """Roll several dice at once."""
        values = [self._next_roll(purpose, sides) for _ in range(count)]
        if values:
            self.events.append(Volley(clauses, purpose, sides, tuple(values)))
        return values

    def _next_roll(self, purpose: str, sides: int) -> int:
        if self.script:
            value = self.script[0]
            if not 1 <= value <= sides:
                raise dice.DiceError(f"a roll of {value} for {purpose}: the die shows 1 to {sides}")
            self.script = self.script[1:]
        else:
            value = dice.roll(self.seed, self.rolls_made, sides)
        self.rolls_made += 1
        self.rolled.append(value)
        self.sealed = True
        return value

    def finish(self, winner: int | None, level: str, reason: str, clause: str) -> None:
        """End the match; the first end counts."""
        if self.outcome is None:
            self.outcome = [None if winner is None else self.game.sides[winner], level, reason, clause]

    # going back

    def undo(self) -> None:
        """Take the last action back; refused once something was rolled or revealed."""
        if self.history is None:
            raise Refused(Refusal("nothing has been done yet", self.game.SEQUENCE_CLAUSE))
        if self.history.sealed:
            reason = f"{self.history.option} cannot be taken back: dice were rolled or hidden units were seen"
            raise Refused(Refusal(reason, self.game.SEQUENCE_CLAUSE))
        self.rewind(1)

    def rewind(self, actions: int) -> None:
        """Go back any number of actions, rolls included (a referee's right, not a player's)."""
        kept = self.history
        for _ in range(actions):
            if kept is None:
                raise ValueError(f"only {self.actions} actions have been done")
            dropped, kept = kept, kept.before
        if not actions:
            return
        self.__dict__.update(self.just_before(dropped).__dict__)
        self.events = []

    @staticmethod
    def just_before(deed: Deed) -> State:
        """The state in which an action was chosen: the last checkpoint before it, and what was done since."""
        replay: list[Deed] = []
        while deed.checkpoint is None:
            if deed.before is None:
                raise ValueError("what was done before this state was read from its JSON form is not known")
            deed = deed.before
            replay.append(deed)
        state = deed.checkpoint.clone()
        state.script = ()  # the checkpoint was taken with the rolls of its own action laid ready
        for done in reversed(replay):
            state.apply(done.option, done.rolls)
        return state

    def deeds(self) -> list[Deed]:
        """All actions from the start of the match."""
        found = []
        deed = self.history
        while deed is not None:
            found.append(deed)
            deed = deed.before
        return found[::-1]

    # copying and writing down

    def imagined(self, seed: int) -> Self:
        """A copy in which chance is unknown and the past forgotten; what else is hidden the game still has to guess."""
        twin = self.clone()
        twin.seed = blake2b(f"imagined {seed}".encode(), digest_size=16).digest()
        twin.script = ()
        twin.origin = ""
        twin.history = None
        twin.events = []
        twin.rolled = []
        return twin

    def supposed(self) -> Self:
        """A copy to try an action on and answer "what if?": its dice have nothing to do with those of the match."""
        return self.imagined(0)

    def ask_again(self) -> None:
        """List the options afresh, after what they follow from was changed from outside."""
        if self.outcome is None:
            frame = self.stack[-1]
            self._options = self.game.steps[frame[0]].options(self, frame)

    def clone(self) -> Self:
        """An independent copy."""
        twin = self.__class__.__new__(self.__class__)
        twin.__dict__.update(self.__dict__)
        for name in self._mutable_fields():
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @classmethod
    def _mutable_fields(cls) -> tuple[str, ...]:
        names: tuple[str, ...] | None = cls.__dict__.get("_mutable")
        if names is None:
            names = tuple(name for name, field in cls.FIELDS.items() if field.mutable)
            cls._mutable = names  # type: ignore[attr-defined]
        return names

    def dump(self) -> dict[str, Any]:
        """The whole state as plain JSON data."""
        return {name: field.dump(getattr(self, name)) for name, field in self.FIELDS.items()}

    def hash(self) -> str:
        """A fingerprint of the state: equal on every machine for equal seed and actions."""
        text = msgspec.json.encode(self.dump(), order="sorted")
        return blake2b(text, digest_size=8).hexdigest()
