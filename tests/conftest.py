"""What every test goes by."""

from __future__ import annotations

import os
from itertools import groupby

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """What ``-n auto`` means: one worker more than cores, for tests in a browser often wait for its next frame."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the files with browser tests evenly over the others: they are the slowest, and every worker begins with an
    equal stretch of the list."""
    files = [list(tests) for _, tests in groupby(items, lambda item: item.path)]
    slow = [tests for tests in files if "browser" in tests[0].path.parts]
    quick = [tests for tests in files if "browser" not in tests[0].path.parts]
    placed = [(number / len(group), tests) for group in (slow, quick) for number, tests in enumerate(group)]
    items[:] = [test for _, tests in sorted(placed, key=lambda one: one[0]) for test in tests]
