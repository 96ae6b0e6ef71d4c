"""What people look at: pictures of what was learned.

Templates, pages and records enter; documents that need nothing else leave.
"""

from unmold.report.pattern_picture import draw_template

__all__ = ["draw_template"]
