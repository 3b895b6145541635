"""Results of desktop searches, opened under systemd."""

import os
import select

from installation import HOME, NAME, PATH, UNIT, InstalledTest
from support import DEADLINE, MANAGER, SYSTEMD, SYSTEMD_PATH, Late, has_no_new_privileges, run, unit_property

TERMINAL = """#!/bin/sh
printf '%s\\n' $$ "$XDG_ACTIVATION_TOKEN" "$@" end >"$HOME/opened"
read -r _ <"$HOME/closed"
"""


class Search(InstalledTest):
    def setUp(self):
        super().setUp()
        terminal = HOME / ".local/bin/xdg-terminal-exec"
        terminal.write_text(TERMINAL)
        terminal.chmod(0o755)
        self.addCleanup(terminal.unlink)
        for pipe in ("opened", "closed"):
            os.mkfifo(HOME / pipe)
            self.addCleanup((HOME / pipe).unlink)
        # In both directions, so that neither end waits for the other one.
        self.opened, self.closed = (os.open(HOME / pipe, os.O_RDWR | os.O_NONBLOCK) for pipe in ("opened", "closed"))
        self.addCleanup(os.close, self.opened)
        self.addCleanup(os.close, self.closed)
        variables = self.run_command("systemctl", "--user", "show-environment").stdout.splitlines()
        path = next(line.removeprefix("PATH=") for line in variables if line.startswith("PATH="))
        self.run_command("systemctl", "--user", "set-environment", f"PATH={terminal.parent}:{path}")
        self.addCleanup(run, ["systemctl", "--user", "set-environment", f"PATH={path}"])

    def read_opened(self):
        """What the terminal has been asked to run, line by line."""
        text = ""
        while not text.endswith("\nend\n"):
            if not select.select([self.opened], [], [], DEADLINE)[0]:
                raise Late(f"no terminal was opened within {DEADLINE} s: {text}")
            text += os.read(self.opened, 1 << 16).decode()
        return text.splitlines()[:-1]

    def test_what_is_opened_has_a_unit_of_its_own(self):
        """In the daemon's unit it would run in its sandbox, and end with it."""
        self.start()
        runner = PATH + "/Runner", "org.kde.krunner1"
        self.bus.call(NAME, *runner, "SetActivationToken", "s", ["$window"])
        self.bus.call(NAME, *runner, "Run", "ss", ["practice", ""])
        process, token, *command = self.read_opened()
        path = self.bus.call(SYSTEMD, SYSTEMD_PATH, MANAGER, "GetUnitByPID", "u", [int(process)])[0]
        unit = self.bus.get(SYSTEMD, path, SYSTEMD + ".Unit", "Id")
        self.assertRegex(unit, r"^app-org\.memorized\.Memorize-[0-9]+\.service$")
        self.assertEqual(token, "$window")
        self.assertEqual(command[:2], ["sh", "-c"])
        self.assertEqual(command[3], str((HOME / ".local/bin/memorize").resolve()))
        self.assertFalse(has_no_new_privileges(process))
        self.run_command("systemctl", "--user", "stop", UNIT)
        self.assertEqual(unit_property(unit, "ActiveState"), "active")
        os.write(self.closed, b"\n")
        # Nothing of it stays.
        self.bus.wait_for_unit(unit, "ActiveState", "inactive")
