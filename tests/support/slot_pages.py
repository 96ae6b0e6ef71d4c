"""Small pages, and what the first tier learns of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from unmold.pages import read_pages
from unmold.records.extract import extract_records
from unmold.settings import Limits
from unmold.templates.model import Template, TemplateText
from unmold.templates.sample import SamplePage, find_leaves
from unmold.templates.slots.compose import FirstTier, compose
from unmold.templates.texts import template_texts

WORDS = [
    *("amber", "birch", "cedar", "dune", "ember", "fjord"),
    *("glade", "heath", "isle", "jade", "kelp", "lagoon"),
]


def sample_of(pages: Sequence[str], urls: Sequence[str] = ()) -> list[SamplePage]:
    inputs = read_pages([page.encode() for page in pages])
    leaves = find_leaves([*inputs], Limits(), jobs=1, with_markup=True)
    return [
        SamplePage(url, own) for url, own in zip(urls or [""] * len(pages), leaves, strict=True)
    ]


def first_tier(
    pages: Sequence[str], others: Sequence[Sequence[str]] = (), urls: Sequence[str] = ()
) -> tuple[FirstTier, dict[int, tuple[str, float]]]:
    sample = sample_of(pages, urls)
    texts = template_texts(sample)
    return compose(sample, frozenset(texts), map(sample_of, others)), texts


def records(
    pages: Sequence[str], urls: Sequence[str] = (), *, on: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """What the first tier of pages says of them, or `on` others."""
    first, texts = first_tier(pages, urls=urls)
    template = Template(
        "t",
        "",
        len(pages),
        (*(TemplateText(key, *texts[key]) for key in first.texts & texts.keys()), *first.labels),
        first.fields,
        first.tables,
    )
    inputs = [page.encode() for page in on or pages]
    return [record.values for record in extract_records(template, inputs, jobs=1)]


def page(body: str, title: str = "") -> str:
    return f"<html><head><title>{title}</title></head><body>{body}</body></html>"


def sentences(number: int, times: int) -> list[str]:
    return [
        f"The {WORDS[(number + k) % 12]} of place {number} was seen by all {k} people there."
        for k in range(times)
    ]
