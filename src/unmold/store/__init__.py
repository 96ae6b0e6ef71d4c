"""The workspace: a directory that holds what runs found, whole at every moment.

`Workspace` reads one; `open_writer` lets the pipeline write the next generation beside what
readers see.
"""

from unmold.store.generations import WorkspaceWriter, open_writer
from unmold.store.layout import Generation, Layout
from unmold.store.stored_table import StoredTable
from unmold.store.workspace import Templates, Workspace

__all__ = [
    "Generation",
    "Layout",
    "StoredTable",
    "Templates",
    "Workspace",
    "WorkspaceWriter",
    "open_writer",
]
