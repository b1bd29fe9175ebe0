"""The verbs of the `ludolux` command: one module each, with a function `run`."""
