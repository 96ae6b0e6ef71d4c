"""Pages from folders, archives, manifests, tables, standard input and memory.

Anything that holds HTML enters; a stream of `Page` leaves, with a `Problem` for whatever could not
be used. One file for each kind of source; `read` is the door. Next is the native core, which makes
trees.
"""

from unmold.pages.read import read_pages

__all__ = ["read_pages"]
