"""Wrappers that run without unmold, made from a workspace.

    wrap              makes the wrapper of each template from some pages, verifies it on all
      page_view       where each value lies in the tree that parsel sees
      synthesis       queries for fields and rows: `candidates` makes them, `refining` makes them
                      exact, `choosing` tries them and keeps the best
    wrapper           the queries of a template, and how often each is right
    export            writes `selector_files`, or one of the `projects` (with `template_tests`)

`reading` and `read_page` need parsel alone and are part of what is exported.
"""

from unmold.export.export import FORMATS, Export, export_workspace

__all__ = ["FORMATS", "Export", "export_workspace"]
