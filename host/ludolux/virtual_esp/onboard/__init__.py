"""What runs in the MicroPython of the virtual ESP32: its start, its REPL, its flash."""
