"""The real browser against the real server: one Chromium for all tests, one server for each that wants its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.kit import FLAGS, Host, chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server that several tests use beside one another."""
    with Host(tmp_path_factory.mktemp("shared")) as host:
        yield host


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A server of one's own, to be killed at will."""
    with Host(tmp_path) as own:
        yield own


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    found = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    found.set_default_timeout(15_000)
    yield found
    found.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
