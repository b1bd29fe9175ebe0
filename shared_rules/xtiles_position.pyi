from .xtiles import XTiles

FORM: str

def read(text: str) -> XTiles:
    """The state that `position()` wrote. ValueError says what is wrong with the text."""
