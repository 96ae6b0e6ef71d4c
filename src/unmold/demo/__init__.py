"""A small invented shop with a journal, and the truth about each of its pages.

In: a directory and a seed. Out: HTML files, their manifest and their gold records, the same bytes
for the same seed everywhere. Whoever wants pages whose templates and values are known is next.
"""

from unmold.demo.changes import CHANGES, Change
from unmold.demo.demo_settings import DemoSettings
from unmold.demo.site import DemoSite, build_site

__all__ = ["CHANGES", "Change", "DemoSettings", "DemoSite", "build_site"]
