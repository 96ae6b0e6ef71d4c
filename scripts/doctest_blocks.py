"""Lets the reference show the `>>>` examples of docstrings as code: an extension of Griffe."""

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^>>>.*(?:\n(?!\s*$).*)*", re.MULTILINE)
"""An example and what it prints, up to the next empty line."""


class DoctestBlocks(Extension):
    """Puts fences around the examples of every docstring."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(
                lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value
            )
