"""The games in plain text at a prompt, for a terminal, a pipe or a screen reader."""
