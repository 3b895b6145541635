"""The desktop entry, started by a launcher in a terminal on X11."""

import subprocess
import time

from installation import GAME, NAME, PATH, InstalledTest
from support import DEADLINE, Late, run


class Launcher(InstalledTest):
    """rofi lists the entries of the home, and runs those of a terminal with xterm."""

    def window(self, name):
        """Waits until a program's window is on the screen; its number."""
        return self.run_command("xdotool", "search", "--sync", "--onlyvisible", "--class", name).stdout.split()[0]

    def launch(self, typed, *options):
        """Starts the first entry found with this text; the number of the terminal's window."""
        command = ["rofi", "-show", "drun", "-terminal", "xterm", *options]
        rofi = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(rofi.wait)
        self.addCleanup(rofi.kill)
        self.window("rofi")
        self.run_command("xdotool", "type", typed)
        self.run_command("xdotool", "key", "Return")
        rofi.wait(DEADLINE)
        terminal = self.window("xterm")
        process = self.run_command("xdotool", "getwindowpid", terminal).stdout.strip()
        self.addCleanup(run, ["kill", process])
        # Without a window manager the keys go to the window below the pointer.
        self.run_command("xdotool", "mousemove", "--window", terminal, "50", "50")
        return terminal

    def press_until(self, key, is_done):
        """Presses a key again until it has had its effect: a terminal that starts up may lose it."""
        end = time.monotonic() + DEADLINE
        while not is_done():
            if time.monotonic() > end:
                raise Late(f"{key} had no effect within {DEADLINE} s")
            self.run_command("xdotool", "key", key)
            self.wait(0.5, is_done)

    def wait(self, seconds, is_done):
        end = time.monotonic() + seconds
        while not is_done() and time.monotonic() < end:
            pass

    def is_gone(self, terminal):
        return run(["xdotool", "getwindowname", terminal]).returncode != 0

    def test_the_entry_starts_the_game(self):
        terminal = self.launch("memorize")
        # The game starts the service, and its welcome deals cards at Enter.
        self.bus.wait_for_owner(NAME)
        self.press_until("Return", lambda: self.state() == "playing")
        self.press_until("q", lambda: self.is_gone(terminal))

    def test_its_action_starts_a_new_game(self):
        self.new_game()
        before = self.bus.get(NAME, PATH, GAME, "Id")
        terminal = self.launch("new game", "-drun-show-actions")
        self.bus.wait_for_property(NAME, PATH, GAME, "Id", lambda game: game != before)
        self.press_until("q", lambda: self.is_gone(terminal))
