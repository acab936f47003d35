"""Random play of other programs, as their own documentation shows it: moves per second on one core."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter


def python_chess(seconds: float) -> float:
    """Uniform random moves of python-chess: list the legal moves, push one."""
    import chess

    random = Random(1)
    moves, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            moves += 1
    return moves / (perf_counter() - start)


def open_spiel(seconds: float) -> float:
    """Uniform random moves of OpenSpiel's chess (C++ behind Python)."""
    import pyspiel

    random = Random(1)
    game = pyspiel.load_game("chess")
    moves, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return moves / (perf_counter() - start)


def catanatron(seconds: float) -> float:
    """Actions of catanatron's own random players."""
    from catanatron import Color, Game, RandomPlayer

    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    actions, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        game = Game([RandomPlayer(color) for color in colors])
        game.play()
        actions += len(game.state.actions)
    return actions / (perf_counter() - start)


PEERS: dict[str, Callable[[float], float]] = {
    "python-chess": python_chess,
    "catanatron": catanatron,
    "open_spiel chess (C++)": open_spiel,
}
