"""How right pages are given to templates that a run learned, on invented shops.

Some kinds of pages are held back, and every fifth page of the others; `unmold run` learns from the
rest. A page of a kind held back should go to none, any other to the template of its own kind. Every
kind of every shop is held back once.
"""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import unmold
from benchmarks.results import Result
from unmold.demo import build_site
from unmold.evaluation import NONE

SEEDS = range(300, 306)
PAGES = 300
HELD_AT_ONCE = 3
ASKED_EVERY = 5

Row = dict[str, str]


@dataclass(frozen=True)
class Answers:
    """How many pages were asked about, and how many answers were right."""

    right: int
    asked: int

    def __str__(self) -> str:
        return f"{self.right / max(self.asked, 1):.1%} of {self.asked:,}"


@dataclass(frozen=True)
class Outcome:
    """What was right about known kinds and about those held back."""

    known: Answers
    held: Answers


def add(all_answers: Iterable[Answers]) -> Answers:
    answers = list(all_answers)
    return Answers(sum(one.right for one in answers), sum(one.asked for one in answers))


def read_rows(manifest: Path) -> list[Row]:
    with manifest.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write_rows(path: Path, rows: list[Row]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def groups_of(rows: list[Row], seed: int) -> Iterator[set[str]]:
    """The kinds of pages, some at a time."""
    kinds = sorted({row["template"] for row in rows})
    Random(seed).shuffle(kinds)
    for start in range(0, len(kinds), HELD_AT_ONCE):
        yield set(kinds[start : start + HELD_AT_ONCE])


def split_rows(rows: list[Row], held: set[str]) -> tuple[list[Row], list[Row]]:
    """Pages to learn from, and pages to ask about."""
    learned, asked = [], []
    seen: Counter[str] = Counter()
    for row in rows:
        seen[row["template"]] += 1
        is_asked = row["template"] in held or seen[row["template"]] % ASKED_EVERY == 0
        (asked if is_asked else learned).append(row)
    return learned, asked


def name_templates(workspace: unmold.Workspace, gold: dict[str, str]) -> dict[str, str]:
    """The kind that most pages of each template are of."""
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for page in workspace.pages.to_pylist():
        if page["template"] is not None:
            kinds[page["template"]][gold[page["url"]]] += 1
    return {name: found.most_common(1)[0][0] for name, found in kinds.items()} | {NONE: NONE}


def hold_back(rows: list[Row], held: set[str], site: Path, folder: Path) -> Outcome:
    """Learn without some kinds, then ask about them and about pages of the others."""
    learned, asked = split_rows(rows, held)
    gold = {row["url"]: row["template"] for row in rows}
    # Paths in a manifest count from its folder.
    workspace = unmold.run(write_rows(site / "learned.csv", learned), folder)
    names = name_templates(workspace, gold)
    answers = workspace.classify(write_rows(site / "asked.csv", asked))
    found = [(gold[page.url], names[page.template]) for page in answers]
    known = [name == kind for kind, name in found if kind not in held]
    unknown = [name == NONE for kind, name in found if kind in held]
    return Outcome(Answers(sum(known), len(known)), Answers(sum(unknown), len(unknown)))


def measure_site(seed: int, pages: int) -> Outcome:
    """All kinds of one shop, held back in turn."""
    with TemporaryDirectory() as name:
        site = Path(name) / "site"
        rows = read_rows(build_site(site, seed=seed, pages=pages).manifest)
        outcomes = [
            hold_back(rows, held, site, Path(name) / f"workspace-{number}")
            for number, held in enumerate(groups_of(rows, seed))
        ]
    return Outcome(add(one.known for one in outcomes), add(one.held for one in outcomes))


def main() -> None:
    outcomes = {seed: measure_site(seed, PAGES) for seed in SEEDS}
    rows = [[str(seed), str(one.known), str(one.held)] for seed, one in outcomes.items()]
    known, held = (
        add(getattr(one, side) for one in outcomes.values()) for side in ("known", "held")
    )
    Result(
        name="classify",
        title="Known and unknown templates.",
        note=f"Invented shops of {PAGES} pages: {HELD_AT_ONCE} kinds of pages at a time are held "
        "back, and one page in "
        f"{ASKED_EVERY} of the others; `unmold run` learns from the rest, `Workspace.classify` is "
        "asked about what it did not see.",
        columns=["seed", "known pages to their template", "pages held back to none"],
        rows=[*rows, ["all", str(known), str(held)]],
        headline=f"New pages of invented shops: {known} go to their template, {held} of kinds that "
        "no template was learned for go to none.",
    ).publish()
