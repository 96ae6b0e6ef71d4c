"""`unmold bench`: listing, exit codes, files, floors as a gate."""

import json
from pathlib import Path

import pytest

from unmold.bench.registry import BENCHMARKS
from unmold.cli import run
from unmold.demo import build_site


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("corpora") / "shop"
    build_site(folder, pages=30)
    return str(folder)


def quality(shop: str, *options: str) -> int:
    return run(["bench", "quality", "--corpus", shop, "--method", "md5", *options])


def test_without_a_name_the_benchmarks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(BENCHMARKS)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_benchmark_has_help_with_an_example(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bench", name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert "Example:" in shown
    assert BENCHMARKS[name] in shown


def test_the_table_goes_to_stdout(shop: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert quality(shop) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("shop:\nmethod ")
    assert captured.err == ""


def test_json_and_files(shop: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output, picture = tmp_path / "made" / "q.json", tmp_path / "q.svg"
    assert quality(shop, "--json", "-o", str(output), "--picture", str(picture)) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads(output.read_text(encoding="utf-8"))
    assert printed["results"][0]["method"] == "md5"
    assert picture.read_text(encoding="utf-8").startswith("<svg ")


def test_floors_are_a_gate(shop: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "floors.json"
    assert quality(shop, "--floors", str(path), "--write-floors") == 0
    assert quality(shop, "--floors", str(path)) == 0
    content = json.loads(path.read_text(encoding="utf-8"))
    content["floors"]["shop"]["md5"]["recall"] = 0.99
    path.write_text(json.dumps(content), encoding="utf-8")
    capsys.readouterr()
    assert quality(shop, "--floors", str(path)) == 1
    assert "below: shop: md5 has recall" in capsys.readouterr().out
    assert quality(shop, "--floors", str(path), "--write-floors") == 1
    assert json.loads(path.read_text(encoding="utf-8")) == content
    assert quality(shop, "--floors", str(path), "--write-floors", "--lower") == 0
    assert json.loads(path.read_text(encoding="utf-8")) != content


def test_floors_decide_the_sample(
    shop: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "floors.json"
    assert quality(shop, "--floors", str(path), "--write-floors", "--sample", "9") == 0
    capsys.readouterr()
    assert quality(shop, "--floors", str(path), "--json") == 0
    assert json.loads(capsys.readouterr().out)["settings"] == {"sample": 9, "seed": 0}
    assert quality(shop, "--floors", str(path), "--sample", "8") == 2
    assert "hint: use --sample 9 --seed 0" in capsys.readouterr().err


def test_floors_in_json(shop: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "floors.json"
    assert quality(shop, "--floors", str(path), "--write-floors", "--json") == 0
    assert json.loads(capsys.readouterr().out)["floors"] == {
        "checked": 4,
        "unchecked": 0,
        "shortfalls": [],
    }


@pytest.mark.parametrize(
    "options",
    [
        ["--method", "nonsense"],
        ["--floors", "nowhere.json"],
        ["--write-floors"],
        ["--lower"],
        ["--sample", "1"],
        ["--corpus", "nowhere"],
    ],
)
def test_mistakes_exit_with_2_and_a_hint(
    shop: str, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert quality(shop, *options) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert [line.split()[0] for line in captured.err.splitlines()] == ["error:", "hint:"]


def test_an_unknown_benchmark_is_the_callers_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "nonsense"]) == 2
    assert "nonsense" in capsys.readouterr().err
