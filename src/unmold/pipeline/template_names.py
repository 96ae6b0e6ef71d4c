"""Gives every template of a workspace a name that no other has.

A template of the only site is called what its pages are; where there are several sites, the site's
name is put in front. A second one of the same name gets a number. A name once given stays with its
template and is never another's, so that a query means the same in every run.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from unmold.templates.template_names import MAX_LENGTH, NO_NAME, make_sql_name

SITE_LENGTH = 20
"""Letters of a site's name that are put before the names of its templates."""

_ADDRESS = re.compile(r"[\d.:\[\]]+|localhost(?::\d+)?")
_SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "gob", "gov", "gr", "net", "or", "org"})
"""What is before the country in names as `shop.co.uk`."""


class TemplateNames:
    """Hands out names; `given` says which template has, or had, which."""

    def __init__(self, given: Mapping[str, str], sites: Iterable[str]) -> None:
        self.given = dict(given)
        self._prefixes = _prefixes(sorted(set(sites)))

    def take(self, name: str, site: str, template: str) -> str:
        """A name for the template with this id.

        >>> names = TemplateNames({}, ["www.shop-24.example"])
        >>> names.take("products", "www.shop-24.example", "1")
        'products'
        >>> names.take("products", "www.shop-24.example", "2")
        'products_2'
        >>> names = TemplateNames({}, ["www.shop-24.example", "127.0.0.1"])
        >>> names.take("products", "www.shop-24.example", "1")
        'shop_24_products'
        >>> names.take("posts", "127.0.0.1", "2")
        'site_127_0_0_1_posts'
        """
        prefix = self._prefixes.get(site, "")
        whole = f"{prefix}_{'pages' if name == NO_NAME else name}" if prefix else name
        free = next(one for one in _numbered(make_sql_name(whole)) if one not in self.given)
        self.given[free] = template
        return free


def _numbered(name: str) -> Iterable[str]:
    yield name
    for number in count(2):
        end = f"_{number}"
        yield name[: MAX_LENGTH - len(end)].rstrip("_") + end


def _prefixes(sites: list[str]) -> dict[str, str]:
    """By site what is put before the names of its templates; nothing if there is one site."""
    if len(sites) < 2:
        return {}
    short = {site: _short(site) for site in sites}
    names = list(short.values())
    return {site: name if names.count(name) == 1 else _slug(site) for site, name in short.items()}


def _short(site: str) -> str:
    """What people call a site.

    >>> _short("www.shop-24.co.uk"), _short("trac.ckan.org"), _short("/data/enchufa2")
    ('shop_24', 'trac_ckan', 'enchufa2')
    """
    host = site.rstrip("/").rpartition("/")[2]
    if _ADDRESS.fullmatch(host):
        return _slug(host)
    parts = host.partition(":")[0].removeprefix("www.").split(".")
    if len(parts) > 1:
        parts.pop()
    if len(parts) > 1 and parts[-1] in _SECOND_LEVEL:
        parts.pop()
    return _slug("_".join(parts))


def _slug(site: str) -> str:
    name = re.sub(r"[\W_]+", "_", site.rstrip("/").rpartition("/")[2].lower()).strip("_")
    name = name[:SITE_LENGTH].rstrip("_") or "site"
    return name if name[0].isalpha() else f"site_{name}"


# Ids are a slug of the site with a number, never used twice: letters, digits and underscores only.


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
        slug = _site_slug(site)
        self.last[slug] += 1
        return f"{slug}_{self.last[slug]}"


def _site_slug(site: str) -> str:
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
