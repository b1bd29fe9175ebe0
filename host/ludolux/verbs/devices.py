"""`ludolux devices`: the serial ports on USB, and who uses them."""

from ludolux import ports


def run() -> None:
    known = ports.remembered()
    found = ports.usb_ports()
    if not found:
        print("There is no serial port on USB. `ludolux doctor` looks further.")
    for port in found:
        words = [str(port)]
        if known and known == port.serial:
            words.append("(remembered)")
        who = ports.used_by(port.device)
        if who:
            words.append(f"in use by {who}")
        print("  ".join(words))
