"""The same job on Apache Spark, for pages past one machine (with the extra `spark`).

    import unmold.spark as us

    pages = us.read_pages(spark, "s3a://bucket/crawl/*.warc.gz")
    found = us.run(pages, "workspace")
    found.records("products").show()

`run` does it all and leaves a workspace; `features`, `cluster`, `induce` and `extract` are its
stages alone. The tasks run unmold's own steps, so that the results are those of `unmold.run`.
"""

from unmold.spark.across_sites import cluster_across_sites
from unmold.spark.run import Found, run
from unmold.spark.session import open_session
from unmold.spark.stages import cluster, extract, features, induce, read_pages
from unmold.spark.storing import store_pages

__all__ = [
    "Found",
    "cluster",
    "cluster_across_sites",
    "extract",
    "features",
    "induce",
    "open_session",
    "read_pages",
    "run",
    "store_pages",
]
