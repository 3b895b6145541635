#!/usr/bin/env -S python3 -B
"""Watches the whole bus while games are played by the menu of the notifier's item in the panel.

usage: tray_monitor.py [--games N] [--play-seed N]

Needs a daemon and `memorize-notify --tray`, and stands in for the panel: reads the menu in every way
there is, and clicks cards at random but with some memory. No message of the notifier's may carry a
face that no card shows at that time. Exit status as that of secrecy_monitor.py.
"""

import bus_monitor
from bus_monitor import Unplayable
from raw_bus import (CALL, GAME, INTROSPECTABLE, PROPERTIES, RETURN, SIGNAL, THEMES, Variant)
from secrecy_monitor import Secrets
from secrecy_monitor import Player as GamePlayer

NOTIFIER = "org.memorized.MemorizeNotify1"
MENU, MENU_PATH = "com.canonical.dbusmenu", "/MenuBar"
ITEM, ITEM_PATH = "org.kde.StatusNotifierItem", "/StatusNotifierItem"


class Watcher(bus_monitor.Watcher):
    """Judges the notifier's messages; what cards show is known from its calls and the daemon's signals."""

    def __init__(self, player, owner, secrets, public_texts):
        super().__init__(player, owner)
        self.secrets, self.public_texts, self.faces_seen = secrets, public_texts, 0

    def note(self, message):
        if message.kind != SIGNAL or message.interface != GAME:
            return
        if message.member == "GameStarted":
            self.secrets.begin(message.body[2], message.body[3])
        elif message.member == "CardsChanged":
            for number, state, face in message.body[1]:
                if face:
                    self.secrets.face_of[number] = face
                if state == "matched":
                    self.secrets.note_matched(number)

    def judge(self, message):
        if message.kind == CALL and message.interface == GAME:
            self.secrets.call(message.member, message.body)
        shown = {self.secrets.face_of.get(card) for card in self.secrets.shown}
        for value in bus_monitor.walk([message.body, *message.fields.values()], skipping=()):
            if isinstance(value, str) and value not in self.public_texts:
                self.faces_seen += any(face and face in value for face in shown)
                self.secrets.check_text(value, message)


class Panel(bus_monitor.Player):
    def __init__(self, choice):
        super().__init__(choice)
        self.connection.bus("AddMatch", "s", f"type='signal',path='{MENU_PATH}'")
        self.connection.bus("RequestName", "su", "org.kde.StatusNotifierWatcher", 4)

    def ask(self, path, interface, member, signature="", values=()):
        reply = self.connection.call(NOTIFIER, path, interface, member, signature, values)
        if self.watcher:
            self.watcher.watch_until_reply(reply.reply_serial)
        if reply.kind != RETURN:
            raise Unplayable(f"{member}: {reply}")
        return reply.body

    def menu(self, member, signature="", *values):
        return self.ask(MENU_PATH, MENU, member, signature, values)

    def await_news(self, member):
        return self.connection.await_message(lambda message: message.kind == SIGNAL and message.member == member).body

    def click(self, entry):
        self.menu("Event", "isvu", entry, "clicked", Variant("i", 0), 0)

    def entries(self, parent=0):
        """All entries, by their ids."""
        found = {}

        def add(entry):
            number, properties, children = entry
            found[number] = {name: value.value for name, value in properties.items()}
            for child in children:
                add(child.value)
        add(self.menu("GetLayout", "iias", parent, -1, [])[1])
        return found

    def read_something(self, entries):
        some = self.choice.sample(sorted(entries), min(5, len(entries)))
        kind = self.choice.randrange(7)
        if kind == 0:
            self.menu("GetLayout", "iias", 0, self.choice.randrange(3), ["label"])
        elif kind == 1:
            self.menu("GetGroupProperties", "aias", some, [])
        elif kind == 2:
            self.menu("GetProperty", "is", 1, "label")
        elif kind == 3:
            self.menu("AboutToShowGroup", "ai", some)
        elif kind == 4:
            self.menu("EventGroup", "a(isvu)", [(entry, "hovered", Variant("s", ""), 0) for entry in some])
        elif kind == 5:
            self.ask(ITEM_PATH, PROPERTIES, "GetAll", "s", [ITEM])
        else:
            self.ask(self.choice.choice([ITEM_PATH, MENU_PATH]), INTROSPECTABLE, "Introspect")

    def begin(self, label):
        """Starts a game of the theme with this label; returns the entries of its cards."""
        theme = next(entry for entry, look in self.entries().items() if look.get("label") == label)
        self.connection.pending.clear()
        self.click(theme)
        self.await_news("LayoutUpdated")
        entries = self.entries()
        return entries, [entry for entry, look in sorted(entries.items())
                         if look.get("label", "").replace("_", "").isdigit()]

    def play(self, label):
        entries, cards = self.begin(label)
        if len(cards) > 60:
            return 0
        faces, matched, up, flips = {}, set(), [], 0
        while len(matched) < len(cards):
            if self.choice.random() < 0.2:
                self.read_something(entries)
            if len(up) == 2:
                up = []
            free = [card for card in cards if card not in matched and card not in up]
            if up and self.choice.random() < 0.7:
                free = [card for card in free if card in faces and faces[card] == faces.get(up[0])] or free
            elif not up:
                free = [card for card in free if card not in faces] or free
            card = self.choice.choice(free)
            self.click(card)
            while card not in (news := dict(self.await_news("ItemsPropertiesUpdated")[0])):
                pass
            up.append(card)
            flips += 1
            for entry, look in news.items():
                text = look["label"].value if "label" in look else ""
                if entry in cards and " " in text:
                    faces[entry] = text.removesuffix(" matched").partition(" ")[2]
                if text.endswith(" matched") and entry in cards:
                    matched.add(entry)
            if flips > 5000:
                raise Unplayable("the game does not end")
        return flips


def watch_games(count, choice):
    panel, player = Panel(choice), GamePlayer(choice)
    faces = player.faces_of_themes()
    themes = [{key: value.value for key, value in theme.items()} for theme in player.fetch(THEMES, "List")[0]]
    labels = {f"{theme['icon']} {theme['name']}": theme["name"] for theme in themes}
    while not set(labels) <= {look.get("label") for look in panel.entries().values()}:
        panel.await_news("LayoutUpdated")
    # A theme's icon is public.
    public_texts = {*labels, *(theme["icon"] for theme in themes)}
    owner = panel.connection.bus("GetNameOwner", "s", NOTIFIER)
    panel.watcher = Watcher(panel, owner, Secrets(faces), public_texts)
    flips = sum(panel.play(choice.choice(sorted(labels))) for _ in range(count))
    if not panel.watcher.faces_seen:
        raise Unplayable("no label showed a face: nothing was watched")
    print(f"tray_monitor: {count} games, {flips} flips, {panel.watcher.count} messages of the notifier's: "
          "nothing leaked")


if __name__ == "__main__":
    bus_monitor.main("tray_monitor", "games", watch_games)
