"""What the firmware or the wiring did that the chips' data sheets forbid, as sentences."""


class Flags:
    def __init__(self):
        self.raised = []

    def report(self, sentence):
        if sentence not in self.raised:
            self.raised.append(sentence)

    def clear(self):
        self.raised = []
