#!/usr/bin/python3
"""Plays a whole game with python3-dbus-next and checks every signal on the way.

Knows nothing but what is published. For every flip the signals have to have come before the
reply, in the contract's order, with the right content. Reports the first thing that is wrong on
stderr, with exit status 1.
"""

import asyncio
import math
import sys

from dbus_next import BusType, Message, MessageType
from dbus_next.aio import MessageBus

NAME = "org.memorized.Memorize1"
PATH = "/org/memorized/Memorize1"
GAME = NAME + ".Game"
PROPERTIES = "org.freedesktop.DBus.Properties"
NEVER_CARRIED = {"Cards"}
SIGNATURES = {"GameStarted": "ttsu", "CardsChanged": "ta(uss)", "Matched": "tuussi", "Mismatched": "tuui",
              "GameWon": "tta{sv}", "PropertiesChanged": "sa{sv}as"}
RESULT = {"score": "i", "flips": "u", "moves": "u", "par": "d", "regret": "d", "luck": "d", "grade": "s",
          "seconds": "d", "theme": "s", "pairs": "u", "seed": "t", "seeded": "b", "daily": "s", "practice": "b",
          "winners": "as", "bot": "b", "bots": "as"}


class Broken(Exception):
    """The contract does not hold."""


def check(condition, sentence, *details):
    if not condition:
        raise Broken(sentence + "".join(f"\n  {detail!r}" for detail in details))


class Player:
    """A client which keeps every message that comes, in its order."""

    def __init__(self, bus):
        self.bus = bus
        self.arrived = []
        self.owner = None
        bus.add_message_handler(self._note)

    def _note(self, message):
        if message.message_type is MessageType.SIGNAL and message.sender != self.owner:
            return
        self.arrived.append(message)

    async def call(self, member, signature="", *body, interface=GAME, destination=NAME, path=PATH):
        """The reply, and the signals that came between the last reply and this one."""
        reply = await self.bus.call(Message(
            destination=destination, path=path, interface=interface, member=member,
            signature=signature, body=list(body)))
        check(reply.message_type is MessageType.METHOD_RETURN, f"{member} failed", reply.error_name, reply.body)
        place = self.arrived.index(reply)
        signals = [message for message in self.arrived[:place] if message.message_type is MessageType.SIGNAL]
        # What came later stays, and is found out by the next call, which expects none.
        del self.arrived[:place + 1]
        for signal in signals:
            expected = SIGNATURES.get(signal.member)
            check(expected == signal.signature, f"{signal.member} has the wrong signature", signal.signature)
            check(signal.path == PATH, f"{signal.member} came from another path", signal.path)
        return reply, signals

    async def properties(self):
        reply, signals = await self.call("GetAll", "s", GAME, interface=PROPERTIES)
        check(not signals, "signals came after the reply they belong to", [signal.member for signal in signals])
        return reply.body[0]

    async def follow_daemon(self):
        bus = {"interface": "org.freedesktop.DBus", "destination": "org.freedesktop.DBus",
               "path": "/org/freedesktop/DBus"}
        # Ping first: the daemon may still have to be activated.
        await self.call("Ping", interface="org.freedesktop.DBus.Peer")
        self.owner = (await self.call("GetNameOwner", "s", NAME, **bus))[0].body[0]
        await self.call("AddMatch", "s", f"type='signal',sender='{NAME}'", **bus)


def check_properties_changed(signal, before, after):
    """Only what changed is carried, and all of it, with the values that GetAll tells."""
    interface, changed, invalidated = signal.body
    check(interface == GAME, "PropertiesChanged is of another interface", interface)
    check(not invalidated, "PropertiesChanged invalidates properties", invalidated)
    check(not NEVER_CARRIED & set(changed), "PropertiesChanged carries what it never may", sorted(changed))
    really = {name: after[name] for name in after
              if name not in NEVER_CARRIED and before.get(name) != after[name]}
    check(changed == really, "PropertiesChanged does not tell what changed", changed, really)


def check_order(signals, outcome):
    expected = ["CardsChanged"]
    if outcome in ("matched", "won"):
        expected.append("Matched")
    if outcome == "mismatched":
        expected.append("Mismatched")
    if outcome == "won":
        expected.append("GameWon")
    expected.append("PropertiesChanged")
    seen = [signal.member for signal in signals]
    check(seen == expected, f"signals before the reply to a flip that {outcome}", seen, expected)


class Board:
    """What a player who sees only what is published knows."""

    def __init__(self, cards):
        self.cards = [("down", "")] * cards
        self.first = None
        self.remembered = {}

    def expected_change(self, card, outcome, face):
        changed = {card: ("up", face)}
        if outcome == "turned-up":
            for number, (state, _) in enumerate(self.cards):
                if state == "up":
                    changed[number] = ("down", "")
        elif outcome in ("matched", "won"):
            changed[card] = ("matched", face)
            changed[self.first] = ("matched", self.cards[self.first][1])
        return [[number, *changed[number]] for number in sorted(changed)]

    def apply(self, card, outcome, changed):
        for number, state, face in changed:
            self.cards[number] = (state, face)
            if face:
                self.remembered[number] = face
        self.first = card if outcome == "turned-up" else None

    def choose(self, mates):
        """A remembered mate where there is one, else the first card never seen."""
        down = [number for number, (state, _) in enumerate(self.cards) if state != "matched"]
        known = [number for number in down if number in self.remembered]
        if self.first is not None:
            wanted = mates[self.remembered[self.first]]
            for number in known:
                if number != self.first and self.remembered[number] in wanted:
                    return number
        else:
            for number in known:
                for other in known:
                    if other != number and self.remembered[other] in mates[self.remembered[number]] \
                            and self.cards[number][0] == "down":
                        return number
        shown = {number for number, (state, _) in enumerate(self.cards) if state == "up"}
        unseen = [number for number in down if number not in self.remembered]
        if unseen:
            return unseen[0]
        may = [number for number in down if number != self.first] if self.first is not None else \
              [number for number in down if number not in shown]
        return may[0]


async def fetch_mates(player, theme):
    """For each face of the theme the faces that match it."""
    mates = {}
    offset = 0
    while True:
        reply, _ = await player.call("Pairs", "suu", theme, offset, 500, interface=NAME + ".Themes")
        pairs = reply.body[0]
        for first, second, _ in pairs:
            mates.setdefault(first, set()).add(second or first)
            mates.setdefault(second or first, set()).add(first)
        if len(pairs) < 500:
            return mates
        offset += len(pairs)


async def start(player):
    before = await player.properties()
    reply, signals = await player.call("NewGame", "a{sv}", {})
    revision, identifier = reply.body
    after = await player.properties()
    check([signal.member for signal in signals] == ["GameStarted", "PropertiesChanged"],
          "signals of NewGame", [signal.member for signal in signals])
    check(revision == before["Revision"].value + 1, "NewGame did not move the revision by one", revision)
    check(identifier > before["Id"].value, "the ids do not grow", identifier)
    theme, pairs = after["Theme"].value, after["Pairs"].value
    check(signals[0].body == [revision, identifier, theme, 2 * pairs], "GameStarted", signals[0].body)
    check_properties_changed(signals[1], before, after)
    check(after["State"].value == "playing" and after["Flips"].value == 0, "a new game has not begun anew", after)
    check(after["Cards"].value == [["down", ""]] * (2 * pairs), "not all cards are down", after["Cards"].value)
    check(after["Result"].value == {}, "a game that is on has a result", after["Result"].value)
    return after


async def flip(player, board, card, before):
    reply, signals = await player.call("Flip", "u", card)
    check(reply.signature == "sita(uss)", "the reply to Flip has the wrong signature", reply.signature)
    outcome, points, revision, changed = reply.body
    after = await player.properties()
    check_order(signals, outcome)
    body = {signal.member: signal.body for signal in signals}
    check(revision == before["Revision"].value + 1, "the revision did not grow by one", revision)
    for signal in signals[:-1]:
        check(signal.body[0] == revision, f"{signal.member} tells another revision", signal.body[0])
    face = next((face for number, _, face in changed if number == card), None)
    check(face, f"the reply tells no face of the card that was turned up ({card})", changed)
    check(changed == board.expected_change(card, outcome, face), "not exactly the cards that changed are told",
          changed, board.expected_change(card, outcome, face))
    check(body["CardsChanged"][1] == changed, "CardsChanged and the reply differ", body["CardsChanged"], changed)
    if outcome in ("matched", "won"):
        expected = [revision, board.first, card, board.cards[board.first][1], face, points]
        check(body["Matched"] == expected, "Matched", body["Matched"], expected)
    if outcome == "mismatched":
        expected = [revision, board.first, card, points]
        check(body["Mismatched"] == expected, "Mismatched", body["Mismatched"], expected)
    check_properties_changed(signals[-1], before, after)
    board.apply(card, outcome, changed)
    check([tuple(card) for card in after["Cards"].value] == board.cards, "Cards is not what the signals told",
          after["Cards"].value, board.cards)
    check(after["Score"].value == before["Score"].value + points, "the score does not follow from the points")
    check(after["Flips"].value == before["Flips"].value + 1, "not one flip more", after["Flips"].value)
    return outcome, after, body


def check_result(body, after):
    revision, identifier, result = body["GameWon"]
    check(revision == after["Revision"].value and identifier == after["Id"].value, "GameWon", revision, identifier)
    # Further keys are welcome, these have to be there.
    told = {key: result[key].signature for key in RESULT if key in result}
    check(told == RESULT, "the keys of GameWon's result", told, RESULT)
    check(after["Result"].value == result, "Result is not what GameWon told", after["Result"].value, result)
    for key, name in (("score", "Score"), ("flips", "Flips"), ("moves", "Moves"), ("par", "Par"),
                      ("regret", "Regret"), ("luck", "Luck"), ("theme", "Theme"), ("pairs", "Pairs"),
                      ("seeded", "Seeded"), ("daily", "Daily")):
        check(result[key].value == after[name].value, f"GameWon tells another {key} than {name}",
              result[key].value, after[name].value)
    balance = after["Par"].value + after["Regret"].value + after["Luck"].value
    check(math.isclose(after["Moves"].value, balance, abs_tol=1e-6), "moves ≠ par + regret + luck",
          after["Moves"].value, balance)


async def play():
    player = Player(await MessageBus(bus_type=BusType.SESSION).connect())
    await player.follow_daemon()
    state = await start(player)
    mates = await fetch_mates(player, state["Theme"].value)
    board = Board(2 * state["Pairs"].value)
    outcome, flips = "", 0
    while outcome != "won":
        check(flips < 8 * len(board.cards), "the game does not end")
        outcome, state, body = await flip(player, board, board.choose(mates), state)
        flips += 1
    check(state["State"].value == "won", "the game is won, and State is", state["State"].value)
    check_result(body, state)


def main():
    try:
        asyncio.run(asyncio.wait_for(play(), 120))
    except Broken as fault:
        sys.exit(f"play_dbus_next: {fault}")


if __name__ == "__main__":
    main()
