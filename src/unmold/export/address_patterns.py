"""Address patterns: the URLs of every template's pages enter, patterns that tell them apart leave.

A template has a pattern only if it fits all of its pages and no other page of the workspace.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

MAX_DEPTHS, MIN_PAGES = 3, 3


def find_patterns(addresses: Mapping[str | None, Sequence[str]]) -> dict[str, str]:
    """By template a regular expression for the paths of its pages; None stands for no template.

    >>> find_patterns({"a": [f"http://x/book/{n}" for n in range(3)], None: ["http://x/"]})
    {'a': '/book/[^/]+'}
    """
    paths = {template: [path_of(url) for url in urls] for template, urls in addresses.items()}
    found = {}
    for template, own in paths.items():
        if template is None or len(own) < MIN_PAGES or None in own:
            continue
        pattern = _pattern([path for path in own if path is not None])
        others = (path for name, urls in paths.items() if name != template for path in urls)
        if pattern and not _fits_any(pattern, others):
            found[template] = pattern
    return found


def path_of(url: str) -> str | None:
    """The path of a web address, unquoted; None for what is none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return unquote(parts.path) or "/" if parts.scheme in ("http", "https") else None


def _fits_any(pattern: str, paths: Iterable[str | None]) -> bool:
    compiled = re.compile(pattern)
    return any(path is None or compiled.fullmatch(path) for path in paths)


def _pattern(paths: Sequence[str]) -> str | None:
    by_depth: defaultdict[int, list[list[str]]] = defaultdict(list)
    for path in paths:
        steps = path.split("/")
        by_depth[len(steps)].append(steps)
    if len(by_depth) > MAX_DEPTHS:
        return None
    return "|".join(
        "/".join(map(_step, zip(*by_depth[depth], strict=True))) for depth in sorted(by_depth)
    )


def _step(names: Sequence[str]) -> str:
    """One part of a path: the same on all pages, or anything with the same ending."""
    if len(set(names)) == 1:
        return re.escape(names[0])
    endings = {PurePosixPath(name).suffix for name in names}
    ending = endings.pop() if len(endings) == 1 else ""
    return "[^/]+" + (re.escape(ending) if ending[1:].isalnum() else "")
