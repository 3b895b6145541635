"""A mouse for a Wayland compositor without a screen, by the protocol wlr-virtual-pointer-unstable-v1."""

import struct

from wayland import Client

LEFT, RIGHT = 0x110, 0x111


class Mouse(Client):
    """Moves and clicks; each call returns when the compositor has handled it."""

    def __init__(self, width, height):
        super().__init__()
        self.size, self.time = (width, height), 0
        manager, self.pointer = self.bind("zwlr_virtual_pointer_manager_v1"), self.new()
        self.send(manager, 0, struct.pack("=II", 0, self.pointer))
        self.round_trip()

    def move(self, x, y):
        self.send(self.pointer, 1, struct.pack("=5I", self.time, x, y, *self.size))
        self.send(self.pointer, 4)
        self.round_trip()

    def click(self, x, y, button=LEFT):
        # Twice: the first may be how a window learns that there is a mouse.
        self.move(x - 1, y)
        self.move(x, y)
        # By the clock of events, clicks are a second apart: a menu ignores one just after it was opened.
        self.time += 1000
        for pressed in (1, 0):
            self.send(self.pointer, 2, struct.pack("=3I", self.time, button, pressed))
            self.send(self.pointer, 4)
            self.round_trip()
