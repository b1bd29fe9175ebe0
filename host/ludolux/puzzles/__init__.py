"""The LIXSO lab: grids with exactly one solution, graded by how people reason.

    cover   the board as bit masks, and random full coloured coverings
    solve   the prover: all solutions of a grid, or as many as are asked for
    grade   levels 1 to 6 by technique, with the reasoning kept in words
    make    grids from a seed: a covering, then clues taken away

Dependencies point one way: cover <- solve <- grade <- make. Only the standard library is used.
"""
