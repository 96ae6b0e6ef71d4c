"""The second opinion of `auto`: constant texts, evidence on both sides, noise, samples."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from unmold import cluster_pages, run
from unmold.clusters import second_opinion
from unmold.clusters.auto import AutoClusterer
from unmold.clusters.second_opinion import part_by_texts
from unmold.features import Features, compute_features
from unmold.pages import read_pages

FRAME = (
    "<table class=shell><tr><td><form><select><option>a</option></select><input></form></td></tr>"
    "<tr><td><ul><li><a>home</a></li><li><a>search</a></li></ul></td></tr>"
    "<tr><td>{}</td></tr><tr><td><p><small>imprint</small></p><hr><i>since</i></td></tr></table>"
)


def topic(chance: Random) -> str:
    words = " ".join(f"w{chance.randrange(9999)}" for _ in range(9))
    body = f"<u>{words}</u><q><cite>{chance.randrange(9999)}</cite></q>"
    return f"<b>Reply</b><b>Quote</b><b>Report</b><b>Posted by</b>{body}"


def profile(chance: Random) -> str:
    """No place in the tree that topics lack."""
    number = chance.randrange(9999)
    return f"<b class=who>Joined</b><b>Location</b><b>Occupation</b><b>Send mail</b><b>{number}</b>"


def with_rows(chance: Random) -> str:
    extra = "<dl><dt>Votes</dt><dt>Views</dt><dt>Likes</dt><dt>Shares</dt></dl>"
    return topic(chance) + (extra if chance.random() < 0.5 else "")


def gossip(chance: Random) -> str:
    """Many texts, each on a third of the pages."""
    said = "".join(f"<s>say {n}</s>" for n in range(400) if chance.random() < 1 / 3)
    return profile(chance) + said


Kind = Callable[[Random], str]


def pages_of(*kinds: tuple[Kind, int]) -> list[tuple[str, str]]:
    chance = Random(3)
    bodies = [kind(chance) for kind, count in kinds for _ in range(count)]
    return [(f"https://x.example/{n}", FRAME.format(body)) for n, body in enumerate(bodies)]


def features_of(pages: list[tuple[str, str]]) -> Features:
    columns = (*AutoClusterer.reads, *AutoClusterer.reads_later)
    return compute_features(read_pages(iter(pages)), columns=columns, jobs=1)


def parts_of(*kinds: tuple[Kind, int]) -> list[int]:
    return part_by_texts(features_of(pages_of(*kinds))).tolist()


def test_kinds_that_write_other_texts_are_apart() -> None:
    found = parts_of((topic, 12), (profile, 9))
    assert len(set(found[:12])) == len(set(found[12:])) == 1
    assert found[0] != found[12]


def test_it_is_the_texts_that_part_them() -> None:
    pages = pages_of((topic, 12), (profile, 9))
    assert cluster_pages(pages, AutoClusterer(texts=False)).clusters == 1
    found = cluster_pages(pages, AutoClusterer()).labels.tolist()
    assert found == [0] * 12 + [1] * 9


def test_what_is_on_one_side_only_parts_nothing() -> None:
    assert set(parts_of((with_rows, 30))) == {0}


def test_three_pages_are_too_few() -> None:
    assert set(parts_of((topic, 12), (profile, 3))) == {0}


def test_noise_outweighs_a_few_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = ((topic, 12), (gossip, 12))
    assert set(parts_of(*kinds)) == {0}
    monkeypatch.setattr(second_opinion, "NOISE", 0.0)
    assert len(set(parts_of(*kinds))) == 2


def test_the_order_of_pages_does_not_matter() -> None:
    features = features_of(pages_of((topic, 14), (profile, 11)))
    found = part_by_texts(features)
    order = np.random.default_rng(5).permutation(len(features))
    shuffled = part_by_texts(features.select(order))
    assert shuffled.tolist() == found[order].tolist()


def test_pages_outside_the_sample_follow_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_opinion, "SAMPLE", 24)
    asked: list[int] = []
    features = features_of(pages_of((topic, 60), (profile, 60)))
    texts = features.to_arrow().select(["content_paths"])
    held = Features.from_arrow(features.to_arrow().drop_columns(["content_paths"]))

    def read_later(rows: np.ndarray, name: str) -> Features:
        asked.append(len(rows))
        return Features.from_arrow(texts.take(pa.array(rows)))

    found = part_by_texts(held.with_later(read_later)).tolist()
    assert asked == [24]
    assert len(set(found[:60])) == len(set(found[60:])) == 1
    assert found[0] != found[60]


def test_without_texts_nothing_is_parted() -> None:
    features = features_of(pages_of((topic, 12), (profile, 9))).to_arrow()
    held = Features.from_arrow(features.drop_columns(["content_paths"]))
    assert set(part_by_texts(held).tolist()) == {0}


def shuffled_table(folder: Path) -> Path:
    """Pages whose order in the file is not that of their URLs."""
    pages = pages_of((topic, 12), (profile, 9))
    Random(4).shuffle(pages)
    urls, html = zip(*pages, strict=True)
    file = folder / "pages.parquet"
    pq.write_table(pa.table({"url": urls, "html": html}), file)
    return file


def kinds_by_url(urls: list[str], labels: list[int]) -> list[int]:
    label = {int(url.rpartition("/")[2]): label for url, label in zip(urls, labels, strict=True)}
    return [label[number] for number in range(21)]


def test_texts_of_tables_are_those_of_the_right_pages(tmp_path: Path) -> None:
    file = shuffled_table(tmp_path)
    clustering = cluster_pages(file)
    assert kinds_by_url(clustering.urls, clustering.labels.tolist()) in (
        [0] * 12 + [1] * 9,
        [1] * 12 + [0] * 9,
    )
    pages = run(file, tmp_path / "ws").pages.to_pydict()
    found = kinds_by_url(pages["url"], pages["cluster"])
    assert found in ([0] * 12 + [1] * 9, [1] * 12 + [0] * 9)


def test_a_run_reads_columns_of_tables_in_the_right_order(tmp_path: Path) -> None:
    file = shuffled_table(tmp_path)
    pages = run(file, tmp_path / "ws", method="text-max").pages.to_pydict()
    expected = cluster_pages(file, "text-max")
    together = kinds_by_url(expected.urls, expected.labels.tolist())
    found = kinds_by_url(pages["url"], pages["cluster"])
    assert len(set(zip(together, found, strict=True))) == len(set(together)) == len(set(found))
