"""The real browser against the real server: one Chromium for all tests, one server for each that wants its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.kit import FLAGS, PATIENCE, Host, chromium, new_context


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield found
        found.close()


@pytest.fixture(autouse=True)
def closed(browser: Browser) -> Iterator[None]:
    """What a test opened is closed after it: a page that stays open goes on working."""
    yield
    for context in browser.contexts:
        context.close()


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
def context(browser: Browser) -> BrowserContext:
    return new_context(browser, viewport={"width": 1280, "height": 800})


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()
