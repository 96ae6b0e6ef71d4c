"""Texts that reading leaves for clustering: whose they are, and that nothing changes by them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.run_sites import write_site

from unmold import _core, run
from unmold.features import Features, Ragged
from unmold.model import Page
from unmold.pipeline import texts_at_hand
from unmold.pipeline.page_batches import describe_page
from unmold.pipeline.texts_at_hand import TextsAtHand
from unmold.store.rows import PageRow

FRAME = (
    "<html><body><table class=shell><tr><td><form><select><option>a</option></select><input></form>"
    "</td></tr><tr><td><ul><li><a>home</a></li><li><a>search</a></li></ul></td></tr><tr><td>{}</td>"
    "</tr><tr><td><p><small>imprint</small></p><hr><i>since</i></td></tr></table>"
)
TOPIC = "<b>Reply</b><b>Quote</b><b>Report</b><b>Posted by</b><u>{}</u><q><cite>{}</cite></q>"
PROFILE = "<b class=who>Joined</b><b>Location</b><b>Occupation</b><b>Send mail</b><b>{} {}</b>"
"""Only what they say tells these two apart."""


def write_forum(folder: Path, topics: int, profiles: int) -> Path:
    folder.mkdir()
    for number in range(topics + profiles):
        body = (TOPIC if number < topics else PROFILE).format(f"word{number}", number * 7)
        (folder / f"{number:03}.html").write_text(FRAME.format(body), encoding="utf-8")
    return folder


def pages_of(*sites: str) -> list[Page]:
    return [Page(str(n), str(n), str(n), site, b"<p>") for n, site in enumerate(sites)]


def row_of(key: str) -> PageRow:
    return describe_page(Page(key, key, key, "site", b"<p>"), b"", None)


def clusters_of(folder: Path, workspace: Path) -> list[Any]:
    found: list[Any] = run(folder, workspace, jobs=1).pages.column("cluster").to_pylist()
    return found


def test_the_first_pages_of_a_site_are_worth_it() -> None:
    texts = TextsAtHand()
    assert not texts.is_worth_it(pages_of(*["one"] * 8))
    assert texts.is_worth_it(pages_of(*["one"] * texts_at_hand.MOST_OF_A_SITE))
    assert not texts.is_worth_it(pages_of("one"))


def test_sites_of_few_pages_are_not_worth_it() -> None:
    texts = TextsAtHand()
    assert not texts.is_worth_it(pages_of(*(f"site {n // 8}" for n in range(200))))


def test_what_is_at_hand_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts_at_hand, "MAX_BYTES", 16)
    texts = TextsAtHand()
    assert texts.is_worth_it(pages_of(*["one"] * 20))
    texts.keep(["a", "b"], Ragged.of([[1], [2]], np.uint64))
    assert not texts.is_worth_it(pages_of("one"))
    texts.forget()
    assert texts.is_worth_it(pages_of("one"))


def test_what_is_missing_is_made() -> None:
    texts = TextsAtHand()
    texts.keep(["a", "c"], Ragged.of([[1, 2], []], np.uint64))
    asked: list[str] = []

    def make(rows: Sequence[PageRow]) -> Features:
        asked.extend(row.key for row in rows)
        return Features.of({"content_paths": Ragged.of([[7]] * len(rows), np.uint64)})

    found = texts.look_up([row_of(key) for key in "bac"], make).content_paths
    assert ([row.tolist() for row in found], asked) == ([[7], [1, 2], []], ["b"])


def test_clustering_reads_no_page_again_and_finds_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forum = write_forum(tmp_path / "forum", 14, 12)
    parsed: list[int] = []
    real = _core.extract_features

    def counting(pages: Any, *args: Any, **options: Any) -> Any:
        parsed.append(len(pages))
        return real(pages, *args, **options)

    monkeypatch.setattr(_core, "extract_features", counting)
    found = clusters_of(forum, tmp_path / "one")
    assert parsed == [26]
    assert found[:14] == [found[0]] * 14
    assert found[14:] == [found[14]] * 12
    assert found[0] != found[14]
    monkeypatch.setattr(TextsAtHand, "is_worth_it", lambda self, pages: False)
    assert clusters_of(forum, tmp_path / "two") == found
    assert parsed == [26, 26, 26]


def test_a_second_run_makes_no_texts_in_vain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: TextsAtHand, pages: Sequence[Page]) -> bool:
        raise AssertionError("most new pages go to known templates")

    site = write_site(tmp_path / "site", 12)
    run(site, tmp_path / "ws", jobs=1)
    monkeypatch.setattr(TextsAtHand, "is_worth_it", fail)
    write_site(tmp_path / "site", 20)
    run(site, tmp_path / "ws", jobs=1)
