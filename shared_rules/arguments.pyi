from collections.abc import Mapping, Sequence

def check_arguments(
    allowed_players: Sequence[int],
    offered: Mapping[str, Sequence[int]],
    players: int | None,
    seed: int,
    options: Mapping[str, object],
) -> tuple[int, dict[str, int]]:
    """Players and options with the defaults filled in, or a ValueError in words."""

def either(values: Sequence[object]) -> str:
    """Allowed values in words: `5, 4 or 3`."""
