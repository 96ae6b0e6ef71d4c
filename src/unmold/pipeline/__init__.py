"""The whole job, from a source to a workspace with templates, records and tables.

`run` does it all; each step is a module of this package.
"""

from unmold.pipeline.accept import accept_drift
from unmold.pipeline.step_progress import Progress
from unmold.pipeline.whole_job import run

__all__ = ["Progress", "accept_drift", "run"]
