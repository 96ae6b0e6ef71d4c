"""The table and figures of the report on pattern trees."""

from __future__ import annotations

from benchmarks.papers.pattern_trees.pattern_tree_report import PatternTreeReport
from benchmarks.papers.published import DRAWING, EXAMPLE, MEASURED, NOT_MEASURED, PublishedItem

UNMATCHED = {"xkcd": (880, 39), "Dinosaur": (1960, 300), "C&H": (133, 18), "9gag": (139, 48)}
"""By site its pages, and how many of them no pattern matched with the middle pair of deltas."""
DELTAS = (0.8, 0.9)
TRAINING = 20

STEPS = "tests/templates/test_pattern_steps.py"


def _matched(report: PatternTreeReport) -> str:
    own = {
        one.variant: one.means
        for one in report.rows
        if (one.structure_delta, one.text_delta, one.training_pages) == (*DELTAS, TRAINING)
    }
    published, extended = own["strict-seed"], own["extended"]
    return (
        f"{published['paper']:.0%} as published, {extended['strict']:.0%} extended, "
        f"{extended['tolerant']:.0%} with tolerance, of unseen pages of swde"
    )


ITEMS = (
    PublishedItem(
        "Figure 1",
        "pages, and the pattern tree of them",
        EXAMPLE,
        where="tests/templates/test_pattern_trees.py::test_a_list_of_different_length",
        remark="the same kind of pages: the figure is lost in the text that we have",
    ),
    PublishedItem(
        "Figure 2",
        "peers among the children of three trees",
        NOT_MEASURED,
        remark="the figure is another paper's (FiVaTech), and lost in the text that we have; "
        "its tree matching is checked by tests/measures/test_top_down.py",
    ),
    PublishedItem(
        "Figure 3",
        "a matrix aligned in six steps",
        NOT_MEASURED,
        remark="the figure is another paper's (FiVaTech), and lost in the text that we have; "
        "alignment is compared with a plain twin",
    ),
    PublishedItem(
        "Figure 4",
        "the third and the fourth rule of alignment",
        EXAMPLE,
        where=f"{STEPS}::test_alignment_of_the_checked_examples",
    ),
    PublishedItem(
        "Figure 5",
        "compression of aligned rows",
        EXAMPLE,
        where=f"{STEPS}::test_compression_of_the_checked_examples",
        remark="one example for each rule: the figure is lost in the text that we have",
    ),
    PublishedItem("Figure 6", "why structure and text are compared apart", DRAWING),
    PublishedItem(
        "Figure 7",
        "how repeats of a word are found, step by step",
        EXAMPLE,
        where=f"{STEPS}::test_mining_of_the_checked_examples",
        remark="the printed result refuses the word that it was made from, as a test shows",
    ),
    PublishedItem(
        "Table, section 10.2",
        "pages that match, by site and deltas",
        MEASURED,
        ", ".join(
            f"{site} {1 - unmatched / pages:.0%}" for site, (pages, unmatched) in UNMATCHED.items()
        )
        + " matched with deltas 0.80/0.90",
        _matched,
        "swde:",
        "the table prints unmatched pages, as its text shows; its four sites were pages of one "
        "comic each and are not published",
    ),
)
