"""What people look at: the report of a workspace, pictures of what was learned, and coverage."""

from unmold.report.pattern_picture import draw_template
from unmold.report.write import WrittenReport, write_report

__all__ = ["WrittenReport", "draw_template", "write_report"]
