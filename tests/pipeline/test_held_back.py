"""After a run, pages of kinds held back go to none, new pages of known kinds to theirs."""

from pathlib import Path

import pytest

from benchmarks.classify import hold_back, read_rows
from unmold.demo import build_site


@pytest.mark.parametrize("held", [{"product-light", "faq"}, {"article", "category", "missing"}])
def test_kinds_held_back_go_to_none(held: set[str], tmp_path: Path) -> None:
    site = build_site(tmp_path / "site", seed=41, pages=150)
    outcome = hold_back(
        read_rows(site.manifest), held, site.manifest.parent, tmp_path / "workspace"
    )
    assert outcome.known.right >= 0.99 * outcome.known.asked > 0
    assert outcome.held.right >= 0.95 * outcome.held.asked > 0
