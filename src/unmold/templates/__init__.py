"""Templates: what the pages of one cluster share, and where they differ.

Learns from the pages of a cluster a template of fields and tables, and a pattern tree, which finds
the data of further pages by structure alone. Records are next.
"""

from unmold.templates.induce import induce_from_pages, induce_template
from unmold.templates.model import Field, Selector, Table, Template, TemplateText
from unmold.templates.pattern_settings import PatternSettings
from unmold.templates.pattern_trees import PatternInduction, induce_pattern, match_pattern

__all__ = [
    "Field",
    "PatternInduction",
    "PatternSettings",
    "Selector",
    "Table",
    "Template",
    "TemplateText",
    "induce_from_pages",
    "induce_pattern",
    "induce_template",
    "match_pattern",
]
