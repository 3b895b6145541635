#!/usr/bin/env -S python3 -B
"""Watches the whole bus while sessions are practised, and looks for what tells the right choice.

usage: practice_monitor.py [--sessions N] [--play-seed N]

Practises N sessions (100) of all decks, in both directions and all modes, answers at random and
mixes in reads, introspection and wrong calls. From the time a question is asked to its right answer
no message of the daemon's may carry an answer of it, but among the choices; the choices and their
order stay; exactly one of them is right; and the place of the right one is uniform. Exit status 0:
nothing leaked; 3: something did, and is told on stderr; 1: the sessions could not be practised.
"""

import argparse
import random
import sys

from raw_bus import (BUS, BUS_PATH, CALL, INTROSPECTABLE, NAME, PATH, PEER, PROPERTIES, RETURN, THEMES, Connection, Variant,
                     shorten)

PRACTICE = NAME + ".Practice"
# Chi-square of two degrees of freedom: above this once in 30,000 runs.
LARGEST_CHI_SQUARE = 20.7
# What the contract calls its values, always the same; some of it is a word of a deck as well.
KEYS = {"name", "cards", "due", "new", "questions", "wrong", "first-try", "deck", "answers", "reviewed", "recalled",
        "retrievability", "ahead", "days"}


class Leak(Exception):
    """A message carried what it must not."""


class Unplayable(Exception):
    """The session did not go by the rules, so nothing was shown."""


def texts(value, name=""):
    """Every text of a body but the choices, down to the last variant."""
    if isinstance(value, Variant):
        yield from texts(value.value, name)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in KEYS:
                yield from texts(key)
            if key != "Choices":
                yield from texts(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from texts(item)
    elif isinstance(value, str):
        yield value


class Watcher:
    """A monitor of the whole bus, which judges each message of the daemon's as it passes."""

    def __init__(self, player, owner):
        self.player, self.owner, self.answers, self.count = player.connection.unique_name, owner, set(), 0
        self.connection = Connection()
        reply = self.connection.call(BUS, BUS_PATH, "org.freedesktop.DBus.Monitoring", "BecomeMonitor", "asu", [[], 0])
        if reply.kind != RETURN:
            raise Unplayable(f"BecomeMonitor: {reply}")

    def watch_until_reply(self, serial, judges):
        while True:
            message = self.connection.await_message(lambda _: True)
            if message.sender != self.owner:
                continue
            self.count += 1
            if judges:
                self.judge(message)
            if message.destination == self.player and message.reply_serial == serial:
                return

    def judge(self, message):
        body = message.body
        if message.member == "QuestionAsked":
            # Its last argument is the choices.
            body = body[:-1]
        told = self.answers.intersection(texts(body))
        if told:
            raise Leak(f"{told} answers the question and is told", message)


class Player:
    def __init__(self, choice):
        self.connection, self.choice, self.watcher = Connection(), choice, None
        self.places = [0, 0, 0]

    def call(self, interface, member, signature="", values=(), judges=True):
        reply = self.connection.call(NAME, PATH, interface, member, signature, values)
        if self.watcher:
            self.watcher.watch_until_reply(reply.reply_serial, judges)
        return reply

    def fetch(self, *arguments, judges=True):
        reply = self.call(*arguments, judges=judges)
        if reply.kind != RETURN:
            raise Unplayable(f"{arguments[1]}: {reply}")
        return reply.body

    def decks(self):
        decks = {}
        for deck in self.fetch(PRACTICE, "Decks")[0]:
            name = deck["name"].value
            pairs = self.fetch(THEMES, "Pairs", "suu", [name, 0, 500])[0]
            decks[name] = [(first, second) for first, second, _ in pairs]
        return decks

    def state(self):
        return {key: value.value for key, value in self.fetch(PROPERTIES, "GetAll", "s", [PRACTICE])[0].items()}

    def something_else(self, number):
        """A read, or a call that has to be refused: answers may leak as well."""
        self.call(*self.choice.choice([
            (PROPERTIES, "GetAll", "s", [PRACTICE]),
            (PROPERTIES, "Get", "ss", [PRACTICE, "Question"]),
            (PROPERTIES, "Get", "ss", [PRACTICE, "Answer"]),
            (PROPERTIES, "Set", "ssv", [PRACTICE, "Question", Variant("s", "")]),
            (INTROSPECTABLE, "Introspect", "", []),
            (PEER, "Ping", "", []),
            (PRACTICE, "Answer", "uu", [number + 1, 0]),
            (PRACTICE, "Answer", "uu", [number, 7]),
            (PRACTICE, "Answer", "us", [number, ""]),
            (PRACTICE, "AnswerText", "us", [number, "no such word at all"]),
            (PRACTICE, "Reveal", "u", [number + 1]),
            (PRACTICE, "Grade", "uu", [number, 3]),
            (PRACTICE, "Grade", "uu", [number, 9]),
            (PRACTICE, "Decks", "", []),
            (PRACTICE, "Statistics", "", []),
            (PRACTICE, "Start", "a{sv}", [{"deck": Variant("s", "No such deck")}]),
            (PRACTICE, "Start", "a{sv}", [{"questions": Variant("u", 1)}]),
        ]))

    def practise(self, name, pairs):
        mode = self.choice.choice(["choices", "choices", "typed", "recall"])
        direction = self.choice.choice(["forward", "backward"])
        questions = self.choice.randint(3, 8)
        self.watcher.answers = set()
        self.fetch(PRACTICE, "Start", "a{sv}", [{
            "deck": Variant("s", name), "mode": Variant("s", mode), "direction": Variant("s", direction),
            "questions": Variant("u", questions)}])
        asked, before = {}, None
        for _ in range(500):
            self.watcher.answers = set()
            state = self.state()
            if state["State"] == "finished":
                if sorted(asked) != list(range(1, questions + 1)) or len(set(asked.values())) != questions:
                    raise Unplayable(f"{questions} questions, and these were asked: {asked}")
                return
            number, question, choices = state["QuestionNumber"], state["Question"], state["Choices"]
            asked.setdefault(number, question)
            if asked[number] != question:
                raise Unplayable(f"question {number} was {asked[number]} and is {question}")
            side = 0 if direction == "forward" else 1
            self.watcher.answers = {pair[1 - side] for pair in pairs if pair[side] == question}
            if state["State"] != "asking" or not self.watcher.answers:
                raise Unplayable(f"nothing answers: {state}")
            if before and before[0] == number and before[1:] != (question, choices):
                raise Leak(f"question {number} changed before its right answer: {before}, {state}", None)
            before = (number, question, choices)
            if self.choice.random() < 0.5:
                self.something_else(number)
            self.answer(mode, number, choices)
        raise Unplayable("the session does not end")

    def answer(self, mode, number, choices):
        answers = self.watcher.answers
        right = [place for place, text in enumerate(choices) if text in answers]
        if mode == "choices":
            if len(right) != 1 or len(set(choices)) != len(choices):
                raise Unplayable(f"{right} of {choices} are right")
            chosen = self.choice.randrange(len(choices))
            if len(choices) == 3 and number not in self.counted:
                self.counted.add(number)
                self.places[right[0]] += 1
            if self.choice.random() < 0.1:
                self.fetch(PRACTICE, "Reveal", "u", [number], judges=False)
            else:
                self.fetch(PRACTICE, "Answer", "uu", [number, chosen], judges=chosen != right[0])
        elif choices:
            raise Leak(f"choices in the mode {mode}: {choices}", None)
        elif mode == "typed":
            is_right = self.choice.random() < 0.5
            text = self.choice.choice(sorted(answers)) if is_right else "no such word at all"
            self.fetch(PRACTICE, "AnswerText", "us", [number, text], judges=not is_right)
        else:
            self.fetch(PRACTICE, "Reveal", "u", [number], judges=False)
            self.fetch(PRACTICE, "Grade", "uu", [number, self.choice.randint(1, 4)], judges=False)


def watch_sessions(count, choice):
    player = Player(choice)
    player.fetch(PEER, "Ping")
    owner = player.connection.bus("GetNameOwner", "s", NAME)
    decks = player.decks()
    player.watcher = Watcher(player, owner)
    for session in range(count):
        player.counted = set()
        name = sorted(decks)[session % len(decks)]
        player.practise(name, decks[name])
    total = sum(player.places)
    chi_square = sum((place - total / 3) ** 2 for place in player.places) * 3 / max(total, 1)
    if total < count or chi_square > LARGEST_CHI_SQUARE:
        raise Leak(f"the right choice stood at these places: {player.places}, chi-square {chi_square:.1f}", None)
    print(f"practice_monitor: {count} sessions of {len(decks)} decks, {player.watcher.count} messages of the daemon's, "
          f"places {player.places}: nothing leaked")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--play-seed", type=int, default=None, help="repeats the player's choices")
    arguments = parser.parse_args()
    play_seed = random.SystemRandom().getrandbits(32) if arguments.play_seed is None else arguments.play_seed
    print(f"practice_monitor: --play-seed {play_seed}")
    try:
        watch_sessions(arguments.sessions, random.Random(play_seed))
    except Leak as leak:
        sentence, message = leak.args
        print(f"LEAK: {sentence}" + (f"\n  in {message.member}: {shorten(message.body, 4000)}" if message else ""),
              file=sys.stderr)
        sys.exit(3)
    except Unplayable as fault:
        sys.exit(f"practice_monitor: {fault}")


if __name__ == "__main__":
    main()
