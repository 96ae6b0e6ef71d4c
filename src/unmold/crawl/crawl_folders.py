"""Where a crawl keeps its things inside a workspace."""

CRAWL_FOLDER = "crawl"
"""The frontier and the link tables."""

PAGES_FOLDER = "pages"
"""The archives."""

FRONTIER_FILE = "frontier.sqlite"
LOCK_FILE = "crawl.lock"
