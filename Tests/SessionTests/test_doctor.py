"""`memorize doctor` in a session in which all is well, then one thing after the other is not."""

import json
import os

from installation import HOME, NAME, UNIT, InstalledTest
from support import run


class Doctor(InstalledTest):
    def checks(self, code=0):
        """The status and the fix of each check, by its name."""
        done = self.run_command("memorize", "doctor", "--json", code=code)
        return {check["name"]: (check["status"], check.get("fix", "")) for check in json.loads(done.stdout)["checks"]}

    def test_all_is_well_after_an_installation(self):
        for runs in (False, True):
            for name, (status, fix) in self.checks().items():
                self.assertIn(status, ("ok", "note"), f"{name}: {fix}")
            # It starts nothing itself.
            self.assertEqual(self.bus.owner(NAME) is not None, runs)
            self.start()

    def test_a_unit_that_was_changed_is_noticed(self):
        self.start()
        unit = HOME / f".local/share/systemd/user/{UNIT}"
        self.addCleanup(run, ["systemctl", "--user", "daemon-reload"])
        os.utime(unit)
        status, fix = self.checks()["unit"]
        self.assertEqual((status, "daemon-reload" in fix), ("warning", True))

    def test_a_program_that_is_missing_is_a_fault(self):
        program = HOME / ".local/bin/memorized"
        away = program.with_name("away")
        program.rename(away)
        self.addCleanup(away.rename, program)
        done = run(["memorize", "doctor", "--json"])
        self.assertNotEqual(done.returncode, 0)
        faults = [check for check in json.loads(done.stdout)["checks"] if check["status"] == "fault"]
        self.assertTrue(any(str(program) in check["text"] for check in faults), done.stdout)
        self.assertTrue(all(check["fix"] for check in faults), done.stdout)
