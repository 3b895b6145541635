#!/usr/bin/env -S python3 -B
"""Watches the whole bus while bots play, and looks for what they must not know or do.

usage: bot_monitor.py MEMORIZE DUEL [--games N] [--play-seed N]

Needs a daemon; MEMORIZE is the command line's path, DUEL the file of the values of duels. Starts games
of one to four bots with different spans, and follows them with nothing but what passes on the bus:

- no message may carry what secrecy_monitor.py looks for,
- a bot may turn up a card only when it is its turn,
- each card has to be one that a player with its memory could choose, by a model of its own.

Exit status as that of secrecy_monitor.py; an impossible choice counts as a leak.
"""

import json
import subprocess
import sys

import bus_monitor
from bus_monitor import Leak, Unplayable
from raw_bus import CALL, GAME, NAME, PEER, SIGNAL, Variant
from secrecy_monitor import Player, Secrets
from secrecy_monitor import Watcher as GameWatcher

SPANS = ["0", "1", "2", "3", "5", "7", "12", "perfect"]
LARGEST_GAME = 14


class Duels:
    def __init__(self, path):
        self.rows = {row["pairs"]: row["known"] for row in json.load(open(path, encoding="utf-8"))["rows"]}

    def prefers_known(self, left, known):
        return self.rows[left][min(known, left)]["move"] == 1


class Moves:
    """The expected moves of perfect play alone."""

    def __init__(self):
        self.memory = {(0, 0): 0.0}

    def expected(self, k, u):
        if (k, u) not in self.memory:
            n, m, e = k + 2 * u, k + 2 * u - 1, self.expected
            value = k / n * (1 + e(k - 1, u)) if k else 0
            if u:
                new = (1 + e(k, u - 1)) / m
                new += k / m * (2 + e(k, u - 1)) if k else 0
                new += 2 * (u - 1) / m * (1 + e(k + 2, u - 2)) if u > 1 else 0
                value += 2 * u / n * new
            self.memory[k, u] = value
        return self.memory[k, u]

    def prefers_known(self, left, known, pairs):
        """After a first card of a pair of which nothing was known."""
        k, u = known, left - known - pairs
        if k + 2 * pairs == 0 or u < 1:
            return False
        m, e = k + 2 * u - 1, self.expected
        if m == 0:
            return True
        new = e(k, u - 1) + (k * (1 + e(k, u - 1)) if k else 0) + (2 * (u - 1) * e(k + 2, u - 2) if u > 1 else 0)
        return e(k + 1, u - 1) < new / m - 1e-9


class Model:
    """A player that has seen what was published, and remembers the last cards of it."""

    def __init__(self, span, cards, players, mates, duels, moves):
        self.limit = None if span == "perfect" else int(span)
        self.cards, self.players, self.mates, self.duels, self.moves = cards, players, mates, duels, moves
        self.states, self.memory, self.refuted = ["down"] * cards, {}, set()

    def see(self, changes):
        for number, state, face in changes:
            self.states[number] = state
            if state == "matched":
                self.memory.pop(number, None)
            elif state == "up" and self.limit != 0:
                # The order of the dictionary is that in which they were up.
                self.memory.pop(number, None)
                self.memory[number] = face
                while self.limit is not None and len(self.memory) > self.limit:
                    self.memory.pop(next(iter(self.memory)))
        if len(self.up) == 2:
            self.refuted.add(frozenset(self.up))

    @property
    def up(self):
        return [number for number, state in enumerate(self.states) if state == "up"]

    def match(self, one, other):
        if one == other or frozenset((one, other)) in self.refuted:
            return False
        first, second = self.memory.get(one), self.memory.get(other)
        return first is not None and second is not None and (first == second or second in self.mates.get(first, ()))

    def choices(self):
        unmatched = [number for number, state in enumerate(self.states) if state != "matched"]
        up = self.up
        if len(up) != 1:
            paired = {card for card in self.memory if any(self.match(card, other) for other in self.memory)}
            return paired or {card for card in unmatched if card not in self.memory} or set(unmatched)
        first, others = up[0], {card for card in unmatched if card != up[0]}
        mates = {card for card in others if self.match(first, card)}
        known, new = {card for card in others if card in self.memory}, {card for card in others if card not in self.memory}
        if mates or not known or not new:
            return mates or others
        left = len(unmatched) // 2
        rest = [card for card in self.memory if card != first]
        single = [card for card in rest if not any(self.match(card, other) for other in rest)]
        pairs = (len(rest) - len(single)) // 2
        prefers = (self.duels.prefers_known(left, len(single)) if self.players > 1
                   else self.moves.prefers_known(left, len(single), pairs))
        return known if prefers else new


class Watcher(GameWatcher):
    """Judges the daemon's messages as in any game, and the calls of the bots."""

    def __init__(self, player, owner, secrets, public_texts):
        super().__init__(player, owner, secrets, public_texts)
        self.models, self.senders, self.turn, self.is_over, self.asked = [], {}, 0, False, {}

    def begin(self, models):
        self.models, self.senders, self.turn, self.is_over = models, {}, 0, False

    def note(self, message):
        if message.kind != CALL or message.destination != NAME:
            return
        # Replies to the bots are judged like those to the script, by what was asked.
        self.asked[message.sender, message.serial] = message
        if message.interface not in (GAME, None) or message.member not in ("Flip", "FlipAsBot", "Conceal"):
            return
        if message.sender == self.player:
            raise Unplayable("the script plays no card")
        seat = self.senders.setdefault(message.sender, self.turn)
        if seat != self.turn or list(self.senders.values()).count(seat) > 1:
            raise Leak(f"player {seat} plays at the turn of player {self.turn}", message)
        card, choices = message.body[0], self.models[seat].choices()
        if card not in choices:
            raise Leak(f"player {seat} chose {card}, and could choose {sorted(choices)}", message)
        self.secrets.call(message.member, message.body)

    def judge(self, message):
        asked = self.asked.pop((message.destination, message.reply_serial), None)
        if asked is not None:
            self.player, own = message.destination, self.player
            self.calls[message.reply_serial] = asked
            super().judge(message)
            self.player = own
        else:
            super().judge(message)
        if message.kind == SIGNAL and message.member == "CardsChanged":
            for model in self.models:
                model.see(message.body[1])
        elif message.kind == SIGNAL and message.member == "Mismatched" and self.models:
            self.turn = (self.turn + 1) % len(self.models)
        elif message.kind == SIGNAL and message.member == "GameWon":
            self.is_over = True

    def watch_until_over(self):
        while not self.is_over:
            message = self.connection.await_message(lambda _: True)
            if message.sender == self.owner:
                self.count += 1
                self.judge(message)
            else:
                self.note(message)


def mates_of_theme(player, name):
    mates = {}
    for first, second, _ in player.pairs(name):
        if second:
            mates.setdefault(first, set()).add(second)
            mates.setdefault(second, set()).add(first)
    return mates


def watch_bots(memorize, duels, count, choice):
    player, duels, moves = Player(choice), Duels(duels), Moves()
    player.fetch(PEER, "Ping")
    owner = player.connection.bus("GetNameOwner", "s", NAME)
    faces = player.faces_of_themes()
    mates = {name: mates_of_theme(player, name) for name in faces}
    player.watcher = watcher = Watcher(player, owner, Secrets(faces), set())
    names = sorted(faces)
    for game in range(count):
        name = names[game % len(names)]
        seats = [choice.choice(SPANS) for _ in range(choice.randint(1, 4))]
        players = [f"Bot {seat}" for seat in range(len(seats))] if len(seats) > 1 else []
        options = {"theme": Variant("s", name),
                   "pairs": Variant("u", choice.randint(2, min(LARGEST_GAME, len(faces[name]) // 2 or 2)))}
        if players:
            options["players"] = Variant("as", players)
        watcher.begin([])
        player.fetch(GAME, "NewGame", "a{sv}", [options])
        cards = watcher.secrets.cards
        watcher.begin([Model(span, cards, len(seats), mates[name], duels, moves) for span in seats])
        bots = []
        # The first player begins as soon as it follows the game, so it comes last.
        for seat in reversed(range(len(seats))):
            command = [memorize, "bot", "--memory", seats[seat], "--pace", "0", "--detached", "--quiet"]
            command += ["--player", players[seat]] if players else []
            bot = subprocess.Popen(command, stdout=subprocess.PIPE)
            if bot.stdout.read(1) != b"\n":
                raise Unplayable(f"{command} does not follow the game")
            bots.append(bot)
        watcher.watch_until_over()
        if any(bot.wait(30) != 0 for bot in bots):
            raise Unplayable(f"a bot failed: {[bot.returncode for bot in bots]}")
    print(f"bot_monitor: {count} games of {len(names)} themes, {watcher.count} messages of the daemon's: nothing "
          "leaked, every choice follows from what was seen")


if __name__ == "__main__":
    memorize, duels = sys.argv[1:3]
    del sys.argv[1:3]
    bus_monitor.main("bot_monitor", "games", lambda *arguments: watch_bots(memorize, duels, *arguments))
