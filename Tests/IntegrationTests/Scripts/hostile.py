#!/usr/bin/env -S python3 -B
"""A peer that does all it can do wrong, and checks that the daemon answers as the contract says.

usage: hostile.py SUBCOMMAND…      one or more of those below, or `all`

(What every D-Bus service has to refuse is tested on the library, and at random by HostileTests, as
are peers that do not read, or vanish.)

Prints a line for each thing tried and what came back; exit status 1 where anything else came
than had to. After each subcommand the daemon must still be the same process and answer.
"""

import argparse
import statistics
import sys
import time

from raw_bus import (BUS, BUS_PATH, ERROR, GAME, NAME, OWN_ERROR, PATH, PEER, PROPERTIES, RETURN, SIGNAL, STANDARD_ERROR,
                     THEMES, Connection, Disconnected, Silence, Variant, shorten)

# A call that takes this long was held up by somebody else.
TYPICAL_LIMIT, WORST_LIMIT = 0.1, 2.0

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
    """`expected` is an outcome, or several that are all right."""
    expected = (expected,) if isinstance(expected, str) else expected
    try:
        message = connection.call(NAME, path, interface, member, signature, values)
    except (Silence, Disconnected) as fault:
        report(False, what, fault, " or ".join(expected))
        return None
    report(outcome(message) in expected, what, message, " or ".join(expected))
    if message.kind == ERROR and not (message.body and str(message.body[0]).strip()):
        report(False, what, "the error has no sentence")
    return message


def ping(connection, what="another client is answered"):
    expect(connection, what, "reply ()", PATH, PEER, "Ping")


def owner_of_daemon(connection):
    """The unique name behind the daemon's, or the bus' answer where nobody has it."""
    message = connection.call(BUS, BUS_PATH, BUS, "GetNameOwner", "s", [NAME])
    return message.body[0] if message.kind == RETURN else str(message)


def nested_variant(depth):
    value = Variant("s", "Halloween")
    for _ in range(depth):
        value = Variant("v", value)
    return value


def new_game(connection, **options):
    types = {"theme": "s", "pairs": "u", "seed": "t"}
    return connection.call(NAME, PATH, GAME, "NewGame", "a{sv}",
                           [{key: Variant(types[key], value) for key, value in options.items()}])


class Flipper:
    """An ordinary client, which flips by the rules for as long as somebody asks."""

    def __init__(self):
        self.connection = Connection()
        self.turn = 0
        # Two mismatches without a card in common can be flipped for ever: each turns the
        # other down. (A card of the mismatch on show itself would be refused.)
        for _ in range(100):
            new_game(self.connection, theme="Halloween", pairs=8)
            if [self._flip(card).body[0] for card in range(4)] == ["turned-up", "mismatched"] * 2:
                return
        raise RuntimeError("no two mismatches were found among the first four cards of 100 games")

    def _flip(self, card):
        return self.connection.call(NAME, PATH, GAME, "Flip", "u", [card])

    def flip(self):
        """How long an accepted flip took, in seconds."""
        start = time.monotonic()
        message = self._flip(self.turn % 4)
        took = time.monotonic() - start
        self.turn += 1
        if message.kind != RETURN:
            raise RuntimeError(f"a flip by the rules was refused: {message}")
        return took


def report_times(what, times):
    typical, worst = statistics.median(times), max(times)
    report(typical <= TYPICAL_LIMIT and worst <= WORST_LIMIT, what,
           f"{len(times)} flips, median {typical * 1e3:.2f} ms, worst {worst * 1e3:.2f} ms",
           f"a median of {TYPICAL_LIMIT} s and {WORST_LIMIT} s at worst")


# Subcommands ---------------------------------------------------------------------------------


def arguments():
    """wrong types, missing and surplus arguments, option values out of range"""
    connection = Connection()
    game = [
        ("Flip of a string", "Flip", "s", ["seven"]),
        ("Flip of a signed number", "Flip", "i", [-1]),
        ("Flip of a variant", "Flip", "v", [Variant("u", 1)]),
        ("Flip without a card", "Flip", "", []),
        ("Flip of two cards", "Flip", "uu", [1, 2]),
        ("NewGame without options", "NewGame", "", []),
        ("NewGame with strings for variants", "NewGame", "a{ss}", [{"theme": "Halloween"}]),
        ("NewGame with a surplus argument", "NewGame", "a{sv}u", [{}, 1]),
        ("Conceal with an argument", "Conceal", "u", [1]),
    ]
    for what, member, signature, values in game:
        expect(connection, what, "InvalidArgs", PATH, GAME, member, signature, values)
    v = Variant
    options = [
        ("an unknown key", {"colour": v("s", "red")}),
        ("a theme that is a number", {"theme": v("u", 1)}),
        ("pairs as a string", {"pairs": v("s", "8")}),
        ("pairs as a signed number", {"pairs": v("i", 8)}),
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
        ("nine players", {"players": v("as", [f"Player {i}" for i in range(9)])}),
        ("a player without a name", {"players": v("as", ["Ann", ""])}),
        ("a player with a name of 65 characters", {"players": v("as", ["Ann", "B" * 65])}),
        ("a player with a line break in the name", {"players": v("as", ["Ann", "B\nob"])}),
        ("30 variants in each other", {"theme": nested_variant(30)}),
        ("an option of containers in containers", {"theme": v("a{sv}", {"a": v("av", [v("as", ["b"])])})}),
    ]
    for what, value in options:
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
    new_game(connection, theme="Halloween", pairs=2)
    for card in (4, 0x7FFFFFFF, 0xFFFFFFFF):
        expect(connection, f"Flip of card {card} of 4", "NoSuchCard", PATH, GAME, "Flip", "u", [card])
    expect(connection, "Conceal with nothing up", "NothingToConceal", PATH, GAME, "Conceal")


def unasked():
    """answers nobody asked for, and signals that pretend to come from the bus"""
    flipper = Flipper()
    owner = flipper.connection.bus("GetNameOwner", "s", NAME)
    liar = Connection()
    times = []
    for serial in range(1, 200):
        liar.send(RETURN, {"reply_serial": serial, "destination": owner}, "s", ["nobody asked"])
        liar.send(RETURN, {"reply_serial": serial, "destination": owner})
        liar.send(ERROR, {"reply_serial": serial, "destination": owner,
                          "error_name": STANDARD_ERROR + "NoReply"}, "s", ["nobody asked"])
        times.append(flipper.flip())
    report_times("flips beside answers nobody asked for", times)
    own = flipper.connection.unique_name
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
        times.append(flipper.flip())
    report_times("flips beside spoofed signals", times)
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
    ping(flipper.connection)


SUBCOMMANDS = {function.__name__.replace("_", "-"): function for function in (
    arguments, unasked)}


def main():
    width = max(map(len, SUBCOMMANDS))
    listing = "\n".join(f"  {name:{width}}  {function.__doc__}" for name, function in SUBCOMMANDS.items())
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0], epilog=listing,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("subcommand", nargs="+", choices=[*SUBCOMMANDS, "all"], metavar="SUBCOMMAND")
    chosen = parser.parse_args().subcommand
    watcher = Connection()
    watcher.call(NAME, PATH, PEER, "Ping")
    owner = owner_of_daemon(watcher)
    for name in SUBCOMMANDS if "all" in chosen else chosen:
        print(f"-- {name}: {SUBCOMMANDS[name].__doc__}")
        try:
            SUBCOMMANDS[name]()
        except (Silence, Disconnected, RuntimeError) as fault:
            report(False, name, f"{type(fault).__name__}: {fault}")
        now = owner_of_daemon(watcher)
        report(now == owner, "the daemon is the same as before", now, owner)
        if now != owner:
            break
        ping(watcher)
    print(f"{faults} wrong" if faults else "all as it had to be")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
