"""A shop that was run once; tests edit copies of its workspace."""

import shutil
from pathlib import Path

import pytest

from unmold import Workspace, run
from unmold.demo import build_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the shop's pages, which no test may change."""
    folder = tmp_path_factory.mktemp("shop")
    build_site(folder, pages=90)
    # Something that one page says, too little for a column.
    page = min((folder / "site" / "journal").glob("2*/*.html"))
    text = page.read_text(encoding="utf-8")
    award = '<div class="award"><em>Silver spoon</em></div></body>'
    page.write_text(text.replace("</body>", award), encoding="utf-8")
    return folder / "site"


@pytest.fixture(scope="session")
def learned(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """Its workspace, which no test may change."""
    return run(site, tmp_path_factory.mktemp("learned") / "ws", jobs=1)


@pytest.fixture
def shop(learned: Workspace, tmp_path: Path) -> Workspace:
    """A copy of its workspace."""
    copied = shutil.copytree(learned.path, tmp_path / "ws", symlinks=True)
    return Workspace(copied)
