"""Drivers of the chips: keys in, light out. They know nothing of games."""
