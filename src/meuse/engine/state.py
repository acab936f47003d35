"""One match: plain data, an agenda of steps, and the actions that brought it here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from meuse.engine import dice, staging
from meuse.engine.events import Event, Rolled, Volley
from meuse.engine.fields import Field, collected, derived, field
from meuse.engine.kinds import NUMBER, PLAIN, TABLE, Kind
from meuse.engine.refusal import Refusal, Refused
from meuse.engine.scene import SPECTATOR, Outlook, Scene
from meuse.engine.vocabulary import offers

if TYPE_CHECKING:
    from meuse.engine.game import Game
    from meuse.engine.preview import Preview
    from meuse.engine.record import Record
    from meuse.engine.setting import Setting
    from meuse.engine.steps import Step
    from meuse.engine.vocabulary import Option

CHECKPOINT_EVERY = 128
"""Undo replays at most this many actions."""


class Result(msgspec.Struct, frozen=True):
    """How a match ended: the winning camp (None: a draw), the level, the reason and its clause."""

    winner: str | None
    level: str
    reason: str
    clause: str


class Action(msgspec.Struct, frozen=True, gc=False):
    """One action done: the choice, its rolls, and whether it can be taken back."""

    before: Action | None
    side: int
    option: Option
    rolls: tuple[int, ...]
    sealed: bool
    checkpoint: State | None


class Decision:
    """Who must choose what, now."""

    __slots__ = ("_state", "_step", "options", "side")

    def __init__(self, state: State, side: str, options: list[Option], step: Step[Any]) -> None:
        self._state = state
        self._step = step
        self.side = side
        self.options = options

    @property
    def prompt(self) -> str:
        return self._step.prompt(self._state)

    @property
    def step(self) -> str:
        """The name of the step that asks."""
        return self._step.name

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


class SeedKind(Kind):
    """The key of the dice."""

    def dump(self, value: Any) -> Any:
        return value.hex()

    def load(self, raw: Any) -> Any:
        return bytes.fromhex(raw)


class AgendaKind(Kind):
    """The steps still to come, the next one last; the game reads them back."""

    mutable = True

    def dump(self, value: Any) -> Any:
        return [step.dump() for step in value]


class State:
    """The state of one match; a game derives its own with its own fields.

    Fields are declared in the class body with ``field``: they are what a match consists of, and ``FIELDS`` lists
    them. What follows from them and is only remembered is declared with ``derived``.
    """

    FIELDS: ClassVar[dict[str, Field]] = {}
    _mutable: ClassVar[tuple[str, ...]] = ()

    game: Game
    setting: Setting
    scenario: str = field(lambda setting: setting.name, PLAIN, position="")
    seed: bytes = field(b"", SeedKind(), position="")
    rulings: dict[str, str] = field(lambda setting: {}, TABLE, position="")
    agenda: list[Step[Any]] = field(lambda setting: [], AgendaKind(), written="stack", position="")
    """The steps still to come, the one under way last."""
    rolls_made: int = field(0, NUMBER, position="")
    actions: int = field(0, NUMBER, position="")
    outcome: list[Any] | None = field(None, PLAIN, position="")

    script: tuple[int, ...] = derived(())
    """Rolls fixed in advance."""
    origin: str = derived("")
    """The position the match began with, if not with its scenario's start."""
    history: Action | None = derived(None)
    events: list[Event] = derived(lambda setting: [])
    rolled: list[int] = derived(lambda setting: [])
    sealed: bool = derived(False)
    """Did the last action roll or reveal something?"""
    options: list[Option] = derived(lambda setting: [])
    """The options of the decision; empty when the match is over."""

    def __init__(self, setting: Setting, seed: bytes, rulings: dict[str, str]) -> None:
        self.game = setting.game
        self.setting = setting
        for name, declared in self.FIELDS.items():
            setattr(self, name, declared.begin(setting))
        self.seed = seed
        self.rulings = rulings

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._collect(cls.__mro__[1].FIELDS)  # type: ignore[attr-defined]

    @classmethod
    def _collect(cls, before: dict[str, Field]) -> None:
        cls.FIELDS = collected(cls, before)
        cls._mutable = tuple(name for name, declared in cls.FIELDS.items() if declared.mutable)

    # questions

    @property
    def decision(self) -> Decision | None:
        """The choice to be made now; None when the match is over."""
        if self.outcome is not None:
            return None
        step = self.agenda[-1]
        return Decision(self, self.game.sides[step.side(self)], self.options, step)

    def offered(self, *verbs: str) -> list[Option]:
        """Those of the options that have one of some verbs."""
        return [option for option in self.options if option.verb in verbs]

    @property
    def to_act(self) -> str | None:
        """The side that decides now."""
        if self.outcome is not None:
            return None
        return self.game.sides[self.agenda[-1].side(self)]

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

    def position(self) -> str:
        """This moment as text, as ``game.position`` reads it."""
        from meuse.engine.position import write

        return write(self)

    def overlays(self, side: str) -> dict[str, list[str]]:
        """Named sets of places worth showing to a side: supply, zones, control ..."""
        return self.game.overlays(self, self.game.side(side))

    def outlook(self, side: str, place: str) -> Outlook:
        """What a side would see from a place, and what hides the rest; a ``ValueError`` where one cannot look."""
        if not self.game.SIGHT:
            raise ValueError(f"{self.game.TITLE} has no lines of sight")
        if place not in self.setting.board.numbers:
            raise ValueError(f"there is no place {place!r} on the map")
        return self.game.outlook(self, self.game.side(side), self.setting.board.numbers[place])

    def option(self, action: Option | str) -> Option:
        """An action of the vocabulary by its words."""
        return self.game.option(action, self.setting) if isinstance(action, str) else action

    def explain(self, action: Option | str) -> Refusal | None:
        """Why an action is not allowed now, with the clause; None if it is allowed."""
        option = self.option(action)
        if option in self.options:
            return None
        if self.outcome is not None:
            return Refusal(f"the game is over: {self.outcome[2]}", str(self.outcome[3]))
        step = self.agenda[-1]
        if step.knows(option.verb):
            refusal = step.why(self, option)
            if refusal is not None:
                return refusal
        side = self.game.sides[step.side(self)]
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
        step, vocabulary = self.agenda[-1], self.setting.vocabulary
        objects = [name for name in dict.fromkeys(self.game.objects(piece, place)) if name]
        offered = dict.fromkeys(option.verb for option in self.options)
        known = [verb for verb in vocabulary.verbs if step.knows(verb)]
        for verbs in (offered, known):
            words = [f"{verb} {name}" for verb in verbs for name in objects]
            meant = [vocabulary.words[word] for word in words if word in vocabulary.words]
            if meant:
                reasons = [(option, self.explain(option)) for option in meant]
                return [(option, refusal) for option, refusal in reasons if refusal is not None]
        return []

    def scene(self, side: str) -> Scene:
        """What a side may know, ready to be drawn; no side is named for spectators."""
        return staging.scene(self, self.game.side(side) if side else SPECTATOR)

    def preview(self, action: Option | str) -> Preview | None:
        """What the dice can do if an open option is chosen: None where no die is rolled at once."""
        option = self.option(action)
        refusal = self.explain(option)
        if refusal is not None:
            raise Refused(refusal)
        return self.agenda[-1].preview(self, option)

    # acting

    def apply(self, action: Option | str, rolls: Sequence[int] | None = None) -> list[Event]:
        """Carry an option out and say what happened; with ``rolls``, the dice fall just so.

        Raises ``Refused`` for anything not among the options and ``DiceError`` for rolls that
        cannot be; in both cases nothing has changed.
        """
        option = self.option(action) if isinstance(action, str) else action
        if not offers(self.options, option):
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
            self._become(backup)
            raise
        return events

    def _carry_out(self, option: Option) -> list[Event]:
        step = self.agenda[-1]
        side = step.side(self)
        self.events = []
        self.rolled = []
        self.sealed = False
        checkpoint = None if self.actions % CHECKPOINT_EVERY else self.clone()
        getattr(step, option.verb)(self, option.value)
        self.actions += 1
        self.advance()
        self.history = Action(self.history, side, option, tuple(self.rolled), self.sealed, checkpoint)
        return self.events

    def advance(self) -> None:
        """Go on until somebody must choose, or the match is over."""
        agenda = self.agenda
        while self.outcome is None:
            step = agenda[-1]
            options = [] if step.automatic else step.options(self)
            if not options:
                agenda.pop()
                step.after(self)
            elif len(options) == 1 and step.forced:
                getattr(step, options[0].verb)(self, options[0].value)
            else:
                self.options = options
                return
        self.options = []

    def push(self, *steps: Step[Any]) -> None:
        """Lay steps on the agenda; the last one comes first."""
        self.agenda.extend(steps)

    def pop(self) -> None:
        """The step under way is over."""
        self.agenda.pop()

    def turn_into(self, step: Step[Any]) -> None:
        """The step under way goes on as another."""
        self.agenda[-1] = step

    def roll(self, purpose: str, clauses: tuple[str, ...], sides: int = 6) -> int:
        """Roll a die for a purpose: from the script if there is one, else from the stream."""
        value = self._next_roll(purpose, sides)
        self.events.append(Rolled(clauses, purpose, sides, value))
        return value

    def volley(self, purpose: str, clauses: tuple[str, ...], needed: Sequence[int], sides: int = 6) -> list[int]:
        """Roll several dice at once, one for each number that a die must not exceed in order to hit."""
        values = [self._next_roll(purpose, sides) for _ in needed]
        if values:
            hits = tuple(die for die, (value, most) in enumerate(zip(values, needed, strict=True)) if value <= most)
            self.events.append(Volley(clauses, purpose, sides, tuple(values), hits))
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
        """End the match, won by the camp of a side; the first end counts."""
        if self.outcome is None:
            camp = None if winner is None else self.game.camp_of(self.game.sides[winner])
            self.outcome = [camp, level, reason, clause]

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
        self._become(self.just_before(dropped))
        self.events = []

    @staticmethod
    def just_before(action: Action) -> State:
        """The state in which an action was chosen: the last checkpoint before it, and what was done since."""
        replay: list[Action] = []
        while action.checkpoint is None:
            if action.before is None:
                raise ValueError("what was done before this state was read from its JSON form is not known")
            action = action.before
            replay.append(action)
        state = action.checkpoint.clone()
        state.script = ()  # the checkpoint was taken with the rolls of its own action laid ready
        for done in reversed(replay):
            state.apply(done.option, done.rolls)
        return state

    def past(self) -> list[Action]:
        """All actions from the start of the match."""
        actions = []
        action = self.history
        while action is not None:
            actions.append(action)
            action = action.before
        return actions[::-1]

    # what follows from the fields, and what must be true of them

    def derive(self) -> None:
        """Compute what follows from the fields of a state just read."""

    def faults(self) -> list[str]:
        """Numbers outside the bounds that their fields declare; states that know more say more."""
        wrong = []
        for name, declared in self.FIELDS.items():
            bounds = declared.bounds(self.setting)
            if bounds is not None and not bounds[0] <= getattr(self, name) <= bounds[1]:
                wrong.append(f"{name} is {getattr(self, name)}, outside {bounds[0]} to {bounds[1]}")
        return wrong

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
            self.options = self.agenda[-1].options(self)

    def clone(self) -> Self:
        """An independent copy."""
        twin = self.__class__.__new__(self.__class__)
        twin._become(self)
        for name in self._mutable:
            setattr(twin, name, getattr(self, name).copy())
        return twin

    def _become(self, other: State) -> None:
        """Take over everything another state of the same class has."""
        self.__dict__.update(other.__dict__)

    def dump(self) -> dict[str, Any]:
        """The whole state as plain JSON data."""
        return {f.written: f.kind.dump(getattr(self, name)) for name, f in self.FIELDS.items() if f.kind is not None}

    def hash(self) -> str:
        """A fingerprint of the state: equal on every machine for equal seed and actions."""
        text = msgspec.json.encode(self.dump(), order="sorted")
        return blake2b(text, digest_size=8).hexdigest()

    # pieces by name; games whose positions name pieces say how

    def piece_name(self, piece: int) -> str:
        """A piece as positions name it."""
        raise NotImplementedError

    def piece_named(self, name: str) -> int | None:
        """The piece that positions call so; None if there is none."""
        raise NotImplementedError


State._collect({})
