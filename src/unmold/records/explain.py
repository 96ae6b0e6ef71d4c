"""Explains a record: what of the template matched a page, and what did not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from unmold.model import Page
from unmold.records.extract import Extractor, make_matcher
from unmold.records.score import SURE_TEXT
from unmold.settings import Limits
from unmold.templates.model import Template
from unmold.templates.sample import find_leaves

MAX_EXTRA = 20
"""Texts without a field that are listed."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What of the template one page has, lacks, and has besides."""

    path: str
    score: float
    found: dict[str, Any]
    """The values by field."""
    xpaths: dict[str, Any]
    missing_fields: list[str]
    """Fields that most pages of the sample fill and this page does not."""
    missing_texts: list[str]
    """Texts of the template that nearly every page of the sample has and this page does not."""
    extra: list[str]
    """Texts of the page that no field holds, the first of them."""
    problems: list[str]


def explain_page(template: Template, page: Page, limits: Limits | None = None) -> Explanation:
    """Say what of a template matched a page, what was missing, and what was extra."""
    extractor = Extractor(template, include_noise=True)
    limits = limits or Limits()
    leaves = find_leaves([page], limits, jobs=1)[0]
    record = extractor.extract(page, leaves, limits)
    texts, hits, _ = make_matcher(template).find(leaves)
    present, used = set(texts), {leaf for _, leaf, _ in hits}
    data = leaves.data({text.key for text in template.texts})
    return Explanation(
        path=page.path,
        score=record.score,
        found=record.values,
        xpaths=record.xpaths,
        missing_fields=[
            field.name
            for field in template.fields
            if field.fill >= 0.5 and field.name not in record.values
        ],
        missing_texts=[
            text.text
            for number, text in enumerate(template.texts)
            if text.share >= SURE_TEXT and number not in present
        ],
        extra=[leaves.value(leaf) for leaf, *_ in data if leaf not in used][:MAX_EXTRA],
        problems=record.problems,
    )
