"""Shows the places of pages without saying where they lie on the server.

A page that was given by an absolute path is shown by its path inside the folder that all such pages
share; whatever else begins with that folder, as links without a base do, is cut in the same way. A
site that is called by the place of its folder or archive is called by the end of that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from unmold.model import page_id


@dataclass(frozen=True, slots=True)
class ShownPaths:
    """Cuts off what all absolute paths begin with."""

    root: str = ""
    """A folder, with the slash behind it; empty where no path is absolute."""

    sites: dict[str, str] = field(default_factory=dict)
    """What sites are shown as that are called by a place."""

    @classmethod
    def between(cls, first: str | None, last: str | None, sites: Iterable[str] = ()) -> ShownPaths:
        """The folder of all paths, of which these are the first and the last by letters."""
        shown = _name_sites([site for site in sites if site.startswith("/")])
        if not first or not last:
            return cls(sites=shown)
        pairs = enumerate(zip(first, last, strict=False))
        shared = next((at for at, (one, other) in pairs if one != other), len(first))
        return cls(first[: first.rfind("/", 0, shared) + 1], shown)

    @property
    def hides_nothing(self) -> bool:
        """Whether no text is shown otherwise than it is."""
        return not self.root and not self.sites

    def show(self, text: str) -> str:
        """A path, an address, a site or any other text, without that folder."""
        if not text.startswith("/"):
            return text
        if text in self.sites:
            return self.sites[text]
        if self.root and text.startswith(self.root) and len(text) > len(self.root):
            return text[len(self.root) :]
        return "…" if self._is_cut(text) else text

    def _is_cut(self, text: str) -> bool:
        """Whether it is a path of which only the folder is left, as examples of a column are."""
        return text.count("/") > 1 and self.root.startswith(text.rstrip("…")) and text[0] == "/"

    def show_path(self, path: str) -> str:
        """A path; of one that lies elsewhere the last part."""
        shown = self.show(path)
        return shown.rpartition("/")[2] if shown.startswith("/") else shown

    def find_site(self, shown: str) -> str:
        """The site that is shown as this."""
        return next((site for site, name in self.sites.items() if name == shown), shown)

    def show_all(self, value: Any) -> Any:
        """Plain values of any depth with every text shown."""
        return value if self.hides_nothing else self._show_all(value)

    def _show_all(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.show(value)
        if isinstance(value, list | tuple):
            return [self._show_all(one) for one in value]
        if isinstance(value, dict):
            # Most of an overlay's many values are numbers and texts that are no paths.
            return {
                name: one
                if one is None or type(one) is int or (type(one) is str and one[:1] != "/")
                else self._show_all(one)
                for name, one in value.items()
            }
        return value

    def show_edit(self, plain: dict[str, Any]) -> dict[str, Any]:
        """An edit as its file has it, but with pages by their ids, as requests name them."""
        shown: dict[str, Any] = _name_pages(self.show_all(plain), plain)
        return shown


def _name_sites(sites: list[str]) -> dict[str, str]:
    """Each by as few of its last parts as tell it from the others."""
    parts = {site: site.strip("/").split("/") for site in sites}
    ends = dict.fromkeys(sites, 1)
    while True:
        names = {site: "/".join(parts[site][-ends[site] :]) for site in sites}
        counts = Counter(names.values())
        longer = [one for one in sites if counts[names[one]] > 1 and ends[one] < len(parts[one])]
        if not longer:
            return names
        for site in longer:
            ends[site] += 1


def _name_pages(shown: Any, plain: Any) -> Any:
    """Plain values with the id of a page in place of its key."""
    if isinstance(plain, list | tuple):
        return [_name_pages(*pair) for pair in zip(shown, plain, strict=True)]
    if not isinstance(plain, dict):
        return shown
    found = {name: _name_pages(shown[name], value) for name, value in plain.items()}
    if isinstance(plain.get("key"), str):
        del found["key"]
        return {"page": page_id(plain["key"]), **found}
    return found
