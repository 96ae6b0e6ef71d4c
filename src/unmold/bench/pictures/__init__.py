"""Pictures of results as SVG, written by hand: bars, lines and dots.

Numbers enter, the text of an SVG file leaves, the same for the same numbers; there is no dependency
and no script in it. `axes` has the scales, `bars` and `plots` the charts, `unmold.svg` the shapes.
"""

from unmold.bench.pictures.axes import Axis
from unmold.bench.pictures.bars import Bar, BarPanel, draw_bars
from unmold.bench.pictures.plots import Mark, Series, draw_plot

__all__ = ["Axis", "Bar", "BarPanel", "Mark", "Series", "draw_bars", "draw_plot"]
