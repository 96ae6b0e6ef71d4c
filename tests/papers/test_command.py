"""`python -m benchmarks.papers`: results, pictures, tables, mistakes."""

import json
from pathlib import Path

import pytest

from benchmarks.papers.__main__ import main
from benchmarks.papers.registry import PAPERS
from unmold.demo import build_site

SMALL = {
    "fingerprints": {"most_pages": 20, "slow_pages": 2},
    "structure-style": {"sample": 4},
    "text": {"sample": 12, "lengths": [8], "thresholds": [0.1]},
    "pattern-trees": {"training_sizes": [2], "unseen": 2, "deltas": [[0.8, 0.9]]},
}
"""Settings with which a paper takes a moment; UXClust always takes its million tuples."""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("corpora") / "shop"
    build_site(folder, pages=30)
    return str(folder)


def run(shop: str, output: Path, name: str, settings: dict[str, object]) -> int:
    chosen = [f"--set={key}={json.dumps(value)}" for key, value in settings.items()]
    return main([name, "--corpus", shop, "-o", str(output), *chosen])


@pytest.mark.parametrize("name", SMALL)
def test_a_paper_writes_results_and_pictures(
    name: str, shop: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(shop, tmp_path, name, SMALL[name]) == 0
    paper = PAPERS[name]
    report = paper.read(tmp_path)
    assert capsys.readouterr().out.strip() == paper.render_text(report).strip()
    written = json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8"))["settings"]
    assert {key: written[key] for key in SMALL[name]} == SMALL[name]
    pictures = {path.name for path in tmp_path.glob("*.svg")}
    assert pictures == set(paper.make_charts(report))


def test_kept_results_are_drawn_again(shop: str, tmp_path: Path) -> None:
    assert run(shop, tmp_path, "text", SMALL["text"]) == 0
    before = (tmp_path / "text-time.svg").read_text(encoding="utf-8")
    (tmp_path / "text-time.svg").unlink()
    assert main(["text", "--redraw", "-o", str(tmp_path)]) == 0
    assert (tmp_path / "text-time.svg").read_text(encoding="utf-8") == before


@pytest.mark.parametrize("name", PAPERS)
def test_reports_survive_json(name: str) -> None:
    report = PAPERS[name].read()
    again = PAPERS[name].report.from_dict(json.loads(json.dumps(report.to_dict())))
    assert again == report


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "there is no paper 'nonsense'"),
        (["text", "--corpus", "nowhere"], "there is no folder 'nowhere'"),
        (["--set", "seed=1"], "--set needs one paper"),
        (["text", "--set", "seed"], "'seed' is not a setting"),
        (["text", "--set", "colour=1"], "text has no setting 'colour'"),
        (["text", "--set", "seed=one"], "a setting of text cannot be read"),
        (["text", "--set", "seed=1.5"], "a setting of text cannot be read"),
        (["structure-style", "--set", "sample=1"], "needs a site"),
    ],
)
def test_mistakes_are_explained(
    arguments: list[str],
    message: str,
    shop: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    corpus = [] if "--corpus" in arguments else ["--corpus", shop]
    assert main([*arguments, *corpus, "-o", str(tmp_path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert message in captured.err
    assert not list(tmp_path.iterdir())


def test_a_paper_asks_for_its_corpus(
    shop: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UNMOLD_CORPORA", shop)
    assert main(["pattern-trees"]) == 2
    assert "pattern-trees is measured on swde" in capsys.readouterr().err
