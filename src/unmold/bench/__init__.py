"""Benchmarks: how right clustering and extraction are on corpora with gold labels.

A corpus is a folder with pages and a manifest that names their templates. `unmold bench` runs the
benchmarks; `floors` keeps their results from getting worse.
"""
