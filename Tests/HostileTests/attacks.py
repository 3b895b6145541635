"""What can be wrong with bytes that claim to be D-Bus messages, and what is right in unusual ways."""

import random
import socket
import struct
from typing import Callable, NamedTuple

from fake_bus import CLIENT, OWN_NAME, Session
from random_values import RandomValues
from stage import CALL, GAME, PATH, PEER, RETURN, Variant, build, marshal

from raw_bus import BUS, BUS_PATH, ERROR, INTROSPECTABLE, PROPERTIES, SIGNAL, THEMES

MOST_MESSAGE = 128 << 20


class Attack(NamedTuple):
    name: str
    # Sends it, and returns the serial of a call that has to be answered, if there is one.
    launch: Callable[[Session, random.Random], int | None]
    # Whether there is nothing wrong with it, so that the daemon has to go on.
    is_harmless: bool = False
    # Whether it leaves something behind that may spoil a later message.
    leaves_traces: bool = False


def valid(session: Session, choice: random.Random, order: str = "<") -> bytes:
    """A message in which nothing is wrong, before it is made wrong."""
    calls = [(PEER, "Ping", "", []), (GAME, "Flip", "u", [choice.randrange(20)]), (THEMES, "Get", "s", ["Halloween"]),
             (GAME, "NewGame", "a{sv}", [{"theme": Variant("s", "Halloween"), "pairs": Variant("u", 4)}]),
             (GAME, "NewGame", "a{sv}", [{"players": Variant("as", ["Ann", "Bob"]), "seed": Variant("t", 42)}]),
             (PROPERTIES, "GetAll", "s", [GAME]), (INTROSPECTABLE, "Introspect", "", []),
             (PROPERTIES, "Set", "ssv", [GAME, "Score", Variant("a(sv)", [("x", Variant("d", 1.5))])]),
             (GAME, "Nothing", "a{s(aas)}v", [{"a": ([["b"], []],)}, Variant("g", "ss")])]
    kind = choice.random()
    if kind < 0.8:
        return session.call(*choice.choice(calls), order=order)
    serial = session.next_serial()
    if kind < 0.9:
        fields = {"path": BUS_PATH, "interface": BUS, "member": "NameOwnerChanged", "sender": BUS}
        return build(SIGNAL, serial, fields, "sss", marshal("sss", [CLIENT, CLIENT, ""], order), order=order)
    fields = {"reply_serial": choice.randint(1, 9), "sender": BUS, "destination": OWN_NAME}
    return build(RETURN, serial, fields, "s", marshal("s", ["nobody asked"], order), order=order)


# Right, in unusual ways -----------------------------------------------------------------------


def dribble(session, choice):
    for byte in session.call(PROPERTIES, "GetAll", "s", [GAME]):
        session.send(bytes([byte]))
    return session.serial


def in_pieces(session, choice):
    data = b"".join(session.call(PEER, "Ping") for _ in range(50))
    while data:
        size = choice.randint(1, 100)
        session.send(data[:size])
        data = data[size:]
    return session.serial


def big_endian(session, choice):
    for _ in range(5):
        session.send(valid(session, choice, ">"))
    options = {"theme": Variant("s", "Halloween"), "pairs": Variant("u", 4)}
    session.send(session.call(GAME, "NewGame", "a{sv}", [options], order=">"))
    return session.serial


def unknown_field(session, choice):
    # 9 is the last of the specification's, and 10, the instance of a container, libdbus knows too.
    unknown = {} if choice.random() < 0.1 else {choice.randint(11, 255): RandomValues(choice).variant()}
    session.send(session.call(PEER, "Ping", fields=unknown))
    return session.serial


def unknown_flags(session, choice):
    session.send(session.call(PEER, "Ping", flags=choice.getrandbits(8) & ~1))
    return session.serial


def unknown_kind(session, choice):
    fields = {"path": PATH, "interface": GAME, "member": "Flip", "sender": CLIENT}
    session.send(build(choice.randint(5, 255), session.next_serial(), fields, "u", marshal("u", [0])))


def no_sender(session, choice):
    session.send(build(CALL, session.next_serial(), {"path": PATH, "interface": PEER, "member": "Ping"}))
    return session.serial


def random_call(session, choice):
    values = RandomValues(choice)
    for _ in range(20):
        signature = values.signature()
        session.send(session.call(GAME, choice.choice(("Flip", "NewGame", "Conceal", "Nothing")), signature,
                                  values.values(signature)))
    return session.serial


def files(session, choice):
    count = choice.randint(1, 16)
    signature, body = choice.choice((("h", [0]), ("ah", [list(range(count))]), ("v", [Variant("h", 0)])))
    data = session.call(GAME, "Flip", signature, body, fields={"unix_fds": count})
    session.send(data, [0] * count)
    return session.serial


def large(session, choice):
    session.send(session.call(GAME, "Flip", "ay", [bytes(choice.choice((1 << 20, 9 << 20, 20 << 20)))]))
    return session.serial


# Wrong ----------------------------------------------------------------------------------------


def mutated(session, choice):
    data = bytearray(valid(session, choice))
    for _ in range(choice.choice((1, 1, 1, 2, 4, 16))):
        place = choice.randrange(len(data))
        kind = choice.randrange(5)
        if kind == 0:
            data[place] ^= 1 << choice.randrange(8)
        elif kind == 1:
            data[place] = choice.choice((0, 1, 0x7F, 0x80, 0xFF, choice.getrandbits(8)))
        elif kind == 2:
            data.insert(place, choice.getrandbits(8))
        elif kind == 3 and len(data) > 1:
            del data[place]
        else:
            data[place:place] = data[choice.randrange(len(data)):][:choice.randint(1, 32)]
    session.send(bytes(data))


def wrong_length(session, choice):
    """The lengths of body, header, an array or a string, somewhere in the message."""
    data = bytearray(valid(session, choice))
    place = choice.choice((4, 4, 12, 12, 16, *range(16, max(17, len(data) - 3), 4)))
    length = choice.choice((0, 1, 7, 255, 65536, (64 << 20) + 1, MOST_MESSAGE - 1, MOST_MESSAGE, MOST_MESSAGE + 1,
                            2**31 - 1, 2**31, 2**32 - 8, 2**32 - 1, len(data) * 2))
    struct.pack_into("<I", data, min(place, len(data) - 4), length)
    session.send(bytes(data))


def wrong_head(session, choice):
    """Byte order, kind, version and serial of the header."""
    data = bytearray(valid(session, choice))
    kind = choice.randrange(4)
    if kind == 0:
        data[0] = choice.choice((ord("B"), 0, ord("L"), 255))
    elif kind == 1:
        data[1] = 0
    elif kind == 2:
        data[3] = choice.choice((0, 2, 255))
    else:
        data[8:12] = bytes(4)
    session.send(bytes(data))


def wrong_fields(session, choice):
    """Names that are none, fields that are missing, of a wrong type, or there twice."""
    fields = {"path": PATH, "interface": GAME, "member": "Flip", "destination": OWN_NAME, "sender": CLIENT}
    kind = choice.randrange(4)
    if kind == 0:
        fields |= choice.choice((
            {"path": "//"}, {"path": ""}, {"path": "/a/"}, {"path": b"/\xff"}, {"path": "/ä"}, {"path": "a"},
            {"interface": "x"}, {"interface": ""}, {"interface": "a..b"}, {"interface": "a.9"}, {"interface": b"a.\0b"},
            {"interface": "a." + "b" * 254}, {"member": "9x"}, {"member": ""}, {"member": "a.b"}, {"member": "b" * 256},
            {"sender": ":"}, {"sender": ""}, {"sender": "x"}, {"sender": b":1.\xc3"}, {"destination": "."},
            {"path": "/org/freedesktop/DBus/Local"}, {"interface": "org.freedesktop.DBus.Local"}))
    elif kind == 1:
        del fields[choice.choice(("path", "member"))]
    elif kind == 2:
        fields[choice.randint(0, 9)] = RandomValues(choice).variant()
    else:
        wrong = choice.choice(((RETURN, {}), (ERROR, {"reply_serial": 1}), (SIGNAL, {"path": PATH, "member": "X"}),
                               (RETURN, {"reply_serial": 0}), (ERROR, {"reply_serial": 1, "error_name": "x"})))
        session.send(build(wrong[0], session.next_serial(), wrong[1]))
        return
    session.send(build(CALL, session.next_serial(), fields, "u", marshal("u", [0])))


def wrong_body(session, choice):
    """A signature that is none, or a body that is not of it."""
    deep = Variant("y", 1)
    for _ in range(70):
        deep = Variant("v", deep)
    signature, body = choice.choice((
        ("b", marshal("u", [2])), ("s", marshal("s", [b"a\0b"])), ("s", marshal("s", [b"\xc0\x80"])),
        ("s", marshal("s", [b"\xed\xa0\x80"])), ("s", marshal("s", [b"\xf4\x90\x80\x80"])), ("s", b"\3\0\0\0abcd"),
        ("s", b"\xff\xff\xff\xffabc\0"), ("o", marshal("s", ["no path"])), ("g", b"\1(\0"), ("g", b"\377a\0"),
        ("v", marshal("v", [deep])), ("v", b"\2uu\0" + bytes(8)), ("v", b"\0\0"), ("v", b"\1a\0\0"),
        ("a" * 33 + "y", bytes(4)), ("(" * 33 + "y" + ")" * 33, b"\0"), ("a", bytes(4)), ("a{vs}", bytes(8)),
        ("{su}", bytes(8)), ("()", b""), ("(", b""), ("z", b"\0"), ("a{s}", bytes(8)), ("a{suu}", bytes(8)),
        ("y" * 255, bytes(254)), ("au", b"\3\0\0\0abc"), ("ay", struct.pack("<I", (64 << 20) + 1)),
        ("yu", b"\1\1\1\1\1\0\0\0"), ("u", bytes(3)), ("u", bytes(5)), ("", b"\0"), ("as", b"\4\0\0\0\xff\0\0\0"),
        ("a{sv}", b"\x10\0\0\0" + bytes(4) + marshal("sv", ["a", Variant("u", 1)])), ("h", bytes(4))))
    fields = {"path": PATH, "interface": GAME, "member": choice.choice(("Flip", "NewGame")), "sender": CLIENT}
    session.send(build(CALL, session.next_serial(), fields, signature, body))


def wrong_files(session, choice):
    """More or fewer open files than the header says, or with a message that has none."""
    says, has = choice.choice(((3, 0), (0, 3), (2, 5), (5, 2), (2**32 - 1, 1), (17, 16), (1024, 100)))
    session.send(session.call(GAME, "Flip", "ah", [[0, 1, 7, 2**32 - 1]], fields={"unix_fds": says}), [0] * has)


def garbage(session, choice):
    session.send(choice.choice((
        choice.randbytes(choice.choice((1, 15, 16, 100, 70_000))), b"\0" * 4096, b"\xff" * 4096, b"l" * 4096,
        b"GET / HTTP/1.1\r\n\r\n", b"AUTH EXTERNAL\r\n", b"l\1\0\1" * 100)))


def half(session, choice):
    """A part of a message, and then nothing more."""
    data = valid(session, choice)
    session.send(data[:choice.randrange(1, len(data))])


def half_and_close(session, choice):
    half(session, choice)
    session.peer.shutdown(socket.SHUT_WR)


def huge_promise(session, choice):
    """A header that is right, and of its body no more than a beginning."""
    data = bytearray(session.call(GAME, "Flip", "ay", [b"x"]))
    size = choice.choice((1 << 20, 63 << 20, 127 << 20))
    struct.pack_into("<I", data, 4, size)
    session.send(bytes(data) + bytes(choice.choice((0, 1, 100_000))))


def among_valid(session, choice):
    """One that is wrong in the midst of a hundred that are not."""
    data = [valid(session, choice) for _ in range(100)]
    wrong = bytearray(data[50])
    wrong[choice.randrange(len(wrong))] ^= 1 << choice.randrange(8)
    data[50] = bytes(wrong)
    session.send(b"".join(data))


ATTACKS = [Attack(function.__name__, function, True) for function in (
    dribble, in_pieces, big_endian, unknown_field, unknown_flags, unknown_kind, no_sender, random_call, files, large)]
ATTACKS += [Attack(function.__name__, function) for function in (
    mutated, mutated, mutated, wrong_length, wrong_length, wrong_head, wrong_fields, wrong_fields, wrong_body,
    wrong_body, garbage, half, half_and_close, huge_promise, among_valid)]
# Files beyond those that were announced are counted with the next message that has some.
ATTACKS += [Attack("wrong_files", wrong_files, leaves_traces=True)]
