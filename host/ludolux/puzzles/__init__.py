"""The LIXSO lab: grids with exactly one solution, graded by how people reason.

    cover    the board as bit masks, and random full coloured coverings
    solve    the prover: all solutions of a grid, or as many as are asked for
    sat      a second prover, by a SAT solver, that shares nothing with the first
    grade    levels 1 to 6 by technique, with the reasoning kept in words
    make     grids from a seed: a covering, then clues taken away
    alike    which grids are the same for a player
    packs    the grids that come with the games, packed for the board
    workers  many grids at once: in processes, or on a Dask cluster
    files    grids from a command line, files written whole
    sheet    sheets to print, and paper, which writes them as PDF or SVG

Dependencies point one way: cover <- solve <- grade <- make, and the others on these.
"""
