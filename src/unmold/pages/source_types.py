"""Finds the type of source that a path names.

Decided by the name and by whether it is a directory, never by content: a page must not be able to
choose how it is read.
"""

from __future__ import annotations

import os
from enum import Enum

from unmold.pages.crawled import is_crawled

HTML_SUFFIXES = (".html", ".htm", ".xhtml")
WARC_SUFFIXES = (".warc", ".warc.gz")
JSONL_SUFFIXES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")


class SourceType(Enum):
    """The types of source that a path can name."""

    FOLDER = "folder"
    WARC = "warc"
    MANIFEST = "manifest"
    PARQUET = "parquet"
    JSONL = "jsonl"
    FILE = "file"
    CRAWL = "crawl"


def source_type_of(path: str) -> SourceType:
    """The type of source at a path; whatever is nothing else, or is not there, is an HTML file."""
    if os.path.isdir(path):  # noqa: PTH112 - unlike Path's, it takes any string and never raises
        return SourceType.CRAWL if is_crawled(path) else SourceType.FOLDER
    name = path.lower() if exists(path) else ""
    if name.endswith(WARC_SUFFIXES):
        return SourceType.WARC
    if name.endswith(".csv"):
        return SourceType.MANIFEST
    if name.endswith(".parquet"):
        return SourceType.PARQUET
    return SourceType.JSONL if name.endswith(JSONL_SUFFIXES) else SourceType.FILE


def exists(path: str) -> bool:
    """Whether something is there; False also for what cannot be a path."""
    return os.path.exists(path)  # noqa: PTH110 - unlike Path's, it never raises


def is_html_name(name: str) -> bool:
    """Whether a file calls itself HTML, gzip or not."""
    return name.lower().removesuffix(".gz").endswith(HTML_SUFFIXES)


def has_extension(name: str) -> bool:
    """Whether a file's name says what it is.

    >>> [has_extension(name) for name in ("style.css", "about", "release-1.2", "index.php?id=3")]
    [True, False, False, False]
    """
    _, dot, suffix = name.removesuffix(".gz").rpartition(".")
    return bool(dot) and len(suffix) <= 8 and suffix.isalnum() and suffix[:1].isalpha()
