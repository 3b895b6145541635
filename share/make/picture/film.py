"""An animated picture (APNG) of a screen: exact colors, and of each frame only the pixels that changed."""

import struct
import zlib

# Stands for a pixel that has not changed; no frame may have it.
UNCHANGED = b"\x01\xfe\x02"


class Film:
    """Frames with the seconds that each is seen; equal ones that follow each other are one."""

    def __init__(self):
        self.frames = []  # [seconds, box, compressed pixels]
        self.last = None

    def add(self, picture, seconds):
        box = (0, 0, picture.width, picture.height) if self.last is None else picture.changes(self.last)
        if box is None:
            self.frames[-1][0] += seconds
            return
        self.frames.append([seconds, box, zlib.compress(self._changed(picture, box), 9)])
        self.last = picture

    def _changed(self, picture, box):
        """The rows of a box, each after the number of its filter: none."""
        left, top, right, bottom = box
        rows = []
        for y in range(top, bottom):
            row = picture.row(y, left, right)
            if UNCHANGED in row:
                raise AssertionError("The screen has a color that stands for a pixel without a change.")
            if self.last is not None:
                before = self.last.row(y, left, right)
                row = UNCHANGED * (right - left) if row == before else b"".join(
                    UNCHANGED if row[x:x + 3] == before[x:x + 3] else row[x:x + 3] for x in range(0, len(row), 3))
            rows.append(b"\0" + row)
        return b"".join(rows)

    def png(self):
        width, height = self.last.width, self.last.height
        chunks = [_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
                  _chunk(b"tRNS", struct.pack(">HHH", *UNCHANGED)),
                  # Played again and again.
                  _chunk(b"acTL", struct.pack(">II", len(self.frames), 0))]
        number = 0
        for seconds, (left, top, right, bottom), pixels in self.frames:
            # Left on the screen, and drawn over what is there.
            chunks.append(_chunk(b"fcTL", struct.pack(
                ">IIIIIHHBB", number, right - left, bottom - top, left, top, round(seconds * 100), 100, 0, 1)))
            number += 1
            if number == 1:
                chunks.append(_chunk(b"IDAT", pixels))
            else:
                chunks.append(_chunk(b"fdAT", struct.pack(">I", number) + pixels))
                number += 1
        return b"".join([b"\x89PNG\r\n\x1a\n", *chunks, _chunk(b"IEND", b"")])


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
