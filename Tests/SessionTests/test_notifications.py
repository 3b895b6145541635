"""The notifier as a unit, with dunst that draws."""

import json
import os
import pathlib
import re
import signal
import time

from installation import GAME, HOME, NAME, PATH, InstalledTest, manual_examples
from support import PROPERTIES, main_process, run, unit_property

from raw_bus import Variant

NOTIFIER = "memorize-notify.service"
DOOR = ("memorize-connect.socket", "memorize-connect.service")
NOTIFIER_NAME = "org.memorized.MemorizeNotify1"
PRACTICE = NAME + ".Practice"
SERVER = "org.freedesktop.Notifications"


class Dunst(InstalledTest):
    """Each game is dealt by a seed and played by known pairs."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.run_command, "systemctl", "--user", "stop", NOTIFIER)
        self.run_command("systemctl", "--user", "start", "dunst.service")
        self.bus.wait_for_owner(SERVER)
        self.run_command("dunstctl", "close-all")

    def start_notifier(self, *options):
        if options:
            program = f"{HOME}/.local/bin/memorize-notify"
            self.override("ExecStart=", " ".join(["ExecStart=" + program, *options]), unit=NOTIFIER)
        self.run_command("systemctl", "--user", "start", NOTIFIER)
        self.bus.wait_for_service(NOTIFIER, "StatusText", lambda text: text != "")

    def deal(self):
        self.new_game(pairs=Variant("u", 4), seed=Variant("t", 42))

    def flip(self, card):
        outcome, _, _, cards = self.bus.call(NAME, PATH, GAME, "Flip", "u", [card])
        return outcome, {number: face for number, _, face in cards}

    def pairs(self):
        """Finds the pairs of a deal by playing it, and deals it again."""
        self.deal()
        faces = {}
        for card in range(8):
            outcome, changed = self.flip(card)
            faces.update({number: face for number, face in changed.items() if face})
        pairs = {}
        for card, face in faces.items():
            pairs.setdefault(face, []).append(card)
        self.assertTrue(all(len(pair) == 2 for pair in pairs.values()), faces)
        self.deal()
        return list(pairs.items())

    def match(self, pair):
        face, (first, second) = pair
        self.flip(first)
        outcome, _ = self.flip(second)
        self.assertIn(outcome, ("matched", "won"))
        return face

    # A practice session that asks three numbers.
    ANSWERS = {"いち": "one", "に": "two", "さん": "three"}

    def add_numbers(self):
        pairs = [[question, answer, ""] for question, answer in self.ANSWERS.items()]
        self.add_theme("Numbers", pairs=Variant("a(sss)", pairs))

    def begin(self):
        """Starts a session whose questions the notifier shows."""
        self.add_numbers()
        options = {"deck": Variant("s", "Numbers"), "questions": Variant("u", 3)}
        self.bus.call(NAME, PATH, PRACTICE, "Start", "a{sv}", [options])

    def practice(self):
        """The properties of practice."""
        properties = self.bus.call(NAME, PATH, PROPERTIES, "GetAll", "s", [PRACTICE])[0]
        return {name: value.value for name, value in properties.items()}

    def displayed(self, count):
        """Waits until so many bubbles are on the screen."""
        end = time.monotonic() + 10
        while (found := run(["dunstctl", "count", "displayed"]).stdout.strip()) != str(count):
            self.assertLess(time.monotonic(), end, f"{found} bubbles are displayed, not {count}")

    def history(self):
        """What dunst has shown and closed, the newest first."""
        entries = json.loads(run(["dunstctl", "history"]).stdout)["data"][0]
        return [{key: value["data"] for key, value in entry.items()} for entry in entries]

    def test_what_the_manual_pages_show_works(self):
        self.addCleanup(run, ["systemctl", "--user", "disable", "--now", NOTIFIER, *DOOR])
        self.addCleanup((HOME / "memorize-backup.sqlite").unlink, missing_ok=True)
        self.new_game()
        examples = manual_examples()
        self.assertGreater(len(examples), 5)
        for example in examples:
            self.run_command("sh", "-e", "-c", example)
        self.assertGreater((HOME / "memorize-backup.sqlite").stat().st_size, 0)
        self.assertEqual(self.state(), "playing")

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

    def click(self):
        # With its stock settings dunst does an action at a click of the middle button, and closes
        # the bubble; of several actions it has one chosen in a menu.
        window = run(["xdotool", "search", "--onlyvisible", "--class", "dunst"]).stdout.split()[0]
        self.run_command("xdotool", "mousemove", "--window", window, "30", "20", "click", "2")

    def configure(self, *changes):
        """Starts dunst anew with lines of its stock settings changed, until the end of the test."""
        config = HOME / ".config/dunst/dunstrc"
        stock = next(path for path in map(pathlib.Path, ("/etc/xdg/dunst/dunstrc", "/etc/dunst/dunstrc"))
                     if path.exists()).read_text()
        for name, value in changes:
            stock = re.sub(rf"(?m)^( *{name} =).*$", rf"\1 {value}", stock)
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text(stock)
        self.addCleanup(self.run_command, "systemctl", "--user", "restart", "dunst.service")
        self.addCleanup(config.unlink)
        self.run_command("systemctl", "--user", "restart", "dunst.service")
        self.bus.wait_for_owner(SERVER)

    def set_menu(self):
        """Has dunst's menu choose the button whose label is in a file, whose path is answered."""
        label_file = pathlib.Path(os.environ["XDG_RUNTIME_DIR"], "label")
        menu = label_file.with_suffix(".sh")
        menu.write_text(f'grep --max-count=1 --fixed-strings "#$(cat {label_file}) "\n')
        # A click alone would open a terminal, if there is one.
        self.configure(("dmenu", f"/bin/sh {menu}"), ("mouse_middle_click", "context, close_current"))
        return label_file

    def wait_for_history(self, text, part="summary"):
        """The newest bubble that was closed, once it has a text."""
        end = time.monotonic() + 10
        while not (entries := self.history()) or text not in entries[0][part]:
            self.assertLess(time.monotonic(), end, entries)
        return entries[0]

    def test_a_session_is_answered_by_clicks(self):
        label_file = self.set_menu()
        self.start_notifier("--questions")
        self.begin()
        self.bus.subscribe(f"sender='{NAME}',interface='{PRACTICE}'")
        question = self.practice()["Question"]
        self.assertEqual(set(self.practice()["Choices"]), set(self.ANSWERS.values()))
        wrong = next(answer for answer in self.practice()["Choices"] if answer != self.ANSWERS[question])

        def answer(label):
            self.displayed(1)
            label_file.write_text(label)
            self.click()
            return self.bus.wait_for_signal("AnswerGiven").body[2]

        self.assertFalse(answer(wrong))
        first = self.wait_for_history(question)
        self.assertEqual(first["category"], "x-memorize.question")
        for number, choice in enumerate(self.ANSWERS.values(), 1):
            self.assertIn(f"{number}. ", first["body"])
            self.assertIn(choice, first["body"])
        outcome = "✗ " + wrong
        for number in (1, 2, 3):
            question = self.practice()["Question"]
            self.assertTrue(answer(self.ANSWERS[question]))
            bubble = self.wait_for_history(outcome, "body")
            self.assertEqual(bubble["summary"], question)
            self.assertIn(f", {number}/3", bubble["body"])
            outcome = f"✓ {question} = {self.ANSWERS[question]}"
        self.displayed(1)
        label_file.write_text("Again")
        self.click()
        self.assertEqual(self.bus.wait_for_signal("QuestionAsked", lambda signal: signal.body[1] == 1 and (
            signal.body[0] > 4)).body[1], 1)
        result = self.wait_for_history("Well done: 2 of 3 on the first try")
        self.assertIn(outcome, result["body"])
        self.displayed(1)

    def test_the_reminder_waits_for_dunst_and_begins_a_session(self):
        # The program's own decks offer no new cards until they are started.
        self.add_numbers()
        label_file = self.set_menu()
        self.start_notifier()
        self.addCleanup(self.run_command, "dunstctl", "set-paused", "false")
        self.run_command("dunstctl", "set-paused", "true")
        self.bus.subscribe(f"sender='{NAME}',interface='{PRACTICE}'")
        # The next minute that begins; if it begins just now, the one after it.
        minute = time.strftime("%H:%M", time.localtime(time.time() + 61))
        settings = NAME + ".Settings"
        for name, value in (("DailyReminderTime", Variant("s", minute)), ("DailyReminder", Variant("b", True))):
            self.bus.call(NAME, PATH, PROPERTIES, "Set", "ssv", [settings, name, value])
        self.bus.wait_for_signal("ReminderDue", timeout=130)
        # Dunst would keep it for later; it does not even get it.
        for _ in range(10):
            self.bus.call(NOTIFIER_NAME, "/", "org.freedesktop.DBus.Peer", "Ping")
            self.assertEqual(run(["dunstctl", "count", "waiting"]).stdout.strip(), "0")
        self.run_command("dunstctl", "set-paused", "false")
        self.displayed(1)
        self.run_command("dunstctl", "set-paused", "true")
        self.displayed(0)
        self.run_command("dunstctl", "set-paused", "false")
        self.displayed(1)
        self.assertEqual(self.practice()["State"], "idle")
        label_file.write_text("Practice")
        self.click()
        self.bus.wait_for_signal("QuestionAsked")
        reminder = self.wait_for_history("Time to practice")
        self.assertEqual(reminder["category"], "x-memorize.reminder")
        self.assertIn("No cards are due, 3 new.", reminder["body"])
        self.displayed(1)
        practice = self.practice()
        label_file.write_text(practice["Choices"][0])
        self.click()
        self.assertEqual(self.bus.wait_for_signal("AnswerGiven").body[1], 1)
        self.wait_for_history(f"{practice['QuestionDeck']}, 1/{practice['Questions']}", "body")

    def test_a_question_does_not_go_by_itself_but_with_its_session(self):
        self.configure(("timeout", "1"))
        self.start_notifier("--questions")
        self.begin()
        self.displayed(1)
        # What comes later and goes after dunst's time is gone: so would be what came before it.
        self.run_command("notify-send", "soon over")
        self.wait_for_history("soon over")
        self.displayed(1)
        self.bus.call(NAME, PATH, PRACTICE, "Stop")
        self.displayed(0)

    def test_a_notifier_that_is_killed_comes_back(self):
        self.start_notifier()
        process = main_process(NOTIFIER)
        os.kill(process, signal.SIGKILL)
        self.bus.wait_for_service(NOTIFIER, "NRestarts", 1)
        self.bus.wait_for_service(NOTIFIER, "MainPID", lambda new: new not in (0, process))
        self.assertEqual(unit_property(NOTIFIER, "Result"), "success")
