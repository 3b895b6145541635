"""A mouse for a Wayland compositor without a screen, by the protocol wlr-virtual-pointer-unstable-v1."""

import os
import pathlib
import socket
import struct

LEFT, RIGHT = 0x110, 0x111

DISPLAY, REGISTRY, MANAGER, POINTER = 1, 2, 3, 4


class Mouse:
    """Moves and clicks; each call returns when the compositor has handled it."""

    def __init__(self, width, height):
        self.size = width, height
        self.last, self.time, self.received = POINTER, 0, b""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(pathlib.Path(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"])))
        self.socket.settimeout(10)
        self._send(DISPLAY, 1, struct.pack("=I", REGISTRY))
        interface = "zwlr_virtual_pointer_manager_v1"
        name = self._wait_for_global(interface)
        self._send(REGISTRY, 0, struct.pack("=I", name) + self._text(interface) + struct.pack("=II", 1, MANAGER))
        self._send(MANAGER, 0, struct.pack("=II", 0, POINTER))
        self._round_trip()

    def close(self):
        self.socket.close()

    def move(self, x, y):
        self._send(POINTER, 1, struct.pack("=5I", self.time, x, y, *self.size))
        self._send(POINTER, 4)
        self._round_trip()

    def click(self, x, y, button=LEFT):
        # Twice: the first may be how a window learns that there is a mouse.
        self.move(x - 1, y)
        self.move(x, y)
        # By the clock of events, clicks are a second apart: a menu ignores one just after it was opened.
        self.time += 1000
        for pressed in (1, 0):
            self._send(POINTER, 2, struct.pack("=3I", self.time, button, pressed))
            self._send(POINTER, 4)
            self._round_trip()

    @staticmethod
    def _text(text):
        data = text.encode() + b"\0"
        return struct.pack("=I", len(data)) + data + bytes(-len(data) % 4)

    def _send(self, target, request, arguments=b""):
        self.socket.sendall(struct.pack("=II", target, (8 + len(arguments)) << 16 | request) + arguments)

    def _events(self):
        """What the compositor sends: the object, the event's number, and its arguments."""
        while True:
            while len(self.received) < 8 or len(self.received) < struct.unpack_from("=I", self.received, 4)[0] >> 16:
                piece = self.socket.recv(1 << 16)
                if not piece:
                    raise AssertionError("The compositor has closed the connection.")
                self.received += piece
            target, head = struct.unpack_from("=II", self.received)
            arguments, self.received = self.received[8:head >> 16], self.received[head >> 16:]
            if target == DISPLAY and head & 0xFFFF == 0:
                raise AssertionError(f"The compositor refuses a request: {arguments!r}")
            yield target, head & 0xFFFF, arguments

    def _wait_for_global(self, interface):
        for target, event, arguments in self._events():
            if (target, event) == (REGISTRY, 0):
                name, size = struct.unpack_from("=II", arguments)
                if arguments[8:8 + size - 1].decode() == interface:
                    return name

    def _round_trip(self):
        self.last += 1
        self._send(DISPLAY, 0, struct.pack("=I", self.last))
        for target, event, _ in self._events():
            if (target, event) == (self.last, 0):
                return
