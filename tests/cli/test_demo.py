"""`unmold demo`: the whole job on an invented shop, and how right it was."""

import json
from pathlib import Path

import pytest

from unmold import Workspace
from unmold.cli import run


def test_it_scores_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "shop")
    assert run(["demo", folder, "--pages", "60", "--seed", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["pages"] == len(Workspace(found["workspace"]).pages) == 60
    assert 0 < found["pair_f1"] <= 1
    assert 0 < found["tables"]["score"] <= 1
    assert set(found["table_scores"]) >= {"product", "article"}


def test_another_seed_replaces_the_shop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "shop")
    for seed in ("1", "2"):
        assert run(["demo", folder, "--pages", "40", "--seed", seed]) == 0
    shown = capsys.readouterr().out
    assert "pages in the right cluster" in shown
    assert len(Workspace(tmp_path / "shop" / "workspace").pages) == 40
