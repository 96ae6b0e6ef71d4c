"""How fast pages are compared, beside packages that do the same.

On two generated pages and, where `UNMOLD_CORPORA` is set, real ones: tree edit distance beside
`apted`, all other measures together, and those of `html-similarity` beside the package. Both sides
of a ratio are measured in this run, on the same trees, on one thread.
"""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from statistics import median

from benchmarks.compared_pages import NODES, Page, generated_pages, real_pages
from benchmarks.results import Result
from unmold._core import compare_pairs, measure_names, prepare_pages
from unmold._core.testing import tree_edit_distance

WITH_EDIT_DISTANCE = {"ted", "ted-max", "structure-style"}
REPEATS = 5


def milliseconds(action: Callable[[], object], repeats: int = REPEATS) -> float:
    times = []
    for _ in range(repeats):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return 1000 * median(times)


def edit_distance_row(first: Page, second: Page, what: str) -> list[str]:
    trees = first.tree(), second.tree()
    ours = milliseconds(lambda: tree_edit_distance(*trees))
    distance, reason = tree_edit_distance(*trees)
    assert reason is None
    theirs = milliseconds(lambda: check_equal(apted_distance(first, second), distance), repeats=1)
    sizes = f"{len(trees[0]):,} and {len(trees[1]):,} nodes"
    return [
        "tree edit distance",
        f"{what}, {sizes}",
        f"{ours:.0f} ms",
        f"apted: {theirs:,.0f} ms",
        f"{theirs / ours:,.0f}",
    ]


def check_equal(theirs: object, ours: object) -> None:
    if theirs != ours:
        raise SystemExit(f"error: apted finds {theirs}, unmold {ours}")


class AptedNode:
    def __init__(self, label: int) -> None:
        self.name = label
        self.children: list[AptedNode] = []


def apted_tree(page: Page) -> AptedNode:
    path: list[AptedNode] = []
    for label, depth in zip(page.labels, page.depths, strict=True):
        node = AptedNode(label)
        del path[depth:]
        if path:
            path[-1].children.append(node)
        path.append(node)
    return path[0]


def apted_distance(first: Page, second: Page) -> int:
    from apted import APTED

    sys.setrecursionlimit(20_000)
    return APTED(apted_tree(first), apted_tree(second)).compute_edit_distance()


def all_measures_row(first: Page, second: Page, what: str) -> list[str]:
    measures = [name for name in measure_names() if name not in WITH_EDIT_DISTANCE]

    def compare() -> None:
        pages = [first.comparand(), second.comparand()]
        compare_pairs(pages, [0], [1], measures, jobs=1)

    size = f"{what}, {len(first.html) // 1000} and {len(second.html) // 1000} KB"
    return [
        f"the {len(measures)} measures without tree edit distance",
        size,
        f"{milliseconds(compare):.1f} ms",
        "",
        "",
    ]


def html_similarity_rows(first: Page, second: Page, what: str) -> list[list[str]]:
    return [*whole_call_rows(first, second, what), *prepared_rows(first, second, what)]


def whole_call_rows(first: Page, second: Page, what: str) -> list[list[str]]:
    """Both sides begin with the markup of two pages, parse it and compare it."""
    from html_similarity import similarity, structural_similarity, style_similarity

    pages = [page.html.encode() for page in (first, second)]
    package = {
        ("lcts", "style"): similarity,
        ("lcts",): structural_similarity,
        ("style",): style_similarity,
    }
    rows = []
    for measures, theirs in package.items():
        ours = microseconds_each(partial(compare_markup, pages, list(measures)), calls=50)
        their_time = 1000 * milliseconds(partial(theirs, first.html, second.html))
        call = f"html-similarity `{theirs.__name__}`: {their_time:,.0f} µs"
        name = f"{' and '.join(f'`{measure}`' for measure in measures)}, parsing included"
        rows.append([name, what, f"{ours:.0f} µs", call, f"{their_time / ours:,.0f}"])
    return rows


def compare_markup(pages: list[bytes], measures: list[str]) -> None:
    compare_pairs(prepare_pages(pages, ["utf-8"] * 2, 1), [0], [1], measures, jobs=1)


def prepared_rows(first: Page, second: Page, what: str) -> list[list[str]]:
    from html_similarity import structural_similarity, style_similarity

    # The package compares element names in document order, each once.
    pages = [replace(page, tags=page.labels).comparand() for page in (first, second)]
    package = {"lcts": structural_similarity, "style": style_similarity}
    rows = []
    for measure, theirs in package.items():
        ours = microseconds_each(partial(compare_pairs, pages, [0], [1], [measure], jobs=1))
        their_time = 1000 * milliseconds(partial(theirs, first.html, second.html))
        call = f"html-similarity `{theirs.__name__}`: {their_time:,.0f} µs"
        name = f"`{measure}` of prepared pages"
        rows.append([name, what, f"{ours:.0f} µs", call, f"{their_time / ours:,.0f}"])
    return rows


def microseconds_each(action: Callable[[], object], calls: int = 200) -> float:
    return 1000 * milliseconds(lambda: [action() for _ in range(calls)]) / calls


def summarize(rows: list[list[str]]) -> str:
    _, distance_input, distance, apted, times = rows[0]
    what, pages, others, *_ = next(row for row in rows if row[0].startswith("the "))
    return (
        f"Tree edit distance of {distance_input}: {distance} ({apted}, {times} times as long); "
        f"{what} on {pages}: {others}."
    )


def is_typical(page: Page) -> bool:
    """About 70 KB, and more markup than text."""
    return 65_000 < len(page.html) < 75_000 and len(page.labels) > 700


def main() -> None:
    large = generated_pages()
    rows = [edit_distance_row(*large, "generated pages")]
    if os.environ.get("UNMOLD_CORPORA"):
        fitting = real_pages(lambda page: NODES - 50 <= len(page.labels) <= NODES + 50)
        rows.append(edit_distance_row(*fitting, "real pages of two sites"))
        pages, what = real_pages(is_typical), "real pages"
    else:
        print("hint: set UNMOLD_CORPORA to measure on real pages, too", file=sys.stderr)
        pages, what = large, "generated pages"
    rows.append(all_measures_row(*pages, what))
    rows += html_similarity_rows(*pages, what)
    Result(
        name="measures",
        title="Comparing two pages.",
        note=(
            f"One thread, processor time, medians of {REPEATS} (apted once, same distances)."
            " html-similarity reads the markup in each call; so does unmold where parsing is"
            " included, elsewhere its time starts from prepared pages."
        ),
        columns=["measure", "input", "unmold", "beside", "times faster"],
        rows=rows,
        headline=summarize(rows),
    ).publish()
