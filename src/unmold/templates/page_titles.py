"""The title of pages: which column it is, and what the head of pages says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from statistics import median

from unmold.templates.class_words import words_of
from unmold.templates.sample import SamplePage
from unmold.templates.slot_columns import SlotColumn
from unmold.templates.slots import Slot


def head_titles(page: SamplePage) -> list[str]:
    found = []
    for leaf, hint in enumerate(page.hints):
        if hint.startswith("title\t"):
            found.append(page.values[leaf])
            break
    named = dict(zip(page.names, page.values, strict=True))
    found += [named[name] for name in ("og:title", "twitter:title") if name in named]
    found += [
        value
        for name, value in zip(page.names, page.values, strict=True)
        if name.endswith(".headline")
    ]
    return found


def find_title(
    columns: Sequence[SlotColumn], titles: Sequence[list[str]], pages: Sequence[SamplePage]
) -> SlotColumn | None:
    """The visible column that best explains the titles of pages."""
    cut = _without_affixes(titles)
    best, best_score = None, 0.0
    for column in columns:
        if column.form not in ("value", "text", "list") or len(column.cells) < 0.5 * len(pages):
            continue
        if len({*column.texts.values()}) < min(2, len(pages)):
            continue
        lengths = [len(text) for text in column.texts.values()]
        if median(lengths) > 200:
            continue
        score = sum(_likeness(text, cut[entry[0]]) for entry, text in column.texts.items())
        score /= len(pages)
        tags = _tags(column.slot)
        score += 0.3 * ("h1" in tags) + 0.1 * ("h2" in tags) + 0.05 * ("h3" in tags)
        score += 0.1 * any("title" in word.lower() or word.lower() == "name" for word in column.slot.words)
        variety = len({*column.texts.values()}) / len(column.texts)
        score *= 0.5 + 0.5 * variety
        if score > best_score + 0.02:
            best, best_score = column, score
    return best if best_score >= 0.35 else None


def _tags(slot: Slot | None) -> list[str]:
    tags = []
    for _ in range(3):
        if slot is not None:
            tags.append(slot.tag)
            slot = slot.parent
    return tags


def _without_affixes(titles: Sequence[list[str]]) -> list[list[set[str]]]:
    """The words of titles that not nearly all pages have."""
    counts: Counter[str] = Counter()
    for own in titles:
        counts.update({word for title in own for word in words_of(title)})
    usual = {word for word, times in counts.items() if times >= 0.8 * len(titles) and len(titles) > 2}
    return [[{w for w in words_of(title)} - usual for title in own] for own in titles]


def _likeness(text: str, titles: Sequence[set[str]]) -> float:
    said = {*words_of(text)}
    if not said:
        return 0.0
    best = 0.0
    for title in titles:
        if title:
            common = len(said & title)
            f1 = 2 * common / (len(said) + len(title))
            if title <= said or said <= title:
                f1 = max(f1, 0.9 * min(1.0, common / max(1, min(3, len(title)))))
            best = max(best, f1)
    return best


def common_suffix(values: Sequence[str]) -> str:
    """What nearly all titles end with, from the last separator on; empty if there is none."""
    ends = Counter(match[0] for value in values if (match := _ENDING.search(value[-80:])))
    if not ends:
        return ""
    end, times = ends.most_common(1)[0]
    return end if times >= 0.8 * len(values) and times > 1 else ""


_ENDING = re.compile(r" [-–—|·•»:/] [^-–—|·•»/]{1,60}$")
