"""Push switches: closed while pressed, with contacts that may bounce, stick or never close."""

STEP_US = 700  # how long a bouncing contact stays one way


class Switches:
    def __init__(self, clock):
        self._clock = clock
        self._pressed = set()
        self._stuck = set()
        self._open = set()
        self._bounce_us = {}
        self._moving = {}  # key: when it began to bounce, when it ends
        self.changes = 0  # grows whenever a contact may have changed
        self._closed = []  # those that conduct, as long as nothing changes
        self._closed_at = 0

    def press(self, key):
        if key not in self._pressed:
            self._pressed.add(key)
            self._move(key)

    def release(self, key):
        if key in self._pressed:
            self._pressed.discard(key)
            self._move(key)

    def stick(self, key):
        self._stuck.add(key)
        self.changes += 1

    def open(self, key):
        self._open.add(key)
        self.changes += 1

    def bounce(self, key, us):
        """This key bounces for so long after each press and release; key None: every key."""
        self._bounce_us[key] = us

    def mend(self, key=None):
        """Takes the faults of a key away, or of all."""
        self.changes += 1
        for faults in (self._stuck, self._open):
            if key is None:
                faults.clear()
            else:
                faults.discard(key)
        if key is None:
            self._bounce_us.clear()
        elif key in self._bounce_us:
            del self._bounce_us[key]

    def closed(self, key, at=None):
        """Whether the contact conducts, now or at an earlier moment since it last moved."""
        if key in self._open:
            return False
        if key in self._stuck:
            return True
        state = key in self._pressed
        if key in self._moving:
            at = self._clock.us if at is None else at
            start, end = self._moving[key]
            if at < end:
                step = (at - start) // STEP_US
                # The first touch is the new state; then chance, the same on every run.
                mixed = (step * 40503 + _number(key) * 30011 & 0xFFFF) * 25173
                return state if step == 0 else bool(mixed >> 14 & 1)
        return state

    def all_closed(self):
        """The keys that conduct now."""
        if not self._moving and self._closed_at == self.changes:
            return self._closed
        candidates = self._pressed | self._stuck
        if self._moving:
            self.settle()
            candidates = candidates | set(self._moving)
        self._closed = [key for key in candidates if self.closed(key)]
        self._closed_at = -1 if self._moving else self.changes
        return self._closed

    def moving_until(self):
        """When the last contact comes to rest; 0 when all are."""
        return max([end for start, end in self._moving.values()] + [0])

    def settle(self):
        """Forgets the bouncing that is over."""
        now = self._clock.us
        for key in [key for key in self._moving if self._moving[key][1] <= now]:
            del self._moving[key]

    def _move(self, key):
        self.changes += 1
        us = self._bounce_us.get(key, self._bounce_us.get(None, 0))
        if us:
            self._moving[key] = (self._clock.us, self._clock.us + us)


def _number(key):
    if isinstance(key, tuple):
        return key[0] * 16 + key[1]
    return sum([ord(letter) for letter in key]) if isinstance(key, str) else key
