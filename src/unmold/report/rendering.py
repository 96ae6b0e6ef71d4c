"""Turns views into HTML, by the parts in `parts/`; escaping is always on.

The web app renders its pages by the same parts: it takes `make_environment` and adds templates of
its own.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from unmold.report.views import ReportView


def make_environment(*further: BaseLoader) -> Environment:
    """The parts, ready to be rendered; further loaders come after them."""
    environment = Environment(
        loader=ChoiceLoader([PackageLoader("unmold.report", "parts"), *further]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["count"] = _count
    environment.filters["percent"] = _percent
    environment.filters["plural"] = _plural
    return environment


def render_report(report: ReportView) -> str:
    """The whole document."""
    style = Markup(files("unmold.report").joinpath("parts/style.css").read_text(encoding="utf-8"))
    text = _environment().get_template("report.html.jinja").render(report=report, style=style)
    # Indentation helps whoever writes parts, and is a tenth of what readers would load.
    lines = (line.strip(" ") for line in text.split("\n"))
    return "\n".join(line for line in lines if line) + "\n"


@cache
def _environment() -> Environment:
    return make_environment()


def _count(number: int) -> str:
    return f"{number:,}"


def _percent(share: float | None) -> str:
    """A share; what is nearly nothing or nearly all is not rounded to it.

    >>> [_percent(share) for share in (0.0, 0.001, 0.5, 0.999, 1.0, None)]
    ['0%', '<1%', '50%', '>99%', '100%', '–']
    """
    if share is None:
        return "–"
    if 0 < share < 0.01:
        return "<1%"
    return ">99%" if 0.99 < share < 1 else f"{share:.0%}"


def _plural(number: int, noun: Any) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
