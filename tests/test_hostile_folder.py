"""A small sample of the trial on hostile pages: every command ends with an answer or a reason."""

from pathlib import Path

import pytest

from benchmarks.trials.hostile_folder import run_command, run_folder, write_folder
from benchmarks.trials.hostile_pages import hostile_pages

SCALE = 1000
KINDS = ("honest", "spoiled-digits", "spoiled-letters", "bombs-fonts", "bytes", "linked_data-deep")
ANSWERS = (0, 2)


def test_every_command_survives_a_sample(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    write_folder(folder, SCALE, lambda name: name.startswith(KINDS))
    outcomes = run_folder(folder)
    assert [outcome.fault for outcome in outcomes] == [""] * len(outcomes), outcomes
    assert {outcome.exit_code for outcome in outcomes} <= set(ANSWERS)
    assert (tmp_path / "records.jsonl").stat().st_size
    assert (tmp_path / "workspace").is_dir()


def test_the_trial_notices_what_is_wrong(tmp_path: Path) -> None:
    write_folder(tmp_path / "pages", 10, lambda name: name.startswith("honest"))
    assert run_command(["cluster", "--no-such-option"], 60).fault
    late = run_command(["run", str(tmp_path / "pages"), "-o", str(tmp_path / "workspace")], 0)
    assert late.fault == "exit code -9"


def test_there_are_pages_of_every_kind() -> None:
    pages = hostile_pages(100)
    assert len(pages) >= 200
    assert pages == hostile_pages(100)


@pytest.mark.parametrize("name", ["trials/hostile_folder.json"])
def test_figures_are_kept(name: str, checkout: Path) -> None:
    kept = (checkout / "benchmarks" / "results" / name).read_text(encoding="utf-8")
    assert '"fault": ""' in kept
