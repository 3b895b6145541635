#!/usr/bin/env -S python3 -B
"""A peer that sends options out of range and forged signals, and checks that the daemon answers as
the contract says.

(What every D-Bus service has to refuse is tested on the library, and at random by HostileTests, as
are peers that do not read, or vanish.)

Prints a line for each thing tried and what came back; exit status 1 where anything else came
than had to. The daemon must still be the same process afterwards, and answer.
"""

import sys

from raw_bus import (BUS, BUS_PATH, ERROR, GAME, NAME, OWN_ERROR, PATH, PEER, PROPERTIES, RETURN, SIGNAL, STANDARD_ERROR,
                     THEMES, Connection, Disconnected, Silence, Variant, shorten)

faults = 0


def report(good, what, came, expected=None):
    global faults
    if good:
        print(f"ok   {what}: {shorten(came)}")
    else:
        faults += 1
        print(f"BAD  {what}: {shorten(came, 600)}" + (f"; expected {expected}" if expected else ""))


def outcome(message):
    """`reply SIGNATURE`, or the error's name, shortened as in the contract."""
    if message.kind == RETURN:
        return "reply " + (message.signature or "()")
    for prefix in (STANDARD_ERROR, OWN_ERROR):
        if message.error_name.startswith(prefix):
            return message.error_name[len(prefix):]
    return message.error_name


def expect(connection, what, expected, path, interface, member, signature="", values=()):
    try:
        message = connection.call(NAME, path, interface, member, signature, values)
    except (Silence, Disconnected) as fault:
        report(False, what, fault, expected)
        return None
    report(outcome(message) == expected, what, message, expected)
    if message.kind == ERROR and not (message.body and str(message.body[0]).strip()):
        report(False, what, "the error has no sentence")
    return message


def ping(connection, what="another client is answered"):
    expect(connection, what, "reply ()", PATH, PEER, "Ping")


def owner_of_daemon(connection):
    """The unique name behind the daemon's, or the bus' answer where nobody has it."""
    message = connection.call(BUS, BUS_PATH, BUS, "GetNameOwner", "s", [NAME])
    return message.body[0] if message.kind == RETURN else str(message)


def options(connection):
    """Options out of range, and of wrong types."""
    v = Variant
    wrong = [
        ("an unknown key", {"colour": v("s", "red")}),
        ("a theme that is a number", {"theme": v("u", 1)}),
        ("pairs as a string", {"pairs": v("s", "8")}),
        ("a seed of 32 bits", {"seed": v("u", 42)}),
        ("0 pairs", {"pairs": v("u", 0)}),
        ("1 pair", {"pairs": v("u", 1)}),
        ("min-pairs alone", {"min-pairs": v("u", 4)}),
        ("max-pairs alone", {"max-pairs": v("u", 4)}),
        ("pairs beside a range", {"pairs": v("u", 4), "min-pairs": v("u", 2), "max-pairs": v("u", 4)}),
        ("a minimum above the maximum", {"min-pairs": v("u", 6), "max-pairs": v("u", 4)}),
        ("an unknown scoring", {"scoring": v("s", "golf")}),
        ("the daily deal with a seed", {"daily": v("b", True), "seed": v("t", 42)}),
        ("the daily deal with a theme", {"daily": v("b", True), "theme": v("s", "Halloween")}),
        ("the daily deal with pairs", {"daily": v("b", True), "pairs": v("u", 4)}),
        ("the daily deal with players", {"daily": v("b", True), "players": v("as", ["Ann", "Bob"])}),
        ("two players of one name", {"players": v("as", ["Ann", "Ann"])}),
    ]
    for what, value in wrong:
        expect(connection, f"NewGame with {what}", "InvalidArgs", PATH, GAME, "NewGame", "a{sv}", [value])
    expect(connection, "NewGame with an unknown theme", "NoSuchTheme", PATH, GAME, "NewGame", "a{sv}",
           [{"theme": v("s", "No such theme")}])
    expect(connection, "Pairs without offset and limit", "InvalidArgs", PATH, THEMES, "Pairs", "s", ["Halloween"])
    expect(connection, "Get of an unknown theme", "NoSuchTheme", PATH, THEMES, "Get", "s", ["No such theme"])
    expect(connection, "Pairs of an unknown theme", "NoSuchTheme", PATH, THEMES, "Pairs", "suu",
           ["No such theme", 0, 10])
    past = expect(connection, "Pairs past the end", "reply a(sss)", PATH, THEMES, "Pairs", "suu",
                  ["Halloween", 0xFFFFFFFF, 0xFFFFFFFF])
    if past and past.kind == RETURN:
        report(past.body[0] == [], "Pairs past the end is empty", past)
    expect(connection, "NewGame with more pairs than there are", "reply tt", PATH, GAME, "NewGame", "a{sv}",
           [{"theme": v("s", "Halloween"), "pairs": v("u", 0xFFFFFFFF)}])
    pairs = expect(connection, "Pairs of that game", "reply v", PATH, PROPERTIES, "Get", "ss", [GAME, "Pairs"])
    if pairs and pairs.kind == RETURN:
        report(pairs.body[0].value == 9, "its pairs are the theme's", pairs.body[0].value, 9)
    expect(connection, "NewGame of 4 cards", "reply tt", PATH, GAME, "NewGame", "a{sv}", [{"pairs": v("u", 2)}])
    for card in (4, 0x7FFFFFFF, 0xFFFFFFFF):
        expect(connection, f"Flip of card {card} of 4", "NoSuchCard", PATH, GAME, "Flip", "u", [card])
    expect(connection, "Conceal with nothing up", "NothingToConceal", PATH, GAME, "Conceal")


def signals(client):
    """Signals that pretend to come from the bus; another client is answered after each."""
    owner = client.bus("GetNameOwner", "s", NAME)
    liar = Connection()
    own = client.unique_name
    spoofed = [
        ("NameOwnerChanged of the daemon's name", BUS_PATH, BUS, "NameOwnerChanged", "sss", [NAME, owner, ""]),
        ("NameOwnerChanged of the daemon itself", BUS_PATH, BUS, "NameOwnerChanged", "sss", [owner, owner, ""]),
        ("NameOwnerChanged of its client", BUS_PATH, BUS, "NameOwnerChanged", "sss", [own, own, ""]),
        ("NameOwnerChanged of the bus", BUS_PATH, BUS, "NameOwnerChanged", "sss", [BUS, BUS, ""]),
        ("NameLost", BUS_PATH, BUS, "NameLost", "s", [NAME]),
        ("NameAcquired", BUS_PATH, BUS, "NameAcquired", "s", [NAME]),
        ("NameLost of wrong types", BUS_PATH, BUS, "NameLost", "u", [1]),
        ("the daemon's own CardsChanged", PATH, GAME, "CardsChanged", "ta(uss)", [1 << 62, [(0, "up", "x")]]),
        ("PropertiesChanged", PATH, PROPERTIES, "PropertiesChanged", "sa{sv}as", [GAME, {}, ["Score"]]),
    ]
    for what, path, interface, member, signature, values in spoofed:
        for destination in (owner, None):
            fields = {"path": path, "interface": interface, "member": member, "destination": destination}
            liar.send(SIGNAL, fields, signature, values)
        # The liar's Ping comes after its signal: once it is answered, the daemon has seen both.
        ping(liar, f"{what}, not from the bus: then Ping")
        ping(client)
    local = {"path": "/org/freedesktop/DBus/Local", "interface": "org.freedesktop.DBus.Local",
             "member": "Disconnected", "destination": owner}
    liar.send(SIGNAL, local)
    try:
        while True:
            liar.receive(5)
    except Disconnected as fault:
        report(True, "Disconnected, sent by a peer", fault)
    except Silence:
        report(True, "Disconnected, sent by a peer", "the bus kept quiet")


def main():
    client = Connection()
    client.call(NAME, PATH, PEER, "Ping")
    owner = owner_of_daemon(client)
    for attack in (options, signals):
        print(f"-- {attack.__doc__}")
        try:
            attack(client)
        except (Silence, Disconnected, RuntimeError) as fault:
            report(False, attack.__name__, f"{type(fault).__name__}: {fault}")
        now = owner_of_daemon(client)
        report(now == owner, "the daemon is the same as before", now, owner)
        if now != owner:
            break
        ping(client)
    print(f"{faults} wrong" if faults else "all as it had to be")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
