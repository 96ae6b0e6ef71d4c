"""A small invented shop with a journal, and the truth about each of its pages.

`build_site` writes HTML files, their manifest and their gold records; the same seed gives the same
bytes everywhere.
"""

from unmold.demo.changes import CHANGES, Change
from unmold.demo.plan import DemoSettings
from unmold.demo.site import DemoSite, build_site

__all__ = ["CHANGES", "Change", "DemoSettings", "DemoSite", "build_site"]
