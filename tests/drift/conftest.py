"""A demo site whose templates are learned once, and crawls of it as it is after each change."""

from pathlib import Path

import pytest
from support.learned_sites import Crawl, Learned

import unmold
from unmold.demo import build_site

SEED, PAGES = 3, 130


@pytest.fixture(scope="session")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Learned:
    root = tmp_path_factory.mktemp("learned")
    site = build_site(root / "base", SEED, PAGES)
    unmold.run(site.manifest, root / "workspace")
    return Learned(root / "workspace", site.manifest)


@pytest.fixture(scope="session")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    """`crawl(change)`: the manifest of the site after a change."""
    built: dict[str, Path] = {}

    def build(change: str) -> Path:
        if change not in built:
            folder = tmp_path_factory.mktemp("crawl")
            built[change] = build_site(folder, SEED, PAGES, change=change).manifest
        return built[change]

    return build
