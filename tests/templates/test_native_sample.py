"""What the native core says of a sample, against twins that look at one value at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import takewhile
from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import element_keys, page_columns, selectors, table_columns, texts
from reference.frame import count_frame
from reference.outline import Outline, find_fixed, find_labelled
from support.generated_pages import Piece, markup, pages
from support.nested_pages import catalogue_page, directory_page, sizes_page, team_page
from support.template_pages import book_page

from unmold import _core
from unmold.model import Page
from unmold.settings import Limits
from unmold.templates.model import CELL_FAMILIES, FAMILIES, MatchedTable, RowKeys, Selector
from unmold.templates.sample import BLOCK, TEXT, SamplePage, find_leaves, leaf_sample
from unmold.templates.slots.outline import Element, Run, make_words, outline_pages
from unmold.templates.slots.slot_columns import bare_text
from unmold.templates.texts import template_texts

Make = Callable[[int], bytes]


def structured_page(number: int) -> bytes:
    """A page that says the same in JSON-LD, and has lists of different lengths."""
    tags = "".join(f"<li>tag {number * n}</li>" for n in range(number % 5))
    notes = f"<p class=note>first {number}</p>" + "<p class=note>always</p>" * (number % 3)
    return book_page(number, structured=True, price=number % 3 > 0).replace(
        b"</body>", f"<ul class=tags>{tags}</ul>{notes}</body>".encode()
    )


TEMPLATES = (book_page, structured_page, catalogue_page, directory_page, team_page, sizes_page)


def sample_of(make: Make, number: int = 12) -> tuple[list[SamplePage], frozenset[int]]:
    pages = [Page(str(n), f"{n}.html", f"/{n}", "site", make(n)) for n in range(number)]
    leaves = find_leaves(pages, Limits(), jobs=1, with_markup=True)
    sample = [SamplePage(page.url, own) for page, own in zip(pages, leaves, strict=True)]
    return sample, frozenset(template_texts(sample))


def data_of(
    sample: Sequence[SamplePage], texts: frozenset[int]
) -> dict[tuple[int, int], list[int]]:
    """By page and leaf the keys of all that is data."""
    return {
        (number, leaf): keys
        for number, page in enumerate(sample)
        for leaf, _, _, keys in page.data(texts)
    }


@pytest.mark.parametrize("make", TEMPLATES)
@pytest.mark.parametrize("number", [1, 3, 12])
def test_columns_are_those_of_the_twin(make: Make, number: int) -> None:
    sample, texts = sample_of(make, number)
    native, twin = leaf_sample(sample, texts), page_columns.PageColumns(sample, texts)
    values = [page.values for page in sample]
    found = native.primary_columns(values)
    expected = twin.primary()
    assert [[(selector(*one[0]), *one[1:]) for one in group] for group in found] == [
        [(one.selector, one.cells, one.values) for one in group] for group in expected
    ]
    kept = [number for number in range(len(expected)) if number % 3]
    orphans, fallbacks, shared = native.join_columns(kept, values)
    joined = twin.join([expected[number][0] for number in kept])
    assert [selector(*one[0]) for one in orphans] == [one.selector for one in joined[0]]
    assert [[selector(*one) for one in own] for own in fallbacks] == joined[1]
    assert [(selector(*one), filled, parts) for one, filled, parts in shared] == [
        (one, filled, [part for part, _ in parts]) for one, filled, parts in joined[2]
    ]
    columns = [one for group in expected for one in group]
    cells = [[*one.cells] for one in columns]
    assert native.find_labels(cells, values) == [twin.label(one) for one in columns]


def selector(family: int, key: int, take: str | int) -> Selector:
    return Selector(FAMILIES[family], key, take)


def test_many_columns_that_say_the_same_are_no_candidates() -> None:
    """Else all pairs of columns would be compared."""

    def page(number: int) -> bytes:
        metas = "".join(f"<meta name=m{n} content={'x' if n % 2 else number}>" for n in range(200))
        return f"{metas}<p>{number}".encode()

    sample, texts = sample_of(page, 6)
    native, twin = leaf_sample(sample, texts), page_columns.PageColumns(sample, texts)
    values = [own.values for own in sample]
    groups = twin.primary()
    assert len(native.primary_columns(values)) == len(groups)
    _, fallbacks, _ = native.join_columns([*range(len(groups))], values)
    _, expected, _ = twin.join([group[0] for group in groups])
    assert [len(own) for own in fallbacks] == [len(own) for own in expected]


def rows_of(sample: Sequence[SamplePage], steps: str) -> list[tuple[int, int]]:
    """The elements whose tag, itemprop and class begin like this."""
    return [
        (number, node)
        for number, page in enumerate(sample)
        for node, element in enumerate(page.elements)
        if element.startswith(steps)
    ]


def row_key(sample: Sequence[SamplePage], steps: str) -> int:
    """The first key of most of such elements, as rows."""
    rows = rows_of(sample, steps)
    leaves = [sample[page].leaves for page, _ in rows]
    found = _core.element_keys(leaves, [[node] for _, node in rows], are_rows=True)
    return Counter(keys[0] for (keys,) in found).most_common(1)[0][0]


TABLES = {
    "tr": (team_page, "tr\t"),
    "product": (catalogue_page, "div\t\tproduct"),
    "review": (structured_page, "li\t\treview"),
    "category": (catalogue_page, "section\t"),
}


@pytest.mark.parametrize("name", TABLES)
def test_columns_of_tables_are_those_of_the_twin(name: str) -> None:
    make, steps = TABLES[name]
    sample, texts = sample_of(make)
    parts = [MatchedTable(RowKeys((row_key(sample, steps),)), False, -1, False)]
    matcher = _core.LeafMatcher(list(texts), [], parts)
    values = [page.values for page in sample]
    ((rows, leaves, columns),) = leaf_sample(sample, texts).table_columns(matcher, 1, values)
    (table,) = table_columns.find_tables(parts, sample, texts)
    expected = table_columns.make_columns(table, sample)
    assert expected, "nothing is compared"
    found = {(page, leaf) for page, own in enumerate(leaves) for leaf in own}
    assert (rows, found) == (table.rows, table.leaves)
    assert [
        ([Selector(CELL_FAMILIES[f], key, take) for f, key, take in ways], *cells, label or "")
        for ways, *cells, label in columns
    ] == [(one.selectors, one.cells, one.values, one.label) for one in expected]


@pytest.mark.parametrize("make", TEMPLATES)
def test_selectors_are_those_of_the_twin(make: Make) -> None:
    sample, texts = sample_of(make)
    random = Random(7)
    data = data_of(sample, texts)
    claims = {place: random.randrange(-1, 4) for place in data}
    native = _core.KeyIndex.of_pages([page.leaves for page in sample], texts, _core.Claims(claims))
    leaves = [((page, -1), leaf, keys) for (page, leaf), keys in data.items()]
    twin = selectors.KeyIndex.build(FAMILIES, leaves, claims)
    for column in page_columns.PageColumns(sample, texts).columns(2):
        cells = {(page, -1): cell for page, cell in enumerate(column.cells) if cell}
        for left_out in (0, 1, 5):
            some = dict(random.sample([*cells.items()], max(1, len(cells) - left_out)))
            compare_selectors(native, twin, some, claims, is_list=random.random() < 0.5)


def compare_selectors(
    native: _core.KeyIndex,
    twin: selectors.KeyIndex,
    cells: dict[tuple[int, int], tuple[int, ...]],
    claims: dict[tuple[int, int], int],
    *,
    is_list: bool,
) -> None:
    def is_other(page: int, leaf: int) -> bool:
        return claims.get((page, leaf), -1) not in (-1, 2)

    found = native.find_selectors([*cells.items()], _core.Claims(claims), 2, is_list)
    expected = selectors.find_selectors(cells, twin, is_other, is_list=is_list)
    if expected is None:
        assert found is None
        return
    assert found is not None
    ways = tuple(Selector(twin.families[family], key, take) for family, key, take in found[0])
    assert (ways, *found[1:]) == (expected.selectors, expected.covered, expected.is_joined)


@pytest.mark.parametrize("name", TABLES)
def test_selectors_in_rows_are_those_of_the_twin(name: str) -> None:
    make, steps = TABLES[name]
    sample, texts = sample_of(make)
    parts = [MatchedTable(RowKeys((row_key(sample, steps),)), False, -1, False)]
    matcher = _core.LeafMatcher(list(texts), [], parts)
    pages = [page.leaves for page in sample]
    leaves = [
        ((number, rows[row][1]), leaf, cell_keys)
        for number, (cells, rows) in enumerate(matcher.assign(pages))
        for leaf, row, cell_keys, _ in cells
    ]
    claims = {(entry[0], leaf): leaf % 4 - 1 for entry, leaf, _ in leaves}
    ((native, found),) = _core.KeyIndex.of_rows(matcher, 1, pages, _core.Claims(claims))
    twin = selectors.KeyIndex.build(CELL_FAMILIES, leaves, claims)
    assert found == {
        (number, node)
        for number, (_, rows) in enumerate(matcher.assign(pages))
        for _, node, _ in rows
    }
    (table,) = table_columns.find_tables(parts, sample, texts)
    for column in table_columns.make_columns(table, sample):
        cells = {row: cell for row, cell in zip(table.rows, column.cells, strict=True) if cell}
        for is_list in (False, True):
            compare_selectors(native, twin, cells, claims, is_list=is_list)


@pytest.mark.parametrize("make", TEMPLATES)
@pytest.mark.parametrize("are_rows", [True, False])
def test_keys_of_elements_are_those_of_the_twin(make: Make, are_rows: bool) -> None:
    sample, texts = sample_of(make)
    random = Random(3)
    nodes = [[n for n, one in enumerate(page.elements) if n and one] for page in sample]
    tags = sorted({page.elements[n].split("\t")[0] for page in sample for n in page.parents if n})
    for tag in tags:
        rows = rows_of(sample, f"{tag}\t")
        rows = random.sample(rows, max(1, len(rows) - len(rows) // 10))
        others = {*rows_of(sample, "li\t")}
        index = _core.ElementIndex(
            [page.leaves for page in sample], nodes, are_rows, others | {*rows}
        )
        twin = element_keys.ElementKeys(sample, nodes, are_rows=are_rows)
        compare_rows(index, twin, rows, others, texts, sample)
        if not are_rows:
            compare_containers(index, twin, rows, sample)


@pytest.mark.parametrize("make", TEMPLATES)
def test_own_keys_of_containers_are_those_of_the_twin(make: Make) -> None:
    sample, _ = sample_of(make)
    random = Random(3)
    leaves = [page.leaves for page in sample]
    for share in (0.02, 0.2, 0.5):
        own = [[n for n in range(len(p.parents)) if random.random() < share] for p in sample]
        others = [[n for n in range(len(p.parents)) if random.random() < share] for p in sample]
        twin = element_keys.own_container_keys(sample, own, others)
        assert _core.own_container_keys(leaves, own, others, 6) == twin[:6]
        assert _core.own_container_keys(leaves, own, others, len(twin)) == twin


def compare_rows(
    index: _core.ElementIndex,
    twin: element_keys.ElementKeys,
    rows: list[tuple[int, int]],
    others: set[tuple[int, int]],
    texts: frozenset[int],
    sample: Sequence[SamplePage],
) -> None:
    by_page: dict[int, set[int]] = {}
    for page, node in rows:
        by_page.setdefault(page, set()).add(node)
    keys, *judged = element_keys.find_row_keys(by_page, twin, others - {*rows})
    assert index.find_row_keys(rows) == ([*keys], *judged)
    plain = sorted({text for page in sample for text in page.plain_text_ids if text})
    after, until = plain[0], {*plain[1:3]}
    ranges = [ranges_of(page, after, until) for page in sample]
    assert index.text_ranges(after, until) == ranges
    as_ranges = [[range(*part) for part in own] for own in ranges]
    keys, *judged = element_keys.find_row_keys(by_page, twin, others - {*rows}, as_ranges)
    assert index.find_row_keys(rows, ranges) == ([*keys], *judged)


def ranges_of(page: SamplePage, after: int, until: set[int]) -> list[tuple[int, int]]:
    own: list[tuple[int, int]] = []
    start = -1
    for node, text in zip(page.nodes, page.plain_text_ids, strict=True):
        if text in until and start >= 0:
            own.append((start, node))
            start = -1
        if text == after and start < 0:
            start = node
    return [*own, (start, len(page.parents))] if start >= 0 else own


def compare_containers(
    index: _core.ElementIndex,
    twin: element_keys.ElementKeys,
    rows: list[tuple[int, int]],
    sample: Sequence[SamplePage],
) -> None:
    inside = [
        [node for node in range(len(sample[page].parents)) if row in lineage(sample[page], node)]
        for page, row in rows
    ]
    firsts = [
        (page, own[1] if len(own) > 1 else -1) for (page, _), own in zip(rows, inside, strict=True)
    ]
    wanted = [(*first, {*own}) for first, own in zip(firsts, inside, strict=True)]
    anchors = [text for text in sample[0].plain_text_ids if text][:3]
    for anchor in (0, *anchors):
        found = index.find_container_keys(firsts, _core.NodeSets(inside), anchor)
        assert tuple(found) == element_keys.find_container_keys(sample, twin, wanted, anchor)
        alone = [(page, node, None) for page, node in firsts]
        found = index.find_container_keys(firsts, None, anchor)
        assert tuple(found) == element_keys.find_container_keys(sample, twin, alone, anchor)


def lineage(page: SamplePage, node: int) -> set[int]:
    """A node and all around it."""
    found = {node}
    while node:
        node = page.parents[node]
        found.add(node)
    return found


@pytest.mark.parametrize("make", TEMPLATES)
def test_texts_are_grouped_by_their_classes(make: Make) -> None:
    sample, texts = sample_of(make)
    without = [{*range(9)}, *({*()} for _ in sample[1:])]
    expected: dict[int, list[tuple[int, int]]] = {}
    in_blocks = []
    for (number, leaf), keys in data_of(sample, texts).items():
        page = sample[number]
        kind, block = page.kinds[leaf][0], page.blocks[leaf]
        if kind == TEXT:
            in_blocks.append((number, block, leaf))
        is_whole = kind == BLOCK or (kind == TEXT and block < 0)
        if is_whole and leaf not in without[number]:
            expected.setdefault(keys[FAMILIES.index("classes")], []).append((number, leaf))
    native = leaf_sample(sample, texts)
    found = native.texts_by_path(without)
    assert [(key, leaves) for key, leaves, _, _ in found] == [*expected.items()]
    for _, leaves, length, words in found:
        said = [sample[page].values[leaf] for page, leaf in leaves]
        assert length == sum(map(len, said))
        assert words == sum(text.count(" ") + 1 for text in said)
    assert native.texts_in_blocks() == in_blocks


def test_rows_of_a_kind_have_their_cells_and_the_rows_around_them() -> None:
    sample, texts = sample_of(catalogue_page)
    products, offers = rows_of(sample, "div\t\tproduct"), rows_of(sample, "li\t\toffer")
    product, offer = (row_key(sample, steps) for steps in ("div\t\tproduct", "li\t\toffer"))
    found = leaf_sample(sample, texts).row_sets(inf, set(), {product, offer}, set())
    numbers = {key: number for number, (key, *_) in enumerate(found.facts())}
    assert [*found.rows(numbers[product])] == products
    assert [*found.rows(numbers[offer])] == offers
    assert found.first_rows(numbers[offer], 1) == offers[:1]
    assert found.first_rows(numbers[offer], len(offers) + 1) == offers
    for (page, node), around in found.rows(numbers[offer]).items():
        assert around is not None
        kind, (other, outer) = around
        assert (kind, other) == (product, page)
        assert outer in lineage(sample[page], node)
    inside = found.leaves(numbers[offer])
    whole, _ = found.own_cells(numbers[product], [])
    own, firsts = found.own_cells(numbers[product], [numbers[offer]])
    assert all((page, leaf) not in inside for (page, _), leaf, *_ in own)
    assert any((page, leaf) in inside for (page, _), leaf, *_ in whole)
    assert inside.isdisjoint(firsts)
    (row, leaf, rows, _, _), *_ = own
    assert firsts[0] == (row[0], leaf)
    assert len(firsts) == rows == max(rows for _, _, rows, _, _ in own)
    for _, _, rows, single, (count, times) in own:
        assert 0.5 * len(products) < rows <= len(products)
        assert single <= times <= rows
        assert single == times or count > 1
    facts = dict(zip(numbers, found.facts(), strict=True))
    assert [facts[product][2], facts[offer][2]] == [len(products), len(offers)]


@pytest.mark.parametrize("steps", ["div\t\tproduct", "li\t\toffer", "h3\t"])
def test_keys_that_rows_share_mean_no_other_element(steps: str) -> None:
    sample, _ = sample_of(directory_page if steps == "h3\t" else catalogue_page)
    rows = rows_of(sample, steps)
    leaves = [page.leaves for page in sample]
    nodes = [[node for at, node in rows if at == number] for number in range(len(sample))]
    all_nodes = [[*range(len(page.parents))] for page in sample]
    everywhere = _core.element_keys(leaves, all_nodes, are_rows=True)
    own = [everywhere[page][node] for page, node in rows]
    expected = []
    for family in range(len(own[0])):
        shared = {keys[family] for keys in own}
        meant = {keys[0] for page in everywhere for keys in page if keys[family] in shared}
        if len(shared) == 1 and 0 not in shared and meant <= {keys[0] for keys in own}:
            expected += shared
    assert expected
    assert _core.shared_row_keys(leaves, nodes, [*range(len(own[0]))]) == expected


def test_siblings_that_begin_with_a_leader_are_rows_together() -> None:
    sample, texts = sample_of(directory_page)
    heads = rows_of(sample, "h3\t")
    leader = row_key(sample, "h3\t")
    found = leaf_sample(sample, texts).row_sets(inf, set(), set(), {leader})
    ((key, *_),) = found.facts()
    assert key == leader ^ (1 << 64) - 1
    assert [*found.rows(0)] == heads
    assert len(found.own_cells(0, [])[0]) > 1


def list_page(number: int) -> bytes:
    """Lists of shared entries, labels in one text with their values, and alternatives."""
    items = "".join(f"<li>{'Salt' if n == number % 4 else f'thing {n * number}'}" for n in range(4))
    colour = ("red", "blue", "green")[number % 3]
    return (
        f"<ul>{items}</ul><p>Date posted: {number} May</p><p>Colour: {colour}</p><b>Format</b>"
        f"<i>{('hard', 'soft')[number % 2]}cover</i><ol><li>Home<li><a>All</a></ol>"
        f"<table><tr><th>Size</th><td>{number}</td></tr></table><p>:</p>"
    ).encode()


@pytest.mark.parametrize("make", [*TEMPLATES, list_page])
@pytest.mark.parametrize("number", [1, 3, 12, 60])
def test_texts_are_counted_as_by_the_twin(make: Make, number: int) -> None:
    sample, _ = sample_of(make, number)
    leaves = [page.leaves for page in sample]
    candidates, labels = _core.count_texts(leaves)
    counts, expected = texts.count_texts(sample)
    assert {text for text, *_ in candidates} == expected
    assert dict(labels) == {text: counts.pages[text] for text in counts.labels}
    for text, (page, leaf), on_pages, times, before, after in candidates:
        assert sample[page].values[leaf] == counts.words[text]
        assert (on_pages, times) == (counts.pages[text], counts.occurrences[text])
        assert after == [*counts.after[text].items()]
        assert before == [*counts.before[text].items()]
    own = {
        label: (f"{sample[page].values[leaf].partition(':')[0]}:", times / len(sample))
        for label, times, (page, leaf) in _core.own_labels(leaves, expected)
        if times >= max(2, texts.LABEL_ON_PAGES * len(sample))
    }
    assert own == texts.own_labels(sample, expected)


def described(element: Element) -> list[object]:
    """All of an outline as plain values, in order; iterative, since pages may be any deep."""
    found: list[object] = []
    waiting: list[Element | Run] = [element]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Run):
            found.append((item.text, item.leaves, item.block, item.linked, item.first))
            found.append((item.marks, item.texts, item.breaks))
        else:
            around = item.parent.node if item.parent is not None else None
            found.append((item.page, item.node, item.tag, item.words, item.itemprop, around))
            found.append((item.attributes, len(item.content), item.letters()))
            waiting += reversed(item.content)
    return found


MARKED = """<html><head><title>t</title><script>x</script></head><body><div class="post hentry-12">
<p>by <a class=who href=/a>An<b>na</b></a> on <b>3 May</b><br>second <i>line</i><p>plain</p>
<a href=/x><div>block in <span>a</span> link</div></a><ul><li>one<li>two <img src=i alt=A></ul>
<select><option>no</option></select><table><tr><td class=odd>1<td>2</table>text <em>beside</em>
<div>blocks</div> more<pre>a
b</pre></div></body></html>"""


def find_first(element: Element) -> Run | None:
    return next((item for item in element.content if isinstance(item, Run)), None)


def check_outlines(sample: Sequence[SamplePage]) -> None:
    found = outline_pages(sample)
    twins = [Outline(page, number).build() for number, page in enumerate(sample)]
    assert [*map(described, found.roots)] == [*map(described, twins)]
    assert found.fixed == find_fixed(found.roots)
    assert found.labelled == find_labelled(found.roots)
    for root, inventory in zip(found.roots, found.inventories, strict=True):
        elements = [*root.elements()]
        runs = [*root.runs()]
        assert inventory.nodes == [element.node for element in elements[1:]]
        assert inventory.rows == [element for element in elements if element.tag == "tr"]
        assert {*inventory.words} == {element.words for element in elements[1:]}
        assert {*inventory.marks} == {mark for run in runs for mark in run.marks}
        shared = {id(run) for run in inventory.shared}
        assert shared == {id(run) for run in runs if id(run) in found.fixed}
        firsts = ((element, find_first(element)) for element in elements)
        assert inventory.lines == [(element, run) for element, run in firsts if run is not None]


@pytest.mark.parametrize("make", [*TEMPLATES, lambda number: f"{MARKED}{number}".encode()])
@pytest.mark.parametrize("number", [1, 2, 6])
def test_outlines_are_those_of_the_twin(make: Make, number: int) -> None:
    sample, _ = sample_of(make, number)
    check_outlines(sample)


@given(st.lists(pages, min_size=1, max_size=4))
def test_outlines_of_any_page_are_those_of_the_twin(made: list[list[Piece]]) -> None:
    sample, _ = sample_of(lambda number: markup(made[number]), len(made))
    check_outlines(sample)


def check_frame(templates: Sequence[Sequence[SamplePage]]) -> None:
    texts, rows = count_frame(templates)
    found = _core.FrameCounts([[page.leaves for page in own] for own in templates], make_words)
    assert {said: found.text(*said) for said in texts} == texts
    paths = {path for path, _ in texts} | rows.keys()
    assert {path: found.rows(path) for path in paths} == {path: rows[path] for path in paths}
    assert found.text("p", "never said") == found.rows("never/there") == 0


def test_frames_are_those_of_the_twin() -> None:
    made = [*TEMPLATES, lambda number: f"<section><p>a<p>{number}</section>{MARKED}".encode()]
    check_frame([sample_of(make, 3)[0] for make in made])


@given(st.lists(st.lists(pages, min_size=1, max_size=2), max_size=3))
def test_frames_of_any_pages_are_those_of_the_twin(made: list[list[list[Piece]]]) -> None:
    check_frame([sample_of(lambda at, own=own: markup(own[at]), len(own))[0] for own in made])  # type: ignore[misc]


@given(st.lists(st.text("aA ß.,-»!?(\u00a0\u001cÉ", max_size=8), min_size=1, max_size=5))
def test_bare_texts_are_those_of_python(said: list[str]) -> None:
    assert _core.bare_texts(said) == [bare_text(text) for text in said]
    words = [text.split() for text in said]
    start = len(common_start(words))
    end = len(common_start([own[start:][::-1] for own in words]))
    cores = [" ".join(own[start : len(own) - end]) for own in words]
    bare = [bare_text(core).strip("!?()") for core in cores]
    signs = any(len(core) > len(own) for core, own in zip(cores, bare, strict=True))
    assert _core.bare_cores(said) == ((bare, 2 * (start + end) + signs) if all(bare) else None)


def common_start(texts: Sequence[list[str]]) -> list[str]:
    """What all lists begin with."""
    same = takewhile(lambda words: len({*words}) == 1, zip(*texts, strict=False))
    return [words[0] for words in same]


@pytest.mark.parametrize("make", TEMPLATES)
def test_claims_of_columns_are_those_of_single_leaves(make: Make) -> None:
    sample, texts = sample_of(make)
    columns = page_columns.PageColumns(sample, texts).columns(2)
    wanted = [
        (number, [((page, -1), cell) for page, cell in enumerate(column.cells) if cell])
        for number, column in enumerate(columns)
    ]
    claims = {
        (page, leaf): number
        for number, cells in wanted
        for (page, _), cell in cells
        for leaf in cell
    }
    for page, leaf in [*claims]:
        values, kinds = sample[page].values, sample[page].kinds
        inner = [kind for kind, _ in kinds[leaf : leaf + 2]]
        if inner == [BLOCK, TEXT] and values[leaf + 1] == values[leaf]:
            claims.setdefault((page, leaf + 1), -1)
    leaves = [page.leaves for page in sample]
    own = _core.Claims.of_columns(leaves, wanted, [])
    index = _core.KeyIndex.of_pages(leaves, texts, _core.Claims(claims))
    for number, cells in wanted:
        found = [
            index.find_selectors([*cells], claimed, number, False)
            for claimed in (own, _core.Claims(claims))
        ]
        assert found[0] == found[1]


@pytest.mark.parametrize("make", TEMPLATES)
def test_ancestors_are_the_elements_around(make: Make) -> None:
    sample, _ = sample_of(make)
    page = sample[0]
    for node in range(len(page.parents)):
        around, above = [], node
        while above:
            around += [page.elements[above]] if page.elements[above] else []
            above = page.parents[above]
        assert page.ancestors(node) == around
