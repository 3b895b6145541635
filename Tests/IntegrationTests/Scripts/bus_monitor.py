"""What the monitors of secrecy share: a client that plays, and a monitor that judges what passes."""

import argparse
import random
import sys

from raw_bus import BUS, BUS_PATH, NAME, PATH, RETURN, THEMES, Connection, Variant, shorten

SHELL, RUNNER = "org.gnome.Shell.SearchProvider2", "org.kde.krunner1"
SEARCH_PATHS = {SHELL: PATH + "/SearchProvider", RUNNER: PATH + "/Runner"}


class Leak(Exception):
    """A message carried what it must not."""


class Unplayable(Exception):
    """It did not go by the rules, so nothing was shown."""


def walk(value, skipping, known=frozenset()):
    """Every value of a body, down to the last variant, but those of some keys; keys but the known ones."""
    if isinstance(value, Variant):
        yield from walk(value.value, skipping, known)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in known:
                yield key
            if key not in skipping:
                yield from walk(item, skipping, known)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from walk(item, skipping, known)
    else:
        yield value


class Watcher:
    """A monitor of the whole bus; `judge` judges each of the daemon's messages as it passes."""

    def __init__(self, player, owner):
        self.player, self.owner, self.count = player.connection.unique_name, owner, 0
        self.connection = Connection()
        reply = self.connection.call(BUS, BUS_PATH, "org.freedesktop.DBus.Monitoring", "BecomeMonitor", "asu", [[], 0])
        if reply.kind != RETURN:
            raise Unplayable(f"BecomeMonitor: {reply}")

    def note(self, message):
        """A message of somebody else."""

    def watch_until_reply(self, serial, judges=True, public=None):
        """Judges everything up to the reply to that call of the player's, which may be known as public."""
        while True:
            message = self.connection.await_message(lambda _: True)
            if message.sender != self.owner:
                self.note(message)
                continue
            self.count += 1
            is_reply = message.destination == self.player and message.reply_serial == serial
            if is_reply and public is not None:
                if message.body != public:
                    raise Leak(f"before anything was played a search found {shorten(public)}", message)
            elif judges:
                self.judge(message)
            if is_reply:
                return


class Player:
    def __init__(self, choice):
        self.connection, self.choice, self.watcher = Connection(), choice, None
        self.found = {}

    def call(self, interface, member, signature="", values=(), judges=True, public=None):
        path = SEARCH_PATHS.get(interface, PATH)
        reply = self.connection.call(NAME, path, interface, member, signature, values)
        if self.watcher:
            self.watcher.watch_until_reply(reply.reply_serial, judges, public)
        return reply

    def search(self, words):
        """Searches as desktops do; what was found before anything was played is public, and nothing else."""
        ids = self.find(SHELL, "GetInitialResultSet", "as", [words])[0]
        self.find(SHELL, "GetSubsearchResultSet", "asas", [ids, words])
        self.find(SHELL, "GetResultMetas", "as", [ids])
        self.find(RUNNER, "Match", "s", [" ".join(words)])

    def find(self, *call):
        found = self.fetch(*call, public=self.found.get(str(call)))
        return self.found.setdefault(str(call), found)

    def pairs(self, theme):
        """All pairs of a theme."""
        found = []
        while len(page := self.fetch(THEMES, "Pairs", "suu", [theme, len(found), 500])[0]) == 500:
            found += page
        return found + page

    def fetch(self, *arguments, judges=True, public=None):
        reply = self.call(*arguments, judges=judges, public=public)
        if reply.kind != RETURN:
            raise Unplayable(f"{arguments[1]}: {reply}")
        return reply.body


def main(name, rounds, watch):
    """Runs `watch` with a number of rounds and a source of choices, and prints the result."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--" + rounds, type=int, default=100)
    parser.add_argument("--play-seed", type=int, default=None, help="repeats the player's choices")
    arguments = parser.parse_args()
    play_seed = random.SystemRandom().getrandbits(32) if arguments.play_seed is None else arguments.play_seed
    print(f"{name}: --play-seed {play_seed}")
    try:
        watch(getattr(arguments, rounds), random.Random(play_seed))
    except Leak as leak:
        sentence, message = leak.args
        print(f"LEAK: {sentence}", file=sys.stderr)
        if message:
            what = message.error_name or message.member or f"the reply to call {message.reply_serial}"
            print(f"  in {what}: {shorten(message.body, 4000)}", file=sys.stderr)
        sys.exit(3)
    except Unplayable as fault:
        sys.exit(f"{name}: {fault}")
