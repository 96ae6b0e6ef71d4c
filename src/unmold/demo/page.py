"""What every page type yields, and what it is made from.

`site` writes each `DemoPage` to disk.
"""

from dataclasses import dataclass, field

from unmold.demo.changes import Change
from unmold.demo.facts import Shop
from unmold.demo.gold_records import Values
from unmold.demo.look import Look
from unmold.demo.markup import Raw
from unmold.demo.paths import Paths
from unmold.demo.plan import Plan


@dataclass(frozen=True)
class DemoPage:
    """A page and the truth about it: its template, and its values as shown."""

    path: str
    """Its address below the root of the site."""

    template: str
    html: str
    values: Values


@dataclass(frozen=True)
class Blueprint:
    """All that pages are made from."""

    shop: Shop
    plan: Plan
    paths: Paths
    look: Look
    change: Change
    changed: Look
    """The look of those pages that the change is about."""

    chrome: dict[str, Raw] = field(default_factory=dict)
    """Parts that many pages share, written already."""

    def look_of(self, template: str, position: int = 0) -> Look:
        """The look of a page, given the template it comes from and its position among them."""
        return self.changed if self.change.concerns(template, position) else self.look

    def label_of(self, template: str, position: int = 0) -> str:
        """The gold label of a page: its template, or the new one that the change makes of it."""
        if self.change.new_template and self.change.concerns(template, position):
            return f"{template}-new"
        return template
