"""What a comparison finds: findings with stable codes, how well templates fit, and its settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from unmold.errors import UsageError

CODES = {
    "field-vanished": "pages no longer show a field",
    "field-moved": "a field is elsewhere on the page",
    "class-renamed": "a class on the path to fields has another name",
    "id-renamed": "an id on the path to fields has another name",
    "wrapped": "an element was put around everything",
    "became-link": "what was text is a link",
    "list-to-table": "what was a list is a table",
    "label-reworded": "a label says the same in other words",
    "type-changed": "the values of a field are of another type",
    "format-changed": "the values of a field are written in another way",
    "fill-changed": "more or fewer pages fill a field",
    "new-field": "pages say something that they did not say",
    "new-template": "pages that are alike and fit no template",
    "template-redesigned": "all pages of a template look different and say the same",
    "template-split": "some pages of a template got a template of their own",
    "template-vanished": "there is no page of a template any more",
    "broken-page": "pages that hold next to nothing",
    "unfit-page": "pages that do not fit their template any more, each in its own way",
}
"""All codes, and what each says. Codes are stable."""


class Severity(StrEnum):
    """Whether a change breaks what was learned."""

    BREAKAGE = "breakage"
    """What was learned no longer gives what it gave."""

    NOTICE = "notice"
    """What was learned still works."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One change."""

    code: str
    severity: Severity
    template: str
    """The template that it is about; empty for pages that have none, and for several."""

    fields: tuple[str, ...] = ()
    old: str = ""
    new: str = ""
    pages: int = 0
    """How many pages it is about: an estimate where only a sample was compared."""

    share: float = 0.0
    """Their share of the template's pages, or templates'; for broken and unfit pages, of all."""

    examples: tuple[str, ...] = ()
    """Paths of some pages; of broken and unfit pages, all of them."""

    matches: Mapping[str, str] = field(default_factory=dict)
    """Of a template with a new design: by field the name that it would have in the new one."""

    templates: tuple[str, ...] = ()
    """Of a change to what templates share: all that it is about; fields are named with them."""

    def to_json(self) -> dict[str, Any]:
        """The finding as plain values."""
        return asdict(self) | {"severity": self.severity.value, "says": CODES[self.code]}


@dataclass(frozen=True, slots=True)
class TemplateFit:
    """How many pages of one template still fit it."""

    template: str
    pages_before: int
    pages: int
    fitting: int
    compared_by: str = "pages"
    """`pages`, or `records` where the known pages cannot be read any more."""

    @property
    def share(self) -> float:
        """The share of pages that still fit; 1 where there are none."""
        return self.fitting / self.pages if self.pages else 1.0

    def to_json(self) -> dict[str, Any]:
        """The fit as plain values."""
        return asdict(self) | {"share": round(self.share, 4)}


@dataclass(frozen=True, slots=True)
class Drift:
    """What changed between the learned state and a new crawl."""

    pages: int
    templates: Sequence[TemplateFit]
    findings: Sequence[Finding]
    assigned: Mapping[str, str] = field(default_factory=dict, repr=False)
    """By key of each page its template, or the expected one, which will be learned from it."""

    def breakages(self, threshold: float = 0.0) -> list[Finding]:
        """The findings that break what was learned, for more than this share of pages."""
        broken = (one for one in self.findings if one.severity is Severity.BREAKAGE)
        return [one for one in broken if one.share > threshold]

    def changed_templates(self) -> set[str]:
        """The templates that must be learned again to be right."""
        kept = (
            "broken-page",
            "unfit-page",
            "template-vanished",
            "new-template",
            "fill-changed",
        )
        changed = [one for one in self.findings if one.code not in kept]
        return {name for one in changed for name in one.templates or (one.template,)}

    def to_json(self) -> dict[str, Any]:
        """Everything that people and programs are shown, as plain values."""
        return {
            "pages": self.pages,
            "templates": [one.to_json() for one in self.templates],
            "findings": [one.to_json() for one in self.findings],
        }


@dataclass(frozen=True, slots=True)
class DriftSettings:
    """What counts as a change. The defaults would rather miss one than report a false one."""

    sample_size: int = 60
    """Previous and current pages of each template that are compared value by value."""

    doubt: float = 1e-3
    """How likely chance alone may bring about a field that is missing everywhere."""

    least_change: float = 0.2
    """A share of filled pages that changed by less is not worth a finding."""

    min_pages: int = 3
    """How many unmatched pages that are alike make a template."""

    min_richness: float = 0.25
    """Alike pages with a smaller share of a template's number of columns are broken, not new."""

    def __post_init__(self) -> None:
        if self.sample_size < 1 or self.min_pages < 2:
            raise UsageError("sample_size must be at least 1, min_pages at least 2")
