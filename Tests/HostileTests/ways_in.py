"""What a bus can do wrong while it lets the daemon in.

Each way has a name, what makes the steps that are replaced, and the exit codes that are right.
A step is bytes, or a function from the serial of the daemon's call to bytes.
"""

import random

from fake_bus import GUID, OWN_NAME
from random_values import RandomValues
from stage import NAME, RETURN, Variant, build, marshal

from raw_bus import BUS, BUS_PATH, ERROR, SIGNAL

LOST = (1,)
# Somebody else has the name.
TAKEN = (1, 4)
# The name was lost to somebody else, which is an orderly end.
REPLACED = (0, 1)

NAMES = ["", "x", ":", ":1.1\n", "org.freedesktop.DBus", NAME, ":1." + "9" * 300, "é", "a b", "%n%s", ":1.7 "]


def reply(serial: int, signature: str = "", *values, sender: str | None = BUS) -> bytes:
    fields = {"reply_serial": serial, "sender": sender, "destination": OWN_NAME}
    return build(RETURN, 900, fields, signature, marshal(signature, values))


def error(serial: int, name: str = BUS + ".Error.LimitsExceeded", signature: str = "s", *values) -> bytes:
    fields = {"reply_serial": serial, "sender": BUS, "error_name": name}
    return build(ERROR, 901, fields, signature, marshal(signature, values or ["no"]))


def bus_signal(member: str, signature: str, *values, sender: str | None = BUS) -> bytes:
    fields = {"path": BUS_PATH, "interface": BUS, "member": member, "sender": sender}
    return build(SIGNAL, 902, fields, signature, marshal(signature, values))


def authentication(choice: random.Random) -> dict:
    return {"AUTH EXTERNAL": choice.choice((
        b"REJECTED\r\n", b"REJECTED EXTERNAL\r\n", b"REJECTED ANONYMOUS KERBEROS_V4\r\n", b"ERROR\r\n", b"OK\r\n",
        b"OK not-hexadecimal\r\n", b"OK " + GUID + b"00\r\n", b"OK " + GUID + b"\n", b"DATA\r\n", b"DATA zz\r\n",
        b"\0\0\0\r\n", b"\r\n" * 100, b"\xff\xfe\xc0\r\n", b"OK " + GUID + b"\r\nOK " + GUID + b"\r\n",
        b"AGREE_UNIX_FD\r\n", b"BEGIN\r\n", b"x" * 20_000 + b"\r\n", b"x" * 200_000,
        choice.randbytes(choice.choice((1, 100, 70_000))), b"O"))}


def negotiation(choice: random.Random) -> dict:
    return {"NEGOTIATE": choice.choice((
        b"ERROR\r\n", b"ERROR no\r\n", b"REJECTED EXTERNAL\r\n", b"OK " + GUID + b"\r\n", b"\xff\r\n", b"y" * 200_000))}


def hello(choice: random.Random) -> dict:
    values = RandomValues(choice)
    signature = values.signature()
    return {"Hello": choice.choice((
        lambda serial: reply(serial, "s", choice.choice(NAMES)), lambda serial: reply(serial, "u", 1),
        lambda serial: reply(serial), lambda serial: error(serial), lambda serial: error(serial, "a.b", "u", 1),
        lambda serial: reply(serial, "s", ":1.7") * 3, lambda serial: reply(serial, "ss", ":1.7", "x"),
        lambda serial: reply(serial, "s", ":1.7", sender=None), lambda serial: reply(serial, "s", ":1.7", sender=":1.9"),
        lambda serial: reply(serial + 1, "s", ":1.7"), lambda serial: reply(serial, "v", Variant("s", ":1.7")),
        lambda serial: reply(serial, signature, *values.values(signature)),
        lambda serial: reply(serial, "s", "x" * (2 << 20)), b"\0" * 64, choice.randbytes(64),
        lambda serial: reply(serial, "s", ":1.7")[:20]))}


def request_name(choice: random.Random) -> dict:
    values = RandomValues(choice)
    signature = values.signature()
    return {"RequestName": choice.choice((
        lambda serial: reply(serial, "u", choice.choice((0, 2, 4, 5, 2**31, 2**32 - 1))),
        lambda serial: reply(serial, "i", 1), lambda serial: reply(serial, "s", "1"), lambda serial: reply(serial),
        lambda serial: error(serial), lambda serial: error(serial, "x.y", "(sv)", ("x", Variant("ay", b"\0"))),
        lambda serial: error(serial, "a.b", "s", "\x1b[2J\n<0>forged\n" + values.text()),
        lambda serial: reply(serial, "u", 1) * 5, lambda serial: reply(serial, signature, *values.values(signature)),
        lambda serial: bus_signal("NameAcquired", "s", NAME) + reply(serial, "u", 1),
        lambda serial: reply(serial, "u", 1)[:-2]))}


def taken(choice: random.Random) -> dict:
    """Somebody else has the name, and who that is is told wrongly."""
    return {"RequestName": lambda serial: reply(serial, "u", 3), "GetConnectionUnixProcessID": choice.choice((
        lambda serial: reply(serial, "u", choice.choice((0, 1, 2**31 - 1, 2**31, 2**32 - 1))),
        lambda serial: reply(serial, "i", -1), lambda serial: reply(serial), lambda serial: error(serial),
        lambda serial: reply(serial, "s", "1; rm -rf /"), lambda serial: reply(serial, "u", 1) * 2))}


def match_rules(choice: random.Random) -> dict:
    return {"AddMatch": choice.choice((
        error, lambda serial: reply(serial, "u", 1), lambda serial: reply(serial + 1) + reply(serial),
        lambda serial: b"\xff" * 32)),
        "GetNameOwner": choice.choice((lambda serial: reply(serial, "s", choice.choice(NAMES)), error))}


def early_signals(choice: random.Random) -> dict:
    """The bus speaks of the daemon's name before and after it has it, or speaks nonsense of it."""
    signals = (bus_signal("NameLost", "s", NAME), bus_signal("NameLost", "u", 1), bus_signal("NameLost", ""),
               bus_signal("NameOwnerChanged", "sss", NAME, OWN_NAME, ""), bus_signal("NameOwnerChanged", "s", "x"),
               bus_signal("NameOwnerChanged", "sss", BUS, BUS, ""), bus_signal("NameAcquired", "s", "x" * 300),
               bus_signal("NameLost", "s", NAME, sender=None), bus_signal("NameLost", "s", NAME, sender=":1.9"))
    step = choice.choice(("Hello", "RequestName"))
    answer = ("s", OWN_NAME) if step == "Hello" else ("u", 1)
    order = choice.random() < 0.5
    sent = choice.choice(signals) * choice.choice((1, 3))
    return {step: lambda serial: (sent + reply(serial, *answer)) if order else (reply(serial, *answer) + sent)}


WAYS_IN = [("authentication", authentication, LOST), ("negotiation", negotiation, LOST), ("Hello", hello, LOST),
           ("RequestName", request_name, TAKEN), ("the name is taken", taken, TAKEN),
           ("match rules", match_rules, LOST), ("early signals", early_signals, REPLACED)]
