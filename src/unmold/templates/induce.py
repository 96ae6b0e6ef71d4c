"""`induce_template`: learns the template of the pages of one cluster.

The steps, each a module: take a sample, find the template's own texts, make columns and tables of
what lies between, select, then name and type. Next: `unmold.records` applies the template.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from unmold.errors import UsageError
from unmold.features import Features
from unmold.model import Page
from unmold.pages import read_pages
from unmold.pages.read import Source
from unmold.settings import Induction, Limits
from unmold.templates.ascii_names import spell_names_in_ascii, to_ascii
from unmold.templates.class_words import shared_prefixes
from unmold.templates.columns import Column
from unmold.templates.found_again import keep_found
from unmold.templates.joining import make_columns
from unmold.templates.model import Field, RowKeys, Table, Template, TemplateText
from unmold.templates.naming import UniqueNames
from unmold.templates.naming_evidence import find_title, names_for
from unmold.templates.prefixes import common_label, split_off
from unmold.templates.sample import (
    HREF,
    JSON,
    SRC,
    SamplePage,
    draw_pages,
    find_leaves,
    leaf_sample,
    leave_out_same_leaves,
)
from unmold.templates.selection import is_noise_column, keep_best, select_columns
from unmold.templates.signature import describe_signature
from unmold.templates.slots import compose
from unmold.templates.stability import keep_ids
from unmold.templates.structure import PATTERN_PAGES, find_structure
from unmold.templates.table_names import name_table
from unmold.templates.tables import TableColumns, make_tables, trim_tables
from unmold.templates.template_names import gather_evidence, make_sql_name, name_template
from unmold.templates.texts import template_texts
from unmold.templates.value_types import infer_type

SOURCES = ("text", "block", "href", "src", "alt", "title", "content", "meta", "json-ld")
EXAMPLES = 3
"""Of each field, for people."""
TABLES_SHARE = 0.35
"""The share of columns that tables may take where there is not enough room for all."""
EXAMPLE_LENGTH = 80
"""Characters."""
LEARNED_NODES = 20_000
"""Nodes of a page that are always learned from; hardly any real page has more."""

SAMPLE_NODES = 150_000
"""Nodes of the whole sample; where its pages are few, more of each may be learned from."""


LEARNED_ROWS, LEARNED_RECORDS = 200, 50
"""Rows of a list on a page that are always learned from, and those that have three cells, or texts
and images. A label with its value may be a field of its own, and hardly any specification has more
of them; records beside each other are of one kind. With 20 records, 27 of 28 gold tables are what
they are with 50, but pages that are laid out by tables (camera-jr of swde) lose columns."""
SAMPLE_ROWS = 2_000
"""Rows of a list in the whole sample; where its pages are few, more of each are learned from."""


def induce_template(
    source: Source | Iterable[Page],
    settings: Induction | None = None,
    *,
    limits: Limits | None = None,
    base_url: str | None = None,
    jobs: int = 0,
    previous: Template | None = None,
    root: str | None = None,
) -> Template:
    """Learn one template from pages that share it.

    What was in the previous template of these pages keeps its id and name. `base_url` says where a
    folder came from, `root` which folder holds all pages of the site: below it, folders say what
    pages are.

    >>> pages = [f"<h1>Book {n}</h1><p>Price: <b>${n}.50</b></p>".encode() for n in range(5, 9)]
    >>> [(field.name, field.type) for field in induce_template(pages).fields]
    [('title', 'text'), ('price', 'price')]
    """
    pages = read_pages(source, limits=limits, base_url=base_url)
    return induce_from_pages(
        pages, settings, limits=limits, jobs=jobs, previous=previous, root=root
    )


def induce_from_pages(
    given: Iterable[Page],
    settings: Induction | None = None,
    *,
    limits: Limits | None = None,
    jobs: int = 0,
    previous: Template | None = None,
    root: str | None = None,
    features: Features | None = None,
    others: Sequence[Sequence[Page]] = (),
) -> Template:
    """`induce_template` for pages that were read already, whose features may be known, too.

    `others` are some pages of each other template of the site: they show what its frame is.
    """
    settings = settings or Induction()
    limits = limits or Limits()
    pages = draw_pages(given, settings.sample_size)
    if not pages:
        raise UsageError(
            "there is no page to learn a template from", hint="give a SOURCE with pages"
        )
    template = _learn(pages, settings, limits, jobs, root, others)
    if previous is not None:
        template = keep_ids(template, previous)
    if settings.ascii_names:
        template = spell_names_in_ascii(template)
    signature = describe_signature(pages, limits, jobs=jobs, features=features)
    return replace(template, signature=signature)


def _learn(
    pages: Sequence[Page],
    settings: Induction,
    limits: Limits,
    jobs: int,
    root: str | None,
    others: Sequence[Sequence[Page]],
) -> Template:
    """The template of pages under its own name, without a signature."""
    limits = learning_limits(limits, len(pages))
    # Some of them may turn out to say the same.
    sample = _find_sample(pages, limits, jobs, patterns=2 * PATTERN_PAGES)
    name = name_template(gather_evidence(pages, sample, root))
    if settings.ascii_names:
        name = make_sql_name(to_ascii(name))
    frame = [_find_sample(own, limits, jobs, patterns=0) for own in others]
    template = _induce(leave_out_same_leaves(sample), _usual_site(pages), settings, frame)
    return template.named(name)


def _find_sample(
    pages: Sequence[Page], limits: Limits, jobs: int, *, patterns: int
) -> list[SamplePage]:
    """The leaves of pages; of the first ones also what a pattern tree is made of."""
    some = SAMPLE_ROWS // max(1, len(pages))
    rows = max(LEARNED_ROWS, some), max(LEARNED_RECORDS, some)
    leaves = find_leaves(
        pages, limits, jobs=jobs, with_markup=True, max_rows=rows, patterns=patterns
    )
    return [SamplePage(page.url, found) for page, found in zip(pages, leaves, strict=True)]


def learning_limits(limits: Limits, pages: int) -> Limits:
    """How much of each page is learned from: all, unless the sample is huge.

    Time grows with the nodes of the sample. A page that goes on for very long says the same again
    and again, and what repeats was learned from its beginning; extraction sees all of it.
    """
    allowed = max(LEARNED_NODES, SAMPLE_NODES // pages)
    return replace(limits, max_nodes=min(limits.max_nodes, allowed))


def _usual_site(pages: Sequence[Page]) -> str:
    return Counter(page.site for page in pages).most_common(1)[0][0]


def _induce(
    sample: Sequence[SamplePage],
    site: str,
    settings: Induction,
    others: Sequence[Sequence[SamplePage]],
) -> Template:
    texts = template_texts(sample)
    keys = frozenset(texts)
    structure = find_structure(sample)
    leaves = leaf_sample(sample, keys)
    tables = make_tables(sample, leaves, keys, structure)
    columns = select_columns(make_columns(sample, leaves), tables, sample, leaves)
    room = max(settings.max_columns - len(columns), round(TABLES_SHARE * settings.max_columns))
    trim_tables(tables, room)
    room = settings.max_columns - sum(len(table.columns) for table in tables)
    columns = keep_best(columns, room, sample)
    names = UniqueNames(shared_prefixes(chain.from_iterable(page.hints for page in sample)))
    _find_nearest(columns, sample)
    find_title(columns, sample)
    fields = tuple(_field(column, sample, names, range(len(sample))) for column in columns)
    own_texts = tuple(
        TemplateText(key, text, round(share, 3))
        for key, (text, share) in sorted(texts.items(), key=lambda item: (-item[1][1], item[0]))
    )
    whole = Template(
        id=f"template-{_identity(fields, keys)}",
        site=site,
        pages=len(sample),
        texts=own_texts,
        fields=fields,
        tables=_tables_inside(-1, tables, sample, keys, names),
        problems=(*_doubts(sample, fields), *structure.problems),
    )
    return replace(whole, first=_first_tier(whole, sample, others, columns))


def _first_tier(
    whole: Template,
    sample: Sequence[SamplePage],
    others: Sequence[Sequence[SamplePage]],
    columns: Sequence[Column],
) -> Template:
    """The same template as the tables that a person would keep."""
    found = compose(sample, frozenset(text.key for text in whole.texts), others, columns)
    first = replace(
        whole,
        texts=(*(text for text in whole.texts if text.key in found.texts), *found.labels),
        fields=found.fields,
        tables=found.tables,
        problems=(),
        tier=1,
    )
    return keep_found(first, sample)


def _identity(fields: Sequence[Field], texts: frozenset[int]) -> str:
    mixed = 0
    for key in [*texts, *(field.selectors[0].key for field in fields)]:
        mixed ^= key
    return f"{mixed:016x}"[:12]


def _doubts(sample: Sequence[SamplePage], fields: Sequence[Field]) -> tuple[str, ...]:
    doubts = []
    if len(sample) == 1:
        doubts.append(
            "learned from one page: what varies and what is fixed cannot be distinguished"
        )
    if not fields:
        doubts.append("no field was found: the pages are empty or all alike")
    cut = sum(1 for page in sample if page.is_cut)
    if cut:
        doubts.append(f"{cut} of {len(sample)} pages are huge: only their beginning was learned")
    long = sum(1 for page in sample if page.leaves.is_shortened)
    if long:
        doubts.append(
            f"{long} of {len(sample)} pages have long lists: their first rows were learned"
        )
    return tuple(doubts)


def _find_nearest(columns: Sequence[Column], sample: Sequence[SamplePage]) -> None:
    """Mark the columns that are not, of those of their kind, the nearest to their label."""
    kinds = []
    for column in columns:
        page, leaf = column.first_leaf()
        kinds.append((column.label, sample[page].kinds[leaf][0]))
    least: dict[tuple[str, int], int] = {}
    for kind, column in zip(kinds, columns, strict=True):
        least[kind] = min(column.label_distance, least.get(kind, column.label_distance))
    for kind, column in zip(kinds, columns, strict=True):
        column.is_nearest = column.label_distance == least[kind]


def _field(
    column: Column,
    sample: Sequence[SamplePage],
    names: UniqueNames,
    pages: Sequence[int],
) -> Field:
    """The field of a column; `pages` says which page each entry of the column is from."""
    entries = [sample[page] for page in pages]
    entry, leaf = column.first_leaf()
    page = entries[entry]
    kind = page.kinds[leaf][0]
    raw = [value for values in column.values for value in values]
    prefix = "" if kind in (HREF, SRC, JSON) or column.is_joined else common_label(raw)
    values = [split_off(value, prefix) for value in raw]
    value_type = infer_type(values, kind, page.language, column.key or page.names[leaf])
    selector = column.selectors[0]
    return Field(
        id=f"{selector.key:016x}-{selector.take}",
        name=names.take(
            *names_for(column, entries, values, names.prefixes, prefix, value_type.name)
        ),
        type=value_type.name,
        selectors=tuple(dict.fromkeys(column.selectors)),
        is_joined=column.is_joined,
        is_list=selector.take == "all" and any(len(cell) > 1 for cell in column.cells),
        fill=round(column.filled / len(column.cells), 3),
        examples=tuple(value[:EXAMPLE_LENGTH] for value in list(dict.fromkeys(values))[:EXAMPLES]),
        prefix=prefix,
        number_format=value_type.number_format,
        date_order=value_type.date_order,
        is_whole=value_type.is_whole,
        currency=value_type.currency,
        is_constant=len({values for values in column.values if values}) == 1,
        is_noise=is_noise_column(column, page, leaf),
        source=SOURCES[kind],
    )


def _tables_inside(
    around: int,
    tables: Sequence[TableColumns],
    sample: Sequence[SamplePage],
    texts: frozenset[int],
    names: UniqueNames,
) -> tuple[Table, ...]:
    """The tables whose rows are in those of a table, or, for -1, in none."""
    return tuple(
        _table(number, tables, sample, texts, names)
        for number, table in enumerate(tables)
        if table.parent == around and _holds(number, tables)
    )


def _holds(number: int, tables: Sequence[TableColumns]) -> bool:
    """Whether a table, or one inside it, has a column."""
    inside = [at for at, table in enumerate(tables) if table.parent == number]
    return bool(tables[number].columns) or any(_holds(inner, tables) for inner in inside)


def _table(
    number: int,
    tables: Sequence[TableColumns],
    sample: Sequence[SamplePage],
    texts: frozenset[int],
    names: UniqueNames,
) -> Table:
    table = tables[number]
    pages = [page for page, _ in table.rows]
    name = names.take(name_table(table, sample, texts))
    own_names = UniqueNames(names.prefixes)
    return Table(
        id=f"{table.keys[0]:016x}",
        name=name,
        fields=tuple(_field(column, sample, own_names, pages) for column in table.columns),
        rows=round(len(pages) / len(set(pages)), 1),
        tables=_tables_inside(number, tables, sample, texts, own_names),
        found_by=RowKeys(table.keys),
        is_group=table.source.row_set.is_group,
        takes_labels=table.source.row_set.is_named_by_texts,
    )
