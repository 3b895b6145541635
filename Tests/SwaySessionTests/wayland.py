"""A tiny client of a Wayland compositor, for devices without hardware."""

import array
import os
import pathlib
import socket
import struct

DISPLAY, REGISTRY = 1, 2


class Client:
    """Sends requests; each device is made by what the compositor offers under an interface's name."""

    def __init__(self):
        self.last, self.received = REGISTRY, b""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(pathlib.Path(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"])))
        self.socket.settimeout(10)
        self.send(DISPLAY, 1, struct.pack("=I", REGISTRY))
        self.offered = {}
        self.round_trip()

    def close(self):
        self.socket.close()

    def new(self):
        """The number of another object."""
        self.last += 1
        return self.last

    def bind(self, interface):
        """The object behind an interface, in its first version."""
        if interface not in self.offered:
            raise AssertionError(f"The compositor does not offer {interface}.")
        text = interface.encode() + b"\0"
        text = struct.pack("=I", len(text)) + text + bytes(-len(text) % 4)
        bound = self.new()
        self.send(REGISTRY, 0, struct.pack("=I", self.offered[interface]) + text + struct.pack("=II", 1, bound))
        return bound

    def send(self, target, request, arguments=b"", descriptor=None):
        message = struct.pack("=II", target, (8 + len(arguments)) << 16 | request) + arguments
        if descriptor is None:
            self.socket.sendall(message)
        else:
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))]
            assert self.socket.sendmsg([message], rights) == len(message)

    def round_trip(self):
        """Returns when the compositor has handled all requests."""
        done = self.new()
        self.send(DISPLAY, 0, struct.pack("=I", done))
        for target, event, arguments in self._events():
            if (target, event) == (done, 0):
                return
            if (target, event) == (REGISTRY, 0):
                name, size = struct.unpack_from("=II", arguments)
                self.offered[arguments[8:8 + size - 1].decode()] = name

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
