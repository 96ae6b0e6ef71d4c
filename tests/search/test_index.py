"""Indexes find what records say, keep up with changes, and survive killed writers."""

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from unmold.errors import MachineError, UsageError
from unmold.search import SearchDocument, SearchIndex, build_index
from unmold.search.index_files import FACTS


def document(
    key: str, site: str = "a.example", template: str = "t", **values: str
) -> SearchDocument:
    texts = {name.replace("__", "."): [value] for name, value in values.items()}
    title = values.get("title", "")
    return SearchDocument(key, key, f"https://{site}/{key}", site, template, title, texts)


LAMPS = [
    document("1", title="Red lamp", price="12.50", text="Gives light. Made of oak"),
    document("2", title="Oak table", price="99.00", text="Put your red lamp on it"),
    document("3", site="b.example", title="Blue lamp", reviews__text="Nice. Oak would be nicer"),
    document("4", template="u", title="Café crème", text="日本語の本"),
]


def make(folder: Path, *documents: SearchDocument, base: Path | None = None) -> SearchIndex:
    build(folder, documents, base)
    return SearchIndex(folder)


def build(folder: Path, documents: Iterable[SearchDocument], base: Path | None = None) -> None:
    with build_index(folder, base) as builder:
        for one in documents:
            builder.add(one)


def failing() -> Iterator[SearchDocument]:
    """Ends with an exception in the middle of building."""
    yield from (document(str(10 // number), title="half") for number in (1, 0))


@pytest.fixture
def index(tmp_path: Path) -> SearchIndex:
    return make(tmp_path / "search", *LAMPS)


def keys(index: SearchIndex, query: str, **options: str) -> list[str]:
    return [hit.key for hit in index.search(query, **options).hits]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("lamp", {"1", "2", "3"}),
        ("red lamp", {"1", "2"}),
        ('"lamp gives"', set()),
        ('"your red lamp"', {"2"}),
        ("title:lamp", {"1", "3"}),
        ('title:"red lamp"', {"1"}),
        ("price:12.50", {"1"}),
        ("reviews.text:oak", {"3"}),
        ("reviews:oak", {"3"}),
        ("text:oak", {"1"}),
        ("oak -title:oak", {"1", "3"}),
        ("table OR blue", {"2", "3"}),
        ("tab*", {"2"}),
        ("title:tab*", {"2"}),
        ("cafe creme", {"4"}),
        ("CAFÉ", {"4"}),
        ("日本", {"4"}),
        ("本日", set()),
        ("*", {"1", "2", "3", "4"}),
        ("-lamp", {"4"}),
        ("lamp site:b.example", {"3"}),
        ("template:u", {"4"}),
        ("nowhere", set()),
    ],
)
def test_what_is_found(index: SearchIndex, query: str, expected: set[str]) -> None:
    results = index.search(query)
    assert {hit.key for hit in results.hits} == expected
    assert results.total == len(expected)


STRANGE = [
    "2020-01-01T10:00:00Z",
    "2020-01-01",
    "日本語 e\u0301",
    'a "quoted\\\n\x00 text',
    "  blank ",
    "1.5",
    "true",
    "a \ua7ff b",
    "\ua7ff",
    "",
]


@given(
    st.dictionaries(
        st.sampled_from(["a", "a.b", "a/b", "e\u0301", "é", ""]),
        st.lists(st.one_of(st.sampled_from(STRANGE), st.text(max_size=9)), min_size=1, max_size=3),
        max_size=4,
    )
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_hits_say_what_records_say(tmp_path: Path, texts: dict[str, list[str]]) -> None:
    shutil.rmtree(tmp_path / "search", ignore_errors=True)
    values, addresses = texts, {f"{name} link": found for name, found in texts.items()}
    given = SearchDocument("k", "p", "u", "s", "t", "é 日", values, addresses)
    (hit,) = make(tmp_path / "search", given).search("*").hits
    assert (hit.title, hit.values) == ("é 日", values | addresses)
    assert list(hit.values) == [*values, *addresses]


def test_no_phrase_goes_from_one_text_of_a_field_to_the_next(tmp_path: Path) -> None:
    values = {"part": ["red lamp", "oak table"]}
    index = make(tmp_path / "search", SearchDocument("k", "p", "u", "s", "t", "", values))
    found = {
        phrase: index.search(f'part:"{phrase}"').total
        for phrase in ("red lamp", "oak table", "lamp oak")
    }
    assert found == {"red lamp": 1, "oak table": 1, "lamp oak": 0}


def test_a_time_is_found_by_its_words(tmp_path: Path) -> None:
    values = {"published": ["2020-01-01T10:00:00Z"]}
    index = make(tmp_path / "search", SearchDocument("k", "p", "u", "s", "t", "", values))
    assert index.search("published:2020").total == 1
    assert index.search("published:2021").total == 0


def test_filters(index: SearchIndex) -> None:
    assert keys(index, "lamp", site="b.example") == ["3"]
    assert keys(index, "*", template="u") == ["4"]
    assert keys(index, "lamp", site="b.example", template="u") == []


def test_what_is_in_the_title_comes_first(index: SearchIndex) -> None:
    assert keys(index, "oak")[0] == "2"


def test_a_limit_cuts_the_hits_but_not_the_total(index: SearchIndex) -> None:
    results = index.search("lamp", limit=1)
    assert (len(results.hits), results.total) == (1, 3)


@pytest.mark.parametrize("limit", [0, -1, 10**9])
def test_a_limit_that_cannot_be_is_refused(index: SearchIndex, limit: int) -> None:
    with pytest.raises(UsageError, match="limit"):
        index.search("lamp", limit=limit)


def test_snippets_mark_what_was_found(index: SearchIndex) -> None:
    (hit,) = index.search("made oak", site="a.example", template="t").hits
    snippet = hit.snippets[0]
    assert snippet.field == "text"
    assert [snippet.text[start:end] for start, end in snippet.marks] == ["Made", "oak"]


def test_a_snippet_of_a_phrase_marks_the_phrase_alone(tmp_path: Path) -> None:
    index = make(tmp_path / "search", document("1", text="red lamp, then a red one"))
    (snippet,) = index.search('"red lamp"').hits[0].snippets
    assert snippet.marks == ((0, 3), (4, 8))


def test_without_words_the_first_values_are_shown(index: SearchIndex) -> None:
    (hit,) = index.search("template:u").hits
    assert [(one.field, one.marks) for one in hit.snippets] == [("title", ()), ("text", ())]


def test_a_long_value_is_cut_around_what_was_found(tmp_path: Path) -> None:
    text = "word " * 500 + "needle" + " word" * 500
    (hit,) = make(tmp_path / "search", document("1", text=text)).search("needle").hits
    (snippet,) = hit.snippets
    assert len(snippet.text) < 200
    assert [snippet.text[start:end] for start, end in snippet.marks] == ["needle"]


def test_an_address_is_found_by_its_field_alone(tmp_path: Path) -> None:
    linked = SearchDocument("1", "1", "u", "s", "t", "", {}, {"link": ["https://a.example/oak"]})
    index = make(tmp_path / "search", linked)
    assert keys(index, "oak") == []
    assert keys(index, "link:oak") == ["1"]


def test_a_record_of_the_same_key_is_replaced(tmp_path: Path) -> None:
    first, second = document("1", title="old"), document("1", title="new")
    index = make(tmp_path / "search", first, second)
    assert (keys(index, "old"), keys(index, "new"), len(index)) == ([], ["1"], 1)


def test_an_index_is_updated_and_its_base_stays(tmp_path: Path) -> None:
    base, updated = tmp_path / "base", tmp_path / "updated"
    make(base, *LAMPS)
    before = {path.name: path.read_bytes() for path in base.iterdir()}
    with build_index(updated, base) as builder:
        builder.add(document("1", title="Green lamp", colour="green", weight="2 kg"))
        builder.add(document("5", title="Chair"))
        builder.remove("2")
        builder.remove("not there")
    index = SearchIndex(updated)
    assert set(keys(index, "*")) == {"1", "3", "4", "5"}
    assert keys(index, "red") == []
    assert keys(index, "colour:green") == ["1"]
    assert "price" in index.fields
    assert set(keys(SearchIndex(base), "red lamp")) == {"1", "2"}
    assert {path.name: path.read_bytes() for path in base.iterdir()} == before


def test_a_base_may_go_when_the_index_is_built(tmp_path: Path) -> None:
    make(tmp_path / "base", *LAMPS)
    make(tmp_path / "updated", document("5", title="Chair"), base=tmp_path / "base")
    shutil.rmtree(tmp_path / "base")
    assert len(SearchIndex(tmp_path / "updated")) == 5


def test_a_builder_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    folder = tmp_path / "search"
    make(folder, *LAMPS)
    with pytest.raises(ZeroDivisionError):
        build(folder, failing())
    assert len(SearchIndex(folder)) == len(LAMPS)
    assert [path.name for path in tmp_path.iterdir()] == ["search"]


KILLED = """
import os, signal, sys
from unmold.search import SearchDocument, build_index
with build_index(sys.argv[1]) as builder:
    for number in range(3000):
        builder.add(SearchDocument(str(number), "", "", "", "", "", {"text": ["word " * 50]}))
        if number == int(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("after", [0, 2500])
def test_a_killed_builder_leaves_what_was_there(tmp_path: Path, after: int) -> None:
    folder = tmp_path / "search"
    make(folder, *LAMPS)
    ended = subprocess.run([sys.executable, "-c", KILLED, str(folder), str(after)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert len(SearchIndex(folder)) == len(LAMPS)
    assert len(make(folder, LAMPS[0])) == 1


def test_a_writer_killed_while_it_moved_the_index_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "search"
    make(folder, *LAMPS)
    folder.rename(tmp_path / ".search.123.old")
    with pytest.raises(ZeroDivisionError):
        build(folder, failing())
    assert len(SearchIndex(folder)) == len(LAMPS)


def test_a_missing_index_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no search index") as caught:
        SearchIndex(tmp_path)
    assert caught.value.hint


def test_another_version_is_refused(index: SearchIndex) -> None:
    facts = index.folder / FACTS
    facts.write_text(json.dumps({**json.loads(facts.read_bytes()), "version": 99}))
    with pytest.raises(UsageError, match="version 99") as caught:
        SearchIndex(index.folder)
    assert caught.value.hint


def test_damage_anywhere_is_an_error_that_says_so(index: SearchIndex, tmp_path: Path) -> None:
    for name in sorted(path.name for path in index.folder.iterdir()):
        if name.endswith(".lock"):
            continue
        broken = tmp_path / "broken"
        shutil.rmtree(broken, ignore_errors=True)
        shutil.copytree(index.folder, broken)
        data = (broken / name).read_bytes()
        (broken / name).write_bytes(data[: len(data) // 2])
        with pytest.raises(MachineError, match="damaged") as caught:
            SearchIndex(broken).search("lamp")
        assert caught.value.hint


def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MachineError, match="cannot write"), build_index(tmp_path / "file" / "x"):
        pass


@given(st.text(max_size=40))
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None
)
def test_no_query_breaks_the_search(index: SearchIndex, query: str) -> None:
    with suppress(UsageError):
        assert index.search(query).total >= 0


@given(st.text(min_size=1, max_size=60))
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=10, deadline=None
)
def test_any_text_can_be_indexed(tmp_path: Path, text: str) -> None:
    odd = SearchDocument(text, text, text, text, text, text, {text: [text]})
    assert len(make(tmp_path / "search", odd)) == 1
