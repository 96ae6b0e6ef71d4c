"""`measure_coverage`: compares the pages of a workspace with those that should be in it.

The test of a crawl: for each template, how many of the expected pages were found. The template of a
page that was not found is the one that the list of expected pages names, or the one that pages with
such addresses have (`address_shapes`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from unmold.pages.address_shapes import Address, AddressShapes, normalise_address
from unmold.pages.expected import ExpectedPage
from unmold.store import Workspace

UNKNOWN = "unknown"
"""The template of a page that was not found and whose address tells nothing."""

NONE = "none"
"""The template of a page that was found and fits none."""


@dataclass(frozen=True, slots=True)
class TemplateCoverage:
    """Of one template, how many of the expected pages were found."""

    template: str
    expected: int
    found: int

    @property
    def share(self) -> float:
        return self.found / self.expected if self.expected else 1.0


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of what was expected is there."""

    templates: list[TemplateCoverage]
    missing: list[ExpectedPage]
    """What was not found, each with its expected or predicted template."""
    unexpected: int
    """Pages that are there and that nobody expected."""

    @property
    def total(self) -> TemplateCoverage:
        """All templates together."""
        expected = sum(one.expected for one in self.templates)
        return TemplateCoverage("total", expected, sum(one.found for one in self.templates))


def measure_coverage(workspace: Workspace, expected: Iterable[ExpectedPage]) -> Coverage:
    """Compare the pages of a workspace with those that were expected."""
    rows = workspace.pages.select(["url", "template"]).to_pylist()
    known = {normalise_address(row["url"]): row["template"] or NONE for row in rows}
    shapes = AddressShapes((row["url"], row["template"]) for row in rows if row["template"])
    wanted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    missing: list[ExpectedPage] = []
    hits: set[Address] = set()
    for page in expected:
        address = _find(page.url, known)
        if address is None:
            template = page.template or shapes.predict(page.url) or UNKNOWN
            missing.append(ExpectedPage(page.url, template))
        else:
            hits.add(address)
            template = page.template or known[address]
            found[template] += 1
        wanted[template] += 1
    templates = [TemplateCoverage(name, wanted[name], found[name]) for name in sorted(wanted)]
    return Coverage(templates, missing, len(known.keys() - hits))


def _find(url: str, known: dict[Address, str]) -> Address | None:
    """The address of a page that is there; pages of a folder may have no host."""
    host, path = normalise_address(url)
    return next((one for one in ((host, path), ("", path)) if one in known), None)
