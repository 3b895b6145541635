#!/usr/bin/env -S python3 -B
"""Watches the whole bus while games are played, and looks for what must stay secret.

usage: secrecy_monitor.py [--games N] [--play-seed N]

Plays N whole games (100) with seeds that the daemon draws, at random but with some memory,
and mixes in reads, introspection and wrong calls. No message may carry

- a face together with the number of a card that is down,
- a face of the theme, anywhere, that no card shows at that time,
- the game's seed, or half of it, before the game is won,
- regret or luck while only the first card of a move is up,
- as a result of a desktop's search for a theme or its faces, anything but what it found before the games.

A theme's icon and what the themes' interface tells are public. Exit status 0: nothing leaked;
3: something did, and is told on stderr; 1: the game could not be played.
"""

import bus_monitor
from bus_monitor import Leak, Unplayable
from raw_bus import (CALL, ERROR, GAME, HISTORY, INTROSPECTABLE, NAME, PEER, PROPERTIES, RETURN, SIGNAL, THEMES,
                     Variant)

# Words of the contract, which may stand anywhere even where a theme has them as faces.
VOCABULARY = {"", "down", "up", "matched", "playing", "won", "no-game", "turned-up", "mismatched", "classic", "timed",
              "perfect", "gold", "silver", "bronze", "none", "abandoned", "flip", "conceal"}
LARGEST_GAME = 12


def walk(value):
    # An icon is public, and may well be one of the faces.
    return bus_monitor.walk(value, skipping={"Icon", "icon"})


class Secrets:
    """What is secret now: follows the calls the player makes, never what the daemon claims."""

    def __init__(self, faces_of_theme):
        self.faces_of_theme = faces_of_theme
        self.begin(None, 0)

    def begin(self, theme, cards):
        self.theme, self.cards, self.playing = theme, cards, theme is not None
        self.settled = {"Regret": 0.0, "Luck": 0.0}
        self.up, self.matched, self.face_of = [], set(), {}
        self.numbers_seen, self.texts_seen = set(), set()

    def call(self, member, arguments):
        """A call of the player's has come by: what it turns up is no secret from here on."""
        if member == "Conceal" and len(self.up) == 2:
            self.up = []
        if member not in ("Flip", "FlipAsBot") or not self.playing or len(arguments) != 1:
            return
        card = arguments[0]
        if not isinstance(card, int) or card >= self.cards or card in self.matched or self.up == [card]:
            return
        self.up = [card] if len(self.up) == 2 else self.up + [card]

    @property
    def shown(self):
        return self.matched | set(self.up)

    def check_card(self, number, face, message):
        if not face:
            return
        if number not in self.shown:
            raise Leak(f"card {number} is down, and its face {face} is told", message)
        known = self.face_of.setdefault(number, face)
        if known != face:
            raise Unplayable(f"card {number} was {known} and is {face}: {message}")

    def note_matched(self, number):
        """A card may only be told as matched in the turn that turned it up."""
        if number in self.up:
            self.up.remove(number)
            self.matched.add(number)

    def check_progress(self, name, value, message):
        if not self.playing or len(self.up) != 1:
            self.settled[name] = value
        elif value != self.settled[name]:
            raise Leak(f"{name} is told anew in the middle of a move", message)

    def check_text(self, text, message):
        shown = {self.face_of[card] for card in self.shown if card in self.face_of}
        if text in VOCABULARY:
            return
        # One face may be a part of another: what is shown is taken out first.
        for face in sorted(shown, key=len, reverse=True):
            text = text.replace(face, "\0")
        for face in self.faces_of_theme.get(self.theme, ()):
            # "2" or "one" stand in many a harmless text; as a whole value they do not.
            hit = text.strip() == face if face.isascii() else face in text
            if hit and face not in shown:
                raise Leak(f"no card shows {face}, and {text!r} tells it", message)

    def check_seed(self, seed):
        halves = {half for half in (seed & 0xFFFFFFFF, seed >> 32) if half > 0xFFFF}
        forms = {str(seed), f"{seed:x}", f"{seed:016x}"}
        told = [number for number in self.numbers_seen
                if number in halves or number in (seed, float(seed), seed - (1 << 64))]
        told += [text for text in self.texts_seen if any(form in text.lower() for form in forms if len(form) > 4)]
        if told:
            raise Leak(f"the seed {seed} was told before the end of the game: {told}", None)


class Watcher(bus_monitor.Watcher):
    def __init__(self, player, owner, secrets, public_texts):
        super().__init__(player, owner)
        self.secrets, self.public_texts, self.calls = secrets, public_texts, {}

    def note(self, message):
        if message.kind == CALL and message.sender == self.player and message.destination == NAME:
            self.calls[message.serial] = message
            if message.interface in (GAME, None):
                self.secrets.call(message.member, message.body)

    def judge(self, message):
        asked = self.calls.pop(message.reply_serial, None) if message.destination == self.player else None
        if message.kind == SIGNAL and message.member == "GameStarted":
            self.secrets.begin(message.body[2], message.body[3])
        self._judge_cards(message, asked)
        self._judge_progress(message)
        if not self._is_public(message, asked):
            self._judge_values(message)
        if message.kind == SIGNAL and message.member == "GameWon":
            self.secrets.check_seed(message.body[2]["seed"].value)
            self.secrets.playing = False

    def _is_public(self, message, asked):
        if message.kind == ERROR or asked is None:
            return False
        if asked.interface == THEMES or asked.member == "Introspect" and message.body[0] in self.public_texts:
            return True
        return asked.member == "Get" and asked.body[1:] == ["Icon"]

    def _judge_cards(self, message, asked):
        """Numbers and faces that are told together."""
        if message.kind == SIGNAL and message.member == "CardsChanged":
            self._judge_changed(message.body[1], message)
        elif message.kind == SIGNAL and message.member == "Matched":
            _, first, second, first_face, second_face, _ = message.body
            self.secrets.check_card(first, first_face, message)
            self.secrets.check_card(second, second_face, message)
        elif message.kind == RETURN and message.signature == "sita(uss)":
            self._judge_changed(message.body[3], message)
        for cards in self._boards(message, asked):
            for number, (state, face) in enumerate(cards):
                self.secrets.check_card(number, face, message)
                if state != "down" and number not in self.secrets.shown:
                    raise Leak(f"card {number} is told as {state}, and was not turned up", message)

    def _judge_changed(self, cards, message):
        for number, state, face in cards:
            self.secrets.check_card(number, face, message)
            if state == "matched":
                if number not in self.secrets.shown:
                    raise Leak(f"card {number} is told as matched, and was not turned up", message)
                self.secrets.note_matched(number)

    @staticmethod
    def _boards(message, asked):
        """The values of Cards that a message carries."""
        for value in message.body:
            if isinstance(value, dict) and isinstance(value.get("Cards"), Variant):
                yield value["Cards"].value
        if asked is not None and asked.member == "Get" and asked.body[1:] == ["Cards"] and message.kind == RETURN:
            yield message.body[0].value

    def _judge_values(self, message):
        ended = message.kind == SIGNAL and message.member == "GameWon"
        for value in walk([message.body, *message.fields.values()]):
            if isinstance(value, str):
                self.secrets.check_text(value, message)
                if not ended:
                    self.secrets.texts_seen.add(value)
            elif isinstance(value, bytes):
                self.secrets.check_text(value.decode(errors="replace"), message)
            elif isinstance(value, (int, float)) and not ended and abs(value) > 0xFFFF:
                self.secrets.numbers_seen.add(value)

    def _judge_progress(self, message):
        """Regret and luck, whether announced or read: they stand still in the middle of a move."""
        for value in message.body:
            if isinstance(value, dict):
                for name in ("Regret", "Luck"):
                    if name in value:
                        self.secrets.check_progress(name, value[name].value, message)


class Player(bus_monitor.Player):
    id, words = 0, [["Memorize"]]

    def faces_of_themes(self):
        names = self.fetch(PROPERTIES, "Get", "ss", [THEMES, "Names"])[0].value
        return {name: {side for pair in self.pairs(name) for side in pair[:2] if side} for name in names}

    def something_else(self, cards):
        """A read, a search, or a call that has to be refused: answers may leak as well."""
        if self.choice.random() < 0.1:
            self.search(self.choice.choice(self.words))
            return
        anything = [
            (PROPERTIES, "GetAll", "s", [GAME]),
            (PROPERTIES, "GetAll", "s", [NAME]),
            (PROPERTIES, "GetAll", "s", [NAME + ".Nothing"]),
            (PROPERTIES, "Get", "ss", [GAME, "Cards"]),
            (PROPERTIES, "Get", "ss", [GAME, "Icon"]),
            (PROPERTIES, "Get", "ss", [GAME, "Seed"]),
            (PROPERTIES, "Set", "ssv", [GAME, "Cards", Variant("s", "")]),
            (INTROSPECTABLE, "Introspect", "", []),
            (PEER, "Ping", "", []),
            (GAME, "Flip", "u", [len(cards)]),
            (GAME, "Flip", "s", ["0"]),
            (GAME, "Flip", "uu", [0, 1]),
            (GAME, "NewGame", "a{sv}", [{"pairs": Variant("u", 1)}]),
            (GAME, "NewGame", "a{sv}", [{"color": Variant("s", "red")}]),
            (GAME, "NewGame", "a{sv}", [{"theme": Variant("s", "No such theme")}]),
            (GAME, "Nothing", "", []),
            (None, "Nothing", "", []),
            (GAME, "Conceal", "", []),
            (THEMES, "List", "", []),
            (HISTORY, "Games", "a{sv}", [{}]),
            (HISTORY, "Games", "a{sv}", [{"limit": Variant("u", 1)}]),
            (HISTORY, "Log", "t", [self.id]),
            (HISTORY, "Beginning", "t", [self.id]),
            (HISTORY, "Verify", "t", [self.id]),
            (HISTORY, "Log", "t", [max(self.id - 1, 1)]),
            (HISTORY, "Statistics", "", []),
            (PROPERTIES, "GetAll", "s", [HISTORY]),
        ]
        taken = [number for number, card in enumerate(cards) if card[0] != "down"]
        if taken and self.choice.random() < 0.3:
            self.call(GAME, "Flip", "u", [self.choice.choice(taken)])
        else:
            self.call(*self.choice.choice(anything))

    def choose(self, cards, remembered):
        """Any card that may be flipped; sometimes the mate of the one that is up, where it is known."""
        free = [number for number, card in enumerate(cards) if card[0] == "down"]
        up = [number for number, card in enumerate(cards) if card[0] == "up"]
        if self.choice.random() < 0.7:
            if len(up) == 1:
                mates = [card for card in free if remembered.get(card) == remembered.get(up[0])]
            else:
                mates = [card for card in free if card not in remembered]
            free = mates or free
        return self.choice.choice(free)

    def play(self, theme, size):
        options = {"theme": Variant("s", theme)}
        if size > LARGEST_GAME:
            options["pairs"] = Variant("u", LARGEST_GAME)
        elif self.choice.random() < 0.5:
            options["pairs"] = Variant("u", self.choice.randint(2, max(2, size)))
        self.id = self.fetch(GAME, "NewGame", "a{sv}", [options])[1]
        remembered, flips = {}, 0
        while True:
            state = self.fetch(PROPERTIES, "GetAll", "s", [GAME])[0]
            cards = state["Cards"].value
            if state["State"].value == "won":
                return flips
            if self.choice.random() < 0.5:
                self.something_else(cards)
                cards = self.fetch(PROPERTIES, "Get", "ss", [GAME, "Cards"])[0].value
            card = self.choose(cards, remembered)
            _, _, _, changed = self.fetch(GAME, "Flip", "u", [card])
            remembered.update((number, face) for number, _, face in changed if face)
            flips += 1
            if flips > 20000:
                raise Unplayable("the game does not end")


def watch_games(count, choice):
    player = Player(choice)
    player.fetch(PEER, "Ping")
    owner = player.connection.bus("GetNameOwner", "s", NAME)
    faces = player.faces_of_themes()
    sizes = {name: player.fetch(THEMES, "Get", "s", [name])[0]["size"].value for name in faces}
    # Documentation is the same for all games; a text that is not is judged like any other.
    public_texts = {player.fetch(INTROSPECTABLE, "Introspect")[0]}
    names = sorted(faces)
    words = {name: [[name], *([face] for face in choice.sample(sorted(faces[name]), min(5, len(faces[name]))))]
             for name in names}
    # An emoji alone is too short to be searched for.
    words = {name: texts + [[text[0] * 3] for text in texts] for name, texts in words.items()}
    for texts in words.values():
        for text in texts:
            player.search(text)
    player.watcher = Watcher(player, owner, Secrets(faces), public_texts)
    flips = 0
    for game in range(count):
        name = names[game % len(names)]
        player.words = words[name]
        flips += player.play(name, sizes[name])
    print(f"secrecy_monitor: {count} games of {len(names)} themes, {flips} flips, "
          f"{player.watcher.count} messages of the daemon's: nothing leaked")


if __name__ == "__main__":
    bus_monitor.main("secrecy_monitor", "games", watch_games)
