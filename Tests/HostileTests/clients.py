"""The peers of a flood, each a process of its own, so that none slows another's clock."""

import os
import select
import socket
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

from stage import (GAME, MEBIBYTE, NAME, PATH, PEER, RETURN, Connection, Variant, ask, build, call_bytes, marshal,
                   processor_times, steady_game)

from raw_bus import NO_REPLY_EXPECTED, OWN_ERROR, SIGNAL, Disconnected, Silence, _socket_address

CALLS = {
    "flips": (GAME, "Flip", "u", [9999]), "pings": (PEER, "Ping", "", []), "nonsense": (GAME, "Nothing", "a{sv}", [{}]),
    "wrong": (GAME, "NewGame", "as", [["theme"]]), "large": (GAME, "Flip", "ay", [bytes(MEBIBYTE + 1)])}


def flips(count: str, pid: str = "") -> None:
    """The ordinary client: once told to by a line, so many flips, or with 0 until stdin is closed.

    It writes what each took, in µs, or how long that process ran meanwhile. Where another flips the
    same cards, one may be up already.
    """
    def clock() -> float:
        return processor_times(int(pid))[0] if pid else time.monotonic()

    connection = Connection()
    steady_game(connection)
    print("ready", flush=True)
    sys.stdin.readline()
    times: list[float] = []
    while len(times) < int(count) if int(count) else not select.select([sys.stdin], [], [], 0)[0]:
        start = clock()
        reply = connection.call(NAME, PATH, GAME, "Flip", "u", [len(times) % 4])
        times.append(clock() - start)
        if reply.kind != RETURN and reply.error_name != OWN_ERROR + "CardFaceUp":
            raise RuntimeError(f"a flip by the rules was refused: {reply}")
    print(*(round(took * 1e6) for took in times))


def emits(count: str) -> None:
    """Flips the ordinary client's cards, many under way at once, until so many signals have been sent."""
    connection = Connection()
    turn = answered = signals = 0
    while signals < int(count):
        connection.send_bytes(b"".join(
            call_bytes(connection, PATH, GAME, "Flip", "u", [(turn + step) % 4]) for step in range(100)))
        turn += 100
        while answered < turn:
            reply = connection.receive()
            answered += 1
            if reply.kind == RETURN:
                # CardsChanged and PropertiesChanged, and in between Mismatched.
                signals += 3 if reply.body[0] == "mismatched" else 2
            elif reply.error_name != OWN_ERROR + "CardFaceUp":
                raise RuntimeError(f"a flip by the rules was refused: {reply}")
    print(f"sent {signals}", flush=True)


def pour(connection: Connection, data: bytes) -> None:
    """Sends the same over and over, until it is killed; it is ready once the flood is there."""
    connection.socket.settimeout(None)
    for _ in range(1 + (2 << 20) // len(data)):
        connection.send_bytes(data)
    print("ready", flush=True)
    while True:
        connection.send_bytes(data)


def floods(kind: str) -> None:
    """Calls without reply at full speed, large ones as fast as the daemon reads them, until it is killed."""
    connection = Connection()
    interface, member, signature, values = CALLS[kind]
    data = call_bytes(connection, PATH, interface, member, signature, values, NO_REPLY_EXPECTED)
    if len(data) > MEBIBYTE:
        # Faster than the daemon reads it would fill the bus, which then refuses everybody's calls itself.
        connection.socket.settimeout(None)
        for burst in count():
            connection.send_bytes(data * 8)
            connection.call(NAME, PATH, PEER, "Ping")
            if burst == 0:
                print("ready", flush=True)
    pour(connection, data * (65536 // len(data)))


def signal_flood() -> None:
    """Signals to the daemon at full speed, until it is killed."""
    connection = Connection()
    fields = {"path": PATH, "interface": GAME, "member": "CardsChanged", "destination": NAME}
    pour(connection, build(SIGNAL, 7, fields, "u", marshal("u", [0])) * 500)


def vanishing() -> None:
    """Comes, sometimes asks, and goes without waiting, until it is killed."""
    print("ready", flush=True)
    turn = 0
    while True:
        turn += 1
        kind = turn % 5
        if kind == 0:
            # Not even the first byte of the authentication.
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stranger:
                stranger.connect(_socket_address(os.environ["DBUS_SESSION_BUS_ADDRESS"]))
            continue
        try:
            connection = Connection(hello=kind > 1)
            for _ in range(10 if kind > 2 else 0):
                connection.send_call(NAME, PATH, GAME, "Flip", "u", [9999])
                connection.send_call(NAME, PATH, PEER, "GetMachineId")
            if kind == 4:
                connection.socket.shutdown(socket.SHUT_WR)
            connection.close()
        except (Disconnected, Silence, OSError):
            # The bus has a limit for those who come at once.
            continue


def deaf() -> None:
    """Calls at full speed and reads no answer, until it is killed."""
    peers = {connection.socket: connection for connection in (Connection() for _ in range(3))}
    rests = dict.fromkeys(peers, b"")
    print("ready", flush=True)
    while True:
        for sock in select.select([], list(peers), [])[1]:
            # A call that was cut short is gone on with, so that what is sent stays in step.
            data = rests[sock] or call_bytes(peers[sock], PATH, GAME, "Flip", "u", [9999]) * 100
            rests[sock] = data[sock.send(data, socket.MSG_DONTWAIT):]


def decks(directory: str) -> None:
    """Writes as many cards as all decks may have, and at once asks for them, again and again, until it is killed.

    One deck of ten has long sides, and is of some 13 MB.
    """
    connection, themes, practice = Connection(), NAME + ".Themes", NAME + ".Practice"
    texts = []
    for number in range(10):
        side = "漢字" * (55 if number == 0 else 3)
        texts.append("".join(f"{card} {side}\t{side} {card}\n" for card in range(20_000)))
    for turn in count():
        for number, text in enumerate(texts):
            Path(directory, f"Deck {number}.tsv").write_text(f"{text}# {turn}\n")
        if turn == 0:
            print("ready", flush=True)
        ask(connection, practice, "Decks")
        ask(connection, themes, "List")
        ask(connection, practice, "Start", "a{sv}", {"deck": Variant("s", f"Deck {turn % 10}")})


class Client:
    """One of the functions above, in a process."""

    def __init__(self, function, *arguments: str, waits: bool = True):
        self.name = " ".join((function.__name__, *arguments))
        self.process = subprocess.Popen(
            [sys.executable, "-B", __file__, function.__name__, *arguments], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        if waits and self.process.stdout.readline().strip() != "ready":
            raise RuntimeError(f"{self.name} did not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def go(self) -> None:
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def finish(self, timeout: float) -> str:
        """Lets it come to its end; what it wrote."""
        output, _ = self.process.communicate("", timeout)
        if self.process.returncode:
            raise RuntimeError(f"{self.name} ended with {self.process.returncode}")
        return output


if __name__ == "__main__":
    if sys.argv[1] != flips.__name__:
        # Who gets the processor is the system's business: an attacker gives way, so that what is
        # measured is what the bus and the daemon make of it.
        os.nice(19)
    {function.__name__: function for function in (flips, emits, floods, signal_flood, vanishing, deaf, decks)}[
        sys.argv[1]](*sys.argv[2:])
