"""Journals that are wrong on purpose: each must fail the power-cut proof."""

from firmware import record, recovery
from firmware.files import put
from firmware.journal import Journal


class NoSync(Journal):
    """Leaves its tail open: what was shown is still in a buffer."""

    file = None

    def _put(self, end, mode, data):
        if end != ".tail":
            return Journal._put(self, end, mode, data)
        if mode == "wb" or not self.file:
            self._shut()
            self.file = open(self.path(self.name + end), mode)
        self.file.write(data)

    def _shut(self):
        if self.file:
            self.file.close()
            self.file = None

    def finish(self):
        self._shut()
        Journal.finish(self)

    def close(self):
        self._shut()
        Journal.close(self)


class InPlace(Journal):
    """Has no tail: writes the whole record again for each line, over the old one."""

    def _keep(self, line):
        path = self.path(self.name + ".play")
        try:
            with open(path, "rb") as file:
                old = file.read()
        except OSError:
            old = b""
        with open(path, "wb") as file:
            file.flush()
            file.write(old + line)


class TailFirst(Journal):
    """Begins the tail anew before its lines are in the record."""

    def _keep(self, line):
        old = self.tail
        if old and len(old) + len(line) > 128:
            self.tail = b""
            Journal._keep(self, line)
            self._put(".play", "ab", old)
        else:
            Journal._keep(self, line)


class RepairInPlace(Journal):
    """Writes the record again over itself when it recovers."""

    def repair(self):
        path = self.path(self.name + ".play")
        lines = []
        reader = record.Reader()

        def take(raw):
            lines.append(raw)
            return reader.read(raw)

        try:
            recovery.each_line(self, self.name, take)
            lines += recovery.tail_lines(self, self.name, reader)
        except OSError:
            pass
        put(path, "wb", b"")
        for line in lines:
            put(path, "ab", line)
        self.tail = b""
        self.doubtful = False
