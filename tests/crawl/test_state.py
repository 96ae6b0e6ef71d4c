"""`CrawlState` without a network, and the parts it is made of."""

import random
from pathlib import Path

import pytest

from unmold.crawl.archive import Archive
from unmold.crawl.crawl_settings import CrawlSettings
from unmold.crawl.frontier import Frontier, Sighting
from unmold.crawl.sequence import Sequence
from unmold.crawl.state import CrawlState, Fetched, Refused
from unmold.crawl.traps import Traps, url_pattern
from unmold.errors import MachineError, UsageError
from unmold.pages import read_pages

START = "https://x.example/"


def fetched(url: str, body: str) -> Fetched:
    headers = ((b"Content-Type", b"text/html"), (b"Content-Encoding", b"gzip"))
    return Fetched(url, 200, headers, body.encode(), None, "2026-01-02T03:04:05Z")


def run(state: CrawlState, pages: dict[str, str], shuffle: random.Random) -> None:
    """Answer targets in any order."""
    open_targets = []
    while True:
        while target := state.next_target():
            open_targets.append(target)
        if not open_targets:
            return
        target = open_targets.pop(shuffle.randrange(len(open_targets)))
        body = pages.get(target.url)
        state.answer(target.number, fetched(target.url, body) if body else Refused("http-404"))


def random_site(seed: int, size: int = 60) -> dict[str, str]:
    choose = random.Random(seed)
    urls = [START, *(f"{START}{number}" for number in range(size))]
    return {
        url: "".join(f"<a href={each}>l</a>" for each in choose.sample(urls, 5)) for url in urls
    }


@pytest.mark.parametrize("seed", range(5))
def test_order_of_answers_does_not_matter(tmp_path: Path, seed: int) -> None:
    site = random_site(seed)
    rows = []
    for turn in range(3):
        state = CrawlState(tmp_path / str(turn), START, CrawlSettings(concurrency=16))
        run(state, site, random.Random(turn))
        rows.append(list(state.frontier().rows("number, url, source, xpath, state")))
        state.close()
    assert rows[0] == rows[1] == rows[2]
    assert len(rows[0]) > 30


def test_breadth_first_and_first_location(tmp_path: Path) -> None:
    state = CrawlState(tmp_path, START, CrawlSettings())
    pages = {
        START: "<p><a href=/a>1</a><a href=/b>2</a><a href=/a>3</a>",
        f"{START}a": "<div><a href=/b>4</a><a href=/c>5</a>",
        f"{START}b": "<a href=/d>6</a>",
        f"{START}c": "c",
        f"{START}d": "d",
    }
    run(state, pages, random.Random(0))
    assert list(state.frontier().rows("url, depth, source, xpath, text")) == [
        (START, 0, None, None, None),
        (f"{START}a", 1, 1, "/html[1]/body[1]/p[1]/a[1]", "1"),
        (f"{START}b", 1, 1, "/html[1]/body[1]/p[1]/a[2]", "2"),
        (f"{START}c", 2, 2, "/html[1]/body[1]/div[1]/a[2]", "5"),
        (f"{START}d", 2, 3, "/html[1]/body[1]/a[1]", "6"),
    ]
    assert state.summary().reasons == {}


def test_what_was_under_way_is_asked_again(tmp_path: Path) -> None:
    state = CrawlState(tmp_path, START, CrawlSettings())
    target = state.next_target()
    assert target is not None
    state.answer(target.number, fetched(START, "<a href=/a>a</a><a href=/b>b</a>"))
    lost = state.next_target()
    state.close()
    archive = next((tmp_path / "pages").iterdir())
    with archive.open("ab") as stream:
        stream.write(b"half a record")
    again = CrawlState(tmp_path, START, CrawlSettings())
    assert again.next_target() == lost
    assert lost is not None
    again.answer(lost.number, fetched(lost.url, "<p>a"))
    again.close()
    problems: list[object] = []
    pages = list(read_pages(str(archive), problems=problems.append))
    assert [page.url for page in pages] == [START, f"{START}a"]
    assert problems == []


def test_a_redirect_takes_the_place_of_its_target(tmp_path: Path) -> None:
    state = CrawlState(tmp_path, START, CrawlSettings())
    first = state.next_target()
    assert first is not None
    state.answer(first.number, fetched(START, "<a href=/old>o</a><a href=/new>n</a>"))
    old, new = state.next_target(), state.next_target()
    assert old is not None
    assert new is not None
    state.answer(new.number, fetched(f"{START}new", "<p>same"))
    state.answer(old.number, fetched(f"{START}new", "<p>same"))
    assert list(state.frontier().rows("url, state, reason")) == [
        (START, "stored", None),
        (f"{START}old", "stored", None),
        (f"{START}new", "skipped", "duplicate"),
    ]
    state.close()


def test_archived_headers_fit_the_stored_body(tmp_path: Path) -> None:
    archive = Archive(tmp_path, {}, 1 << 20)
    page = fetched(START, "<p>caf\N{LATIN SMALL LETTER E WITH ACUTE}")
    place = archive.append(page.url, page.status, page.headers, page.body, page.date)
    archive.close()
    (read,) = read_pages(str(tmp_path / place.file))
    assert read.data == page.body
    assert read.http is not None
    assert read.http.header("content-encoding") is None
    assert read.offset == place.start


def test_other_tools_read_the_archive(tmp_path: Path) -> None:
    from fastwarc.warc import ArchiveIterator

    archive = Archive(tmp_path, {}, 1 << 20)
    for number in range(3):
        page = fetched(f"{START}{number}", f"<p>{number}")
        archive.append(page.url, page.status, page.headers, page.body, page.date)
    archive.close()
    with next(tmp_path.iterdir()).open("rb") as stream:
        kinds = []
        for record in ArchiveIterator(stream, parse_http=False):
            kinds.append(record.headers["WARC-Type"])
            assert record.verify_block_digest()
    assert kinds == ["warcinfo", "response", "response", "response"]


def test_answers_leave_in_the_order_of_the_questions() -> None:
    sequence: Sequence[str] = Sequence(window=3)
    for number in (4, 7, 9):
        sequence.ask(number)
    assert sequence.is_full
    assert list(sequence.answer(9, "c")) == []
    assert list(sequence.answer(4, "a")) == [(4, "a")]
    assert list(sequence.answer(7, "b")) == [(7, "b"), (9, "c")]
    assert len(sequence) == 0


def test_traps_have_names() -> None:
    traps = Traps(max_per_pattern=2, max_depth=5)
    assert traps.reason(f"{START}a", 6) == "depth"
    assert traps.reason(f"{START}a/b/a/b/a/b/a", 1) == "trap-repeats"
    assert traps.reason(START + "/".join(map(str, range(30))), 1) == "trap-shape"
    for day in (1, 2):
        assert traps.reason(f"{START}day?d={day}", 1) is None
        traps.note(f"{START}day?d={day}")
    assert traps.reason(f"{START}day?d=3", 1) == "trap-pattern"
    assert url_pattern(f"{START}p12/x?b=1&a2=3") == "x.example/p0/x?b&a0"


def test_a_frontier_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "frontier.sqlite"
    path.write_bytes(b"no database at all, but long enough to look like a file" * 20)
    with pytest.raises(MachineError, match="not a crawl's frontier"):
        Frontier(path)
    newer = Frontier(tmp_path / "newer.sqlite")
    newer.remember(format="99")
    newer.close()
    with pytest.raises(UsageError, match="newer unmold"):
        Frontier(tmp_path / "newer.sqlite")


def test_known_urls_keep_their_first_place(tmp_path: Path) -> None:
    frontier = Frontier(tmp_path / "frontier.sqlite")
    frontier.add([Sighting(START, 0), Sighting(f"{START}a", 1, 1, "/a[1]", "x")])
    frontier.add([Sighting(f"{START}a", 5, 2, "/a[9]", "y"), Sighting(f"{START}b", 1)])
    assert [row[0] for row in frontier.rows("url")] == [START, f"{START}a", f"{START}b"]
    assert list(frontier.rows("xpath", "number = 2")) == [("/a[1]",)]


def test_settings_are_checked() -> None:
    with pytest.raises(UsageError, match="concurrency"):
        CrawlSettings(concurrency=0)
    with pytest.raises(UsageError, match="max_pages"):
        CrawlSettings(max_pages=-1)
