"""Input pins as board.json describes them."""

import machine


def input_pin(profile, signal):
    """An input that rests high: by its own pull-up, or by the resistor fitted on the board.

    Some pins have no pull-up inside, so it is asked for only where no resistor does the work.
    """
    number = profile.pins[signal]
    if signal in profile.external_pull_ups:
        return machine.Pin(number, machine.Pin.IN)
    return machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)


def closed_at_rest(signals, pins):
    """What is wrong with inputs that should rest high, as sentences."""
    return [
        "%s reads pressed at rest: it sticks, or its pin has no pull-up. Free the button or "
        "fit 10k to 3.3 V." % signals[i]
        for i in range(len(pins))
        if not pins[i]()
    ]
