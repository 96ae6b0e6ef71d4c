"""The score of a page: how much of the template it has, of its texts and of its fields."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from unmold.templates.model import Template

# The middle between the two; guesses, all three.
LOW_SCORE = 0.5
"""Pages of the same template score higher, pages of another lower."""

SURE_TEXT = 0.9
"""A text on this share of the sample is expected on every page. A guess."""
USUAL_FIELD = 0.5
"""A field on this share of the sample counts for the score. A guess."""


def page_score(template: Template, texts: Iterable[int], values: dict[str, Any]) -> float:
    """Between 0 and 1; the mean over texts and fields that nearly every page has.

    Where there are none of either, a page that says anything fits.
    """
    sure = [number for number, text in enumerate(template.texts) if text.share >= SURE_TEXT]
    found = set(texts)
    parts = []
    if sure:
        parts.append(sum(1 for number in sure if number in found) / len(sure))
    usual = [field for field in template.fields if field.fill >= USUAL_FIELD and not field.is_noise]
    if usual:
        weight = sum(field.fill for field in usual)
        parts.append(sum(field.fill for field in usual if field.name in values) / weight)
    return round(sum(parts) / len(parts), 4) if parts else float(bool(values))
