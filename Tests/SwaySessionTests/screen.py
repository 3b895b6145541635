"""What is on the screen of sway, by pictures of it, and a mouse on it."""

import subprocess
import time

from mouse import Mouse
from support import DEADLINE, Late


class Picture:
    """The pixels of the screen, by grim's PPM."""

    def __init__(self, *options):
        data = subprocess.run(
            ["grim", *options, "-t", "ppm", "-"], capture_output=True, check=True, timeout=DEADLINE).stdout
        kind, size, depth, self.pixels = data.split(b"\n", 3)
        assert (kind, depth) == (b"P6", b"255"), (kind, depth)
        self.width, self.height = map(int, size.split())

    def row(self, y, left, right):
        return self.pixels[3 * (y * self.width + left):3 * (y * self.width + right)]

    def changes(self, other, left=0, right=None):
        """The smallest box with all pixels that are not as in another picture: left, top, right, bottom; or None."""
        right = self.width if right is None else right
        rows = [y for y in range(self.height) if self.row(y, left, right) != other.row(y, left, right)]
        if not rows:
            return None
        columns = [x for y in rows for x in self._changed_columns(other, y, left, right)]
        return min(columns), rows[0], max(columns) + 1, rows[-1] + 1

    def _changed_columns(self, other, y, left, right):
        mine, others = self.row(y, left, right), other.row(y, left, right)
        return [left + x // 3 for x in range(0, len(mine), 3) if mine[x:x + 3] != others[x:x + 3]]


class Screen:
    """Takes pictures until one is wanted, and clicks."""

    def __init__(self):
        picture = Picture()
        self.mouse = Mouse(picture.width, picture.height)

    def close(self):
        self.mouse.close()

    def wait_for_change(self, before, is_wanted=lambda box: True, left=0, right=None):
        """Waits until what differs from a picture is wanted, and is drawn to the end; the box that differs."""
        end, last = time.monotonic() + DEADLINE, None
        while time.monotonic() < end:
            box = Picture().changes(before, left, right)
            if box and is_wanted(box) and box == last:
                return box
            last = box
        raise Late(f"the screen did not change as it should: {last}")
