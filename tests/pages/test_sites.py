"""Whose pages lie in a folder: a host that many declare is a site, and gets no page of another."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from unmold import read_pages
from unmold.pages import sites
from unmold.pages.sites import FolderSites, decide_sites, many_hosts
from unmold.pages.spread import SpreadSample, share_places


def page(host: str | None) -> str:
    link = f'<link rel="canonical" href="https://www.{host}/x">' if host else ""
    return f"<!doctype html>{link}<p>text"


def write(folder: Path, hosts: dict[str, str | None]) -> Path:
    """A folder of pages by name, each declaring a host or none."""
    for name, host in hosts.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page(host), encoding="utf-8")
    return folder


def sites_of(folder: Path) -> dict[str, str]:
    return {os.path.relpath(one.path, folder): one.site for one in read_pages(folder)}


def named(pattern: str, count: int, host: str | None) -> Iterator[tuple[str, str | None]]:
    return ((pattern.format(number), host) for number in range(count))


def test_a_hundred_pages_of_another_host_are_not_swallowed(tmp_path: Path) -> None:
    pages = {**dict(named("a{}.html", 1999, "a.example")), **dict(named("b{}.html", 100, "b.x"))}
    found = sites_of(write(tmp_path / "mixed", pages))
    assert Counter(found.values()) == {"a.example": 1999, "b.x": 100}
    assert all(site == ("a.example" if name[0] == "a" else "b.x") for name, site in found.items())


def test_silent_and_rare_pages_go_with_the_only_site(tmp_path: Path) -> None:
    pages = dict(named("{}.html", 40, "a.example")) | {"rare.html": "b.x", "silent.html": None}
    assert set(sites_of(write(tmp_path / "one", pages)).values()) == {"a.example"}


def test_silent_pages_go_with_the_folder_where_it_is_mixed(tmp_path: Path) -> None:
    pages = {**dict(named("a{}.html", 5, "a.example")), **dict(named("b{}.html", 5, "b.x"))}
    folder = write(tmp_path / "two", pages | {"silent.html": None})
    found = sites_of(folder)
    assert found.pop("silent.html") == str(folder)
    assert Counter(found.values()) == {"a.example": 5, "b.x": 5}


def test_silent_pages_go_with_their_nearest_folder(tmp_path: Path) -> None:
    pages: dict[str, str | None] = {"index.html": None}
    pages |= dict(named("a/{}.html", 20, "a.example")) | dict(named("b/deep/{}.html", 20, "b.x"))
    pages |= {"a/silent.html": None, "a/far/below/silent.html": None, "a/rare.html": "c.example"}
    pages |= {"b/silent.html": None, "b/deep/silent.html": None, "other/silent.html": None}
    pages |= {"mixed/1.html": "a.example", "mixed/2.html": "b.x", "mixed/silent.html": None}
    folder = write(tmp_path / "nested", pages)
    found = sites_of(folder)
    assert {name: found[name] for name in found if not name[-6].isdigit()} == {
        "index.html": str(folder),
        "a/silent.html": "a.example",
        "a/far/below/silent.html": "a.example",
        "a/rare.html": "a.example",
        "b/silent.html": "b.x",
        "b/deep/silent.html": "b.x",
        "other/silent.html": str(folder),
        "mixed/silent.html": str(folder),
    }
    assert (found["mixed/1.html"], found["mixed/2.html"]) == ("a.example", "b.x")


def test_pages_of_a_folder_without_hosts_are_its_own(tmp_path: Path) -> None:
    folder = write(tmp_path / "silent", dict(named("{}.html", 3, None)))
    assert set(sites_of(folder).values()) == {str(folder)}


def test_a_folder_of_single_pages_from_everywhere_is_nobodys(tmp_path: Path) -> None:
    pages = {f"{number}.html": f"host{number}.example" for number in range(40)}
    folder = write(tmp_path / "singles", pages)
    assert set(sites_of(folder).values()) == {str(folder)}


def test_lists_of_files_and_manifests_are_mixed_alike(tmp_path: Path) -> None:
    pages = {**dict(named("a{}.html", 5, "a.example")), **dict(named("b{}.html", 5, "b.x"))}
    folder = write(tmp_path / "two", pages | {"silent.html": None})
    expected = {f"{name}": site for name, site in sites_of(folder).items()}
    files = sorted(folder.iterdir())
    assert {Path(one.path).name: one.site for one in read_pages(files)} == expected
    rows = "".join(f"{file.name}\n" for file in files)
    (folder / "manifest.csv").write_text(f"path\n{rows}", encoding="utf-8")
    assert {one.path: one.site for one in read_pages(folder / "manifest.csv")} == expected


@pytest.mark.parametrize(
    ("pages", "many"),
    [
        ({"a": 1}, "a"),
        ({"a": 1, "b": 1}, "ab"),
        ({"a": 19, "b": 1}, "ab"),
        ({"a": 20, "b": 1}, "a"),
        ({"a": 1000, "b": 9}, "a"),
        ({"a": 1000, "b": 10}, "ab"),
        ({}, ""),
    ],
)
def test_what_is_many(pages: dict[str, float], many: str) -> None:
    assert many_hosts(pages) == set(many)


def test_in_a_huge_folder_an_unseen_host_is_not_taken_for_rare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the sample did not show may still be a whole site; only what it showed is known."""
    monkeypatch.setattr("unmold.pages.opened_files.SAMPLE_SIZE", 50)
    pages = dict(named("a{}.html", 400, "a.example")) | dict(named("b{}.html", 3, "b.x"))
    folder = write(tmp_path / "huge", pages | {"silent.html": None})
    found = sites_of(folder)
    assert found["silent.html"] == "a.example"
    assert {found[f"b{number}.html"] for number in range(3)} <= {"b.x", str(folder)}


def test_a_seen_host_of_a_sample_stands_for_others() -> None:
    declared = [("", "a.example", 50.0)] * 10 + [("", "b.x", 50.0)]
    found = decide_sites("folder", [*declared, ("", "c.x", 1.0)], is_whole=False)
    assert found.hosts == {"a.example", "b.x"}
    assert found.choose("", "https://c.x/") == "folder"
    assert found.choose("", "https://unseen.x/") == "folder"
    one = FolderSites("folder", frozenset(["a.x"]), {"": "a.x"}, frozenset(["c.x"]))
    assert one.choose("", "https://c.x/") == "a.x"
    assert one.choose("", "https://unseen.x/") == "folder"


def drawn(names: list[str], size: int) -> list[tuple[str, str]]:
    sample: SpreadSample[str] = SpreadSample(size)
    for name in names:
        sample.add(name.partition("/")[0], name, name)
    return [(folder, name) for folder, name, _ in sample.entries()]


@pytest.mark.parametrize("folders", [1, 7, 90])
def test_a_sample_is_spread_over_folders_whatever_the_order(folders: int) -> None:
    names = [f"{folder}/{n}" for folder in range(folders) for n in range(3 + 40 * (folder % 5))]
    first = drawn(names, 60)
    shuffled = names.copy()
    Random(1).shuffle(shuffled)
    assert drawn(shuffled, 60) == first
    assert len(first) <= 60
    counts = Counter(folder for folder, _ in first)
    assert len(counts) == min(folders, 60)
    wanted = {str(folder): 3 + 40 * (folder % 5) for folder in range(folders)}
    most = max(counts.values())
    assert all(counts[name] in (most, wanted[name]) for name in counts)


def test_a_sample_holds_a_bounded_number_of_entries() -> None:
    sample: SpreadSample[int] = SpreadSample(10)
    for number in range(5000):
        sample.add(str(number % 700), str(number), number)
        assert sample.held <= 20
    assert not sample.is_whole
    assert sum(pages for _, _, pages in sample.entries()) <= 5000


def test_what_fits_is_kept_whole() -> None:
    sample: SpreadSample[int] = SpreadSample(10)
    for number in range(10):
        sample.add(str(number % 3), str(number), number)
    assert sample.is_whole
    assert {(entry, pages) for _, entry, pages in sample.entries()} == {(n, 1) for n in range(10)}


def test_places_are_shared() -> None:
    assert share_places([], 5) == 0
    assert share_places([1, 1], 5) == 1
    assert share_places([9, 1, 9], 5) == 2


def test_the_sample_of_a_folder_is_of_fixed_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads: list[str] = []
    monkeypatch.setattr("unmold.pages.opened_files.SAMPLE_SIZE", 20)
    monkeypatch.setattr(
        "unmold.pages.opened_files.read_head_if_readable", lambda file: heads.append(file) or b""
    )
    folder = write(tmp_path / "large", dict(named("{}.html", 100, None)))
    assert len(list(read_pages(folder))) == 100
    assert len(heads) == 20
    assert sites.SAMPLE_SIZE >= 1000
