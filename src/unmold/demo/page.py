"""What every page kind yields.

In: nothing. Out: `DemoPage`, which `site` writes to disk.
"""

from dataclasses import dataclass

Row = dict[str, str]
Values = dict[str, str | list[str] | list[Row]]


@dataclass(frozen=True)
class DemoPage:
    """A page and the truth about it: its template, and its values as shown."""

    path: str
    template: str
    html: str
    values: Values


def present(**values: str | list[str] | list[Row] | None) -> Values:
    """The values that are there: None and empty lists are left out."""
    return {name: value for name, value in values.items() if value}
