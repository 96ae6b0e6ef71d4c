"""What names the columns and rows of tables, other than header cells, and which rows are theirs."""

from __future__ import annotations

from support.slot_pages import WORDS, first_tier, page, records, sentences


def _own(n: int, k: int) -> str:
    """Words that no other page has."""
    return f"{WORDS[k % 12]} {WORDS[n % 12]}"


def _season(n: int, year: int) -> str:
    said = (f"{1960 + 4 * n + year}", f"{_own(n, year)}s", f"{7 * n + year}", f"{n}.{year}")
    return f"<tr class=row>{''.join(f'<td>{cell}</td>' for cell in said)}</tr>"


def _seasons(n: int) -> str:
    heads = "".join(f"<td>{word}</td>" for word in ("Year", "Team", "G", "Points"))
    rows = "".join(_season(n, year) for year in range(1, 3 + n % 3))
    return f"<table class=stats><tr class=row>{heads}</tr>{rows}</table>"


def test_a_first_row_of_plain_cells_names_columns_and_is_no_row() -> None:
    pages = [page(f"<h1>Player {WORDS[n]}</h1>{_seasons(n)}") for n in range(12)]
    for n, record in enumerate(records(pages)):
        (rows,) = (value for value in record.values() if isinstance(value, list))
        assert [set(row) for row in rows] == [{"year", "team", "g", "points"}] * (2 + n % 3)
        assert rows[0]["team"] == f"{_own(n, 1)}s"


def test_a_first_row_that_is_data_names_nothing() -> None:
    pages = []
    for n in range(12):
        rows = "".join(
            f"<tr><td>{_own(n, k)}</td><td>{_own(k, n)} of {n}</td><td>kind {k} {n}</td></tr>"
            for k in range(3)
        )
        pages.append(page(f"<h1>Town {WORDS[n]}</h1><table class=towns>{rows}</table>"))
    for record in records(pages):
        (rows,) = (value for value in record.values() if isinstance(value, list))
        assert len(rows) == 3


def test_headers_span_columns_and_rows() -> None:
    """A cell over two columns heads both, one over two rows moves those below aside."""
    pages = []
    for n in range(12):
        rows = "".join(
            f"<tr><td rowspan=2>{WORDS[(n + k) % 12]} {n}</td><td>status {n}{k}</td>"
            f"<td>old {k}{n}</td><td>new {n}</td></tr>"
            f"<tr><td>priority {k}{n}</td><td>low {n}{k}</td><td>high {n}</td></tr>"
            for k in range(3)
        )
        heads = (
            "<tr><th rowspan=2>Who</th><th rowspan=2>What</th><th colspan=2>Value</th></tr>"
            "<tr><th>Removed</th><th>Added</th></tr>"
        )
        pages.append(page(f"<h1>Bug {WORDS[n]}</h1><table class=log>{heads}{rows}</table>"))
    table = first_tier(pages)[0].tables[0]
    assert {"who", "what", "removed", "added"} <= {field.name for field in table.fields}


def test_tables_that_look_alike_are_found_by_their_headers() -> None:
    """Both have rows of the same class, and no heading."""

    def table(heads: list[str], rows: list[list[str]]) -> str:
        lines = [f"<tr class=head>{''.join(f'<td>{head}</td>' for head in heads)}</tr>"]
        lines += [f"<tr class=line>{''.join(f'<td>{c}</td>' for c in row)}</tr>" for row in rows]
        return f"<table class=grid>{''.join(lines)}</table>"

    pages = []
    for n in range(12):
        games = [[f"{k}/{n + 1}", _own(n, k), f"{n}-{k}"] for k in range(1, 5)]
        splits = [[f"vs. {_own(n, k)}", f"{n}.{k}", f"{k}{n}"] for k in range(1, 3)]
        pages.append(
            page(
                f"<h1>Player {WORDS[n]}</h1>"
                + table(["Date", "Opponent", "Result"], games)
                + table(["Splits", "Minutes", "Score"], splits)
            )
        )
    for n, record in enumerate(records(pages)):
        tables = [value for value in record.values() if isinstance(value, list)]
        assert [len(rows) for rows in tables] == [4, 2]
        assert [row["result"] for row in tables[0]] == [f"{n}-{k}" for k in range(1, 5)]
        assert [row["minutes"] for row in tables[1]] == [f"{n}.{k}" for k in range(1, 3)]


def test_tables_beside_each_other_are_kept_apart_by_their_headers() -> None:
    """Each is wrapped, and some pages have only one of them."""

    def table(heads: list[str], rows: list[list[str]]) -> str:
        head = "".join(f"<th class=h>{name}" for name in heads)
        body = "".join(
            f"<tr class=line>{''.join(f'<td class=c>{cell}' for cell in row)}" for row in rows
        )
        return f"<div class=scroll><table class=grid><tr>{head}{body}</table></div>"

    pages, said = [], []
    for n in range(12):
        scorers = [[f"{k + 1}", _own(n, k), f"{n + 30 * k}", f"{n}.{k}"] for k in range(3)]
        bowlers = [[f"{k + 1}", _own(k, n), f"{k}/{n + 40}", f"{k}.{n}"] for k in range(4)]
        names = [["#", "Scorer", "Runs", "Average"], ["#", "Bowler", "Figures", "Economy"]]
        kept = [*zip(names, [scorers, bowlers], strict=True)][n % 4 == 3 :]
        pages.append(page(f"<h1>Season {WORDS[n]}</h1>" + "".join(table(*one) for one in kept)))
        said.append([[row[2] for row in rows] for _, rows in kept])
    for own, record in zip(said, records(pages), strict=True):
        tables = [value for value in record.values() if isinstance(value, list)]
        found = [[row.get("runs") or row["figures"] for row in rows] for rows in tables]
        assert [[str(cell) for cell in rows] for rows in found] == own


def test_plain_words_at_the_top_of_a_block_name_its_rows() -> None:
    """Nothing but its place says that it is a heading."""
    pages = []
    for n in range(12):
        items = "".join(f"<li><a href='/k/{n}{k}'>{_own(n, k)}</a></li>" for k in range(2 + n % 3))
        pages.append(
            page(
                f"<h1>Film number {7 * n + 3}</h1><div class=artist>"
                "<div><div class=side-top><span>Keywords</span></div></div>"
                f"<div class=list-cell><ul class=side-list>{items}</ul></div></div>"
            )
        )
    assert {table.name for table in first_tier(pages)[0].tables} == {"keywords"}


def test_a_name_with_or_without_a_link_is_one_column() -> None:
    pages = []
    for n in range(12):
        rows = ""
        for k in range(4):
            name = _own(n, k)
            linked = (
                f"<a class='name wide' href='/p/{n}{k}'>{name}</a> <span class=other>({k})</span>"
            )
            plain = f"<span class=name>{name}</span>"
            rows += (
                f"<tr><td>{linked if (n + k) % 2 else plain}</td><td>{n}{k}</td><td>{k}.5</td></tr>"
            )
        heads = "<tr><th>Batter</th><th>Runs</th><th>Rate</th></tr>"
        pages.append(page(f"<h1>Match {WORDS[n]}</h1><table class=card>{heads}{rows}</table>"))
    for n, record in enumerate(records(pages)):
        (rows,) = (value for value in record.values() if isinstance(value, list))
        assert [row["batter"] for row in rows] == [_own(n, k) for k in range(4)]


def test_pages_whose_heads_all_say_the_same_have_a_title() -> None:
    pages = [
        f"<title>School Profile</title><body><div class=search>{WORDS[n]} College {n}</div>"
        f"<div>{n} East {WORDS[-n]} Street</div><p>Type: <b>{WORDS[n % 3]}</b>"
        f"<p>Phone: <b>55{n}-1{n}</b>"
        for n in range(12)
    ]
    assert [record["title"] for record in records(pages)] == [
        f"{WORDS[n]} College {n}" for n in range(12)
    ]


def test_signs_before_all_values_are_no_part_of_them() -> None:
    pages = [
        page(
            f"<h1>Lamp {WORDS[n]}</h1><p class=part># {n}7{n}</p>"
            f"<p class=made><a href='/y/{n}'>{WORDS[n]} Makers</a> <i>({1980 + n}</i>, "
            f"<b class=by>{WORDS[-n]} Doe)</b></p>"
        )
        for n in range(12)
    ]
    for n, record in enumerate(records(pages)):
        assert f"{n}7{n}" in record.values()
        assert {f"{1980 + n}", f"{WORDS[-n]} Doe"} <= {*map(str, record.values())}


def test_cells_stand_below_their_headers_whatever_is_empty_or_reaches_down() -> None:
    """As in the log of a bug tracker: who changed two things at once is said once."""
    pages, expected = [], []
    for n in range(12):
        lines, said = [], []
        for k in range(2 + n % 3):
            who, old = f"{WORDS[k]} {n}", f"{_own(k, n)}" if (n + k) % 3 else ""
            lines.append(
                f"<tr><td rowspan=2>{who}<td rowspan=2>{k + 1} May 201{n % 10}<td>Status {k}{n}"
                f"<td>{old}<td>new {n}{k}<tr><td>Owner {n}{k}<td><td>for {k}{n}"
            )
            said.append((who, f"Status {k}{n}", old or None, f"new {n}{k}"))
            said.append((None, f"Owner {n}{k}", None, f"for {k}{n}"))
        heads = "".join(f"<th>{word}" for word in ("Who", "When", "What", "Removed", "Added"))
        table = f"<table border=1><tr>{heads}{''.join(lines)}</table>"
        pages.append(page(f"<h1>Log of {WORDS[n]}</h1>{table}"))
        expected.append(said)
    for record, said in zip(records(pages), expected, strict=True):
        (rows,) = (value for value in record.values() if isinstance(value, list))
        names = ("who", "what", "removed", "added")
        assert [tuple(row.get(name) for name in names) for row in rows] == said


def test_addresses_that_rows_lead_to_name_them_better_than_their_looks() -> None:
    pages = [
        page(
            f"<h1>Tag {WORDS[n]}</h1><ul class=fancy-grid>"
            + "".join(
                f"<li class=cell><a href='/track/{n}{k}'>{_own(n, k)}</a><b>{k}:{n}0</b>"
                for k in range(2 + n % 3)
            )
            + "</ul>"
        )
        for n in range(12)
    ]
    assert [table.name for table in first_tier(pages)[0].tables] == ["tracks"]


def test_of_the_classes_of_rows_words_that_readers_use_name_them() -> None:
    pages = [
        page(
            f"<h1>Archive {WORDS[n]}</h1><div class=stream>"
            + "".join(
                f"<div class='format-standard hentry post'><h2><a href='/{k}{n}'>{_own(n, k)}</a>"
                f"</h2><p>{sentences(n + k, 2)[1]} {sentences(k, 1)[0]}</p></div>"
                for k in range(2 + n % 3)
            )
            + "</div>"
        )
        for n in range(12)
    ]
    assert [table.name for table in first_tier(pages)[0].tables] == ["posts"]
