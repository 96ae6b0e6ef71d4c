"""Benchmarks: methods against gold labels, and papers' tables measured again.

Corpora enter, which are folders with pages and a manifest that names their templates; results leave
as plain data, tables and pictures. `unmold bench` is the command over it.
"""
