"""What the unit forbids, read from the kernel: the score alone proves nothing."""

import json
import os
import pathlib
import shutil

from installation import DATA, GAME, HOME, NAME, PATH, STATE, UNIT, InstalledTest, make
from support import (Refused, capabilities, context_switches, filters_system_calls, has_no_new_privileges,
                     is_read_only, main_process, mounts, run, status)

from raw_bus import Variant

# How long an idle daemon is watched, in seconds: its watchdog is fed each minute.
IDLE = float(os.environ.get("SESSION_IDLE", "130"))


class Sandbox(InstalledTest):
    def test_its_score_is_at_most_one(self):
        self.run_command("systemd-analyze", "--user", "security", "--no-pager", "--threshold=10", UNIT)
        # The same gate shuts without the drop-in.
        dropin = HOME / ".local/share/systemd/user/memorized.service.d/sandbox.conf"
        text = dropin.read_text()
        self.addCleanup(run, ["systemctl", "--user", "daemon-reload"])
        self.addCleanup(dropin.write_text, text)
        dropin.unlink()
        self.run_command("systemctl", "--user", "daemon-reload")
        self.run_command("systemd-analyze", "--user", "security", "--no-pager", "--threshold=10", UNIT, code=1)

    def test_it_is_in_force(self):
        process = self.start()
        self.assertTrue(has_no_new_privileges(process))
        self.assertTrue(filters_system_calls(process))
        self.assertEqual(capabilities(process), 0)
        self.assertEqual(status(process)["Umask"].strip(), "0077")
        for namespace in ("user", "mnt", "net", "uts"):
            ours, its = (os.readlink(f"/proc/{which}/ns/{namespace}") for which in ("self", process))
            self.assertNotEqual(ours, its, namespace)
        limits = pathlib.Path(f"/proc/{process}/limits").read_text()
        self.assertRegex(limits, r"Max core file size +0 +0 ")

        for place in ("/", "/usr", "/etc", HOME, HOME / ".local", HOME / ".config", "/sys", "/sys/fs/cgroup"):
            self.assertTrue(is_read_only(process, place), place)
        for place in (HOME / ".local/state/memorize", HOME / ".local/share/memorize"):
            self.assertFalse(is_read_only(process, place), place)
            self.assertEqual(place.stat().st_mode & 0o777, 0o700)
        for place in ("/tmp", "/var/tmp", "/dev"):
            self.assertIn(place, mounts(process))

        # As the daemon sees it: nobody else's files in /tmp, no devices but the harmless ones.
        root = pathlib.Path(f"/proc/{process}/root")
        self.assertEqual(list((root / "tmp").iterdir()), [])
        devices = {path.name for path in (root / "dev").iterdir()}
        self.assertLessEqual(devices, {"null", "zero", "full", "random", "urandom", "tty", "fd", "stdin", "stdout",
                                       "stderr", "core", "ptmx", "pts", "shm", "mqueue", "hugepages", "log", "char"})

    def test_themes_are_added_and_noticed_within_it(self):
        self.start()
        self.store()
        self.assertIn("Letters", (DATA / "themes/added.themes").read_text())
        # The mount through which it sees the directory does not hide what others write there.
        (DATA / "themes/mine.themes").write_text("Digits\t\t\t\t1 2 3\n")
        self.new_game("Digits")
        self.run_command("systemctl", "--user", "restart", UNIT)
        names = self.bus.get(NAME, PATH, NAME + ".Themes", "Names")
        self.assertLessEqual({"Letters", "Digits"}, set(names))

    def store(self):
        """Adds a theme and begins a game with it; both are stored before they are answered."""
        self.add_theme("Letters", faces=Variant("as", ["A", "B", "C"]))
        self.new_game("Letters")

    def storage(self, code=0, **variables):
        """The statuses of the doctor's checks of the storage, and what to do."""
        done = self.run_command("memorize", "doctor", "--json", code=code, **variables)
        checks = [check for check in json.loads(done.stdout)["checks"] if check["name"] == "storage"]
        return [check["status"] for check in checks], " ".join(check["fix"] for check in checks)

    def test_directories_elsewhere_are_stored_to_after_an_installation(self):
        """The sandbox knew the default directories alone: nothing could be stored in others."""
        elsewhere = HOME / "elsewhere"
        (elsewhere / "state").mkdir(parents=True)
        self.addCleanup(shutil.rmtree, elsewhere)
        variables = {"XDG_STATE_HOME": f"{elsewhere}/state", "XDG_DATA_HOME": f"{elsewhere}/data"}
        self.run_command("systemctl", "--user", "set-environment", *(f"{k}={v}" for k, v in variables.items()))
        self.addCleanup(make, "install")
        self.addCleanup(self.run_command, "systemctl", "--user", "unset-environment", *variables)
        for _ in range(2):
            statuses, fix = self.storage(code=1, **variables)
            # Games, themes and decks.
            self.assertEqual(statuses, ["fault", "warning", "warning"])
            self.assertIn("make install", fix)
            self.start()
        with self.assertRaisesRegex(Refused, "sandbox.*memorize doctor"):
            self.bus.call(NAME, PATH, GAME, "NewGame", "a{sv}", [{}])
        # This shell has other directories than the service.
        self.assertIn("XDG_DATA_HOME", self.storage(code=1)[1])

        make("install")
        self.run_command("systemctl", "--user", "restart", UNIT)
        self.store()
        self.assertEqual(self.storage(**variables)[0], ["ok"])
        self.assertTrue((elsewhere / "state/memorize/memorize.sqlite").exists())
        self.assertTrue((elsewhere / "data/memorize/themes/added.themes").exists())
        self.assertTrue(is_read_only(main_process(UNIT), HOME))

    def test_themes_are_a_link_to_another_directory(self):
        """A sandbox of the two directories alone does not let the theme be written where a link leads."""
        themes = HOME / "dotfiles/themes"
        themes.mkdir(parents=True)
        self.addCleanup(shutil.rmtree, themes.parent)
        DATA.mkdir(parents=True)
        (DATA / "themes").symlink_to(themes)
        self.start()
        self.store()
        self.assertIn("Letters", (themes / "added.themes").read_text())
        self.assertEqual(self.storage()[0], ["ok"])

    def test_decks_are_a_link_to_another_directory(self):
        """The service removes decks, and must not be kept from it by where a link leads."""
        decks = HOME / "dotfiles/decks"
        decks.mkdir(parents=True)
        self.addCleanup(shutil.rmtree, decks.parent)
        (decks / "Few.tsv").write_text("a\tb\nc\td\n")
        DATA.mkdir(parents=True)
        (DATA / "decks").symlink_to(decks)
        self.start()
        self.run_command("memorize", "theme", "remove", "Few", "--yes")
        self.assertEqual(list(decks.iterdir()), [])

    def test_the_state_directory_was_removed(self):
        """All was well to the doctor, and only a new sandbox can have the directory again."""
        self.start()
        self.store()
        shutil.rmtree(STATE)
        statuses, fix = self.storage(code=1)
        self.assertEqual((statuses, fix), (["fault"], "systemctl --user restart memorized"))
        self.run_command("systemctl", "--user", "restart", UNIT)
        self.bus.call(NAME, PATH, GAME, "NewGame", "a{sv}", [{}])
        self.assertTrue((STATE / "memorize.sqlite").exists())
        self.assertEqual(self.storage()[0], ["ok"])

    def test_an_idle_one_is_woken_by_its_watchdog_alone(self):
        process = self.start()
        self.state()
        # The status is published a quarter of a second late; after that there is nothing to do.
        self.pause(1)
        before = context_switches(process)
        self.pause(IDLE)
        pings = IDLE // 60 + 1
        # One ping is a few switches: the timer, and systemd that takes the datagram.
        self.assertLessEqual(context_switches(process) - before, 3 * pings)

    @staticmethod
    def pause(seconds):
        """Lets time pass in which nothing is to happen: there is no event to wait for."""
        run(["timeout", str(seconds), "tail", "-f", "/dev/null"], timeout=seconds + 10)
