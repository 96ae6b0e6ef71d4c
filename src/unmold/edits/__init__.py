"""Edits: a person's corrections, which last.

`edits_file` reads and writes them, `views` shows what was learned as they say. What changes pages
and columns themselves is done by `unmold.pipeline.edit_step`.
"""

from unmold.edits.edits_file import EditLog, append_edit, describe_edit, read_edits
from unmold.edits.model import KINDS, AnyEdit
from unmold.edits.views import Views, make_views

__all__ = [
    "KINDS",
    "AnyEdit",
    "EditLog",
    "Views",
    "append_edit",
    "describe_edit",
    "make_views",
    "read_edits",
]
