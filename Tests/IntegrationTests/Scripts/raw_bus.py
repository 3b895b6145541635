"""A tiny D-Bus client on a Unix socket, with nothing between the test and the wire.

Libraries refuse to send what a hostile peer would send, and hide what comes back;
this one marshals by hand, so that any byte may go out and every byte is seen.

Values: integers, floats, bool and str as Python has them; an array is a list (`ay` is
bytes), a dictionary a dict, a struct a tuple, and a variant a `Variant`.
"""

import os
import re
import select
import socket
import struct
import time
from typing import NamedTuple

CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
NO_REPLY_EXPECTED, NO_AUTO_START = 1, 2

BUS, BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
NAME = "org.memorized.Memorize1"
PATH = "/org/memorized/Memorize1"
GAME = NAME + ".Game"
THEMES = NAME + ".Themes"
HISTORY = NAME + ".History"
PROPERTIES = "org.freedesktop.DBus.Properties"
INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"
PEER = "org.freedesktop.DBus.Peer"
STANDARD_ERROR = "org.freedesktop.DBus.Error."
OWN_ERROR = NAME + ".Error."

_FIXED = {"y": "B", "b": "I", "n": "h", "q": "H", "i": "i", "u": "I", "x": "q", "t": "Q", "d": "d", "h": "I"}
_ALIGNMENT = {"y": 1, "g": 1, "v": 1, "n": 2, "q": 2, "b": 4, "i": 4, "u": 4, "h": 4, "s": 4, "o": 4, "a": 4}
_FIELDS = {"path": (1, "o"), "interface": (2, "s"), "member": (3, "s"), "error_name": (4, "s"),
           "reply_serial": (5, "u"), "destination": (6, "s"), "sender": (7, "s"), "signature": (8, "g"),
           "unix_fds": (9, "u")}
_FIELD_NAMES = {code: name for name, (code, _) in _FIELDS.items()}


class Variant(NamedTuple):
    signature: str
    value: object


class Disconnected(Exception):
    """The bus closed the connection."""


class Silence(Exception):
    """Nothing came within the deadline."""


class Message:
    """One message as it stood on the wire, with the values of its body."""

    def __init__(self, kind, flags, serial, fields, body, body_size):
        self.kind, self.flags, self.serial = kind, flags, serial
        self.fields, self.body, self.body_size = fields, body, body_size

    def __getattr__(self, name):
        if name in _FIELDS:
            return self.fields.get(name)
        raise AttributeError(name)

    def __str__(self):
        if self.kind == ERROR:
            return f"error {self.error_name}: {self.body[0] if self.body else '(no text)'}"
        if self.kind == RETURN:
            return f"reply {self.signature or '()'} {shorten(self.body)}"
        kind = "signal" if self.kind == SIGNAL else "call"
        return f"{kind} {self.path} {self.interface}.{self.member} {shorten(self.body)}"


def shorten(value, limit=160):
    text = str(value)
    return text if len(text) <= limit else text[:limit] + "…"


def split_signature(signature):
    """The complete types of a signature, in order."""
    types, start = [], 0
    while start < len(signature):
        end = _end_of_type(signature, start)
        types.append(signature[start:end])
        start = end
    return types


def _end_of_type(signature, at):
    head = signature[at]
    if head == "a":
        return _end_of_type(signature, at + 1)
    if head in "({":
        closing = ")" if head == "(" else "}"
        at += 1
        while signature[at] != closing:
            at = _end_of_type(signature, at)
        return at + 1
    return at + 1


def _alignment(type_):
    return _ALIGNMENT.get(type_[0], 8)


def _pad(buffer, alignment):
    buffer.extend(bytes(-len(buffer) % alignment))


def _write(buffer, type_, value, order="<"):
    _pad(buffer, _alignment(type_))
    head = type_[0]
    if head in _FIXED:
        buffer += struct.pack(order + _FIXED[head], value)
    elif head in "so":
        # Bytes pass as they are: that is how invalid UTF-8 and NUL are sent.
        raw = value if isinstance(value, bytes) else value.encode()
        buffer += struct.pack(order + "I", len(raw)) + raw + b"\0"
    elif head == "g":
        raw = value.encode()
        buffer += bytes([len(raw)]) + raw + b"\0"
    elif head == "v":
        _write(buffer, "g", value.signature)
        _write(buffer, value.signature, value.value, order)
    elif head == "a":
        element = type_[1:]
        length_at = len(buffer)
        buffer += bytes(4)
        _pad(buffer, _alignment(element))
        start = len(buffer)
        if element == "y":
            buffer += value
        else:
            # Pairs in a list may repeat a key, as a dictionary on the wire may.
            for item in value.items() if isinstance(value, dict) else value:
                _write(buffer, element, item, order)
        struct.pack_into(order + "I", buffer, length_at, len(buffer) - start)
    else:
        for part, item in zip(split_signature(type_[1:-1]), value, strict=True):
            _write(buffer, part, item, order)


def marshal(signature, values, order="<"):
    buffer = bytearray()
    for type_, value in zip(split_signature(signature), values, strict=True):
        _write(buffer, type_, value, order)
    return bytes(buffer)


class _Reader:
    def __init__(self, data, order, at=0):
        self.data, self.order, self.at = data, order, at

    def _align(self, alignment):
        self.at += -self.at % alignment

    def _take(self, count):
        piece = self.data[self.at:self.at + count]
        self.at += count
        return piece

    def read(self, type_):
        head = type_[0]
        self._align(_alignment(type_))
        if head in _FIXED:
            size = struct.calcsize(_FIXED[head])
            value = struct.unpack(self.order + _FIXED[head], self._take(size))[0]
            return bool(value) if head == "b" else value
        if head in "so":
            raw = self._take(self.read("u"))
            self.at += 1
            return bytes(raw).decode()
        if head == "g":
            raw = self._take(self._take(1)[0])
            self.at += 1
            return bytes(raw).decode()
        if head == "v":
            signature = self.read("g")
            return Variant(signature, self.read(signature))
        if head == "a":
            element = type_[1:]
            size = self.read("u")
            self._align(_alignment(element))
            end = self.at + size
            if element == "y":
                return bytes(self._take(size))
            items = []
            while self.at < end:
                items.append(self.read(element))
            return dict(items) if element[0] == "{" else items
        return tuple(self.read(part) for part in split_signature(type_[1:-1]))


def unmarshal(signature, data, order="<"):
    reader = _Reader(data, order)
    return [reader.read(type_) for type_ in split_signature(signature)]


def parse(data):
    """The first whole message of `data` and its size, or None where there is none yet."""
    if len(data) < 16:
        return None
    order = "<" if data[0:1] == b"l" else ">"
    body_size, serial, fields_size = struct.unpack(order + "III", data[4:16])
    header_size = 16 + fields_size + (-fields_size % 8)
    if len(data) < header_size + body_size:
        return None
    reader = _Reader(memoryview(data)[:header_size], order, 12)
    fields = {_FIELD_NAMES[code]: variant.value
              for code, variant in reader.read("a(yv)") if code in _FIELD_NAMES}
    body = memoryview(data)[header_size:header_size + body_size]
    message = Message(data[1], data[2], serial, fields,
                      unmarshal(fields.get("signature", ""), body, order), body_size)
    return message, header_size + body_size


def build(kind, serial, fields, signature="", body=b"", flags=0, order="<"):
    """A message as bytes; neither its fields nor its body are checked.

    A field is named, or else numbered and given as a `Variant`.
    """
    fields = {name: value for name, value in fields.items() if value is not None}
    if signature:
        fields["signature"] = signature
    mark = b"l" if order == "<" else b"B"
    header = bytearray(struct.pack(order + "cBBBII", mark, kind, flags, 1, len(body), serial))
    entries = [(name, value) if isinstance(name, int) else (_FIELDS[name][0], Variant(_FIELDS[name][1], value))
               for name, value in fields.items()]
    _write(header, "a(yv)", entries, order)
    _pad(header, 8)
    return bytes(header) + body


def _socket_address(addresses):
    for address in addresses.split(";"):
        transport, _, options = address.partition(":")
        if transport != "unix":
            continue
        keys = dict(option.split("=", 1) for option in options.split(",") if "=" in option)
        unescaped = {key: re.sub("%(..)", lambda match: chr(int(match[1], 16)), value)
                     for key, value in keys.items()}
        if "path" in unescaped:
            return unescaped["path"]
        if "abstract" in unescaped:
            return "\0" + unescaped["abstract"]
    raise SystemExit(f"DBUS_SESSION_BUS_ADDRESS names no Unix socket: {addresses!r}")


def authenticate(stream, files=False):
    """Says on a new connection who we are, and that open files may be sent; reads only the replies."""
    identity = str(os.getuid()).encode().hex().encode()
    stream.sendall(b"\0AUTH EXTERNAL " + identity + b"\r\n" + (b"NEGOTIATE_UNIX_FD\r\n" if files else b""))
    for expected in (b"OK ", b"AGREE_UNIX_FD\r\n") if files else (b"OK ",):
        line = b""
        while not line.endswith(b"\r\n"):
            piece = stream.recv(1)
            if not piece:
                raise Disconnected("during authentication")
            line += piece
        if not line.startswith(expected):
            raise Disconnected(f"authentication was refused: {line!r}")
    stream.sendall(b"BEGIN\r\n")


class Connection:
    """A peer on the session bus. Messages that no call waited for gather in `pending`."""

    def __init__(self, hello=True, files=False):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(10)
        self.socket.connect(_socket_address(os.environ["DBUS_SESSION_BUS_ADDRESS"]))
        self.buffer = bytearray()
        self.pending = []
        self.serial = 0
        authenticate(self.socket, files)
        if hello:
            self.unique_name = self.call(BUS, BUS_PATH, BUS, "Hello").body[0]
            self.await_message(lambda message: message.member == "NameAcquired")

    def next_serial(self):
        self.serial += 1
        return self.serial

    def send_bytes(self, data):
        self.socket.sendall(data)

    def send(self, kind, fields, signature="", values=(), flags=0):
        """Sends a message and returns its serial."""
        serial = self.next_serial()
        self.send_bytes(build(kind, serial, fields, signature, marshal(signature, values), flags))
        return serial

    def send_call(self, destination, path, interface, member, signature="", values=(), flags=0):
        fields = {"path": path, "interface": interface, "member": member, "destination": destination}
        return self.send(CALL, fields, signature, values, flags)

    def call(self, destination, path, interface, member, signature="", values=(), flags=0, timeout=30):
        """The reply or the error to a call; what else comes meanwhile stays in `pending`."""
        serial = self.send_call(destination, path, interface, member, signature, values, flags)
        return self.reply_to(serial, timeout)

    def reply_to(self, serial, timeout=30):
        deadline = time.monotonic() + timeout
        for index, message in enumerate(self.pending):
            if message.reply_serial == serial:
                return self.pending.pop(index)
        while True:
            message = self.receive(deadline - time.monotonic())
            if message.reply_serial == serial:
                return message
            self.pending.append(message)

    def receive(self, timeout=30):
        """The next message off the wire; raises `Silence` or `Disconnected`."""
        deadline = time.monotonic() + timeout
        while True:
            parsed = parse(self.buffer)
            if parsed:
                message, size = parsed
                del self.buffer[:size]
                return message
            if not select.select([self.socket], [], [], max(0, deadline - time.monotonic()))[0]:
                raise Silence(f"nothing came within {timeout:.1f} s")
            try:
                piece = self.socket.recv(1 << 16)
            except ConnectionResetError:
                piece = b""
            if not piece:
                raise Disconnected("the bus closed the connection")
            self.buffer += piece

    def await_message(self, wanted, timeout=30):
        """The first message, gathered or still to come, for which `wanted` is true."""
        deadline = time.monotonic() + timeout
        for index, message in enumerate(self.pending):
            if wanted(message):
                return self.pending.pop(index)
        while True:
            message = self.receive(deadline - time.monotonic())
            if wanted(message):
                return message
            self.pending.append(message)

    def bus(self, member, signature="", *values):
        """A call to the bus itself, which must succeed; its first result, if any."""
        reply = self.call(BUS, BUS_PATH, BUS, member, signature, values)
        if reply.kind != RETURN:
            raise RuntimeError(f"{member}: {reply}")
        return reply.body[0] if reply.body else None

    def close(self):
        self.socket.close()
