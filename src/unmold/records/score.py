"""The score of a page: how much of the template it has, of its texts and of its fields.

The native core computes it, with the same numbers as here.
"""

from __future__ import annotations

# The middle between the two; guesses, both.
LOW_SCORE = 0.5
"""Pages of the same template score higher, pages of another lower."""

SURE_TEXT = 0.9
"""A text on this share of the sample is expected on every page. A guess."""
