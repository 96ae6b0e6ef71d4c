"""Records judge clusters: kinds that were put together are split, one kind in two is joined."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.two_kinds import FRAME, WORDS, pages_of, person, product

from unmold import cluster_pages, run
from unmold.model import Page
from unmold.pipeline import cluster_step, judged_clusters
from unmold.pipeline.record_judgement import find_filled, propose_split
from unmold.records.extract import extract_from_pages
from unmold.settings import Limits
from unmold.store import Workspace
from unmold.templates import induce_from_pages


def with_block(n: int) -> str:
    """A product, every second one with a block more."""
    more = "".join(
        f"<li><u>{label}</u> <s>{WORDS[n % 9]} {n}</s></li>"
        for label in ("Volts", "Watts", "Lumen", "Bulbs", "Hours")
    )
    return product(n) + (f"<ul>{more}</ul>" if n % 2 else "")


def translated(n: int) -> str:
    """A product, every second one with labels of another language."""
    html = product(n)
    for label in ("Colour", "Maker", "Size", "Model") if n % 2 else ():
        html = html.replace(label, f"{label[::-1].lower()}o")
    return html


def run_with(
    labels: list[int], pages: list[tuple[str, str]], folder: Path, patch: pytest.MonkeyPatch
) -> Workspace:
    """A run whose method puts pages together as these labels say, in the order of URLs."""

    def give(job: Any, rows: list[Any], carried: Any) -> Any:
        found = dict(zip((url for url, _ in pages), labels, strict=True))
        return np.array([found[row.url] for row in rows], np.int64)

    patch.setattr(cluster_step, "cluster_rows", give)
    return run(pages, folder, jobs=1)


def kinds_of(workspace: Workspace) -> list[set[str]]:
    """The kinds of pages of each template."""
    found: dict[str, set[str]] = {}
    for page in workspace.pages.to_pylist():
        found.setdefault(page["template"], set()).add(page["url"].split("/")[3])
    return sorted(found.values(), key=sorted)


def test_two_kinds_in_one_cluster_are_split(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = pages_of((product, 12), (person, 9))
    workspace = run_with([0] * 21, pages, tmp_path / "ws", monkeypatch)
    assert kinds_of(workspace) == [{"person"}, {"product"}]
    reasons = {cluster["judged"] for cluster in workspace.clusters.to_pylist()}
    assert len(reasons) == 1
    assert "split: " in str(reasons)
    assert "columns are filled on" in str(reasons)


def test_given_clusters_are_never_split(tmp_path: Path) -> None:
    pages = pages_of((product, 12), (person, 9))
    together = dict.fromkeys(cluster_pages(pages, "md5").paths, 0)
    workspace = run(pages, tmp_path / "ws", clusters=together, jobs=1)
    assert kinds_of(workspace) == [{"person", "product"}]


def test_an_optional_block_splits_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = pages_of((with_block, 20))
    workspace = run_with([0] * 20, pages, tmp_path / "ws", monkeypatch)
    assert len(workspace.clusters) == 1
    assert workspace.clusters.to_pylist()[0]["judged"] is None


def test_a_translation_splits_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = pages_of((translated, 20))
    workspace = run_with([0] * 20, pages, tmp_path / "ws", monkeypatch)
    assert len(workspace.clusters) == 1
    monkeypatch.setattr(judged_clusters, "differ_in_markup", lambda *given: True)
    workspace = run_with([0] * 20, pages, tmp_path / "other", monkeypatch)
    assert len(workspace.clusters) == 2


def test_one_kind_in_two_clusters_is_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = pages_of((product, 20), (person, 8))
    workspace = run_with([0, 1] * 10 + [2] * 8, pages, tmp_path / "ws", monkeypatch)
    assert kinds_of(workspace) == [{"person"}, {"product"}]
    joined = [one["judged"] for one in workspace.clusters.to_pylist() if one["pages"] == 20]
    assert str(joined[0]).startswith("joined: two clusters of 10 and 10 pages")


def test_reasons_outlive_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = pages_of((product, 12), (person, 9))
    run_with([0] * 21, pages, tmp_path / "ws", monkeypatch)
    more = [*pages, ("https://x.example/product/99", FRAME.format(product(99)))]
    workspace = run(more, tmp_path / "ws", jobs=1)
    assert kinds_of(workspace) == [{"person"}, {"product"}]
    assert all("split: " in one["judged"] for one in workspace.clusters.to_pylist())


# The proposal.


def test_columns_on_one_side_only_propose_nothing() -> None:
    filled = np.ones((12, 8), np.bool_)
    filled[:5, 3:] = False
    assert propose_split(filled) is None


def test_columns_filled_at_random_propose_nothing() -> None:
    filled = np.random.default_rng(2).random((30, 40)) < 0.5
    assert propose_split(filled) is None


def test_few_pages_propose_nothing() -> None:
    filled = np.ones((12, 8), np.bool_)
    filled[:3, 4:] = False
    filled[3:, :4] = False
    assert propose_split(filled) is None
    assert propose_split(np.concatenate([filled[:3], filled])) is not None


def test_filled_is_what_records_have() -> None:
    def page(number: int) -> bytes:
        rows = "".join(f"<tr><td>{n}</td><td>w{number}{n}</td><td>x</td></tr>" for n in range(3))
        table = f"<table><tr><th>No</th><th>Word</th><th>Sign</th></tr>{rows}</table>"
        tags = "".join(f"<li><a href='/t/{n}'>tag {n}</a></li>" for n in range(number % 3))
        price = f"<p>Price: <b>${number}.50</b></p>" if number % 2 else ""
        lists = f"<ul class=tags>{tags}</ul>{table * (number % 4 > 1)}"
        return f"<h1>Thing {number}</h1>{price}{lists}".encode()

    pages = [
        Page(f"{n}", f"{n}.html", f"http://a.example/{n}.html", "a", page(n)) for n in range(12)
    ]
    template = induce_from_pages(pages)
    names = [
        field.name for field in template.fields if not field.is_constant and not field.is_noise
    ]
    names += [table.name for table in template.tables]
    records = extract_from_pages(template, pages, jobs=1)
    expected = [[bool(record.values.get(name)) for name in names] for record in records]
    assert find_filled(template, pages, Limits()).tolist() == expected
    assert template.tables
    assert not all(map(all, expected))
