"""Trials that take minutes: run by hand, their figures kept in `benchmarks/results/trials/`.

`make test` runs a small sample of each.
"""
