"""The reminder while mako is in a mode that hides notifications."""

import subprocess
import time

from installation import HOME, NAME, PATH, InstalledTest
from support import PROPERTIES, Refused

from raw_bus import Variant

NOTIFIER = "memorize-notify.service"
PRACTICE, SETTINGS = NAME + ".Practice", NAME + ".Settings"
SERVER = "org.freedesktop.Notifications"
MAKO_PATH, MAKO = "/fr/emersion/Mako", "fr.emersion.Mako"


class Held(InstalledTest):
    def setUp(self):
        super().setUp()
        config = HOME / "mako.conf"
        config.write_text("[mode=do-not-disturb]\ninvisible=1\n")
        self.addCleanup(config.unlink)
        mako = subprocess.Popen(["mako", "--config", config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(mako.wait)
        self.addCleanup(mako.kill)
        self.bus.wait_for_owner(SERVER)
        self.addCleanup(self.run_command, "systemctl", "--user", "stop", NOTIFIER)
        self.run_command("systemctl", "--user", "start", NOTIFIER)
        self.bus.wait_for_service(NOTIFIER, "StatusText", lambda text: text != "")

    def set_modes(self, *modes):
        self.bus.call(SERVER, MAKO_PATH, MAKO, "SetModes", "as", [list(modes)])

    def summaries(self):
        """What mako has, also if it hides it."""
        entries = self.bus.call(SERVER, MAKO_PATH, MAKO, "ListNotifications")[0]
        return [entry["summary"].value for entry in entries]

    def picture(self):
        file = HOME / "screen.png"
        self.run_command("grim", file)
        return file.read_bytes()

    def wait_for(self, wanted, found, seconds=10):
        end = time.monotonic() + seconds
        while (last := found()) != wanted:
            self.assertLess(time.monotonic(), end, last)
            time.sleep(0.1)

    def announces(self):
        """Whether this mako announces its modes, as since its version 1.10."""
        try:
            return self.bus.get(SERVER, MAKO_PATH, MAKO, "Modes") is not None
        except Refused:
            return False

    def test_the_reminder_is_not_seen_until_the_mode_ends(self):
        # The program's own decks offer no new cards until they are started: nothing would wait.
        pairs = [["いち", "one", ""], ["に", "two", ""]]
        numbers = {"name": Variant("s", "Numbers"), "pairs": Variant("a(sss)", pairs)}
        self.bus.call(NAME, PATH, NAME + ".Themes", "Add", "a{sv}", [numbers])
        self.set_modes("default", "do-not-disturb")
        empty = self.picture()
        self.bus.subscribe(f"sender='{NAME}',interface='{PRACTICE}'")
        minute = time.strftime("%H:%M", time.localtime(time.time() + 61))
        for name, value in (("DailyReminderTime", Variant("s", minute)), ("DailyReminder", Variant("b", True))):
            self.bus.call(NAME, PATH, PROPERTIES, "Set", "ssv", [SETTINGS, name, value])
        self.bus.wait_for_signal("ReminderDue", timeout=130)
        self.assertEqual(self.summaries(), [])
        self.assertEqual(self.picture(), empty)
        self.set_modes("default")
        # One that announces nothing is asked once a minute.
        self.wait_for(["Time to practice"], self.summaries, seconds=10 if self.announces() else 75)
        self.wait_for(False, lambda: self.picture() == empty)
