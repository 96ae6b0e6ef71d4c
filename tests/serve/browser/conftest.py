"""A served shop in a real Chromium, as `unmold serve` gives it."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.browser import find_browser
from support.served_tabs import Tab, opened, serve

from unmold import Workspace

sync_api = pytest.importorskip("playwright.sync_api")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One for each module: that of a session would keep its loop beside all other tests."""
    path = find_browser()
    if path is None:
        pytest.skip("Chromium is not installed")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shop(learned_shop: Workspace) -> Iterator[str]:
    """The address of a shop that no test may change."""
    with serve(learned_shop.path) as address:
        yield address


@pytest.fixture
def own(own_shop: Workspace) -> Iterator[str]:
    """The address of a shop of the test's own."""
    with serve(own_shop.path) as address:
        yield address


@pytest.fixture
def tab(chromium: Any, shop: str) -> Iterator[Tab]:
    with opened(chromium, shop) as one:
        yield one
