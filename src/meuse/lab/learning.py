"""Every game as a PettingZoo environment with action masks, for those who train players.

Sides are agents, options of the vocabulary are actions by their numbers, and an observation is what the agent's side
sees and nothing more. The mask lists the options of the agent that decides.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, ClassVar, Literal, get_args

from meuse import games
from meuse.engine import Game
from meuse.lab.store import Missing

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from meuse.lab.encoding import Encoding
except ImportError:
    raise Missing("a learning environment", "lab") from None

Reward = Literal["result", "points"]
Mask = NDArray[np.int8]


def make(
    game: str | Game,
    scenario: str | Path | None = None,
    seed: int | None = None,
    *,
    options: dict[str, str] | None = None,
    reward: Reward = "result",
    longest: int = 20_000,
    render_mode: str | None = None,
) -> Any:
    """The environment with PettingZoo's usual guards against misuse."""
    raw = GameEnv(game, scenario, seed, options=options, reward=reward, longest=longest, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


class GameEnv(AECEnv):  # type: ignore[misc]
    """One game as an environment. The scenario is one of the game's, or the file of one's own (``FILE.toml``).

    A win is worth 1 to every side of the camp, a defeat -1, a draw 0. With ``reward="points"`` each change of the
    game's points (victory points, cities taken) adds a tenth to the camp that wants them and takes it from the other:
    an easier teacher, but not the game's own judgement. A game of ``longest`` decisions is truncated. An action that
    is not in the mask raises ``Refused`` with the clause that forbids it.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "meuse_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: str | Game,
        scenario: str | Path | None = None,
        seed: int | None = None,
        *,
        options: dict[str, str] | None = None,
        reward: Reward = "result",
        longest: int = 20_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = games.load(game) if isinstance(game, str) else game
        asked = str(scenario or self.game.scenarios[-1])
        own = asked.endswith(".toml")
        self.setting = self.game.own_setting(Path(asked)) if own else self.game.setting(asked)
        self.scenario: str = self.setting.name
        self.chronicle = self.game.chronicle(self.scenario)
        self.options = options or {}
        if reward not in get_args(Reward):
            raise ValueError(f"there is no reward {reward!r}; there are: {', '.join(get_args(Reward))}")
        self.reward: Reward = reward
        self.longest = longest
        self.render_mode = render_mode
        self.possible_agents = list(self.game.sides)
        self._random = Random(seed)
        self.vocabulary = self.setting.vocabulary
        self.encoding = Encoding(self.game.new(self.scenario, 0, self.options))
        actions = len(self.vocabulary)
        self._observation = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.encoding.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observation)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game: that of the seed, as everywhere, or the next of those that follow the seed given before."""
        if seed is not None:
            self._random = Random(seed)
        number = self._random.getrandbits(63) if seed is None else seed
        self.match = self.game.new(self.scenario, number, self.options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._points = self.chronicle.points(self.match) or 0
        self._tell()
        self.agent_selection = self.match.to_act

    def _tell(self) -> None:
        """The mask is among the infos too, for those who need nothing else."""
        self.infos = {agent: {"action_mask": self.action_mask(agent)} for agent in self.agents}

    def action_mask(self, agent: str) -> Mask:
        """Which actions an agent has now; none unless it decides."""
        mask = np.zeros(len(self.vocabulary), np.int8)
        if self.match.to_act == agent:
            mask[[option.number for option in self.match.options]] = 1
        return mask

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's side sees, as numbers, and its mask."""
        scene = self.match.scene(agent)
        decision = self.match.decision
        step = decision.step if decision is not None and decision.side == agent else ""
        return {"observation": self.encoding.encode(scene, step), "action_mask": self.action_mask(agent)}

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent that decides."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.match.apply(self.vocabulary.options[int(action)])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._judge()
        self._accumulate_rewards()
        self.agent_selection = self.match.to_act or agent
        self._tell()

    def _judge(self) -> None:
        if self.reward == "points":
            points = self.chronicle.points(self.match) or 0
            self._pay(self.chronicle.striver, 0.1 * (points - self._points))
            self._points = points
        result = self.match.result
        if result is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if result.winner is not None:
                self._pay(result.winner, 1.0)
        elif self.match.actions >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)

    def _pay(self, camp: str, amount: float) -> None:
        """What one camp gains the others lose."""
        winners = self.game.camps[camp]
        for agent in self.agents:
            self.rewards[agent] += amount if agent in winners else -amount

    def render(self) -> str | None:
        """The match in a few words."""
        if self.render_mode is None:
            return None
        scene = self.match.scene("")
        result = self.match.result
        return f"{scene.turn}, {scene.phase}: {scene.to_act or (result and result.reason)}"

    def close(self) -> None:
        """Nothing is held that needs closing."""
