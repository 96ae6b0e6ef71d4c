"""UXClust: clusters by the XPath of the link that led to each page (Grigalis and Cenys 2014).

`inbound` finds the XPaths, `groups` makes groups of them, `merging` joins groups by what sampled
pages share, and `clusterer` puts them together as the method `uxclust`.
"""

from unmold.clusters.uxclust.clusterer import UxClusterer

__all__ = ["UxClusterer"]
