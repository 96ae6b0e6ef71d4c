"""Floors rise with the results, and fall only if somebody says so."""

from pathlib import Path

import pytest

from benchmarks.generated_sites import SHOPS, build_corpora
from unmold.bench.corpus import Corpus, find_corpora
from unmold.bench.floors import Floors, Verdict, load_floors
from unmold.bench.quality import MethodResult, QualityReport, QualitySettings, measure_quality
from unmold.clusters.registry import METHODS
from unmold.errors import UsageError

SETTINGS = QualitySettings()
FLOORS = Path(__file__).parents[2] / "benchmarks" / "floors"


def report_with(value: float, method: str = "md5") -> QualityReport:
    rates = {"ari": value, "precision": value, "recall": value, "f1": value, "purity": value}
    result = MethodResult("c", method, 10, 1, None, 2, 2, 0, rates, 1.0, None)
    return QualityReport(SETTINGS, [], [result])


def floors_at(value: float) -> Floors:
    return Floors(SETTINGS, margin=0.1, rates={"c": {"md5": {"ari": value, "f1": value}}})


def test_a_value_below_its_floor_is_a_shortfall() -> None:
    verdict = floors_at(0.6).judge(report_with(0.5))
    assert [(fall.rate, fall.value, fall.floor) for fall in verdict.shortfalls] == [
        ("ari", 0.5, 0.6),
        ("f1", 0.5, 0.6),
    ]
    assert "c: md5 has ari 0.5000, below the floor of 0.6000" in str(verdict.shortfalls[0])


def test_a_value_at_its_floor_passes() -> None:
    assert floors_at(0.5).judge(report_with(0.5)).shortfalls == []


def test_floors_without_a_result_are_counted() -> None:
    verdict = floors_at(0.5).judge(report_with(0.1, method="mdh5"))
    assert (verdict.checked, verdict.unchecked, verdict.shortfalls) == (0, 2, [])


def test_floors_rise_to_the_result_minus_the_margin() -> None:
    floors = floors_at(0.5)
    assert floors.update(report_with(0.9)) == 4
    assert floors.rates["c"]["md5"] == {"ari": 0.8, "f1": 0.8, "precision": 0.8, "recall": 0.8}


def test_floors_do_not_fall_by_themselves() -> None:
    floors = floors_at(0.5)
    floors.update(report_with(0.3))
    assert floors.rates["c"]["md5"]["ari"] == 0.5
    assert floors.judge(report_with(0.3)).shortfalls != []


def test_floors_fall_if_somebody_says_so() -> None:
    floors = floors_at(0.5)
    floors.update(report_with(0.3), lower=True)
    assert floors.rates["c"]["md5"]["ari"] == pytest.approx(0.2)


def test_a_floor_is_never_negative() -> None:
    floors = Floors(SETTINGS, margin=0.1)
    floors.update(report_with(0.0))
    assert floors.rates["c"]["md5"]["ari"] == 0.0


def test_floors_of_another_sample_do_not_apply() -> None:
    with pytest.raises(UsageError, match="another sample"):
        Floors(QualitySettings(sample=5)).judge(report_with(0.5))


def test_floors_are_saved_and_loaded(tmp_path: Path) -> None:
    floors_at(0.5).save(tmp_path / "floors.json")
    assert load_floors(tmp_path / "floors.json") == floors_at(0.5)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"settings": {"sample": 100, "seed": 0}, "margin": 0, "floors": {"c": {"m": {"x": 1}}}}',
        '{"settings": {"other": 1}, "margin": 0, "floors": {}}',
        '{"settings": {"sample": 100, "seed": 0}, "margin": 0, "floors": {"c": 1}}',
    ],
)
def test_what_is_no_file_of_floors_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "floors.json").write_text(content, encoding="utf-8")
    with pytest.raises(UsageError, match="not a file of floors"):
        load_floors(tmp_path / "floors.json")


def test_generated_sites_stay_above_their_floors(tmp_path: Path) -> None:
    build_corpora(tmp_path)
    floors = load_floors(FLOORS / "generated.json")
    assert set(floors.rates) == set(SHOPS)
    verdict = judge(floors, find_corpora([tmp_path]))
    assert verdict.shortfalls == []
    assert verdict.unchecked == 0


@pytest.mark.parametrize("name", load_floors(FLOORS / "corpora.json").rates)
def test_corpora_stay_above_their_floors(name: str, corpora: Path) -> None:
    floors = load_floors(FLOORS / "corpora.json")
    floors.rates = {name: floors.rates[name]}
    verdict = judge(floors, find_corpora([corpora / name]))
    assert verdict.shortfalls == []
    assert verdict.unchecked == 0


@pytest.mark.parametrize("name", ["generated", "corpora"])
def test_every_method_has_floors(name: str) -> None:
    floors = load_floors(FLOORS / f"{name}.json").rates
    assert all(set(methods) == set(METHODS) for methods in floors.values())


def judge(floors: Floors, corpora: list[Corpus]) -> Verdict:
    methods = sorted({method for methods in floors.rates.values() for method in methods})
    return floors.judge(measure_quality(corpora, methods, floors.settings))
