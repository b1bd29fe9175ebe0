"""A line of the link as bytes, and text within one. LINK.md describes both."""

from binascii import b2a_base64, crc32, unhexlify

PROTOCOL = 1
FROM_HOST = 94  # ^ and ~ begin a line and stand nowhere else in it
LONGEST_OUT = 600
PIECE = 192  # bytes of a file in one answer


def line(kind, text):
    """A whole line to the host; the text is escaped already."""
    body = ("%s %s" % (kind, text) if text else kind).encode()
    return b"~" + body + b" *" + checksum(body) + b"\n"


def checksum(body):
    """Four hex digits for the bytes between the mark and the ` *`."""
    return ("%04x" % (crc32(body) & 0xFFFF)).encode()


def escape(text, most):
    """Text as printable ASCII without the marks: %HH stands for the UTF-8 bytes of the others."""
    if isinstance(text, str):
        text = text.encode()
    plain = True
    for byte in text:
        if byte < 32 or byte > 125 or byte == 37 or byte == FROM_HOST:
            plain = False
            break
    if plain:
        text = text.decode()
        return text if len(text) <= most else text[: most - 3] + "..."
    out = []
    room = most - 3
    for byte in text:
        sign = (
            "%%%02X" % byte
            if (byte < 32 or byte > 125 or byte == 37 or byte == FROM_HOST)
            else chr(byte)
        )
        room -= len(sign)
        if room < 0:
            out.append("...")
            break
        out.append(sign)
    return "".join(out)


def read_ascii(line):
    for byte in line:
        if byte < 32 or byte > 126:
            raise ValueError
    return line.decode()


def unescape(word):
    if "%" not in word:
        return word
    parts = word.split("%")
    out = parts[0].encode()
    for part in parts[1:]:
        out += unhexlify(part[:2]) + part[2:].encode()
        if len(part) < 2:
            raise ValueError
    return out.decode()


def piece(path, offset, length):
    """A piece of a file for an answer: offset, the file's size, CRC-32 and base64 of the piece."""
    with open(path, "rb") as file:
        size = file.seek(0, 2)
        file.seek(min(offset, size))
        data = file.read(min(length, PIECE))
    return "%d %d %08x %s" % (offset, size, crc32(data), b2a_base64(data).decode().strip())
