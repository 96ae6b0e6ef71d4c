"""Demo sites and their workspaces, built once for all tests of exports."""

from dataclasses import dataclass
from pathlib import Path

import pytest

import unmold
from unmold import Workspace
from unmold.demo import build_site


@dataclass(frozen=True)
class Demo:
    """Where the pages of a demo site lie, and what a run found in them."""

    folder: Path
    workspace: Workspace


def _build(root: Path, *, hostile: bool) -> Demo:
    site = build_site(root, pages=90, hostile=hostile)
    unmold.run(site.manifest, root / "workspace")
    return Demo(root / "site", Workspace(root / "workspace"))


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    return _build(tmp_path_factory.mktemp("demo"), hostile=False)


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    return _build(tmp_path_factory.mktemp("hostile"), hostile=True)
