"""Records of games on a computer: proved, shown again, exported, redacted, counted and fetched.

The format and its reader are the firmware's own (firmware/record.py, RECORD.md); README.md beside
this file says what is added here.
"""
