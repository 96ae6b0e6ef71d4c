"""Reads pages from folders, archives, manifests, tables, standard input and memory.

What could not be used is a `Problem`. There is one file for each type of source; `read_pages` reads
them all.
"""

from unmold.pages.read import read_pages

__all__ = ["read_pages"]
