#!/usr/bin/env -S python3 -B
"""Watches the whole bus while sessions are practiced, and looks for what tells the right choice.

usage: practice_monitor.py [--sessions N] [--play-seed N]

Practices N sessions (100) of all decks, in both directions and all modes, also of decks whose cards have
sounds, pictures, notes and readings that are hidden until the answer, or are gaps; answers at random and mixes in reads, searches, introspection and wrong calls. From the time a question is asked to its right answer
no message of the daemon's may carry an answer of it, but among the choices, nor its other side's sounds
and picture, its note, its reading or its whole sentence; the choices and their
order stay; exactly one of them is right; and the place of the right one is uniform. A desktop's search
for the question finds what it found before the sessions. Exit status 0: nothing leaked; 3: something did, and is told on stderr; 1: the sessions could not be practiced.
"""

import bus_monitor
from bus_monitor import Leak, Unplayable
from raw_bus import INTROSPECTABLE, NAME, PEER, PROPERTIES, Variant

PRACTICE, DECKS = NAME + ".Practice", NAME + ".Decks"
# Chi-square of two degrees of freedom: above this once in 30,000 runs.
LARGEST_CHI_SQUARE = 20.7
# What the contract calls its values, always the same; some of it is a word of a deck as well.
KEYS = {"name", "cards", "due", "new", "questions", "wrong", "first-try", "deck", "answers", "reviewed", "recalled",
        "retrievability", "ahead", "days", "streak"}


def texts(value):
    """Every text of a body but the choices."""
    return (text for text in bus_monitor.walk(value, skipping={"Choices"}, known=KEYS) if isinstance(text, str))


def whole_cards():
    """Two decks, of cards with media and notes and of sentences, and what is secret of each question."""
    cards, gaps, secrets = [], [], {}
    for number in range(12):
        front, back, note = f"front {number}", f"back {number}", f"note {number}"
        reading = f"reading {number}"
        cards.append({"front": f"{front} [sound:f{number}.mp3]", "note": note, "pronunciation": reading,
                      "back": f'{back} [sound:b{number}.mp3] <img src="b{number}.jpg">'})
        secrets[front] = {note, reading, f"b{number}.mp3", f"b{number}.jpg"}
        secrets[back] = {note, reading, f"f{number}.mp3"}
        one, other = f"one {number}", f"other {number}"
        gaps.append({"front": f"{{{{c1::{one}}}}} and {{{{c2::{other}}}}}", "back": "", "note": note})
        secrets[f"[…] and {other}"] = {note, f"[{one}] and {other}"}
        secrets[f"{one} and […]"] = {note, f"{one} and [{other}]"}
    decks = {"Whole cards": cards, "Gaps": gaps}
    return {name: [{key: Variant("s", text) for key, text in card.items()} for card in deck]
            for name, deck in decks.items()}, secrets


class Watcher(bus_monitor.Watcher):
    answers = set()

    def judge(self, message):
        body = message.body
        if message.member == "QuestionAsked":
            # Its last argument is the choices.
            body = body[:-1]
        # Media are told by their paths.
        told = self.answers.intersection(text.rsplit("/", 1)[-1] for text in texts(body))
        if told:
            raise Leak(f"{told} answers the question and is told", message)


class Player(bus_monitor.Player):
    def __init__(self, choice):
        super().__init__(choice)
        self.places = [0, 0, 0]
        decks, self.secrets = whole_cards()
        self.fetch(PROPERTIES, "Set", "ssv", [NAME + ".Settings", "Reading", Variant("s", "with-answer")])
        for name, cards in decks.items():
            added = self.fetch(DECKS, "AddCards", "saa{sv}", [name, cards])[0]
            if not all(number for number, _ in added):
                raise Unplayable(f"{name}: {added}")

    def decks(self):
        names = [deck["name"].value for deck in self.fetch(PRACTICE, "Decks")[0]]
        return {name: [(first, second) for first, second, _ in self.pairs(name)] for name in names}

    def state(self):
        return {key: value.value for key, value in self.fetch(PROPERTIES, "GetAll", "s", [PRACTICE])[0].items()}

    def something_else(self, number, question):
        """A read, a search, or a call that has to be refused: answers may leak as well."""
        if self.choice.random() < 0.2:
            self.search([question])
            return
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
            (PRACTICE, "Start", "a{sv}", [{"questions": Variant("u", 21)}]),
        ]))

    def practice(self, name, pairs):
        mode = self.choice.choice(["choices", "choices", "typed", "recall"])
        direction = "forward" if name == "Gaps" else self.choice.choice(["forward", "backward"])
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
            self.right = self.watcher.answers
            self.watcher.answers = self.right | self.secrets.get(question, set())
            if state["State"] != "asking" or not self.watcher.answers:
                raise Unplayable(f"nothing answers: {state}")
            if before and before[0] == number and before[1:] != (question, choices):
                raise Leak(f"question {number} changed before its right answer: {before}, {state}", None)
            before = (number, question, choices)
            if self.choice.random() < 0.5:
                self.something_else(number, question)
            self.answer(mode, number, choices)
        raise Unplayable("the session does not end")

    def answer(self, mode, number, choices):
        answers = self.right
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
    for pairs in decks.values():
        for pair in pairs:
            for side in pair:
                player.search([side])
    player.watcher = Watcher(player, owner)
    for session in range(count):
        player.counted = set()
        name = sorted(decks)[session % len(decks)]
        player.practice(name, decks[name])
    total = sum(player.places)
    chi_square = sum((place - total / 3) ** 2 for place in player.places) * 3 / max(total, 1)
    # Not every session asks a question with three choices.
    if total < count / 2 or chi_square > LARGEST_CHI_SQUARE:
        raise Leak(f"the right choice stood at these places: {player.places}, chi-square {chi_square:.1f}", None)
    print(f"practice_monitor: {count} sessions of {len(decks)} decks, {player.watcher.count} messages of the daemon's, "
          f"places {player.places}: nothing leaked")


if __name__ == "__main__":
    bus_monitor.main("practice_monitor", "sessions", watch_sessions)
