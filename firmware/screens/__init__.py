"""What the board shows and does, one screen at a time.

A screen has `draw(frame)`, `key(x, y, down)` and `tick(now)`, which says whether to draw again; a
`name` for the link; and `secret()`: does it show now what only one player may see?
"""
