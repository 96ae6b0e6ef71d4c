"""The whole job, from a source to a workspace with templates, records and tables.

`run` does it all; each step is a module of this package.
"""

from unmold.pipeline.accept import accept_drift
from unmold.pipeline.apply import apply_edits
from unmold.pipeline.edit_preview import EditPreview
from unmold.pipeline.step_progress import Progress
from unmold.pipeline.whole_job import run

__all__ = ["EditPreview", "Progress", "accept_drift", "apply_edits", "run"]
