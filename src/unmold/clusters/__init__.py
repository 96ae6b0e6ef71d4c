"""Groups pages by template: `auto`, and the published methods behind the same interface.

A method gives each page a number: its cluster, or -1. `cluster_pages` does the whole job for a
source of pages; `METHODS` lists the methods by name.
"""

from unmold.clusters.base import Clusterer
from unmold.clusters.cluster import Clustering, cluster_pages
from unmold.clusters.registry import DEFAULT_METHOD, METHODS, Method, find_method, make_clusterer

__all__ = [
    "DEFAULT_METHOD",
    "METHODS",
    "Clusterer",
    "Clustering",
    "Method",
    "cluster_pages",
    "find_method",
    "make_clusterer",
]
