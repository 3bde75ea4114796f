"""Engineering: what a design does electrically, thermally and mechanically, normally and when something fails.

Pure functions and frozen results. It reads the design and nothing else; rules compare its results with limits,
sheets and drawings print them.
"""
