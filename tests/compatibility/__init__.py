"""Files that earlier versions wrote, each of which this one must open. None of them is ever changed.

`python -m tests.compatibility` adds those of this version, where their names are not taken yet.
"""
