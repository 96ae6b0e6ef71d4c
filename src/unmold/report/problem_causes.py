"""What each kind of problem means, and what somebody can do about it."""

from __future__ import annotations

from unmold.model import ProblemCode as Code

CAUSES: dict[str, tuple[str, str]] = {
    Code.MISSING: ("there is no such file", "bring the file back, or leave it out of the source"),
    Code.UNREADABLE: ("the file cannot be read", "check permissions and the disk"),
    Code.BAD_PATH: ("what should be a path cannot be one", "mend the list of pages"),
    Code.SYMLINK_LOOP: ("a symbolic link leads back to itself", "remove the link"),
    Code.EMPTY: ("nothing but white space", "fetch the page again"),
    Code.NOT_HTML: ("called HTML, but it is not", "leave it out with --exclude"),
    Code.TOO_LARGE: ("larger than the limit", "raise --max-bytes"),
    Code.BOMB: ("unpacking it would never end", "raise --max-ratio if the page can be trusted"),
    Code.CORRUPT: ("compressed or archived data that does not decode", "fetch the page again"),
    Code.TRUNCATED: ("the data ends before it should", "fetch the page again"),
    Code.BAD_ROW: ("a row without what a page needs", "mend the manifest or table"),
    Code.CHANGED: ("the page has changed since it was read", "run again on the new pages"),
    Code.NO_FIT: (
        "it is in a cluster, but does not fit the template",
        "look at the page: a rare variant, or one that belongs elsewhere",
    ),
    Code.FAILED: ("unmold itself failed on it", "please report it; UNMOLD_TRACEBACK=1 shows where"),
    Code.DEPTH: ("cut: nested deeper than the limit", "raise --max-depth if it matters"),
    Code.NODES: ("cut: more nodes than the limit", "raise --max-nodes if it matters"),
    Code.ATTRIBUTES: ("cut: an element has too many attributes", "raise --max-attributes"),
    Code.BYTES: ("cut: only the first bytes were read", "raise --max-bytes if it matters"),
    Code.FORMATTING: ("cut: too many formatting elements were left open", "mend the page's markup"),
    Code.NAMES: ("cut: too many different tag names", "mend the page's markup"),
    Code.LINKS: ("cut: links that would take too much memory", "nothing, mostly"),
    Code.GROWTH: ("cut: open formatting repeated the page", "raise --max-growth if it matters"),
}

UNKNOWN = ("reported by the reader", "see the reason")


def explain_problem(code: str) -> tuple[str, str]:
    """What a kind of problem means, and what to do."""
    return CAUSES.get(code, UNKNOWN)
