"""Where sources lie and where they came from: paths as typed in, keys and URLs out.

A key must be the same however a path is written: `site`, `../site`, `site/`, through a symbolic
link or in full. So a key is the real path of a file's folder and its name there, or that of an
archive or table and a position in it. A file that is itself a link keeps its name: two names in a
folder are two pages. What is printed stays what the caller typed.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from unmold.errors import UsageError
from unmold.pages.opened_archives import is_remote


def real_path(path: str) -> str:
    """The one path of a folder, archive or table, without links and dots."""
    try:
        return os.path.realpath(path)
    except ValueError:  # no file can have such a name; whoever opens it says so
        return path


def place_of(path: str) -> str:
    """What two ways to write a path have in common."""
    folder, name = os.path.split(path)
    is_folder = os.path.isdir(path)  # noqa: PTH112 - unlike Path's, it never raises
    return real_path(path) if is_folder else os.path.join(real_path(folder or os.curdir), name)  # noqa: PTH118


@dataclass(frozen=True, slots=True)
class Container:
    """An archive, table or manifest, whose pages are known by their position in it."""

    path: str
    """As the caller typed it."""

    real: str
    """What is in keys: the same however the caller types the path, wherever it is opened."""

    file: str
    """What is opened. Whoever reads in another working folder has it in full."""

    @classmethod
    def of(cls, path: str) -> Container:
        return cls(path, path if is_remote(path) else real_path(path), path)

    @classmethod
    def anywhere(cls, path: str) -> Container:
        """One that processes with other working folders can open, too."""
        known = cls.of(path)
        return cls(path, known.real, path if is_remote(path) else os.path.abspath(path))  # noqa: PTH100

    def key(self, number: int) -> str:
        return f"{self.real}#{number}"

    def shown(self, number: int) -> str:
        """What is printed for a page."""
        return f"{self.path}#{number}"


@dataclass(frozen=True, slots=True)
class BaseUrl:
    """The URL that a folder was saved from."""

    url: str

    @classmethod
    def of(cls, text: str) -> BaseUrl:
        """Check what the caller gave; UsageError where no page can lie below it.

        >>> BaseUrl.of("https://www.example.com/shop").join("a b/index.html")
        'https://www.example.com/shop/a%20b/index.html'
        """
        try:
            parts = urlsplit(text)
            is_usable = parts.scheme in ("http", "https") and bool(parts.hostname)
        except ValueError:
            is_usable = False
        if not is_usable or parts.query or parts.fragment:
            raise UsageError(
                f"{text!r} is not the URL of a folder",
                hint="give a base URL such as https://www.example.com/shop/",
            )
        return cls(text.rstrip("/") + "/")

    def join(self, relative: str) -> str:
        """The URL of a file by its path inside the folder; names are taken as they are."""
        return self.url + quote(os.fsencode(relative))
