"""Wrappers that run without unmold: a workspace enters, files leave.

    wrap            some pages of each template, then all of them
      page_view     where each value stands in the tree that parsel sees (parsed_leaves, alignment)
      synthesis     queries for fields and rows: candidates (steps, labels), what makes them exact
                    (refining, sections, row_exclusions), and choosing among them by trials
      verification  on what share of pages they are right
    export          what is written: selector_files, json_schema, or a project

`reading` and `read_page` need parsel alone and are part of what is exported.
"""

from unmold.export.export import FORMATS, Export, export_workspace

__all__ = ["FORMATS", "Export", "export_workspace"]
