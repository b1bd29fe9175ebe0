"""Lets `@micropython.viper` functions run on CPython too, as plain Python.

MicroPython's compiler reads the decorator and the `ptr8` notes itself; CPython evaluates them.
"""

try:
    import micropython

    ptr8 = ptr16 = None
except ImportError:

    class micropython:
        @staticmethod
        def viper(function):
            return function

        @staticmethod
        def const(value):
            return value

    ptr8 = ptr16 = bytearray
