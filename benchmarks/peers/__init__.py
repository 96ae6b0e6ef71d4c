"""unmold beside other packages: the same pages, the same scorer, the same run.

`registry` lists the packages that read fields of pages; `gold_pages` draws the pages, `peer_tables`
scores them. `peer_clusters` measures clusters by html-similarity, `peer_wrappers` the speed of
wrappers that are written by hand.
"""


def main() -> None:
    # Imported here, so that naming the benchmark needs none of the packages.
    from benchmarks.peers import peer_clusters, peer_tables, peer_wrappers

    for one in (peer_tables, peer_clusters, peer_wrappers):
        for result in one.measure():
            result.publish()
