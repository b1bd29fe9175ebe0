"""The one source of chance: a small seeded generator that is the same on both interpreters."""


class Chance:
    """Marsaglia's xorshift on 32 bits. `state` is all there is: keep it to go on from here."""

    def __init__(self, seed):
        # Neighbouring seeds would start alike: stir the seed, and never begin at zero.
        self.state = (seed * 2654435761 + 0x9E3779B9) & 0xFFFFFFFF or 1
        for _ in range(8):
            self.below(2)

    def below(self, n):
        """A number from 0 to n - 1."""
        x = self.state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.state = x
        return (x * n) >> 32

    def shuffle(self, items):
        """Bring a list into random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
