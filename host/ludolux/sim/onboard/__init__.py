"""What runs in the MicroPython child: the far end of the pipe to the chips."""
