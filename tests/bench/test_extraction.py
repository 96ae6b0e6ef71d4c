"""The extraction benchmark on tiny corpora with known scores, and its floors on real ones."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from support.template_pages import WORDS, book_page

from unmold.bench.corpus import Corpus, find_corpora
from unmold.bench.extraction import ExtractionReport, ExtractionSettings, measure_extraction
from unmold.bench.extraction.columns import flatten, hit_and_set, title_f1
from unmold.bench.extraction.extraction_gold import read_list_groups
from unmold.bench.extraction.extraction_tables import tables_of
from unmold.bench.extraction.few_pages import ATTRIBUTES
from unmold.bench.extraction.gold_tables import find_gold_tables
from unmold.bench.extraction.report import GUARDED, TABLES, has_gold
from unmold.bench.extraction.synonyms import share_word
from unmold.bench.floors import Floors, read_floors
from unmold.cli import run
from unmold.errors import UsageError

FLOORS = Path(__file__).parents[2] / "benchmarks" / "floors" / "extraction.json"


def write_corpus(
    folder: Path,
    pages: list[bytes],
    gold: Callable[[int], dict[str, object]],
    name: str = "gold_fields.jsonl",
    template: str = "shop",
) -> Corpus:
    (folder / "pages").mkdir(parents=True)
    manifest, lines = ["path,site,template"], []
    for number, page in enumerate(pages):
        path = f"pages/{number:03}.html"
        (folder / path).write_bytes(page)
        manifest.append(f"{path},shop,{template}")
        lines.append(json.dumps({"path": path} | gold(number)))
    (folder / "manifest.csv").write_text("\n".join(manifest), encoding="utf-8")
    (folder / name).write_text("\n".join(lines), encoding="utf-8")
    return find_corpora([folder])[0]


def book_gold(number: int) -> dict[str, object]:
    author = WORDS[(number * 5 + 3) % 12].title()
    fields = {"author": [author], "cost": [f"${number + 5}.50"], "weight": ["9 kg"], "isbn": []}
    return {"fields": fields}


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("corpora") / "books"
    return write_corpus(folder, [book_page(number) for number in range(30)], book_gold)


def test_values_are_scored_on_unseen_pages(books: Corpus) -> None:
    report = measure_extraction([books])
    (score,) = report.fields
    assert (score.corpus, score.template, score.unseen_pages) == ("books", "shop", 10)
    # Author and price are found; the weight is nowhere on the pages; nobody has an ISBN.
    assert score.hit == score.set == pytest.approx(2 / 3)
    assert score.weak == {"weight": 0.0}
    assert (score.named, score.named_with_synonyms) == pytest.approx((1 / 3, 2 / 3))
    # The second tier has no more of it, but more columns.
    assert score.hit_all == score.hit
    assert score.columns <= score.columns_all
    assert score.pages_without_value == 0
    assert not report.lists
    assert not report.few_pages


def test_rates_are_those_that_have_floors(books: Corpus) -> None:
    (result,) = measure_extraction([books], ExtractionSettings(learned=10, unseen=5)).results
    assert (result.corpus, result.method) == ("books", "fields")
    assert set(result.rates) <= set(GUARDED)
    assert (result.rates["pages_with_value"], result.rates["not_too_wide"]) == (1.0, 1.0)


def test_the_same_seed_gives_the_same_scores(books: Corpus) -> None:
    settings = ExtractionSettings(learned=5, unseen=5, seed=3)
    first, second = (measure_extraction([books], settings).results for _ in range(2))
    assert first == second


def test_titles_are_scored_on_unseen_list_pages(tmp_path: Path) -> None:
    def titles(number: int) -> list[str]:
        return [f"{WORDS[(number + n) % 12]} {number}-{n}" for n in range(3 + number % 2)]

    pages = [
        "<h1>All</h1><ul>{}</ul>".format(
            "".join(f"<li><a href='/{n}'>{title}</a><i>{n}</i></li>" for n, title in enumerate(row))
        ).encode()
        for row in map(titles, range(12))
    ]
    corpus = write_corpus(
        tmp_path / "lists", pages, lambda n: {"titles": titles(n)}, "gold_records.jsonl"
    )
    (score,) = measure_extraction([corpus]).lists
    assert score.unseen_pages == 6
    assert score.f1 == score.f1_all == 1.0
    assert "." in score.column


def test_templates_with_few_pages_are_scored_on_them(tmp_path: Path) -> None:
    gold = {"title": ["The amber book 0"], "author": ["Delta"], "ingredients": ["absent"]}
    pages = [book_page(0), book_page(1)]
    corpus = write_corpus(tmp_path / "few", pages, lambda n: {"fields": {} if n else gold})
    report = measure_extraction([corpus])
    (score,) = report.few_pages
    assert score.wanted == dict(zip(ATTRIBUTES, (1, 1, 1, 0), strict=True))
    assert score.found["ingredients"] == 0
    assert score.found["title"] == 1
    assert report.results[0].rates["title"] == 1.0
    assert "instructions_list" not in report.results[0].rates


def test_a_page_that_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    pages = [book_page(number) for number in range(30)]
    corpus = write_corpus(tmp_path / "gaps", [*pages[:29], b"\x89PNG\r\n\x1a\n"], book_gold)
    (score,) = measure_extraction([corpus]).fields
    assert 0.5 < score.hit < 0.67


def test_a_report_survives_json(books: Corpus) -> None:
    report = measure_extraction([books], ExtractionSettings(unseen=4))
    again = msgspec.convert(json.loads(json.dumps(report.to_dict())), ExtractionReport)
    assert again == report
    assert [table.to_markdown() for table in tables_of(again)] == [
        table.to_markdown() for table in tables_of(report)
    ]


def test_only_corpora_with_gold_are_measured(tmp_path: Path, books: Corpus) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "manifest.csv").write_text("path,site,template\npages/a,s,t\n", encoding="utf-8")
    (bare,) = find_corpora([tmp_path])
    assert has_gold(books)
    assert not has_gold(bare)
    assert run(["bench", "extraction", "--corpus", str(tmp_path)]) == 2


def test_nothing_to_score_is_refused() -> None:
    with pytest.raises(UsageError, match="at least one"):
        ExtractionSettings(unseen=0)


def test_columns_of_any_depth_are_compared() -> None:
    nested = {"rows": [{"a": "1", "inner": [{"b": ["2", "3"]}, {"b": "4"}]}, {"a": "5"}]}
    assert flatten(nested) == {"rows.a": ["1", "5"], "rows.inner.b": ["2", "3", "4"]}


def test_hits_and_sets() -> None:
    gold = {"1": frozenset("ab"), "2": frozenset("c"), "3": frozenset("d"), "4": frozenset[str]()}
    found = {"1": frozenset("a"), "2": frozenset("c"), "3": frozenset[str](), "4": frozenset("x")}
    pages = {path: (values, values) for path, values in found.items()}
    # Three pages say something and three should: two hits, one equal set.
    assert hit_and_set(pages, gold) == pytest.approx((2 * 2 / 6, 2 * 1 / 6))
    assert hit_and_set({"1": (frozenset("x"), frozenset("a"))}, {"1": frozenset("a")}) == (1.0, 1.0)
    assert hit_and_set({}, {}) == (1.0, 1.0)


def test_titles_count_on_every_page() -> None:
    said = {"1": (frozenset("ab"), frozenset("abc"))}
    assert title_f1(said, {"1": frozenset("bc")}) == pytest.approx(0.8)
    assert title_f1(said, {"1": frozenset("bc"), "2": frozenset("b")}) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("name", "attribute", "plain", "synonym"),
    [
        ("price_home", "price", True, True),
        ("posted_on", "date_posted", True, True),
        ("msrp", "price", False, True),
        ("ratings", "rating", True, True),
        ("author", "price", False, False),
        ("", "price", False, False),
    ],
)
def test_names_share_words(name: str, attribute: str, plain: bool, synonym: bool) -> None:
    assert share_word(name, attribute) is plain
    assert share_word(name, attribute, with_synonyms=True) is synonym


def test_the_command_writes_its_report_and_judges_it(
    books: Corpus, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output, floors = tmp_path / "made" / "e.json", tmp_path / "floors.json"
    options = ["bench", "extraction", "--corpus", str(books.folder), "--floors", str(floors)]
    assert run([*options, "--unseen", "5", "--write-floors", "-o", str(output)]) == 0
    assert "often missed" in capsys.readouterr().out
    assert len(msgspec.convert(json.loads(output.read_text()), ExtractionReport).fields) == 1
    content = json.loads(floors.read_text())
    content["floors"]["books"]["fields"]["hit"] = 0.9
    floors.write_text(json.dumps(content))
    assert run([*options, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["floors"]["shortfalls"]
    assert run([*options, "--unseen", "6"]) == 2
    assert "use --learned 20 --unseen 5 --seed 0" in capsys.readouterr().err


def all_floors() -> Floors[ExtractionSettings]:
    return read_floors(FLOORS, ExtractionSettings, GUARDED)


def floors_of(name: str) -> Floors[ExtractionSettings]:
    floors = all_floors()
    floors.rates = {name: floors.rates[name]}
    return floors


@pytest.mark.parametrize("name", [name for name in all_floors().rates if name != TABLES])
def test_corpora_stay_above_their_floors(name: str, corpora: Path) -> None:
    floors = floors_of(name)
    verdict = floors.judge(measure_extraction(find_corpora([corpora / name]), floors.settings))
    assert verdict.shortfalls == []
    assert verdict.unchecked == 0


def test_records_without_titles_give_no_list_pages(tmp_path: Path) -> None:
    pages = [book_page(number) for number in range(3)]
    corpus = write_corpus(tmp_path / "c", pages, lambda _: {"rows": 3}, "gold_records.jsonl")
    assert read_list_groups(corpus, 0) == []


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("gold_records.jsonl", b'{"path": "pages/000.html", "titles": "one"}'),
        ("gold_records.jsonl", b'{"titles": ["one"]}'),
        ("gold_records.jsonl", b"{"),
        ("gold_records.jsonl", b"[]"),
        ("gold_records.jsonl", b"\xff"),
        ("gold_fields.jsonl", b'{"path": "pages/000.html"}'),
        ("gold_fields.jsonl", b'{"path": "pages/000.html", "fields": {"a": 1}}'),
    ],
)
def test_gold_that_does_not_read_is_named(
    name: str, line: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "c"
    pages = [book_page(number) for number in range(3)]
    write_corpus(folder, pages, lambda _: {"fields": {}, "titles": []}, name)
    with (folder / name).open("ab") as file:
        file.write(b"\n" + line)
    assert run(["bench", "extraction", "--corpus", str(folder)]) == 2
    shown = capsys.readouterr().err
    assert f"{name}, line 4" in shown
    assert "bug in unmold" not in shown


def test_a_template_with_few_pages_is_learned_from_half(tmp_path: Path) -> None:
    pages = [book_page(number) for number in range(12)]
    (score,) = measure_extraction([write_corpus(tmp_path / "c", pages, book_gold)]).fields
    assert score.unseen_pages == 6


def test_values_and_list_entries_of_one_corpus_are_scored(tmp_path: Path) -> None:
    def page(number: int) -> bytes:
        items = "".join(f"<li><a href='/{n}'>{number} {WORDS[n]}</a></li>" for n in range(3))
        return book_page(number).replace(b"</body>", f"<ul>{items}</ul></body>".encode())

    folder = tmp_path / "c"
    corpus = write_corpus(folder, [page(number) for number in range(12)], book_gold)
    lines = [
        {"path": f"pages/{n:03}.html", "titles": [f"{n} {WORDS[m]}" for m in range(3)]}
        for n in range(12)
    ]
    text = "\n".join(map(json.dumps, lines))
    (folder / "gold_records.jsonl").write_text(text, encoding="utf-8")
    report = measure_extraction([corpus])
    assert (len(report.fields), len(report.lists)) == (1, 1)
    # One template of each kind, not one of both.
    drawn = measure_extraction([corpus], ExtractionSettings(templates=1))
    assert (len(drawn.fields), len(drawn.lists)) == (1, 1)


def write_gold_table(folder: Path, corpus: str, fields: list[dict[str, object]]) -> Path:
    table = folder / "books"
    table.mkdir(parents=True)
    schema = {"corpus": corpus, "site": "shop", "template": "shop", "fields": fields}
    (table / "schema.json").write_text(json.dumps(schema), encoding="utf-8")
    lines = [
        json.dumps({"path": f"pages/{n:03}.html", "values": book_values(n)}) for n in range(30)
    ]
    (table / "records.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder


def book_values(number: int) -> dict[str, str]:
    author = WORDS[(number * 5 + 3) % 12].title()
    return {"writer": author, "price": f"${number + 5}.50", "weight": f"{number} kg"}


BOOK_FIELDS: list[dict[str, object]] = [
    {"name": "writer", "also": ["author"], "importance": 3, "kind": "value"},
    {"name": "price", "also": [], "importance": 3, "kind": "value"},
    {"name": "weight", "also": [], "importance": 2, "kind": "value"},
]


def test_tables_are_scored_against_gold_tables(books: Corpus, tmp_path: Path) -> None:
    tables = find_gold_tables([books], write_gold_table(tmp_path / "tables", "books", BOOK_FIELDS))
    assert tables is not None
    report = measure_extraction([], tables=tables)
    assert [score.learned for score in report.tables] == [50, 5, 10]
    # The weight is nowhere; author and price have good names.
    assert report.tables[0].figures.recall == pytest.approx(6 / 8)
    assert report.tables[0].figures.names == 1.0
    (result,) = report.results
    assert (result.corpus, result.method) == ("gold tables", "tables")
    assert set(result.rates) <= set(GUARDED)
    assert result.rates["table_score"] == round(report.tables[0].score, 4)
    assert msgspec.convert(json.loads(json.dumps(report.to_dict())), ExtractionReport) == report
    assert "table score" in tables_of(report)[0].to_text()


def test_a_part_of_the_gold_tables_has_no_floor(books: Corpus, tmp_path: Path) -> None:
    folder = write_gold_table(tmp_path / "tables", "books", BOOK_FIELDS)
    write_gold_table(tmp_path / "more", "elsewhere", BOOK_FIELDS)
    (tmp_path / "more" / "books").rename(folder / "others")
    tables = find_gold_tables([books], folder)
    assert tables is not None
    assert len(tables.tables) == 1
    assert measure_extraction([], tables=tables).results == []


def test_without_gold_tables_the_command_says_so(
    books: Corpus,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("UNMOLD_TABLES", raising=False)
    options = ["bench", "extraction", "--corpus", str(books.folder), "--unseen", "2"]
    assert run(options) == 0
    assert "set UNMOLD_TABLES" in capsys.readouterr().err
    assert run([*options, "--tables", str(tmp_path / "none")]) == 2
    assert "there is no folder" in capsys.readouterr().err
    assert run([*options, "--tables", str(tmp_path)]) == 2
    assert "no gold tables in" in capsys.readouterr().err


def test_tables_stay_above_their_floors(corpora: Path, gold_tables: Path) -> None:
    floors = floors_of(TABLES)
    tables = find_gold_tables(find_corpora([corpora]), gold_tables)
    verdict = floors.judge(measure_extraction([], floors.settings, tables=tables))
    assert verdict.shortfalls == []
    assert verdict.unchecked == 0
