"""The numbers in README.md are those that were measured, and every benchmark can be run by name."""

import importlib
import json
import re
from pathlib import Path

import pytest

from benchmarks.__main__ import benchmark_names, main
from benchmarks.results import RESULTS, Result, load_results
from benchmarks.update_docs import replace_between
from benchmarks.update_readme import (
    PEERS,
    README,
    SPEED,
    render_headlines,
    render_peers,
    render_readme,
    render_speed,
)


def test_documents_show_the_kept_results() -> None:
    assert render_readme() == README.read_text(encoding="utf-8")
    assert render_speed() == SPEED.read_text(encoding="utf-8")
    assert render_peers() == PEERS.read_text(encoding="utf-8")


def test_every_kept_result_has_its_benchmark() -> None:
    assert {result.benchmark for result in load_results()} <= set(benchmark_names())


@pytest.mark.parametrize("name", benchmark_names())
def test_every_benchmark_has_a_main_and_is_described(name: str, checkout: Path) -> None:
    assert callable(importlib.import_module(f"benchmarks.{name}").main)
    assert f"`{name}`" in (checkout / "benchmarks" / "README.md").read_text(encoding="utf-8")


def test_an_unknown_name_is_the_callers_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nonsense"]) == 2
    assert "no benchmark named nonsense" in capsys.readouterr().err


def test_replacing_touches_only_the_block() -> None:
    text = "before\n<!-- start -->\nold\n<!-- end -->\nafter\n"
    expected = "before\n<!-- start -->\n\nnew\n\n<!-- end -->\nafter\n"
    assert replace_between(text, "<!-- start -->", "new") == expected


def test_a_document_without_marks_is_refused() -> None:
    with pytest.raises(SystemExit, match="lacks the marks"):
        replace_between("nothing here", "<!-- start -->", "block")


def test_headlines_come_in_the_order_of_the_job() -> None:
    results = [
        Result(name, "Title", "Note.", [], [], headline=headline, machine="one", date="d", code="c")
        for name, headline in [("memory", "little"), ("parse", "fast"), ("startup", "")]
    ]
    assert render_headlines(results) == "- fast *(d, c)*\n- little *(d, c)*\n\n(one)"


def test_columns_are_aligned() -> None:
    result = Result("x", "Title", "Note.", ["a", "bb"], [["ccc", "d"]], machine="m")
    assert result.to_text() == "Title\na    bb\nccc  d"
    assert "| a | bb |\n| --- | --- |\n| ccc | d |" in result.to_markdown()


@pytest.mark.parametrize("path", sorted(RESULTS.rglob("*.json")), ids=lambda path: path.stem)
def test_every_kept_result_says_when_where_and_of_what_code(path: Path) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", content["date"])
    assert re.fullmatch(r"commit [0-9a-f]{7,}( with changes)?", content["code"])
    assert "cores, Python 3" in content["machine"]
