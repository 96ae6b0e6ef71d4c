"""`DemoSettings`: all that decides what a demo site is. The same settings give the same bytes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DemoSettings:
    """What site to invent."""

    seed: int = 0
    """Decides brand, goods, wording, class names, markup and order of blocks."""

    pages: int = 120
    """How many pages there are, at least one of each type."""

    light: bool = True
    """Whether a site of 60 pages or more has a second, light family of pages below `light/`."""

    change: str = ""
    """The name of one change, a key of `CHANGES`, made to the site that the seed gives."""

    hostile: bool = False
    """Whether labels, classes, ids and URLs hold quotes, braces, line breaks and code."""
