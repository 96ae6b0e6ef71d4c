"""A shop that was run once, and an app over it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.served import Served, serving

from unmold import Workspace, run
from unmold.demo import build_site


@pytest.fixture(scope="session")
def shop_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a shop's pages, which no test may change."""
    folder = tmp_path_factory.mktemp("served")
    build_site(folder, pages=90)
    return folder / "site"


@pytest.fixture(scope="session")
def learned_shop(shop_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """Its workspace, which no test may change."""
    return run(shop_site, tmp_path_factory.mktemp("learned") / "shop", jobs=1)


@pytest.fixture(scope="session")
def served(learned_shop: Workspace) -> Iterator[Served]:
    """An app that only reads."""
    with serving(learned_shop.path) as one:
        yield one


@pytest.fixture
def own_shop(learned_shop: Workspace, tmp_path: Path) -> Workspace:
    """A copy of the workspace."""
    return Workspace(shutil.copytree(learned_shop.path, tmp_path / "shop", symlinks=True))


@pytest.fixture
def editable(own_shop: Workspace) -> Iterator[Served]:
    """An app over a copy of the workspace."""
    with serving(own_shop.path) as one:
        yield one
