"""The virtual `esp32` module: the few things the firmware may ask of it."""


class RMT:
    _bitstream = 3

    @staticmethod
    def bitstream_rmt(on=None):
        if on is None:
            return RMT._bitstream
        RMT._bitstream = on
        return None


class NVS:
    """Settings that survive a reset, as long as this process lives."""

    _stores = {}

    def __init__(self, name):
        self._store = NVS._stores.setdefault(name, {})

    def set_i32(self, key, value):
        self._store[key] = value

    def get_i32(self, key):
        if key not in self._store:
            raise OSError(-0x1102)  # ESP_ERR_NVS_NOT_FOUND
        return self._store[key]

    def erase_key(self, key):
        if key not in self._store:
            raise OSError(-0x1102)
        del self._store[key]

    def commit(self):
        pass


def mcu_temperature():
    return 42
