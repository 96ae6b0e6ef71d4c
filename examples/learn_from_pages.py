"""One template from pages at hand, without a workspace: learn, correct, keep, apply.

Run it in an empty folder: `python learn_from_pages.py`.
"""

import unmold
from unmold.demo import build_site

build_site("demo", pages=120)
pages = list(unmold.read_pages("demo/site/products"))

template = unmold.induce_template(pages[:40])
template = template.rename("item_no", "item_number").drop("image")
template.save("product.json")

known = unmold.Template.load("product.json")
unseen = unmold.extract_records(known, pages[40:])
frame = unseen.to_pandas()
print(frame[["item_number", "title", "price"]].head())
print(f"{len(frame)} pages, mean score {frame['_score'].mean():.2f}")
