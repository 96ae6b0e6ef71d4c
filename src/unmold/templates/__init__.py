"""Templates: the pages of one cluster enter, what they share and where they differ leaves."""

from unmold.templates.induce import induce_template
from unmold.templates.model import Field, Selector, Table, Template, TemplateText

__all__ = ["Field", "Selector", "Table", "Template", "TemplateText", "induce_template"]
