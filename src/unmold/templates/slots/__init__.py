"""The first tier of a template: columns and tables from places that all pages share.

`compose` is the entry point. `outline` reads the elements of a page, `alignment` puts those of all
pages into slots, `column_finder` makes columns and tables of slots (`slot_lines`, `slot_prose`),
`worth` keeps what a person would keep, and `slot_fields` finds keys that locate the values again on
other pages (`selectors`, `slot_regions`, `slot_rows`).
"""

from unmold.templates.slots.compose import FirstTier, compose

__all__ = ["FirstTier", "compose"]
