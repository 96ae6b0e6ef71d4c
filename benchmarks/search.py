"""How fast pages are given to known templates, and records are indexed and found.

The pages of openjdk17: templates are learned from a sample of each gold template, then all pages
are classified, and the records of all pages indexed and searched.
"""

import csv
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

from benchmarks.corpora import corpora_folder
from benchmarks.results import Result
from unmold.model import Page
from unmold.pages import read_pages
from unmold.records import classify_pages
from unmold.records.arrays import RecordArrays
from unmold.records.extract import apply_templates, compile_template
from unmold.search import DocumentColumns, SearchIndex, build_index, write_head
from unmold.settings import Limits
from unmold.templates import Template, induce_template

CORPUS = "openjdk17"
SAMPLE = 50
MIN_PAGES = 3
RUNS = 21
QUERIES = {
    "one word": "string",
    "three words": "input stream buffer",
    "a phrase": '"the default implementation"',
    "a word in a field": "title:map",
    "the beginning of a word": "concurr*",
}

Groups = dict[str, list[Page]]
Document = tuple[str, bytes, list[str]]
"""The key of a page, its document as the index takes it, and the columns in that."""


def group_pages() -> Groups:
    """The pages by gold template, without templates of very few pages."""
    manifest = corpora_folder() / CORPUS / "manifest.csv"
    with manifest.open(encoding="utf-8", newline="") as file:
        gold = {row["path"]: row["template"] for row in csv.DictReader(file)}
    groups: Groups = defaultdict(list)
    for page in read_pages(manifest):
        groups[gold[page.path]].append(page)
    return {name: pages for name, pages in groups.items() if len(pages) >= MIN_PAGES}


def step(pages: list[Page]) -> int:
    """The distance between two pages that a template is learned from."""
    return max(2, len(pages) // SAMPLE)


def learn(groups: Groups) -> list[Template]:
    return [
        replace(induce_template(pages[:: step(pages)]), id=f"t{number}")
        for number, pages in enumerate(groups.values())
    ]


def time_classifying(groups: Groups, templates: list[Template]) -> list[str]:
    pages = [page for group in groups.values() for page in group]
    start = time.process_time()
    answers = [page.template for page in classify_pages(templates, iter(pages))]
    seconds = time.process_time() - start
    wanted = [
        (template.id, number % step(group) > 0)
        for template, group in zip(templates, groups.values(), strict=True)
        for number in range(len(group))
    ]
    # Pages that were learned from say nothing about how right the answers are.
    unseen = [
        answer == name
        for answer, (name, is_unseen) in zip(answers, wanted, strict=True)
        if is_unseen
    ]
    right = f"{sum(unseen) / len(unseen):.1%} of {len(unseen):,} unseen pages as in gold"
    return show_rate(f"classify, {right}", len(pages), seconds)


def documents_of(groups: Groups, templates: list[Template]) -> Iterator[Document]:
    for template, pages in zip(templates, groups.values(), strict=True):
        columns, native = DocumentColumns(template), compile_template(template)
        heads = [write_head(template.name, page) for page in pages]
        (batch,), *_ = apply_templates(
            [native], pages, Limits(), documents=columns.native, heads=heads
        )
        found = RecordArrays(template, batch)
        fields = columns.name_new(len(pages), found.filled)
        for page, document, named in zip(pages, found.documents.to_pylist(), fields, strict=True):
            yield page.key, document, named


def time_indexing(documents: list[Document], folder: Path) -> list[str]:
    start = time.process_time()
    with build_index(folder) as builder:
        for document in documents:
            builder.add_written(*document)
    seconds = time.process_time() - start
    size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
    return show_rate(f"index, {size:.0f} MB on disk", len(documents), seconds)


def time_updating(documents: list[Document], base: Path, folder: Path) -> list[str]:
    """Replaces one record in a hundred."""
    some = documents[::100]
    start = time.process_time()
    with build_index(folder, base) as builder:
        for document in some:
            builder.add_written(*document)
    return show_rate("index, one record in 100 replaced", len(some), time.process_time() - start)


def show_rate(what: str, count: int, seconds: float) -> list[str]:
    return [what, f"{count:,}", f"{seconds:.2f} s", f"{1000 * seconds / count:.2f} ms"]


def time_query(index: SearchIndex, name: str, query: str) -> list[str]:
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        found = index.search(query).total
        times.append(time.process_time() - start)
    return [f"search {name}: `{query}`", f"{found:,} found", "", f"{1000 * median(times):.2f} ms"]


def summarize(rows: list[list[str]]) -> str:
    classify, index, *_ = rows
    searches = [row for row in rows if row[0].startswith("search")]
    slowest = max(searches, key=lambda row: float(row[3].split()[0]))
    return (
        f"Of a page, processor time: {classify[3]} to {classify[0]}; {index[3]} to index its "
        f"record. A search takes at most {slowest[3]} among {index[1]} records."
    )


def main() -> None:
    groups = group_pages()
    templates = learn(groups)
    rows = [time_classifying(groups, templates)]
    documents = list(documents_of(groups, templates))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows.append(time_indexing(documents, folder / "search"))
        rows.append(time_updating(documents, folder / "search", folder / "updated"))
        index = SearchIndex(folder / "search")
        rows += [time_query(index, what, query) for what, query in QUERIES.items()]
    Result(
        name="search",
        title="Classifying and searching.",
        note=f"All pages of {CORPUS} from memory, {len(templates)} templates learned from {SAMPLE} "
        f"pages each; searches are the median of {RUNS} and give ten records with snippets. "
        "Times are those of the processor, all threads together.",
        columns=["what", "pages or records", "processor time", "each"],
        rows=rows,
        headline=summarize(rows),
    ).publish()
