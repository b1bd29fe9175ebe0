GRIDS: tuple[tuple[int, str], ...]
"""(level, grid)"""
