"""Arrays made by hand are those that PyArrow makes, and a run does without pandas."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from unmold.arrow_arrays import make_array, read_numbers
from unmold.demo import build_site

CASES: list[tuple[Sequence[Any], pa.DataType]] = [
    ([], pa.string()),
    (["", "ä", None, "漢字"], pa.string()),
    (["a", "b"], pa.string()),
    ([b"\xff", b"", None], pa.binary()),
    ([b"x" * 300, None], pa.large_binary()),
    ([1, -2, 3], pa.int64()),
    ([1, None, 3], pa.int32()),
    (range(5), pa.int64()),
    ([], pa.int8()),
    ([1, None, 2.5, float("inf")], pa.float64()),
    ([0.5], pa.float32()),
    ([True, None, False, True, True, False, True, True, False], pa.bool_()),
    ([["a", "b"], [], ["c", None]], pa.list_(pa.string())),
    ([["a"], None, []], pa.list_(pa.string())),
]


@pytest.fixture(autouse=True)
def no_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    """With pandas at hand, PyArrow makes the arrays."""
    monkeypatch.delitem(sys.modules, "pandas", raising=False)


@pytest.mark.parametrize(("values", "kind"), CASES)
def test_arrays_are_those_of_pyarrow(values: Sequence[Any], kind: pa.DataType) -> None:
    expected = pa.array(values, type=kind)
    sys.modules.pop("pandas", None)
    made = make_array(values, kind)
    made.validate(full=True)
    assert made.equals(expected)
    assert made.type == kind


def test_numbers_of_numpy_are_not_copied() -> None:
    numbers = np.arange(4, dtype=np.uint64)
    made = make_array(numbers, pa.uint64())
    assert made.to_pylist() == [0, 1, 2, 3]
    assert made.buffers()[1].address == numbers.ctypes.data


@pytest.mark.parametrize("kind", [pa.int32(), pa.uint64(), pa.float32(), pa.float64()])
def test_numbers_are_read_where_a_slice_begins(kind: pa.DataType) -> None:
    array = pa.array([1, 2, 3, 4], type=kind)
    assert read_numbers(array.slice(1, 2)).tolist() == [2, 3]
    assert read_numbers(array.slice(4)).tolist() == []


def test_a_run_imports_no_pandas(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    build_site(tmp_path / "site", seed=1, pages=40)
    program = (
        "import sys, unmold\n"
        "unmold.run(sys.argv[1], sys.argv[2], jobs=1)\n"
        "print('pandas' in sys.modules)"
    )
    paths = [str(tmp_path / name) for name in ("site", "workspace")]
    command = [sys.executable, "-c", program, *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == "False"
