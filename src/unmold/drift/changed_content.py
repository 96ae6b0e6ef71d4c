"""Columns whose values changed in type, format or fill, labels with other words, and new columns.

The format of a value is a pattern with everything left out that differs from value to value:
`£0.00`, `D Month YYYY`. Texts that are neither prices nor dates nor decimal numbers have none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from unmold.drift.comparison import TemplateComparison, has_vanished, match_columns, shared_pages
from unmold.drift.element_paths import ElementPath, is_within
from unmold.drift.findings import Finding
from unmold.drift.profiles import Profile, usual_path
from unmold.values import parse_date, parse_number, parse_price

# The shares below are guesses. tests/drift checks them together, on the changes of the demo site
# and on unchanged pages; none was measured by itself.
MIN_VALUES = 3
"""Fewer values say nothing about what values are like."""


def compare_values(comparison: TemplateComparison) -> list[Finding]:
    """Changes of type, format and fill; columns with the same change of format are one finding."""
    findings: list[Finding] = []
    formats: dict[tuple[str, str, str], list[str]] = {}
    for column in comparison.old.columns:
        if column in comparison.lost:
            continue
        change = _written_otherwise(comparison, column)
        if change is not None:
            formats.setdefault(change, []).append(column)
        else:
            findings += _fill(comparison, column)
    for (code, old, new), columns in formats.items():
        findings.append(comparison.make_finding(code, columns, old, new, is_breakage=True))
    return findings


def _written_otherwise(comparison: TemplateComparison, column: str) -> tuple[str, str, str] | None:
    # Records hold values without the labels that pages write before them.
    part = "value" if comparison.old.is_recorded else "raw"
    before = [getattr(cell, part) for cell in comparison.old.cells(column)]
    now = [getattr(cell, part) for cell in comparison.new.cells(column)]
    if min(len(before), len(now)) < MIN_VALUES:
        return None
    old, new = usual_format(before), usual_format(now)
    if old and new:
        return ("format-changed", old, new) if old != new else None
    change = changed_type(before, now)
    if comparison.old.is_recorded and change is not None and "url" in change:
        # Records hold whole addresses, pages write relative ones.
        return None
    return ("type-changed", *change) if change is not None else None


def _fill(comparison: TemplateComparison, column: str) -> list[Finding]:
    change = comparison.fill_change(column)
    if not change or (change > 0 and _was_elsewhere(comparison, column)):
        return []
    profiles = (comparison.old, comparison.new)
    shown = [f"{one.filled(column) / len(one):.0%}" for one in profiles]
    return [
        comparison.make_finding(
            "fill-changed", [column], *shown, is_breakage=change < 0, share=abs(change)
        )
    ]


def _was_elsewhere(comparison: TemplateComparison, column: str) -> bool:
    """Whether pages that fill a column only now had the same value before, elsewhere.

    Then the template reads more than it should, because what it goes by has changed.
    """
    before, now = comparison.old.columns[column], comparison.new.columns.get(column, {})
    pairs = [
        (comparison.old.pages[one], now[other])
        for one, other in shared_pages(comparison.old, comparison.new)
        if other in now and one not in before
    ]
    said = sum(1 for page, cells in pairs if page.paths_of(cells[0]))
    return said > len(pairs) / 2


USUAL = 0.8
"""The share of values that must have a format for it to be the column's."""

SURE, HARDLY = 0.9, 0.3
"""The shares of values that read as a type before and now, or the reverse."""

MAX_LENGTH = 40
"""Longer values are prose, which has no format."""

_MONEY = re.compile(
    r"(?P<before>[^\d\s.,'’+-]{1,3})?(?P<gap>\s?)(?P<amount>\d(?:[\d.,'’\s]*\d)?)(?P<after>\s?[^\d\s.,'’+-]{1,3})?"
)
_DECIMALS = re.compile(r"[.,](?=\d{1,2}$)")
_MAY = re.compile(r"\bMay\b")
_MONTH = re.compile(r"[^\W\d_]{3,}\.?")


def usual_format(texts: Sequence[str]) -> str:
    """The format of nearly all of some texts, or nothing.

    >>> usual_format(["$5.00", "$1,299.00"]), usual_format(["a", "b"])
    ('$0.00', '')
    >>> usual_format(["3 March 2021", "14 April 2022"]), usual_format(["2021-03-03"])
    ('D Month YYYY', 'YYYY-MM-DD')
    >>> usual_format(["3 May 2021", "14 April 2022"])
    'D Month YYYY'
    """
    # May is as long as its short form and says nothing about how months are written.
    telling = [text for text in texts if not _MAY.search(text)] or texts
    patterns = Counter(pattern_of(text) for text in telling)
    if not patterns:
        return ""
    found, times = patterns.most_common(1)[0]
    return found if times >= USUAL * len(telling) else ""


def pattern_of(text: str) -> str:
    """The format of one text."""
    text = " ".join(text.split())
    if len(text) > MAX_LENGTH:
        return ""
    if parse_date(text) is not None or parse_date(text, "day-first") is not None:
        return _date_pattern(text)
    if _is_price(text):
        return _price_pattern(text)
    return ""


def changed_type(before: Sequence[str], now: Sequence[str]) -> tuple[str, str] | None:
    """The types that values had and have, if nearly all were of one and hardly any still are."""
    shares = {name: (_share(before, test), _share(now, test)) for name, test in _TESTS.items()}
    lost = [name for name, (old, new) in shares.items() if old >= SURE and new <= HARDLY]
    won = [name for name, (old, new) in shares.items() if new >= SURE and old <= HARDLY]
    if not lost and not won:
        return None
    return (lost[0] if lost else "text"), (won[0] if won else "text")


def _is_price(text: str) -> bool:
    return parse_price(text) is not None or parse_price(text, "comma") is not None


_TESTS: dict[str, Callable[[str], bool]] = {
    "date": lambda text: parse_date(text) is not None or parse_date(text, "day-first") is not None,
    "price": _is_price,
    "number": lambda text: (
        parse_number(text) is not None or parse_number(text, "comma") is not None
    ),
    "url": lambda text: text.startswith(("http://", "https://", "//")),
}


def _share(texts: Sequence[str], test: Callable[[str], bool]) -> float:
    return sum(1 for text in texts if test(text)) / len(texts)


def _date_pattern(text: str) -> str:
    text = _MONTH.sub(lambda word: "Mon" if len(word[0].rstrip(".")) == 3 else "Month", text)
    text = re.sub(r"\d{4}", "YYYY", text)
    if "Mon" in text:
        return re.sub(r"\d+", "D", text)
    return re.sub(r"\d+", "DD", text).replace("YYYY-DD-DD", "YYYY-MM-DD")


def _price_pattern(text: str) -> str:
    found = _MONEY.fullmatch(text)
    if not found:
        return ""
    sign = _DECIMALS.search(found["amount"])
    amount = f"0{sign[0]}00" if sign else "0"
    before = f"{found['before']}{found['gap']}" if found["before"] else ""
    return f"{before}{amount}{found['after'] or ''}"


ABOUT_AS_MANY = 0.25
"""By how much the shares of pages of two texts may differ for one to replace the other."""


class _Text(NamedTuple):
    words: str
    steps: ElementPath
    order: float
    """How far down the page it is, from 0 to 1."""
    share: float
    column: str
    """The column that comes after it on most pages."""


def find_rewordings(comparison: TemplateComparison) -> list[Finding]:
    """Labels that say the same in other words."""
    said = {text.text for text in comparison.old.template.texts}
    says = {text.text for text in comparison.relearned.template.texts}
    gone = [
        text for text in _gone(comparison.old, comparison.new, comparison) if text.words not in says
    ]
    come = [
        text
        for text in _gone(comparison.relearned, comparison.relearned_previous, comparison)
        if text.words not in said
    ]
    findings = []
    for old in gone:
        new = min(
            (text for text in come if _is_same_label(old, text)),
            key=lambda text: abs(text.order - old.order),
            default=None,
        )
        if new is not None:
            come.remove(new)
            columns = [old.column] if old.column else []
            findings.append(
                comparison.make_finding(
                    "label-reworded", columns, old.words, new.words, share=old.share
                )
            )
    return findings


def _is_same_label(old: _Text, new: _Text) -> bool:
    return old.steps == new.steps and abs(old.share - new.share) <= ABOUT_AS_MANY


def _gone(there: Profile, missing: Profile, comparison: TemplateComparison) -> Iterator[_Text]:
    """The texts of a template that pages of one profile have, and those of the other do not."""
    for text in there.template.texts:
        leaves = there.texts.get(text.key, {})
        now = len(missing.texts.get(text.key, ()))
        doubt = comparison.settings.doubt
        if not has_vanished(len(leaves), len(there), now, len(missing), doubt):
            continue
        places = {number: there.pages[number].place_of(leaf) for number, leaf in leaves.items()}
        steps = usual_path(places.values())
        if steps is not None:
            order = sum(
                leaf / max(len(there.pages[number].leaves), 1) for number, leaf in leaves.items()
            )
            column = _column_behind(there, {n: place.order for n, place in places.items()})
            share = len(leaves) / len(there)
            yield _Text(text.text, steps, order / len(leaves), share, column)


def _column_behind(profile: Profile, orders: dict[int, int]) -> str:
    """The column whose cells most often come first after a text."""
    counts: Counter[str] = Counter()
    for number, order in orders.items():
        behind = [
            (cells[0].place.order, -len(cells[0].place.steps), name)
            for name, pages in profile.columns.items()
            if (cells := pages.get(number)) and cells[0].place.order > order
        ]
        if behind:
            counts[min(behind)[2]] += 1
    return counts.most_common(1)[0][0] if counts else ""


KNOWN_SHARE = 0.5
"""A column more than half of whose values were said before is no addition."""


def find_additions(comparison: TemplateComparison, explained: set[ElementPath]) -> list[Finding]:
    """New fields; those inside each other are one finding, those already explained are none."""
    known = set(match_columns(comparison.new, comparison.relearned).values())
    known |= set(comparison.same_in_relearned.values())
    groups: list[tuple[ElementPath, list[str]]] = []
    candidates = [
        (steps, column)
        for column in comparison.relearned.columns
        if column not in known
        and _is_new(comparison, column)
        and (steps := usual_path(cell.place for cell in comparison.relearned.cells(column)))
    ]
    for steps, column in sorted(candidates, key=lambda pair: len(pair[0])):
        if any(is_within(steps, one) for one in explained):
            continue
        group = next((names for outer, names in groups if is_within(steps, outer)), None)
        if group is None:
            groups.append((steps, [column]))
        else:
            group.append(column)
    return [_describe_addition(comparison, steps, columns) for steps, columns in groups]


def _describe_addition(
    comparison: TemplateComparison, steps: ElementPath, columns: list[str]
) -> Finding:
    share = max(comparison.relearned.filled(column) for column in columns) / len(
        comparison.relearned
    )
    return comparison.make_finding(
        "new-field", columns, "", comparison.show_current(steps), is_breakage=False, share=share
    )


def _is_new(comparison: TemplateComparison, column: str) -> bool:
    now, before = comparison.relearned.filled(column), comparison.relearned_previous.filled(column)
    is_new = has_vanished(
        now,
        len(comparison.relearned),
        before,
        len(comparison.relearned_previous),
        comparison.settings.doubt,
    )
    values = {cell.value for cell in comparison.relearned.cells(column)}
    return is_new and len(values) > 1 and not _appeared_before(comparison, column)


def _appeared_before(comparison: TemplateComparison, column: str) -> bool:
    """Whether the same pages had these values before, wherever."""
    compared = said = 0
    for one, other in shared_pages(comparison.old, comparison.relearned):
        cells = comparison.relearned.columns[column].get(other, ())
        compared += len(cells)
        said += sum(1 for cell in cells if cell.raw in comparison.old.pages[one].leaves_by_text)
    return compared > 0 and said > KNOWN_SHARE * compared
