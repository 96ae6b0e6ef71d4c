"""The experiments of the paper on structure and style (Gowda and Mattmann 2016), on other pages.

Corpora enter; how right its clusters are for each setting, and how few distances that takes, leave
as plain data. `report` measures, `show` makes tables, `figures` pictures, `paper` holds what was
published.
"""

from unmold.bench.structure_style.report import (
    StructureStyleReport,
    StructureStyleSettings,
    measure_structure_style,
)

__all__ = ["StructureStyleReport", "StructureStyleSettings", "measure_structure_style"]
