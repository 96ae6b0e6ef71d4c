"""Every run ends with exit code 0, also on a busy machine and after having been killed."""

import json
from pathlib import Path

from support.run_sites import write_site

from benchmarks.trials.exit_codes import main


def test_runs_and_resumed_runs_end_well(tmp_path: Path) -> None:
    """A sample; `python -m benchmarks.trials.exit_codes` is the whole trial."""
    site, output = write_site(tmp_path / "site", 12), tmp_path / "figures.json"
    sample = ["--runs", "2", "--killed", "2", "--busy", "2"]
    assert main([str(site), *sample, "-o", str(output)]) == 0
    figures = json.loads(output.read_text(encoding="utf-8"))
    assert figures["plain"] == figures["resumed"] == {"0": 2}
    assert figures["last_words"] == []
