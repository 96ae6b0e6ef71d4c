"""Says why a command found no page in what it was given, or not in all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from unmold.cli.source import OpenSource
from unmold.cli.terminal import safe
from unmold.errors import NoPagesError, UsageError

SHOWN_NAMES = 3
"""Sources that are named; who gives a hundred knows them."""
SHOWN_TYPES = 4
"""Types of files that are named."""


@contextmanager
def explaining_no_pages(source: OpenSource, purpose: str) -> Iterator[None]:
    """List the problems of sources without pages, and say what they hold instead."""
    try:
        yield
    except NoPagesError as error:
        for problem in error.problems:
            source.log.add(problem)
        raise explain_no_pages(source, purpose) from error


def explain_no_pages(source: OpenSource, purpose: str) -> UsageError:
    """Why there is no page to do something with, as far as sources and problems say."""
    if source.limit == 0:
        return UsageError(
            f"--limit 0 leaves no page to {purpose}", hint="give a limit of at least 1"
        )
    names = ", ".join(source.names[:SHOWN_NAMES])
    message = f"there is no page to {purpose} in {names}"
    if source.log.counts:
        return UsageError(message, hint="the problems above say why")
    if source.include or source.exclude:
        return UsageError(message, hint="--include and --exclude leave none")
    return UsageError(message, hint=_say_contents(source.names))


def _say_contents(names: tuple[str, ...]) -> str:
    """What folders hold where they hold no page."""
    from unmold.pages.other_files import count_files
    from unmold.pages.source_types import WARC_SUFFIXES

    types = count_files(names)
    if not types:
        return "it is empty; give a folder with HTML files, a WARC, a manifest or a URL"
    archives = [suffix for suffix in WARC_SUFFIXES if types[suffix]]
    if archives:
        return f"name its archives one by one: {Path(names[0], '*' + archives[-1])}"
    return (
        f"its files are no HTML by their names ({_show(types)}); {_PAGE_NAMES}, and a manifest "
        "(CSV with `path`) can name others"
    )


def print_other_files(source: OpenSource) -> None:
    """Say on standard error which files of folders were passed over."""
    from unmold.pages.other_files import count_other_files

    types = count_other_files(source.names)
    if types:
        files = "1 file is" if types.total() == 1 else f"{types.total():,} files are"
        click.echo(f"{files} no HTML by name ({_show(types)}); {_PAGE_NAMES}", err=True)


def _show(types: Counter[str]) -> str:
    shown = [f"{count:,} {safe(suffix)}" for suffix, count in types.most_common(SHOWN_TYPES)]
    return ", ".join(shown) + (", ..." if len(types) > SHOWN_TYPES else "")


_PAGE_NAMES = "pages are called .html, .htm or .xhtml"
