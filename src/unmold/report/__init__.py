"""What people look at: self-contained pictures of what was learned, and coverage."""

from unmold.report.pattern_picture import draw_template

__all__ = ["draw_template"]
