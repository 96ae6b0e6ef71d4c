"""Counts whether marked texts hold their values in the browser, on pages of real templates.

    UNMOLD_CORPORA=... python -m benchmarks.trials.overlay --templates 20 --pages 10

Templates are learned from pages of the corpora; the records of some of their pages are laid over
the cleaned pages in Chromium, which has no network. Every value of a record must be marked, to the
letter, or listed with the reason why it cannot be. The figures go to
`benchmarks/results/trials/overlay.json`.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.corpora import corpora_folder, corpus_names
from unmold.bench.measuring import describe_code, describe_date, describe_machine
from unmold.browser import find_browser
from unmold.model import Page
from unmold.overlay import OverlayMaker, OverlayPage, clean_page
from unmold.overlay.maker import MAX_VALUE
from unmold.pages import read_pages
from unmold.records.extract import Extractor
from unmold.settings import Limits
from unmold.templates import induce_template

if TYPE_CHECKING:
    from playwright.sync_api import Page as BrowserPage

RESULTS = Path(__file__).parent.parent / "results" / "trials" / "overlay.json"
LEARNED_FROM = 24
"""Pages of a template that it is learned from."""
MOST_EXAMPLES = 20

HOST = "http://overlay.test"
HOST_PAGE = '<!DOCTYPE html><iframe src="/frame" sandbox="allow-same-origin"></iframe>'

READ = """places => {
  const page = document.querySelector("iframe").contentDocument;
  const marked = new Map();
  for (const one of Document.prototype.querySelectorAll.call(page, "[data-unmold]")) {
    const mark = one.getAttribute("data-unmold");
    marked.set(mark, marked.has(mark) ? null : one);
  }
  return places.map(([mark, node, start, end]) => {
    const element = marked.get(String(mark));
    if (!element) return null;
    if (node < 0) return "";
    const texts = [...element.childNodes].filter(one => one.nodeType === 3);
    return texts[node] ? texts[node].data.slice(start, end) : null;
  });
}"""


@dataclass
class Outcome:
    """What was marked, and what was not."""

    templates: int = 0
    pages: int = 0
    values: int = 0
    """Values of records."""
    marked: int = 0
    """Values that are marked, each of them to the letter."""
    attributes: int = 0
    """Marked values that are attributes of an element, such as the address of an image."""
    rows: int = 0
    texts: Counter[str] = field(default_factory=Counter)
    unseen: Counter[str] = field(default_factory=Counter)
    """Values that are listed, by reason."""
    unmarked: list[str] = field(default_factory=list)
    """Pages with values whose element is left out: those of pages too large to be shown whole."""
    left_out: int = 0
    """Values beyond those that an overlay shows."""
    wrong: list[dict[str, str]] = field(default_factory=list)
    """Marked texts that say something else."""

    @property
    def is_fine(self) -> bool:
        listed = sum(self.unseen.values()) + self.left_out
        return not self.wrong and self.values == self.marked + listed


def choose_templates(count: int) -> Iterator[list[Path]]:
    """The pages of some templates, those of all corpora in turns."""
    by_corpus: list[list[list[Path]]] = []
    for name in corpus_names():
        folder = corpora_folder() / name
        groups: dict[tuple[str, str], list[Path]] = defaultdict(list)
        with (folder / "manifest.csv").open(encoding="utf-8", newline="") as manifest:
            for row in csv.DictReader(manifest):
                if row.get("template"):
                    groups[row.get("site", ""), row["template"]].append(folder / row["path"])
        large = [pages for pages in groups.values() if len(pages) >= LEARNED_FROM // 2]
        # One of each site first, so that a corpus of one large site does not fill the trial.
        by_corpus.append(large[:: max(1, len(large) // count)])
    chosen = 0
    for turn in range(max(map(len, by_corpus), default=0)):
        for groups_of_corpus in by_corpus:
            if turn < len(groups_of_corpus) and chosen < count:
                chosen += 1
                yield groups_of_corpus[turn]


@contextmanager
def open_browser() -> Iterator[BrowserPage]:
    """A tab of a browser without a network."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(),
            chromium_sandbox=False,
            args=["--host-resolver-rules=MAP * ~NOTFOUND", "--disable-background-networking"],
        )
        yield browser.new_page()
        browser.close()


def try_templates(groups: Iterator[list[Path]], pages: int, tab: BrowserPage) -> Outcome:
    """Lay the records of so many pages of each template over them."""
    outcome = Outcome()
    for paths in groups:
        chosen = list(read_pages([str(path) for path in paths[:LEARNED_FROM]]))
        template = induce_template(chosen)
        maker, extractor = OverlayMaker.of(template), Extractor(template.best)
        shown = chosen[:: max(1, len(chosen) // pages)][:pages]
        outcome.templates += 1
        for page, record in zip(
            shown, extractor.extract_pages(shown, Limits(), jobs=1), strict=True
        ):
            overlay = maker.make(page, record)
            outcome.pages += 1
            outcome.values += _count(record.values)
            check_page(page, overlay, tab, outcome)
    return outcome


def _count(values: dict[str, Any]) -> int:
    waiting: list[Any] = [values]
    count = 0
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        else:
            count += one is not None
    return count


def check_page(page: Page, overlay: OverlayPage, tab: BrowserPage, outcome: Outcome) -> None:
    """Compare what stands at the places in the browser with the values."""
    html = clean_page(page, lambda address, kind: None)
    tab.unroute_all()
    answers = {f"{HOST}/": HOST_PAGE, f"{HOST}/frame": html}
    tab.route(
        "**/*",
        lambda route: (
            route.fulfill(body=answers[route.request.url], content_type="text/html; charset=utf-8")
            if route.request.url in answers
            else route.abort()
        ),
    )
    tab.goto(f"{HOST}/", timeout=120_000)
    places = overlay.places
    found = tab.evaluate(READ, [[one.mark, one.node, one.start, one.end] for one in places])
    outcome.rows += len(overlay.rows)
    outcome.left_out += overlay.left_out
    outcome.texts.update(one.verdict for one in overlay.texts)
    outcome.unseen.update(one.why for one in overlay.unseen)
    if any(one.why == "unmarked" for one in overlay.unseen):
        outcome.unmarked.append(f"{page.path}: {len(page.data):,} bytes")
    cells: dict[int, list[int]] = defaultdict(list)
    for number, place in enumerate(places):
        cells[place.cell].append(number)
    for numbers in cells.values():
        _check_value([(places[at], found[at]) for at in numbers], page, outcome)


def _check_value(parts: list[tuple[Any, str | None]], page: Page, outcome: Outcome) -> None:
    first = parts[0][0]
    said = [text for _, text in parts]
    is_attribute = first.attribute is not None
    own = "".join("".join(text or "" for text in said).split())
    is_right = None not in said and (is_attribute or _is_same(own, first))
    if not is_right and len(outcome.wrong) < MOST_EXAMPLES:
        outcome.wrong.append(
            {"column": first.column, "value": first.value[:80], "found": own[:80], "url": page.site}
        )
    if first.tier == 1 and first.verdict == "value":
        outcome.marked += is_right
        outcome.attributes += is_right and is_attribute


def _is_same(own: str, place: Any) -> bool:
    wanted = "".join(place.value.split())
    if len(place.value) == MAX_VALUE:
        return own.startswith(wanted)
    return own == wanted if place.verdict == "value" else own.casefold() == wanted.casefold()


def main(arguments: list[str] | None = None) -> int:
    """Run the trial and keep its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--templates", type=int, default=20)
    parser.add_argument("--pages", type=int, default=10)
    parser.add_argument("--output", type=Path, default=RESULTS)
    given = parser.parse_args(arguments)
    with open_browser() as tab:
        outcome = try_templates(choose_templates(given.templates), given.pages, tab)
    figures = {
        "date": describe_date(),
        "code": describe_code(),
        "machine": describe_machine(),
        "templates": outcome.templates,
        "pages": outcome.pages,
        "values": outcome.values,
        "marked": outcome.marked,
        "marked attributes": outcome.attributes,
        "listed as unseen": dict(sorted(outcome.unseen.items())),
        "pages with unmarked values": len(outcome.unmarked),
        "beyond what is shown": outcome.left_out,
        "marked wrongly": len(outcome.wrong),
        "rows": outcome.rows,
        "texts": dict(sorted(outcome.texts.items())),
    }
    for one in [*outcome.wrong, *outcome.unmarked]:
        print(one)
    given.output.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=2))
    return 0 if outcome.is_fine else 1


if __name__ == "__main__":
    raise SystemExit(main())
