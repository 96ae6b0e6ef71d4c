"""Workspaces that tests of the report share."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.hostile_report import write_hostile_site
from support.run_sites import write_site

import unmold
from unmold import Workspace
from unmold.demo import build_site
from unmold.report import write_report

Require = Callable[[object, str], None]


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """The demo shop, twice run: the second time on more pages."""
    folder = tmp_path_factory.mktemp("shop")
    site = build_site(folder / "demo", pages=70)
    unmold.run(site.manifest, folder / "ws", exclude=["*journal*"])
    return unmold.run(site.manifest, folder / "ws")


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    folder = tmp_path_factory.mktemp("hostile")
    site = write_hostile_site(folder / "site")
    return unmold.run(site, folder / "ws", base_url="https://good.example/")


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    folder = tmp_path_factory.mktemp("small")
    return unmold.run(write_site(folder / "site", 24), folder / "ws")


@pytest.fixture(scope="session")
def shop_report(shop: Workspace, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(shop, tmp_path_factory.mktemp("report") / "shop.html").path


@pytest.fixture(scope="session")
def hostile_report(hostile: Workspace, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(hostile, tmp_path_factory.mktemp("report") / "hostile.html").path
