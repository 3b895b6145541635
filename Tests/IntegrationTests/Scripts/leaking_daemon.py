#!/usr/bin/env -S python3 -B
"""A daemon that tells what must stay secret, by which the monitors show that they would see it.

usage: leaking_daemon.py ADDRESS LEAK

Takes the daemon's name on the session bus, hands each call on to the daemon on the bus ADDRESS, and
what that answers and signals back. On the way it adds the LEAK:

face      a card that is turned down again keeps its face
hint      a face that no card shows stands in the state of the game
seed      the game's seed stands in its state
regret    regret grows with the first card of a move
answer    a wrong answer is given as the right one
note      the note of the card is told with its question
reading   the hidden reading of the card is told with its question
media     the sound of the answer is told with the question
found     a desktop's search finds a face that no card shows, and the answer to the question
"""

import os
import sys

from raw_bus import CALL, ERROR, NAME, PATH, PROPERTIES, SIGNAL, THEMES, Connection, Variant

ADDRESS, LEAK = sys.argv[1:]
SEED = 0x1234_5678_9ABC_DEF0


class LeakingDaemon:
    def __init__(self):
        self.front = Connection()
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = ADDRESS
        self.back = Connection()
        self.back.bus("AddMatch", "s", f"type='signal',path='{PATH}'")
        self.front.bus("RequestName", "su", NAME, 4)
        self.faces, self.question = {}, ""
        print("Ready", file=sys.stderr, flush=True)

    def serve(self):
        while True:
            call = self.front.receive(600)
            if call.kind != CALL:
                continue
            if LEAK == "seed" and call.member == "NewGame" and call.signature == "a{sv}":
                call.body[0]["seed"] = Variant("t", SEED)
            fields = {key: value for key, value in call.fields.items() if key != "sender"}
            asked = self.back.send(CALL, fields, call.signature or "", call.body)
            while (message := self.back.await_message(lambda _: True)).reply_serial != asked:
                if message.kind == SIGNAL and message.path == PATH:
                    self.forward(message, {})
            if LEAK == "found" and call.member == "Match":
                hidden = [*self.faces.values(), self.right(self.question)] if self.faces or self.question else []
                message.body[0].extend([text, text, "", 30, 0.5, {}] for text in hidden)
            self.forward(message, {"destination": call.sender, "reply_serial": call.serial})

    def forward(self, message, addressed):
        """Sends on what the daemon said, and what it should not say."""
        if message.kind != ERROR:
            self.leak(message)
        fields = {key: value for key, value in message.fields.items() if key not in ("sender", "destination")}
        self.front.send(message.kind, fields | addressed, message.signature or "", message.body)

    def leak(self, message):
        if message.member == "GameStarted":
            self.faces = {}
        if message.member == "CardsChanged":
            self.faces.update((number, face) for number, _, face in message.body[1] if face)
        if message.member == "QuestionAsked":
            self.question = message.body[2]
        if LEAK == "answer" and message.member == "AnswerGiven" and not message.body[2]:
            message.body[4] = self.right(message.body[3])
        for state in message.body:
            if isinstance(state, dict) and "Cards" in state:
                self.leak_state(state)
            if LEAK in ("note", "reading", "media") and isinstance(state, dict) and {"State", "Question"} <= state.keys():
                self.tell(state)

    def leak_state(self, state):
        cards = state["Cards"].value
        up = sum(card[0] == "up" for card in cards)
        if LEAK == "face":
            state["Cards"] = Variant("a(ss)", [(card, face or self.faces.get(number, ""))
                                               for number, (card, face) in enumerate(cards)])
        elif LEAK == "hint":
            hidden = [face for number, face in self.faces.items() if cards[number][0] == "down"]
            state["Hint"] = Variant("s", f"It is {hidden[:1]}.")
        elif LEAK == "seed":
            state["Hint"] = Variant("t", SEED)
        elif LEAK == "regret" and up == 1:
            state["Regret"] = Variant("d", state["Regret"].value + 1)

    def tell(self, state):
        """What the card of the question has."""
        question = state["Question"].value
        found = self.back.call(NAME, PATH, NAME + ".Decks", "Search", "su", [question, 9]).body[0]
        for card in found if state["State"].value == "asking" else []:
            if question not in (card["front"].value, card["back"].value):
                continue
            other = "back-sounds" if question == card["front"].value else "front-sounds"
            if LEAK == "note":
                state["Note"] = card["note"]
            elif LEAK == "reading":
                state["Pronunciation"] = card["pronunciation"]
            elif card[other].value:
                state["AnswerMedia"] = Variant("a{sv}", {"sounds": card[other]})

    def right(self, question):
        """The answer to a question of any deck."""
        for name in self.back.call(NAME, PATH, PROPERTIES, "Get", "ss", [THEMES, "Names"]).body[0].value:
            for first, second, _ in self.back.call(NAME, PATH, THEMES, "Pairs", "suu", [name, 0, 500]).body[0]:
                if question in (first, second) and second:
                    return second if question == first else first
        return ""


LeakingDaemon().serve()
