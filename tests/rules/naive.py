"""The rules a second time, the slow and obvious way, to compare the package with.

Everything here works on position texts and coordinates and shares no code with the package.
"""

from itertools import product


def legal_texts(game, state):
    """The legal moves of a position as texts, found without the package's generator."""
    return {"quixo": quixo, "lot": lot, "olix": olix, "lixso": lixso, "lixso-duel": duel,
            "xtiles": xtiles}[game](state)  # fmt: skip


def cell(x, y):
    return "abcdefghijk"[x] + str(y + 1)


def quixo(state):
    """Take each cube off, push it in from each side, look whether the board has changed places."""
    words = state.position().split(" ")
    rows, seat = words[0].split("/"), int(words[1])
    n = len(rows)
    found = set()
    for x, y in product(range(n), repeat=2):
        if x not in (0, n - 1) and y not in (0, n - 1):
            continue
        mine = "." + ("XO"[seat] if state.players == 2 else str(seat + 1))
        if rows[y][x] not in mine:
            continue
        for ex, ey in ((0, y), (n - 1, y), (x, 0), (x, n - 1)):
            if (ex, ey) != (x, y):
                text = cell(x, y) + cell(ex, ey)
                if state.players == 2:
                    found.add(text)
                else:
                    found |= {f"{text}/{seat + 1}", f"{text}/{(seat + 2) % 4 + 1}"}
    return found or {"pass"}


def push_quixo(rows, text, symbol):
    """The board after a push, as lists of cells moved one by one."""
    n = len(rows)
    board = [list(row) for row in rows]
    x, y = ord(text[0]) - 97, int(text[1]) - 1
    ex, ey = ord(text[2]) - 97, int(text[3]) - 1
    if y == ey:
        row = board[y]
        del row[x]
        row.insert(ex, symbol)
    else:
        column = [board[i][x] for i in range(n)]
        del column[y]
        column.insert(ey, symbol)
        for i in range(n):
            board[i][x] = column[i]
    return ["".join(row) for row in board]


def quixo_lines(rows, symbols):
    """Does one of the symbols' owners fill a line? `symbols` count as one."""
    n = len(rows)
    lines = list(rows) + ["".join(column) for column in zip(*rows, strict=True)]
    lines += ["".join(rows[i][i] for i in range(n)), "".join(rows[i][n - 1 - i] for i in range(n))]
    return any(all(mark in symbols for mark in line) for line in lines)


def lot(state):
    """Place on each empty cell and look at every three cells in line of the whole board."""
    rows, seat, light = state.position().split(" ")
    rows = rows.split("/")
    at = {(x, y): rows[y][x] for x, y in product(range(7), repeat=2)}
    own = "w" if seat == light else "b"
    pieces = sum({own: 1, own.upper(): 2}.get(mark, 0) for mark in at.values())
    found = set()
    if pieces < 40:
        for (x, y), mark in at.items():
            if mark == ".":
                singles = {place for place, mark in at.items() if mark == own} | {(x, y)}
                lines = [line for line in lot_lines() if set(line) <= singles and (x, y) in line]
                for line in lines:
                    for kept in line:
                        names = "".join(cell(*place) for place in line)
                        found.add(f"{cell(x, y)}:{names}={cell(*kept)}")
                if not lines:
                    found.add(cell(x, y))
    marks = sorted(at.values())
    if marks[:48] == ["."] * 48 and marks[48] in "wb" and (seat, light) == ("1", "0"):
        found.add("swap")
    return found or {"pass"}


def lot_lines():
    for y, x in product(range(7), repeat=2):
        for dx, dy in ((1, 0), (-1, 1), (0, 1), (1, 1)):
            line = [(x + i * dx, y + i * dy) for i in range(3)]
            if all(0 <= px < 7 and 0 <= py < 7 for px, py in line):
                yield line


def olix(state):
    rows, seat = state.position().split(" ")[:2]
    if rows.count("rb"[int(seat)]) == 46:
        return {"pass"}
    rows = rows.split("/")
    return {cell(x, y) for x, y in product(range(11), repeat=2) if rows[y][x] == "."}


def olix_patterns(own, x, y):
    """The best O, L, I and X of a set of own cells that contain (x, y), by trying them all."""
    best = [0, 0, 0, 0]

    def offer(kind, cells, value):
        if (x, y) in cells and value > best[kind]:
            best[kind] = value

    for left, top in own:
        for right, bottom in own:
            if right <= left or bottom <= top:
                continue
            outline = {(i, j) for i in range(left, right + 1) for j in (top, bottom)}
            outline |= {(i, j) for i in (left, right) for j in range(top, bottom + 1)}
            if outline <= own:
                area = set(product(range(left, right + 1), range(top, bottom + 1)))
                offer(0, area, len(area & own))
    for cx, cy in own:
        for sx, sy in product((1, -1), repeat=2):
            for a in range(3, 12):
                flat = {(cx + sx * i, cy) for i in range(a)}
                if not flat <= own:
                    break
                for b in range(3, 12):
                    arms = flat | {(cx, cy + sy * i) for i in range(b)}
                    if arms <= own:
                        offer(1, arms, a + b - 1)
        for kind, dx, dy in ((2, 1, 0), (2, 0, 1), (3, 1, 1), (3, 1, -1)):
            for length in range(4, 12):
                run = {(cx + i * dx, cy + i * dy) for i in range(length)}
                if run <= own:
                    offer(kind, run, length)
    return tuple(best)


TURNS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def tile_cells(text):
    """{(x, y)} of a tile text such as Xe5ne."""
    x, y = ord(text[1]) - 97, int(text[2]) - 1
    cells = {(x, y)}
    for letter in text[3:5]:
        cells.add((x + TURNS[letter][0], y + TURNS[letter][1]))
    return cells


def near(first, second):
    """Do two sets of cells touch by side or corner?"""
    return any(abs(x - u) < 2 and abs(y - v) < 2 for x, y in first for u, v in second)


def placements(state, symbols, clues_touch=True):
    rows = state.position().split(" ")[0].split("/")
    laid = [(text[0], tile_cells(text)) for text in state.tiles()]
    covered = {place for _, cells in laid for place in cells}
    found = set()
    for symbol in symbols:
        if sum(other == symbol for other, _ in laid) == 7:
            continue
        for x, y in product(range(9), repeat=2):
            for direction in ("ne", "se", "sw", "nw"):
                text = symbol + cell(x, y) + direction
                cells = tile_cells(text)
                if not all(0 <= u < 9 and 0 <= v < 9 for u, v in cells) or cells & covered:
                    continue
                if any(rows[v][u] not in "." + symbol for u, v in cells):
                    continue
                if any(other == symbol and near(cells, there) for other, there in laid):
                    continue
                open_clues = {
                    (u, v) for u, v in product(range(9), repeat=2)
                    if rows[v][u] == symbol and (u, v) not in covered | cells
                }  # fmt: skip
                if clues_touch or not near(cells, open_clues):
                    found.add(text)
    return found


def lixso(state):
    return placements(state, "IXSO")


def duel(state):
    symbols = ("IX", "SO") if state.players == 2 else ("I", "S", "O", "X")
    return placements(state, symbols[state.turn], state.clues_touch) or {"pass"}


def sides(code, turned, x, y):
    """The colours of a tile on the table by the letter of the side."""
    colours = code[2:] + code[:2] if turned else code
    if (x + y) % 2:
        colours = colours[3:] + colours[:3]
    return dict(zip("nesw", colours, strict=True))


def xtiles(state):
    table = {(x, y): sides(code, turned, x, y) for x, y, code, turned in state.table()}
    fields = state.position().split(" ")
    hand = state.hand(state.turn) if fields[3] == "-" else [fields[3]]
    found = set()
    for x, y in {(x + dx, y + dy) for x, y in table for dx, dy in TURNS.values()} - set(table):
        if len(table) == 2:
            columns, rows = zip(*table, strict=True)
            if {x} == set(columns) or {y} == set(rows):
                continue
        for code, turned in product(hand, (False, True)):
            faces = sides(code, turned, x, y)
            beside = [
                (side, table[x + dx, y + dy]["swne"["nesw".index(side)]])
                for side, (dx, dy) in TURNS.items() if (x + dx, y + dy) in table
            ]  # fmt: skip
            if all(faces[side] == colour for side, colour in beside):
                found.add(f"{code}@{x},{y}{'r' if turned else ''}")
    return found or {"pass"}
