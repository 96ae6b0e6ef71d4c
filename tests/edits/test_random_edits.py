"""Random edits, random runs: no edit is lost, and none acts on something else.

A sample; `python -m benchmarks.trials.edits` is the whole trial.
"""

import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from benchmarks.trials import edits as trial
from benchmarks.trials.random_edits import OPERATIONS, BrokenPromiseError, Operation, World
from unmold import Workspace
from unmold.edits import views

NUMBERS = st.integers(0, 99)
# Every example ends with everything learned anew, which is when targets are found again.
STEPS = st.lists(st.tuples(st.sampled_from(OPERATIONS), NUMBERS, NUMBERS), min_size=4, max_size=9)


@settings(
    max_examples=6,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
@given(STEPS)
def test_no_edit_is_lost_or_acts_on_something_else(steps: list[Operation]) -> None:
    with TemporaryDirectory() as folder:
        world = World(Path(folder))
        for step in [*steps, ("run again", 0, 0), ("force", 0, 0)]:
            world.do(step)


def test_the_trial_notices_an_edit_that_acts_on_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path)
    tables = [name for name, one in world.workspace.stored_tables.items() if one.tier == 1]
    number = next(at for at, name in enumerate(tables) if "price" in world.workspace[name].columns)
    world.do(("rename", number, 1))

    def find_another(columns: list[views.ColumnView], ref: object) -> views.ColumnView:
        return columns[-1]

    monkeypatch.setattr(views, "find_column", find_another)
    with pytest.raises(BrokenPromiseError, match="acts on something else"):
        world.check()


def test_the_trial_notices_an_edit_that_is_lost(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.do(("hide", 0, 1))
    world.do(("name", 0, 0))
    path = world.path / "edits.json"
    data = json.loads(path.read_bytes())
    data["edits"].pop(0)
    path.write_text(json.dumps(data))
    with pytest.raises(BrokenPromiseError, match="lost"):
        world.check()


def test_killed_writers_leave_the_old_file_or_the_new_one() -> None:
    outcome = trial.Outcome()
    trial.try_kills(4, outcome)
    assert outcome.is_fine, outcome
    assert (outcome.kills, outcome.lost, outcome.unreadable) == (4, 0, 0)


def test_what_a_killed_writer_left_beside_the_file_is_cleared_away(
    shop: Workspace, tmp_path: Path
) -> None:
    left = shop.path / ".edits.json.4711.new"
    left.write_bytes(b'{"format": "unm')
    shop.edit("name", "products", "goods")
    assert not left.exists()
    assert len(Workspace(shop.path).edits.edits) == 1
    shutil.rmtree(tmp_path / "ws")


def test_the_kept_figures_are_fine(checkout: Path) -> None:
    kept = json.loads((checkout / "benchmarks" / "results" / "trials" / "edits.json").read_bytes())
    assert kept["kills"] >= 200
    assert kept["worlds"] >= 12
    assert not kept["broken"]
    assert kept["lost"] == kept["unreadable"] == 0
