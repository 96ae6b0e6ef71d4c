"""The workspace: a directory that holds what runs found, whole at every moment.

`Workspace` reads one; `open_building` lets the pipeline write the next generation beside what
readers see.
"""

from unmold.store.generations import Building, open_building
from unmold.store.layout import Generation, Layout
from unmold.store.workspace import Templates, Workspace

__all__ = ["Building", "Generation", "Layout", "Templates", "Workspace", "open_building"]
