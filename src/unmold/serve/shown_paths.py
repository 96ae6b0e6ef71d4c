"""Shows the places of pages without saying where they lie on the server.

A page that was given by an absolute path is shown by its path inside the folder that all such pages
share; whatever else begins with that folder, as links without a base do, is cut in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ShownPaths:
    """Cuts off what all absolute paths begin with."""

    root: str = ""
    """A folder, with the slash behind it; empty where no path is absolute."""

    @classmethod
    def between(cls, first: str | None, last: str | None) -> ShownPaths:
        """The folder of all paths, of which these are the first and the last by letters."""
        if not first or not last:
            return cls()
        pairs = enumerate(zip(first, last, strict=False))
        shared = next((at for at, (one, other) in pairs if one != other), len(first))
        return cls(first[: first.rfind("/", 0, shared) + 1])

    def show(self, text: str) -> str:
        """A path, an address or any other text, without that folder."""
        if self.root and text.startswith(self.root) and len(text) > len(self.root):
            return text[len(self.root) :]
        return text

    def show_path(self, path: str) -> str:
        """A path; of one that lies elsewhere the last part."""
        shown = self.show(path)
        return shown.rpartition("/")[2] if shown.startswith("/") else shown

    def show_all(self, value: Any) -> Any:
        """Plain values of any depth with every text shown."""
        if not self.root:
            return value
        if isinstance(value, str):
            return self.show(value)
        if isinstance(value, list):
            return [self.show_all(one) for one in value]
        if isinstance(value, dict):
            return {name: self.show_all(one) for name, one in value.items()}
        return value
