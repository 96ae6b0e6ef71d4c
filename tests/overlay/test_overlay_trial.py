"""A sample of the trial of marked texts; `python -m benchmarks.trials.overlay` is the whole."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.browser import find_browser

from benchmarks.trials.overlay import RESULTS, choose_templates, open_browser, try_templates

pytest.importorskip("playwright.sync_api")


def test_marked_texts_hold_their_values(corpora: Path, require: Callable[..., None]) -> None:
    require(find_browser(), "Chromium is not installed")
    assert corpora.is_dir()
    with open_browser() as tab:
        outcome = try_templates(choose_templates(3), 2, tab)
    assert outcome.wrong == []
    assert outcome.values == outcome.marked + sum(outcome.unseen.values()) + outcome.left_out
    assert outcome.pages == 6
    assert outcome.marked > 50


def test_the_kept_figures_are_of_the_whole_trial() -> None:
    figures = json.loads(Path(RESULTS).read_text(encoding="utf-8"))
    assert (figures["templates"], figures["pages"]) == (20, 200)
    assert figures["marked wrongly"] == 0
    listed = sum(figures["listed as unseen"].values()) + figures["beyond what is shown"]
    assert figures["values"] == figures["marked"] + listed
