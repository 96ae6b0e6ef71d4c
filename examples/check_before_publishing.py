"""A gate for a nightly job: exit with 1 if the site changed so that columns would break.

Run it in an empty folder: `python check_before_publishing.py`. The shop of today writes
prices in another currency.
"""

import sys

import unmold
from unmold.demo import build_site
from unmold.drift import find_drift

workspace = unmold.run(build_site("yesterday", pages=120).manifest, "shop")
today = build_site("today", pages=120, change="currency")

drift = find_drift(workspace, today.manifest)
broken = drift.breakages(threshold=0.05)
for finding in broken:
    print(f"{finding.template}: {finding.code} of {', '.join(finding.fields)}")
sys.exit(1 if broken else 0)
