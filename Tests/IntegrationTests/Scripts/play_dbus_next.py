#!/usr/bin/python3
"""Plays a whole game with python3-dbus-next and checks every signal on the way.

Knows nothing but what is published. For every flip the signals have to have come before the reply,
in the contract's order, with the right content. The first thing that is wrong ends it.
"""

import asyncio
import math

from dbus_next import Message, MessageType, Variant
from dbus_next.aio import MessageBus

NAME = "org.memorized.Memorize1"
PATH = "/org/memorized/Memorize1"
GAME = NAME + ".Game"
PROPERTIES = "org.freedesktop.DBus.Properties"
SIGNATURES = {"GameStarted": "ttsu", "CardsChanged": "ta(uss)", "Matched": "tuussi", "Mismatched": "tuui",
              "GameWon": "tta{sv}", "PropertiesChanged": "sa{sv}as"}
RESULT = {"score": "i", "flips": "u", "moves": "u", "par": "d", "regret": "d", "luck": "d", "grade": "s",
          "seconds": "d", "theme": "s", "pairs": "u", "seed": "t", "seeded": "b", "daily": "s", "practice": "b",
          "winners": "as", "bot": "b", "bots": "as"}
FACES = "🍭🍎🍬😱🍬🍎🍭😱"
FLIPS = ((0, "turned-up"), (1, "mismatched"), (2, "turned-up"), (4, "matched"), (0, "turned-up"), (6, "matched"),
         (1, "turned-up"), (5, "matched"), (3, "turned-up"), (7, "won"))
AFTER_CARDS = {"matched": ["Matched"], "mismatched": ["Mismatched"], "won": ["Matched", "GameWon"]}


class Player:
    """A client which keeps every message that comes, in its order."""

    def __init__(self, bus):
        self.bus, self.arrived = bus, []
        bus.add_message_handler(self.arrived.append)

    async def call(self, member, signature="", *body, interface=GAME, destination=NAME, path=PATH):
        """The reply, and the daemon's signals that came between the last reply and this one."""
        reply = await self.bus.call(Message(
            destination=destination, path=path, interface=interface, member=member,
            signature=signature, body=list(body)))
        assert reply.message_type is MessageType.METHOD_RETURN, (member, reply.error_name, reply.body)
        place = self.arrived.index(reply)
        signals = [message for message in self.arrived[:place] if message.path == PATH]
        # What came later stays, and is found out by the next call, which expects none.
        del self.arrived[:place + 1]
        for signal in signals:
            assert SIGNATURES[signal.member] == signal.signature, (signal.member, signal.signature)
        return reply, signals

    async def properties(self):
        reply, signals = await self.call("GetAll", "s", GAME, interface=PROPERTIES)
        assert not signals, ("signals came after the reply they belong to", signals[0].member)
        return reply.body[0]

    async def change(self, members, *call):
        """The reply, the signals' bodies by their names, and the properties before and after."""
        before = await self.properties()
        reply, signals = await self.call(*call)
        after = await self.properties()
        assert [signal.member for signal in signals] == [*members, "PropertiesChanged"], signals
        revision = before["Revision"].value + 1
        assert all(signal.body[0] == revision for signal in signals[:-1])
        # Only what changed is carried, and all of it; cards never are.
        changed = {name: value for name, value in after.items() if name != "Cards" and before[name] != value}
        assert signals[-1].body == [GAME, changed, []], (signals[-1].body, changed)
        assert changed["Revision"].value == revision
        return reply, {signal.member: signal.body for signal in signals}, before, after


async def flip(player, card, outcome):
    reply, bodies, before, after = await player.change(
        ["CardsChanged", *AFTER_CARDS.get(outcome, [])], "Flip", "u", card)
    board = before["Cards"].value
    up = [number for number, (state, _) in enumerate(board) if state == "up"]
    expected = dict(enumerate(board))
    if outcome == "turned-up":
        expected.update({number: ["down", ""] for number in up})
    expected[card] = ["up", FACES[card]]
    if outcome in ("matched", "won"):
        expected.update({number: ["matched", FACES[number]] for number in (up[0], card)})
    changed = [[number, *look] for number, look in expected.items() if look != board[number]]
    points, revision = reply.body[1], after["Revision"].value
    assert reply.signature == "sita(uss)" and reply.body == [outcome, points, revision, changed], reply.body
    assert bodies["CardsChanged"] == [revision, changed] and after["Cards"].value == list(expected.values())
    if "Matched" in bodies:
        assert bodies["Matched"] == [revision, up[0], card, FACES[up[0]], FACES[card], points], bodies
    if "Mismatched" in bodies:
        assert bodies["Mismatched"] == [revision, up[0], card, points], bodies
    assert after["Score"].value == before["Score"].value + points
    assert after["Flips"].value == before["Flips"].value + 1
    return bodies, after


async def play():
    player = Player(await MessageBus().connect())
    # Ping first: the daemon may still have to be activated.
    await player.call("Ping", interface="org.freedesktop.DBus.Peer")
    await player.call("AddMatch", "s", f"type='signal',sender='{NAME}'", interface="org.freedesktop.DBus",
                      destination="org.freedesktop.DBus", path="/org/freedesktop/DBus")
    options = {"theme": Variant("s", "Halloween"), "pairs": Variant("u", 4), "seed": Variant("t", 42)}
    reply, bodies, before, after = await player.change(["GameStarted"], "NewGame", "a{sv}", options)
    revision, identifier = reply.body
    assert identifier > before["Id"].value and bodies["GameStarted"] == [revision, identifier, "Halloween", 8], bodies
    assert after["State"].value == "playing" and after["Flips"].value == 0 and after["Result"].value == {}, after
    assert after["Cards"].value == [["down", ""]] * 8, after["Cards"]
    for card, outcome in FLIPS:
        bodies, after = await flip(player, card, outcome)
    assert after["State"].value == "won"
    _, identifier, result = bodies["GameWon"]
    assert identifier == after["Id"].value and result == after["Result"].value, result
    # Further keys are welcome, these have to be there.
    assert RESULT.items() <= {key: value.signature for key, value in result.items()}.items(), result
    for key in "score flips moves par regret luck theme pairs seeded daily".split():
        assert result[key].value == after[key.capitalize()].value, key
    balance = after["Par"].value + after["Regret"].value + after["Luck"].value
    assert math.isclose(after["Moves"].value, balance, abs_tol=1e-6), (after["Moves"].value, balance)


asyncio.run(asyncio.wait_for(play(), 120))
