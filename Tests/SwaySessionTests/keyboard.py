"""A keyboard for a Wayland compositor without a screen, by the protocol virtual-keyboard-unstable-v1.

Unlike wtype, which brings another layout with each call, it stays: no key is lost while a window learns
a layout.
"""

import os
import struct

from wayland import Client

LAYOUT = """xkb_keymap {
    xkb_keycodes { include "evdev+aliases(qwerty)" };
    xkb_types { include "complete" };
    xkb_compat { include "complete" };
    xkb_symbols { include "pc+us+inet(evdev)" };
};
"""
# The rows of that layout, from the number of their first key on.
ROWS = {2: ("1234567890-=", "!@#$%^&*()_+"), 16: ("qwertyuiop[]", "QWERTYUIOP{}"),
        30: ("asdfghjkl;'`", "ASDFGHJKL:\"~"), 43: ("\\zxcvbnm,./", "|ZXCVBNM<>?")}
KEYS = {"Escape": (1, 0), "Enter": (28, 0), " ": (57, 0), "Up": (103, 0), "Left": (105, 0), "Right": (106, 0),
        "Down": (108, 0)} | {
    letter: (first + place, shift) for first, row in ROWS.items() for shift, letters in enumerate(row)
    for place, letter in enumerate(letters)}


class Keyboard(Client):
    """Presses keys; each call returns when the compositor has handled it."""

    def __init__(self):
        super().__init__()
        self.time = 0
        manager, seat, self.keys = self.bind("zwp_virtual_keyboard_manager_v1"), self.bind("wl_seat"), self.new()
        self.send(manager, 0, struct.pack("=II", seat, self.keys))
        layout = LAYOUT.encode() + b"\0"
        file = os.memfd_create("layout")
        os.write(file, layout)
        self.send(self.keys, 0, struct.pack("=II", 1, len(layout)), file)
        os.close(file)
        self.round_trip()

    def press(self, key):
        """A key by its name in KEYS, or by the character that it types."""
        number, shift = KEYS[key]
        self.send(self.keys, 2, struct.pack("=4I", shift, 0, 0, 0))
        for pressed in (1, 0):
            self.time += 10
            self.send(self.keys, 1, struct.pack("=3I", self.time, number, pressed))
        self.send(self.keys, 2, struct.pack("=4I", 0, 0, 0, 0))
        self.round_trip()
