#!/usr/bin/env -S python3 -B
"""Starts the daemon by a first method call, again and again, and checks each answer.

usage: activation.py N

The bus must have an activation file for the daemon. Each time the daemon does not run, a call
to its game starts it, the answer is checked, and the daemon is ended (SIGTERM) and seen to be
gone. Prints how many of the N answers were right; exit status 1 unless all were.
"""

import os
import signal
import statistics
import sys
import time

from raw_bus import BUS, BUS_PATH, GAME, NAME, PATH, PROPERTIES, RETURN, Connection, Silence, Variant

LONGEST_END = 10


class Activator:
    def __init__(self):
        self.connection = Connection()
        self.connection.bus("AddMatch", "s",
                            f"type='signal',sender='{BUS}',member='NameOwnerChanged',arg0='{NAME}'")

    def process(self):
        """The daemon's process, or None where it does not run."""
        reply = self.connection.call(BUS, BUS_PATH, BUS, "GetConnectionUnixProcessID", "s", [NAME])
        return reply.body[0] if reply.kind == RETURN else None

    def end_daemon(self):
        process = self.process()
        if process is None:
            return
        os.kill(process, signal.SIGTERM)
        self.connection.await_message(
            lambda message: message.member == "NameOwnerChanged" and message.body[2] == "", LONGEST_END)
        # Owner changes of the start are of no interest any more.
        self.connection.pending.clear()

    def get_all(self):
        reply = self.connection.call(NAME, PATH, PROPERTIES, "GetAll", "s", [GAME])
        if reply.kind != RETURN or reply.signature != "a{sv}":
            return str(reply)
        state = reply.body[0].get("State", Variant("s", "missing")).value
        cards = reply.body[0].get("Cards", Variant("a(ss)", [])).value
        pairs = reply.body[0].get("Pairs", Variant("u", 0)).value
        right = state in ("no-game", "playing", "won") and len(cards) == 2 * pairs
        return None if right else f"State {state}, {pairs} pairs, {len(cards)} cards"

    def new_game(self):
        options = {"theme": Variant("s", "Halloween"), "pairs": Variant("u", 4), "seed": Variant("t", 42)}
        reply = self.connection.call(NAME, PATH, GAME, "NewGame", "a{sv}", [options])
        right = reply.kind == RETURN and reply.signature == "tt" and min(reply.body) > 0
        return None if right else str(reply)


def main():
    if len(sys.argv) != 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    count = int(sys.argv[1])
    activator = Activator()
    activator.end_daemon()
    right, times = 0, []
    for place in range(count):
        first_call = activator.get_all if place % 2 == 0 else activator.new_game
        start = time.monotonic()
        try:
            fault = first_call()
        except Silence as silence:
            fault = str(silence)
        times.append(time.monotonic() - start)
        try:
            activator.end_daemon()
        except Silence:
            sys.exit(f"activation {place + 1}: the daemon did not go within {LONGEST_END} s of SIGTERM")
        if fault:
            print(f"activation {place + 1}: {fault}", file=sys.stderr)
        else:
            right += 1
    print(f"activation: {right}/{count} right; the first call took {statistics.median(times) * 1e3:.1f} ms "
          f"at the median, {max(times) * 1e3:.1f} ms at most" if times else "activation: 0/0 right")
    sys.exit(0 if right == count else 1)


if __name__ == "__main__":
    main()
