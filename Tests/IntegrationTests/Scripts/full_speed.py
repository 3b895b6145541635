#!/usr/bin/env -S python3 -B
"""Calls the daemon as fast as it can while daemons come and go, and checks every answer.

usage: full_speed.py exits N             until N daemons have gone by themselves (--idle-exit)
       full_speed.py replacements N PROGRAM   while N daemons replace one another (--replace)

For `exits` the bus must start the daemon with the first call. Prints how many calls were answered;
exit status 1 where one was not, or was answered with an error.
"""

import os
import subprocess
import sys
import time

from raw_bus import BUS, GAME, NAME, PATH, PROPERTIES, Connection, Variant

LONGEST_END = 10


class Caller:
    """A client, and what it has seen of the name's owners."""

    def __init__(self):
        self.connection = Connection()
        self.connection.bus("AddMatch", "s",
                            f"type='signal',sender='{BUS}',member='NameOwnerChanged',arg0='{NAME}'")
        self.calls = self.gone = 0
        # Whether a game was begun, which each daemon has to restore before it answers.
        self.begun = False
        self.owners = []
        self.slowest = 0.0

    def call(self):
        start = time.monotonic()
        if self.calls % 8:
            reply = self.connection.call(NAME, PATH, PROPERTIES, "GetAll", "s", [GAME])
            right = reply.signature == "a{sv}" and (not self.begun or self.is_whole(reply.body[0]))
        else:
            # An order that would be lost were it sent to one that does not answer any more.
            options = {"theme": Variant("s", "No such theme")}
            reply = self.connection.call(NAME, PATH, GAME, "NewGame", "a{sv}", [options])
            right = reply.error_name == NAME + ".Error.NoSuchTheme"
        self.slowest = max(self.slowest, time.monotonic() - start)
        self.calls += 1
        if not right:
            sys.exit(f"call {self.calls}, after {self.gone} daemons had gone: {reply}")
        self.look()

    @staticmethod
    def is_whole(state):
        """Whether a daemon that was just started tells all of the game that it has restored."""
        return state["State"].value == "playing" and len(state["Cards"].value) == 2 * state["Pairs"].value > 0

    def look(self):
        """Counts the owners' changes that came meanwhile."""
        for message in self.connection.pending:
            if message.member == "NameOwnerChanged":
                _, old, new = message.body
                self.gone += bool(old)
                if new:
                    self.owners.append(new)
        self.connection.pending.clear()


def exits(caller, count):
    caller.connection.call(NAME, PATH, GAME, "NewGame", "a{sv}", [{}])
    caller.begun = True
    while caller.gone < count:
        caller.call()


def replacements(caller, count, program):
    daemons = [subprocess.Popen([program, "--log-level", "error"])]
    try:
        caller.connection.await_message(lambda message: message.member == "NameOwnerChanged" and message.body[2],
                                        LONGEST_END)
        caller.look()
        for _ in range(count):
            seen = len(caller.owners)
            daemons.append(subprocess.Popen([program, "--replace", "--log-level", "error"]))
            while len(caller.owners) == seen:
                caller.call()
            while (code := daemons[0].poll()) is None:
                caller.call()
            if code != 0:
                sys.exit(f"a daemon that was replaced ended with {code}")
            del daemons[0]
        daemons[0].terminate()
        if (code := daemons[0].wait(LONGEST_END)) != 0:
            sys.exit(f"the last daemon ended with {code}")
    finally:
        # One that is left would hold the output open, for whose end the test waits.
        for daemon in daemons:
            daemon.kill()


def main():
    kind, count = sys.argv[1], int(sys.argv[2])
    caller = Caller()
    start = time.monotonic()
    if kind == "exits":
        exits(caller, count)
    else:
        replacements(caller, count, os.path.abspath(sys.argv[3]))
    print(f"{kind}: {caller.gone} daemons have gone, {caller.calls} calls, all answered, the slowest after "
          f"{caller.slowest * 1e3:.0f} ms; {time.monotonic() - start:.1f} s")


if __name__ == "__main__":
    main()
