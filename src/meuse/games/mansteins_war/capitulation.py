"""Capitulations (3.7, 3.8)."""

from __future__ import annotations

from meuse.games.mansteins_war.state import MansteinState


def check(s: MansteinState) -> None:
    """Which countries give in now (3.8, R20)."""
