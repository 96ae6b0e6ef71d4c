"""Templates: what the pages of one cluster share, and where they differ.

The pages of a cluster enter; a pattern tree leaves, which finds the data of further pages. Records
are next.
"""

from unmold.templates.pattern_settings import PatternSettings
from unmold.templates.pattern_trees import PatternInduction, induce_pattern, match_pattern

__all__ = ["PatternInduction", "PatternSettings", "induce_pattern", "match_pattern"]
