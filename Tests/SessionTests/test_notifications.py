"""The notifier as a unit, with dunst that draws, and with a server that does what it is told."""

import json
import os
import signal
import subprocess
import time
import unittest

from dbus_next import Variant
from installation import GAME, NAME, PATH, InstalledTest
from support import main_process, run, unit_property, wait_for_journal, journal_end

NOTIFIER = "memorize-notify.service"
SERVER, SERVER_PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
MOCK = "org.freedesktop.DBus.Mock"


class NotifierTest(InstalledTest):
    """Tests of the notifier; each game is dealt by a seed and played by known pairs."""

    SEED = 42

    def setUp(self):
        super().setUp()
        self.addCleanup(self.run_command, "systemctl", "--user", "stop", NOTIFIER)

    def start_notifier(self):
        self.run_command("systemctl", "--user", "start", NOTIFIER)
        self.bus.wait_for_service(NOTIFIER, "StatusText", lambda text: text != "")

    def new_game(self):
        options = {"theme": Variant("s", "Halloween"), "pairs": Variant("u", 4), "seed": Variant("t", self.SEED)}
        return self.bus.call(NAME, PATH, GAME, "NewGame", "a{sv}", [options])

    def flip(self, card):
        outcome, _, _, cards = self.bus.call(NAME, PATH, GAME, "Flip", "u", [card])
        return outcome, {number: face for number, _, face in cards}

    def pairs(self):
        """Finds the pairs of a deal by playing it, and deals it again."""
        self.new_game()
        faces = {}
        for card in range(8):
            outcome, changed = self.flip(card)
            faces.update({number: face for number, face in changed.items() if face})
        pairs = {}
        for card, face in faces.items():
            pairs.setdefault(face, []).append(card)
        self.assertTrue(all(len(pair) == 2 for pair in pairs.values()), faces)
        self.new_game()
        return list(pairs.items())

    def match(self, pair):
        face, (first, second) = pair
        self.flip(first)
        outcome, _ = self.flip(second)
        self.assertIn(outcome, ("matched", "won"))
        return face


class Dunst(NotifierTest):
    def setUp(self):
        super().setUp()
        self.run_command("systemctl", "--user", "start", "dunst.service")
        self.bus.wait_for_owner(SERVER)
        self.run_command("dunstctl", "close-all")

    def displayed(self, count):
        """Waits until so many bubbles are on the screen."""
        end = time.monotonic() + 10
        while (found := run(["dunstctl", "count", "displayed"]).stdout.strip()) != str(count):
            self.assertLess(time.monotonic(), end, f"{found} bubbles are displayed, not {count}")

    def history(self):
        """What dunst has shown and closed, the newest first."""
        entries = json.loads(run(["dunstctl", "history"]).stdout)["data"][0]
        return [{key: value["data"] for key, value in entry.items()} for entry in entries]

    def test_a_game_is_one_bubble(self):
        pairs = self.pairs()
        self.start_notifier()
        self.assertEqual(run(["dunstctl", "count", "displayed"]).stdout.strip(), "0")
        for pair in pairs:
            face = self.match(pair)
            self.displayed(1)
        end = time.monotonic() + 10
        while not (entries := self.history()) or entries[0]["category"] != "x-memorize.won":
            self.assertLess(time.monotonic(), end, entries)
            self.run_command("dunstctl", "close-all")
        won = entries[0]
        self.assertEqual(won["appname"], "Memorize")
        self.assertIn("Halloween", won["summary"])
        self.assertNotIn(face, won["summary"])

    def test_a_click_on_its_action_starts_a_game(self):
        pairs = self.pairs()
        self.start_notifier()
        self.match(pairs[0])
        self.displayed(1)
        self.bus.subscribe(f"sender='{NAME}',member='GameStarted'")
        # With its stock settings dunst does an action at a click of the middle button.
        window = run(["xdotool", "search", "--onlyvisible", "--class", "dunst"]).stdout.split()[0]
        self.run_command("xdotool", "mousemove", "--window", window, "30", "20", "click", "2")
        self.bus.wait_for_signal("GameStarted")

    def test_dunst_may_come_later_and_go_meanwhile(self):
        pairs = self.pairs()
        self.run_command("systemctl", "--user", "stop", "dunst.service")
        self.bus.wait_for_owner(SERVER, present=False)
        self.start_notifier()
        self.match(pairs[0])
        self.assertIsNone(self.bus.owner(SERVER), "the notifier has started the server")
        self.run_command("systemctl", "--user", "start", "dunst.service")
        self.bus.wait_for_owner(SERVER)
        self.match(pairs[1])
        self.displayed(1)
        self.run_command("systemctl", "--user", "restart", "dunst.service")
        self.bus.wait_for_owner(SERVER)
        self.match(pairs[2])
        self.displayed(1)


class Mock(NotifierTest):
    """A server of python-dbusmock's template in dunst's place."""

    CAPABILITIES = ["body", "actions", "body-markup"]

    def setUp(self):
        super().setUp()
        self.run_command("systemctl", "--user", "stop", "dunst.service")
        self.addCleanup(self.run_command, "systemctl", "--user", "start", "dunst.service")
        self.bus.wait_for_owner(SERVER, present=False)
        self.addCleanup(self.end_server)
        self.server = None

    def start_server(self, capabilities=" ".join(CAPABILITIES)):
        parameters = json.dumps({"capabilities": capabilities})
        self.server = subprocess.Popen(
            ["/usr/bin/python3", "-m", "dbusmock", "--session", "--template", "notification_daemon",
             "--parameters", parameters], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.bus.wait_for_owner(SERVER)
        self.bus.subscribe(f"sender='{SERVER}',interface='{MOCK}',member='MethodCalled'")

    def end_server(self):
        if self.server and self.server.poll() is None:
            self.server.kill()
            self.server.wait()
            self.bus.wait_for_owner(SERVER, present=False)

    def asked(self, method):
        """The arguments of the next call of a method that the server gets."""
        signal = self.bus.wait_for_signal("MethodCalled", lambda signal: signal.body[0] == method)
        return [value.value for value in signal.body[1]]

    def fail(self, code):
        """Lets Notify run this from now on."""
        self.bus.call(SERVER, SERVER_PATH, MOCK, "AddMethod", "sssss", [SERVER, "Notify", "susssasa{sv}i", "u", code])

    def test_all_that_is_sent_is_as_the_standard_says(self):
        pairs = self.pairs()
        self.start_server()
        self.start_notifier()
        face = self.match(pairs[0])
        name, replaces, icon, summary, body, actions, hints, timeout = self.asked("Notify")
        self.assertEqual((name, replaces, timeout), ("Memorize", 0, -1))
        self.assertTrue(icon)
        self.assertIn(face, summary)
        self.assertIn("1 of 4", body)
        self.assertEqual(actions[:2], ["new-game", "New game"])
        self.assertEqual(hints["urgency"].signature, "y")
        self.assertEqual(hints["value"].value, 25)
        self.assertIs(hints["transient"].value, True)
        self.assertEqual(hints["category"].value, "x-memorize.match")
        self.assertEqual(hints["desktop-entry"].value, "org.memorized.Memorize")

        self.match(pairs[1])
        self.assertNotEqual(self.asked("Notify")[1], 0, "the second bubble does not replace the first")

    def test_a_server_without_actions_gets_none(self):
        pairs = self.pairs()
        self.start_server(capabilities="body")
        self.start_notifier()
        self.match(pairs[0])
        self.assertEqual(self.asked("Notify")[5], [])

    def test_a_server_that_fails_is_named_once_and_asked_again(self):
        pairs = self.pairs()
        self.start_server()
        self.fail("raise dbus.exceptions.DBusException('no room', name='org.example.NoRoom')")
        begin = journal_end()
        self.start_notifier()
        self.match(pairs[0])
        self.asked("Notify")
        wait_for_journal(NOTIFIER, "no room", after=begin)
        self.fail("ret = 7")
        self.match(pairs[1])
        self.assertEqual(self.asked("Notify")[1], 0)
        self.match(pairs[2])
        self.assertEqual(self.asked("Notify")[1], 7)

    def test_a_mute_server_is_given_up_after_two_seconds(self):
        pairs = self.pairs()
        self.start_server()
        begin = journal_end()
        self.start_notifier()
        self.match(pairs[0])
        self.asked("Notify")
        os.kill(self.server.pid, signal.SIGSTOP)
        self.match(pairs[1])
        start = time.monotonic()
        wait_for_journal(NOTIFIER, "2 s", after=begin)
        self.assertLess(time.monotonic() - start, 3)
        os.kill(self.server.pid, signal.SIGCONT)
        self.asked("Notify")
        self.match(pairs[2])
        self.asked("Notify")

    def test_an_action_of_our_bubble_alone_starts_a_game(self):
        pairs = self.pairs()
        self.start_server()
        self.fail("ret = 7")
        self.start_notifier()
        self.match(pairs[0])
        self.asked("Notify")
        self.match(pairs[1])
        self.assertEqual(self.asked("Notify")[1], 7)
        self.bus.subscribe(f"sender='{NAME}',member='GameStarted'")
        for bubble in (8, 7):
            arguments = [Variant("u", bubble), Variant("s", "new-game")]
            self.bus.call(SERVER, SERVER_PATH, MOCK, "EmitSignal", "sssav",
                          [SERVER, "ActionInvoked", "us", arguments])
        self.bus.wait_for_signal("GameStarted")
        # The bus keeps the order: had the first click counted, there would be two by the next answer.
        self.state()
        self.assertEqual([sent for sent in self.bus.signals if sent.member == "GameStarted"], [])

    def test_a_notifier_that_is_killed_comes_back(self):
        self.start_server()
        self.start_notifier()
        process = main_process(NOTIFIER)
        os.kill(process, signal.SIGKILL)
        self.bus.wait_for_service(NOTIFIER, "NRestarts", 1)
        self.bus.wait_for_service(NOTIFIER, "MainPID", lambda new: new not in (0, process))
        self.assertEqual(unit_property(NOTIFIER, "Result"), "success")


if __name__ == "__main__":
    unittest.main()
