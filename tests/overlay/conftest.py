"""The demo shop, run once for all tests of the overlay."""

from pathlib import Path

import pytest

import unmold
from unmold import Workspace
from unmold.demo import build_site


@pytest.fixture(scope="session")
def shop_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("overlaid")
    site = build_site(folder / "demo", pages=40)
    unmold.run(site.manifest, folder / "ws")
    return folder / "ws"


@pytest.fixture
def shop(shop_path: Path) -> Workspace:
    return Workspace(shop_path)
