"""Benchmarks: published experiments and our own, on corpora with gold labels.

Folders of pages with a manifest enter; tables of figures leave. One file for each benchmark.
"""
