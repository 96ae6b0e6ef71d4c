"""Every run ends with exit code 0, also on a busy machine and after having been killed."""

from pathlib import Path

from run_sites import write_site

from benchmarks.trials.exit_codes import try_exit_codes


def test_runs_and_resumed_runs_end_well(tmp_path: Path) -> None:
    """A sample; `python -m benchmarks.trials.exit_codes` is the whole trial."""
    found = try_exit_codes([str(write_site(tmp_path / "site", 12))], runs=2, killed=2, busy=2)
    assert found.are_fine, found
    assert found.plain.total() == found.resumed.total() == 2
