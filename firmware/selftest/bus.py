"""Stage: do all chips answer, and does the key ring return what is sent into it?"""

from .stage import Stage


class Bus(Stage):
    ask = "Do not touch the keys."

    def tick(self, ms):
        hw, profile = self.hw, self.test.profile
        sentences = [
            sentence
            for sentence in hw.check()
            if "at rest" not in sentence and not sentence.startswith("Every key")
        ]
        self.find(sentences)
        if profile.i2c:
            present = hw._i2c.scan()
            for i, address in enumerate(profile.i2c["addresses"]):
                if address not in present:
                    self._lose(i, profile.keys)
        self.done = True

    def _lose(self, chip, spec):
        if "tile" in spec:
            size, across = spec["tile"], spec["w"] // spec["tile"]
            cells = [
                (chip % across * size + x, chip // across * size + y)
                for y in range(size)
                for x in range(size)
            ]
            self.test.bad("bad_lights", cells)
        else:
            cells = [
                (x, y)
                for y in range(spec["h"])
                for x in range(spec["w"])
                if chip in (spec["columns"][x] // 12, spec["rows"][y] // 12)
            ]
        self.test.bad("bad_keys", cells)
