"""The kinds of requests between a firmware and its chips on the host: numbers for both ends."""

PIN, SET, GET, SPI, EXCHANGE, I2C, WRITE, READ, READ_REGISTER, SCAN = range(1, 11)
PWM, HZ, DUTY, BITS, WAIT, NOW, REST, LINK, CAUSE, RESET, FREQ, ANEW = range(11, 23)

FAILED, REFUSED = 1, 2  # an answer that is an OSError's number or a ValueError's text
NONE = 255  # in the place of a mode, a pull or a level that was not given
