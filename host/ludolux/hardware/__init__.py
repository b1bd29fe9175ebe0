"""The hardware folder as data: from board.json to netlists, parts lists, drawings and checks."""
