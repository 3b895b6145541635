#!/usr/bin/python3 -B
"""Sends every kind of message that the bus lets through, and checks each answer.

    HOSTILE_MESSAGES   how many (100000)

Of calls that want an answer each gets exactly one, in order and of the right kind; all else gets
none. In between an ordinary game has to go on as ever, by the same process.
"""

import random
import select
import socket
import time
from collections import Counter

from contract import OPTIONS, Contract, outcome
from random_values import RandomValues
from stage import (CALL, GAME, MEBIBYTE, NAME, PATH, PEER, RETURN, Bus, Connection, Daemon, Fault, Variant, build,
                   call_bytes, marshal, number, play, run, sanitized_daemon)

from raw_bus import BUS, ERROR, NO_AUTO_START, NO_REPLY_EXPECTED, SIGNAL, Disconnected, parse, shorten

BATCH = 64
# After so many messages an ordinary game is played.
BETWEEN_GAMES = 2000
INTERACTIVE = 4
# What must have come at least once, or the messages were not of all kinds.
EVERY = {"reply", "UnknownObject", "UnknownInterface", "UnknownMethod", "UnknownProperty", "PropertyReadOnly",
         "InvalidArgs", "LimitsExceeded", "NoSuchCard", "NoSuchTheme"}

answers: Counter[str] = Counter()


class Generator:
    def __init__(self, choice: random.Random, contract: Contract, owner: str):
        self.choice, self.contract, self.owner = choice, contract, owner
        self.random = RandomValues(choice)
        self.kinds: dict[str, int] = {}

    def options(self) -> list:
        """Options of NewGame: mostly known ones, right and wrong in type and value, even repeated."""
        choice, entries = self.choice, []
        for _ in range(choice.randrange(5)):
            key = choice.choice(list(OPTIONS)) if choice.random() < 0.9 else self.random.text()
            kind = choice.random()
            if key not in OPTIONS or kind < 0.15:
                entries.append((key, self.random.variant()))
            elif key == "players":
                entries.append((key, Variant("as", [self.random.text() for _ in range(choice.choice((0, 1, 2, 8, 9)))])))
            elif key == "scoring" and kind < 0.7:
                entries.append((key, Variant("s", choice.choice(("classic", "timed")))))
            else:
                entries.append((key, Variant(OPTIONS[key], self.random.value(OPTIONS[key]))))
        return entries

    def target(self) -> tuple[str, str | None, str]:
        """Path, interface and method: mostly what there is, else wrong in any of the three."""
        choice = self.choice
        path = choice.choice(list(self.contract.objects))
        interface = choice.choice(list(self.contract.objects[path]))
        if GAME in self.contract.objects[path] and choice.random() < 0.4:
            interface = GAME
        member = choice.choice(list(self.contract.objects[path][interface]) or ["Nothing"])
        if choice.random() < 0.08:
            path = choice.choice([*self.contract.nodes, self.random.path(), PATH + "/Nothing"])
        if choice.random() < 0.08:
            interface = choice.choice([None, None, PEER, self.random.interface(), NAME + ".Nothing"])
        if choice.random() < 0.08:
            member = choice.choice([self.random.member(), member.lower(), member + "_", "CardsChanged"])
        return path, interface, member

    def arguments(self, path: str, interface: str | None, member: str) -> tuple[str, list]:
        method = self.contract.objects.get(path, {}).get(interface, {}).get(member)
        if method is None or self.choice.random() < 0.35:
            signature = self.random.signature()
            return signature, self.random.values(signature)
        if (interface, member) == (GAME, "NewGame"):
            return "a{sv}", [self.options()]
        if interface == GAME and member in ("Flip", "FlipAsBot") and self.choice.random() < 0.7:
            return "u", [self.choice.randrange(12)]
        if method.takes.startswith("s") and self.choice.random() < 0.7:
            # A property that there is, or a part of one's name; for Themes a theme's name.
            known = [*self.choice.choice(list(self.contract.properties))[1:], self.random.text()]
            return method.takes, [self.random.variant() if type_ == "v" else known[place]
                                  for place, type_ in enumerate(method.takes)] \
                if set(method.takes) <= set("sv") and len(method.takes) <= len(known) \
                else self.random.values(method.takes)
        return method.takes, self.random.values(method.takes)

    def enlarged(self, signature: str, values: list, body: bytes) -> tuple[str, list, bytes]:
        """The same with a last argument that brings the body to about, or exactly, 1 MiB, or far above."""
        size = self.choice.choice((MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, MEBIBYTE + 8, 100_000, 3 * MEBIBYTE,
                                   6 * MEBIBYTE))
        if len(signature) > 250:
            signature, values, body = "", [], b""
        kind = self.choice.choice(("ay", "s", "as"))
        body += bytes(-len(body) % 4)
        if kind == "as":
            # Many small strings, of nine bytes with what comes before and after each.
            count = (size - len(body) - 4) // 12
            return (signature + kind, [*values, ["harmful"] * count],
                    body + (12 * count).to_bytes(4, "little") + b"\7\0\0\0harmful\0" * count)
        length = size - len(body) - 4 - (kind == "s")
        filler = "x" * length if kind == "s" else self.choice.randbytes(64) * (length // 64 + 1)
        end = b"\0" if kind == "s" else b""
        argument = filler[:length]
        content = argument.encode() if kind == "s" else argument
        return (signature + kind, [*values, argument],
                body + length.to_bytes(4, "little") + content + end)

    def message(self, connection: Connection, large: bool) -> tuple[bytes, int, set[str] | None, str]:
        """The bytes, the serial, what is right (None for no answer), and a description."""
        choice = self.choice
        serial = connection.next_serial()
        flags = (NO_REPLY_EXPECTED if choice.random() < 0.15 else 0) | choice.choice((0, 0, NO_AUTO_START, INTERACTIVE))
        destination = choice.choice((NAME, self.owner))
        if choice.random() < 0.12:
            return *self.other_message(serial, destination, flags), serial, None, "no call"
        path, interface, member = self.target()
        signature, values = self.arguments(path, interface, member)
        body, described = marshal(signature, values), shorten(values)
        if large:
            signature, values, body = self.enlarged(signature, values, body)
        fields = {"path": path, "interface": interface, "member": member, "destination": destination}
        right = self.contract.expected(path, interface, member, signature, values, len(body))
        what = (f"{interface}.{member}({signature}) at {path}, {len(body)} bytes, flags {flags}: "
                f"{described}")
        kind = "large call" if large else "call without reply" if flags & NO_REPLY_EXPECTED else "call"
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        return (build(CALL, serial, fields, signature, body, flags), serial,
                None if flags & NO_REPLY_EXPECTED else right, what)

    def other_message(self, serial: int, destination: str, flags: int) -> tuple[bytes]:
        """A reply or an error out of the blue, or a signal."""
        kind = self.choice.choice((RETURN, ERROR, SIGNAL, SIGNAL))
        fields: dict = {"destination": destination}
        if kind == SIGNAL:
            path, interface, member = self.target()
            fields |= {"path": path, "interface": interface or GAME, "member": member}
            if self.choice.random() < 0.3:
                del fields["destination"]
        else:
            fields["reply_serial"] = self.choice.choice((1, 2, 3, 4, 5, 2**32 - 1, self.choice.getrandbits(32) or 1))
            if kind == ERROR:
                fields["error_name"] = self.random.interface()
        signature = self.random.signature()
        name = {RETURN: "reply", ERROR: "error", SIGNAL: "signal"}[kind]
        self.kinds[name] = self.kinds.get(name, 0) + 1
        return (build(kind, serial, fields, signature, marshal(signature, self.random.values(signature)), flags),)


def exchange(connection: Connection, data: bytes, last: int, timeout: float = 120) -> list:
    """Sends all and gathers what comes up to the answer to the last; both go on at once, for the
    bus stops reading from a peer that does not read."""
    messages, view, deadline = [], memoryview(data), time.monotonic() + timeout
    while True:
        while parsed := parse(connection.buffer):
            message, size = parsed
            del connection.buffer[:size]
            messages.append(message)
            if message.reply_serial == last and message.sender != BUS:
                return messages
        readable, writable, _ = select.select([connection.socket], [connection.socket] if view else [], [],
                                              max(0, deadline - time.monotonic()))
        if not readable and not writable:
            raise Fault(f"no answer within {timeout} s to call {last}; before it came {len(messages)} messages")
        if writable:
            view = view[connection.socket.send(view, socket.MSG_DONTWAIT):]
        if readable:
            piece = connection.socket.recv(1 << 20)
            if not piece:
                raise Disconnected("the bus closed the connection")
            connection.buffer += piece


def compare(messages: list, wanted: list) -> None:
    """Exactly one answer to each call, in their order, and each of the right kind."""
    place = 0
    serials = {serial for serial, _, _ in wanted}
    for message in messages:
        if message.kind not in (RETURN, ERROR):
            continue
        if message.sender == BUS or message.sender is None:
            # The bus may comment on what it does not deliver, but not on the calls that it does.
            if message.reply_serial in serials:
                raise Fault(f"the bus answers for the daemon: {message}")
            continue
        if place == len(wanted):
            raise Fault(f"an answer that nobody waits for: {message} to call {message.reply_serial}")
        serial, right, what = wanted[place]
        place += 1
        if message.reply_serial != serial:
            raise Fault(f"call {serial} was to be answered next, {what}; call {message.reply_serial} was: {message}")
        if not Contract.is_right(message, right):
            raise Fault(f"{what}: {message}; right is {sorted(right)}")
        answers[outcome(message).split()[0]] += 1
        if message.kind == ERROR:
            sentence = message.body[0] if message.body else ""
            if not sentence.strip() or any(ord(c) < 32 or 127 <= ord(c) < 160 for c in sentence):
                raise Fault(f"{what}: the error's sentence is {sentence!r}")
    if place < len(wanted):
        raise Fault(f"no answer to call {wanted[place][0]}: {wanted[place][2]}")


def send_batch(generator: Generator, connection: Connection, count: int, large: bool) -> None:
    data, wanted = bytearray(), []
    for _ in range(count):
        message, serial, right, what = generator.message(connection, large)
        data += message
        if right is not None:
            wanted.append((serial, right, what))
    data += call_bytes(connection, PATH, PEER, "Ping")
    wanted.append((connection.serial, {"reply ()"}, "Ping after a batch"))
    try:
        compare(exchange(connection, bytes(data), connection.serial), wanted)
    except (Disconnected, BrokenPipeError) as fault:
        raise Fault(f"{fault}; of the last batch, of {len(wanted)} calls, the last: {wanted[-2][2]}") from fault


def send_files(generator: Generator, connection: Connection) -> None:
    """Calls with up to 16 open files, which the daemon must not keep."""
    count = generator.choice.randint(1, 16)
    signature, values = generator.choice.choice((("h", [0]), ("ah", [list(range(count))]), ("v", [Variant("h", 0)]),
                                                 ("hu", [count - 1, 7]), ("a{sv}", [{"theme": Variant("h", 0)}])))
    serial = connection.next_serial()
    member = generator.choice.choice(("Flip", "NewGame", "Nothing"))
    fields = {"path": PATH, "interface": GAME, "member": member, "destination": NAME, "unix_fds": count}
    right = generator.contract.expected(PATH, GAME, member, signature, values, 8)
    data = build(CALL, serial, fields, signature, marshal(signature, values))
    sent = socket.send_fds(connection.socket, [data], [0] * count)
    rest = data[sent:] + call_bytes(connection, PATH, PEER, "Ping")
    compare(exchange(connection, rest, connection.serial),
            [(serial, right, f"{member}({signature}) with {count} files"), (connection.serial, {"reply ()"}, "Ping")])


def send_huge(generator: Generator, connection: Connection, size: int) -> None:
    """One call near what D-Bus allows at all, in two arrays, for one may have 64 MiB."""
    half = bytes(size // 2)
    start = time.monotonic()
    data = call_bytes(connection, PATH, GAME, "Flip", "ayay", [half, half])
    serial = connection.serial
    data += call_bytes(connection, PATH, PEER, "Ping")
    compare(exchange(connection, data, connection.serial),
            [(serial, {"LimitsExceeded"}, "a huge call"), (connection.serial, {"reply ()"}, "Ping")])
    print(f"  a call of {size >> 20} MiB: LimitsExceeded in {time.monotonic() - start:.2f} s")


def attack(seed: int) -> None:
    choice, count = random.Random(seed), number("HOSTILE_MESSAGES", 100_000)
    with Bus() as bus, Daemon(sanitized_daemon(), bus.environment) as daemon:
        daemon.await_ready()
        player = Connection()
        owner = player.bus("GetNameOwner", "s", NAME)
        generator = Generator(choice, Contract(player), owner)
        connections, files = [Connection() for _ in range(3)], Connection(files=True)
        descriptors = daemon.descriptors()
        sent = games = batches = sent_files = 0
        send_huge(generator, connections[0], 98 * MEBIBYTE)
        while sent < count:
            # Large ones go a few at a time.
            large = batches % 16 == 15
            size = 4 if large else min(BATCH, count - sent)
            batches += 1
            send_batch(generator, choice.choice(connections), size, large)
            if batches % 4 == 0:
                send_files(generator, files)
                sent_files += 1
            if (sent + size) // BETWEEN_GAMES > sent // BETWEEN_GAMES or sent + size >= count:
                play(player)
                games += 1
                daemon.check()
                if player.bus("GetNameOwner", "s", NAME) != owner:
                    raise Fault("the name has another owner")
            sent += size
        if daemon.descriptors() > descriptors:
            raise Fault(f"the daemon had {descriptors} descriptors open, and now {daemon.descriptors()}")
        daemon.stop()
    kinds = ", ".join(f"{count} × {kind}" for kind, count in sorted(generator.kinds.items()))
    print(f"  {sent} messages ({kinds}), {sent_files} with open files; {games} ordinary games; nothing reported")
    print("  answers: " + ", ".join(f"{count} × {name}" for name, count in answers.most_common()))
    if count >= 10_000 and (missing := EVERY - answers.keys()):
        raise Fault(f"among so many answers there was none of {sorted(missing)}")


if __name__ == "__main__":
    run("messages", attack)
