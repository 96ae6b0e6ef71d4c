"""What a page says, place by place: its record laid over it, and the page made harmless.

`OverlayMaker` finds where every value of a record stands, to the letter, and what every other text
is. `clean_page` writes the page without anything that runs, leads away or is fetched from
elsewhere, with a mark on every element that places refer to.
"""

from unmold.overlay.assets import Asset, PageAssets
from unmold.overlay.cleaning import clean_page, clean_style, frame_address
from unmold.overlay.maker import OverlayMaker, explain_problem, prepare_overlay
from unmold.overlay.model import (
    MissingColumn,
    OverlayPage,
    Place,
    RowFrame,
    TextVerdict,
    UnseenValue,
)

__all__ = [
    "Asset",
    "MissingColumn",
    "OverlayMaker",
    "OverlayPage",
    "PageAssets",
    "Place",
    "RowFrame",
    "TextVerdict",
    "UnseenValue",
    "clean_page",
    "clean_style",
    "explain_problem",
    "frame_address",
    "prepare_overlay",
]
