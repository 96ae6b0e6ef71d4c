"""The numbers in README.md are those that were measured, and every benchmark can be run by name."""

import importlib
from pathlib import Path

import pytest

from benchmarks.__main__ import benchmark_names, main
from benchmarks.results import RESULTS, Result, load_results
from benchmarks.update_readme import END, START, render_block, replace_block


def test_readme_shows_the_kept_results(checkout: Path) -> None:
    readme = (checkout / "README.md").read_text(encoding="utf-8")
    assert replace_block(readme, render_block(load_results())) == readme


def test_every_kept_result_has_its_benchmark() -> None:
    assert {path.stem for path in RESULTS.glob("*.json")} <= set(benchmark_names())


@pytest.mark.parametrize("name", benchmark_names())
def test_every_benchmark_has_a_main_and_is_described(name: str, checkout: Path) -> None:
    assert callable(importlib.import_module(f"benchmarks.{name}").main)
    assert f"`{name}`" in (checkout / "benchmarks" / "README.md").read_text(encoding="utf-8")


def test_an_unknown_name_is_the_callers_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nonsense"]) == 2
    assert "no benchmark named nonsense" in capsys.readouterr().err


def test_replacing_touches_only_the_block() -> None:
    readme = f"before\n{START}\nold\n{END}\nafter\n"
    assert replace_block(readme, f"{START} new {END}") == f"before\n{START} new {END}\nafter\n"


def test_a_readme_without_marks_is_refused() -> None:
    with pytest.raises(SystemExit, match="lacks the marks"):
        replace_block("nothing here", "block")


def test_columns_are_aligned() -> None:
    result = Result("x", "Title", "Note.", ["a", "bb"], [["ccc", "d"]], machine="m")
    assert result.to_text() == "Title\na    bb\nccc  d"
    assert "| a | bb |\n| --- | --- |\n| ccc | d |" in result.to_markdown()
