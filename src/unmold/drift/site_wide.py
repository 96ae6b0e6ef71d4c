"""Site-wide findings: findings of single templates enter; what is the same for several leaves once.

A frame is shared by all templates of a site, so an element that was put around everything is one
change and not one for each template.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from unmold.drift.findings import Finding, Severity

SHARED = ("wrapped",)
"""Codes of changes to what templates share."""

EXAMPLES = 5


def join_templates(findings: Sequence[Finding], pages: Mapping[str, int]) -> Iterator[Finding]:
    """The findings, those that say the same of several templates as one.

    `pages` says how many pages each template has now.
    """
    alike: defaultdict[tuple[str, str, str], list[Finding]] = defaultdict(list)
    for one in findings:
        if one.code in SHARED and one.template:
            alike[one.code, one.old, one.new].append(one)
        else:
            yield one
    for group in alike.values():
        yield _joined(group, pages) if len(group) > 1 else group[0]


def _joined(group: Sequence[Finding], pages: Mapping[str, int]) -> Finding:
    templates = tuple(sorted({one.template for one in group}))
    count = sum(one.pages for one in group)
    total = sum(pages[name] for name in templates)
    is_breaking = any(one.severity is Severity.BREAKAGE for one in group)
    return replace(
        group[0],
        severity=Severity.BREAKAGE if is_breaking else Severity.NOTICE,
        template="",
        templates=templates,
        fields=tuple(f"{one.template}.{name}" for one in group for name in one.fields),
        pages=count,
        share=round(min(1.0, count / max(total, 1)), 4),
        examples=tuple(path for one in group for path in one.examples[:1])[:EXAMPLES],
    )
