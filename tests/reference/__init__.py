"""Slow twins of the native core in plain Python: written to be read, and to be agreed with."""
