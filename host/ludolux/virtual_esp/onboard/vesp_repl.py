"""A REPL with raw mode and raw paste, as mpremote expects it: the unix MicroPython has none."""

import io
import sys

CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = 1, 2, 3, 4, 5
WINDOW = 128
_one = bytearray(1)


def out(text):
    sys.stdout.buffer.write(text)


def read():
    if not sys.stdin.buffer.readinto(_one):
        sys.exit(1)  # the host is gone
    return _one[0]


def run(job, ctrl_c, errors=None):
    """Do a job that Ctrl-C interrupts; what goes wrong is printed. True: a soft reset is due."""
    try:
        try:
            ctrl_c(True)
            job()
        finally:
            ctrl_c(False)
    except SystemExit:
        return True
    except BaseException as error:
        sys.print_exception(error, errors or sys.stdout)
    return False


def talk(raw, names, ctrl_c):
    """Until a soft reset: "raw" when it was asked for in raw mode."""
    while True:
        if raw:
            if raw_mode(names, ctrl_c):
                return "raw"
        elif friendly_mode(names, ctrl_c):
            return "soft"
        raw = not raw


def raw_mode(names, ctrl_c):
    """True: a soft reset; False: back to the friendly REPL."""
    banner = b"raw REPL; CTRL-B to exit\r\n>"
    out(banner)
    code = bytearray()
    while True:
        sign = read()
        if sign == CTRL_A:
            if code == b"\x05A":
                code = paste()
                if execute(code, names, ctrl_c):
                    return True
            else:
                out(banner)
            code = bytearray()
        elif sign == CTRL_B:
            out(b"\r\n")
            return False
        elif sign == CTRL_C:
            code = bytearray()
        elif sign == CTRL_D:
            out(b"OK")
            if not code:
                out(b"\r\n")
                return True
            if execute(code, names, ctrl_c):
                return True
            code = bytearray()
        else:
            code.append(sign)


def paste():
    """Raw paste: the host may send a window ahead, and another each time we say so."""
    out(b"R\x01" + bytes([WINDOW, 0, 1]))
    code = bytearray()
    sign = read()
    while sign != CTRL_D:
        code.append(sign)
        if len(code) % WINDOW == 0:
            out(b"\x01")
        sign = read()
    out(b"\x04")
    return code


def execute(code, names, ctrl_c):
    errors = io.StringIO()
    text = code.decode()
    again = run(lambda: exec(text, names), ctrl_c, errors)
    out(b"\x04" + errors.getvalue().replace("\n", "\r\n").encode() + b"\x04")
    if not again:
        out(b">")
    return again


def friendly_mode(names, ctrl_c):
    """True: a soft reset; False: on to raw mode."""
    banner = 'MicroPython %s on a virtual ESP32\r\nType "help()" for more information.\r\n' % (
        ".".join([str(part) for part in sys.implementation[1][:3]])
    )
    out(banner.encode() + b">>> ")
    line = bytearray()
    block = ""
    while True:
        sign = read()
        if sign == CTRL_A:
            out(b"\r\n")
            return False
        if sign == CTRL_B:
            out(b"\r\n" + banner.encode() + b">>> ")
        elif sign == CTRL_C:
            line, block = bytearray(), ""
            out(b"\r\n>>> ")
        elif sign == CTRL_D and not line:
            out(b"\r\n")
            return True
        elif sign == CTRL_E:
            out(b"\r\npaste mode; Ctrl-C to cancel, Ctrl-D to finish\r\n=== ")
            if run_text(pasted(), "exec", names, ctrl_c):
                return True
            out(b">>> ")
        elif sign in (8, 127):
            if line:
                line = line[:-1]
                out(b"\x08 \x08")
        elif sign == 13:
            out(b"\r\n")
            text = line.decode()
            line = bytearray()
            if block or text.rstrip().endswith(":"):
                block += text + "\n"
                if text.strip():
                    out(b"... ")
                    continue
                text, block = block, ""
            if text.strip() and run_text(text, "single", names, ctrl_c):
                return True
            out(b">>> ")
        elif sign >= 32:
            line.append(sign)
            out(bytes([sign]))


def pasted():
    text = bytearray()
    sign = read()
    while sign != CTRL_D:
        if sign == CTRL_C:
            return ""
        text.append(sign if sign != 13 else 10)
        sign = read()
    return text.decode()


def run_text(text, kind, names, ctrl_c):
    return run(lambda: exec(compile(text, "<stdin>", kind), names), ctrl_c)
