"""Makes the ids of templates: a slug of the site with a number, never used twice.

A slug holds letters, digits and underscores only, so that it can name a file, and a table in SQL.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

MAX_LENGTH = 40
"""Keeps names of files and tables readable."""

_OTHER = re.compile(r"[^a-z0-9]+")


class TemplateIds:
    """Numbers templates by site, going on where the previous run ended."""

    def __init__(self, last: Mapping[str, int]) -> None:
        self.last = Counter(last)

    def take(self, site: str) -> str:
        """The next id for a template of a site.

        >>> ids = TemplateIds({})
        >>> ids.take("www.Shop-24.example"), ids.take("www.Shop-24.example")
        ('www_shop_24_example_1', 'www_shop_24_example_2')

        A folder whose pages have no address is called by its own name.

        >>> ids.take("/data/crawls/shop-24")
        'shop_24_1'
        """
        slug = _slug(site)
        self.last[slug] += 1
        return f"{slug}_{self.last[slug]}"


def _slug(site: str) -> str:
    name = site.rstrip("/").rpartition("/")[2]
    return _OTHER.sub("_", name.lower())[-MAX_LENGTH:].strip("_") or "site"


def known_again(
    members: Sequence[str], before: Mapping[str, str | None], sizes: Mapping[str, int]
) -> str | None:
    """The template of the previous run that a cluster continues.

    Of the pages that were there before and still are, more than half of the one's must be more than
    half of the other's, so that no two clusters continue the same template. Pages that are new say
    nothing about it, however many they are. `sizes` counts the pages of templates that still are.
    """
    found = Counter(template for key in members if (template := before.get(key)) is not None)
    if not found:
        return None
    template, shared = min(found.items(), key=lambda item: (-item[1], item[0]))
    return template if shared * 2 > max(found.total(), sizes[template]) else None
