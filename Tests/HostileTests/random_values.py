"""Random D-Bus types and values of them: everything that the bus lets pass."""

import random
import struct

from stage import Variant

from raw_bus import split_signature

BASIC = "ybnqiuxtdsogh"
KNOWN_TEXTS = ["Halloween", "Sea", "Everything", "halloween ", "HALLOWEEN\ufe0f", "classic", "timed", "theme", "pairs",
               "org.memorized.Memorize1.Game", "org.freedesktop.DBus.Properties", "Cards", "Score", "%s%n%x", "../..",
               "'; DROP TABLE games; --", "NaN", "-1", "🎃", "👩‍👩‍👧‍👦", "🏳️‍🌈"]
# Of fixed-size types: the ends of their ranges, where arithmetic goes wrong first.
EDGES = {
    "y": (0, 255), "b": (0, 1), "n": (-32768, 32767), "q": (0, 65535), "i": (-2**31, -1, 0, 2**31 - 1),
    "u": (0, 1, 2, 3, 500, 512, 513, 2**31 - 1, 2**31, 2**32 - 1), "x": (-2**63, -1, 0, 2**63 - 1),
    "t": (0, 1, 2**63 - 1, 2**63, 2**64 - 1), "h": (0, 1, 7, 2**32 - 1),
    "d": (0.0, -0.0, float("inf"), float("-inf"), float("nan"), 5e-324, 1.7976931348623157e308)}
BITS = {"y": 8, "b": 1, "n": 16, "q": 16, "i": 32, "u": 32, "x": 64, "t": 64, "h": 32}
MOST_NESTED = 32
LONGEST_SIGNATURE = 255


class RandomValues:
    def __init__(self, choice: random.Random):
        self.choice = choice

    # Text ------------------------------------------------------------------------------------

    def scalar(self) -> str:
        """Any character of any plane, each plane as likely as the others."""
        plane = self.choice.randrange(17)
        while True:
            value = plane << 16 | self.choice.getrandbits(16)
            if value and not 0xD800 <= value < 0xE000:
                return chr(value)

    def text(self) -> str:
        choice = self.choice
        count = choice.choice((1, 2, 3, 8, 40, 63, 64, 65))
        kind = choice.randrange(12)
        if kind == 0:
            return ""
        if kind == 1:
            return "".join(chr(choice.randrange(32, 127)) for _ in range(count))
        if kind <= 3:
            return "".join(self.scalar() for _ in range(count))
        if kind == 4:
            marks = [*range(0x300, 0x370), *range(0x20D0, 0x20F1), 0x200D, 0xFE0F, 0x1F3FB, 0xE0067, 0x1160]
            return "e" + "".join(chr(choice.choice(marks)) for _ in range(count * choice.choice((1, 30))))
        if kind == 5:
            return "".join(chr(choice.choice((0x202A, 0x202B, 0x202D, 0x202E, 0x202C, 0x2066, 0x2067, 0x2069, 0x200F,
                                              0x61C, 0x5D0, 0x627, 0x41))) for _ in range(count))
        if kind == 6:
            ends = [plane << 16 | low for plane in range(17) for low in (0xFFFE, 0xFFFF)]
            return "".join(chr(choice.choice(ends + [*range(0xFDD0, 0xFDF0)])) for _ in range(count))
        if kind == 7:
            return "".join(chr(choice.choice((*range(1, 32), *range(127, 160), 0x2028, 0x2029, 0xFEFF)))
                           for _ in range(count))
        if kind == 8:
            # Texts at the limits of names: 64 characters, 1,024 bytes.
            return choice.choice("aé🎃") * choice.choice((64, 65, 256, 257, 1023, 1024, 1025, 5000))
        if kind == 9:
            return "".join(choice.choice("🏳️‍🌈👩‍🚀🇦🇧") for _ in range(count))
        return choice.choice(KNOWN_TEXTS)

    def path(self) -> str:
        parts = ["".join(self.choice.choices("aZ_09", k=self.choice.randint(1, 9)))
                 for _ in range(self.choice.randrange(6))]
        return "/" + "/".join(parts)

    def interface(self) -> str:
        return ".".join(self.choice.choice("aZ_") + "".join(self.choice.choices("aZ_09", k=self.choice.randrange(9)))
                        for _ in range(self.choice.randint(2, 8)))

    def member(self) -> str:
        return self.choice.choice("aZ_") + "".join(
            self.choice.choices("aZ_09", k=self.choice.choice((0, 3, 20, 254))))

    # Types -----------------------------------------------------------------------------------

    def type(self, arrays: int = 0, structs: int = 0) -> str:
        """One complete type within the limits of nesting."""
        kind = self.choice.random()
        if kind < 0.55 or arrays + structs > 6:
            return self.choice.choice(BASIC + "v")
        if kind < 0.75 and arrays < MOST_NESTED:
            return "a" + self.type(arrays + 1, structs)
        if kind < 0.85 and arrays < MOST_NESTED and structs < MOST_NESTED:
            return "a{" + self.choice.choice(BASIC) + self.type(arrays + 1, structs + 1) + "}"
        if structs < MOST_NESTED:
            fields = (self.type(arrays, structs + 1) for _ in range(self.choice.randint(1, 4)))
            return "(" + "".join(fields) + ")"
        return "v"

    def signature(self) -> str:
        kind = self.choice.random()
        if kind < 0.1:
            return ""
        if kind < 0.14:
            depth = self.choice.choice((1, 8, 31, 32))
            inner = self.choice.choice(("y", "s", "v", "(y)" if depth < 32 else "y"))
            return self.choice.choice(("a" * depth + inner, "(" * (depth - 1) + "y" + ")" * (depth - 1) or "y",
                                       "a{s" * (depth // 2) + "v" + "}" * (depth // 2), "y" * LONGEST_SIGNATURE))
        signature = ""
        for _ in range(self.choice.choice((1, 1, 2, 3, 8))):
            added = signature + self.type()
            if len(added) > LONGEST_SIGNATURE:
                break
            signature = added
        return signature or "s"

    # Values ----------------------------------------------------------------------------------

    def value(self, type_: str, depth: int = 0):
        choice, head = self.choice, type_[0]
        if head in EDGES and choice.random() < 0.5:
            return choice.choice(EDGES[head])
        if head == "d":
            return struct.unpack("<d", struct.pack("<Q", choice.getrandbits(64)))[0]
        if head in BITS:
            value = choice.getrandbits(BITS[head])
            return value - (1 << BITS[head] - 1) if head in "nix" else value
        if head == "s":
            return self.text()
        if head == "o":
            return self.path()
        if head == "g":
            return self.signature()
        if head == "v":
            return self.variant(depth)
        if head == "a":
            most = 1 if depth > 3 else choice.choice((0, 1, 2, 5))
            count = choice.randint(0, most)
            if type_[1] == "y":
                return choice.randbytes(count)
            return [self.value(type_[1:], depth + 1) for _ in range(count)]
        return tuple(self.value(part, depth + 1) for part in split_signature(type_[1:-1]))

    def variant(self, depth: int = 0) -> Variant:
        """A value of any type; sometimes one wrapped up to just within the limit of 64."""
        if depth == 0 and self.choice.random() < 0.05:
            wrapped = Variant("s", self.text())
            for _ in range(self.choice.randrange(60)):
                wrapped = Variant("v", wrapped)
            return wrapped
        type_ = self.choice.choice(BASIC) if depth > 4 else self.type()
        return Variant(type_, self.value(type_, depth + 1))

    def values(self, signature: str) -> list:
        return [self.value(type_) for type_ in split_signature(signature)]
