"""What do the brands of a shop cost? From pages to an answer, in a few lines.

Run it in an empty folder: `python prices_by_brand.py`. It invents a shop first; put the folder of
your own pages in place of `demo/manifest.csv`.
"""

import unmold
from unmold.demo import build_site

site = build_site("demo", pages=120)
workspace = unmold.run(site.manifest, "shop")

answer = workspace.sql(
    """
    SELECT brand, count(*) AS products, round(avg(price), 2) AS price
    FROM products WHERE brand IS NOT NULL GROUP BY brand ORDER BY price DESC
    """
)
print(answer.to_pandas().to_string(index=False))
