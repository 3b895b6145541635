"""What `make install` puts into an empty home, and that `make uninstall` takes all of it away."""

import os
import pathlib
import re
import shutil
import subprocess

from installation import HOME, NAME, UNIT, files, make
from support import SOURCE, SessionTest, run

INTERFACES = sorted(path.name for path in (SOURCE / "dbus").glob("*.xml"))
PROGRAMS = ("memorized", "memorize", "memorize-notify", "memorize-connect")


class Install(SessionTest):
    def test_it_fills_and_leaves_a_home(self):
        data = HOME / ".local/state/memorize"
        # What an earlier test's daemon stored is not this installation's.
        shutil.rmtree(data, ignore_errors=True)
        before = files(HOME)
        said = make("install")
        self.addCleanup(make, "uninstall")
        prefix = HOME / ".local"
        self.assertIn(f"installed to {prefix}", said)
        for name in PROGRAMS:
            self.run_command(prefix / "bin" / name, "--version")
        self.assertEqual(sorted(path.name for path in (prefix / "share/dbus-1/interfaces").iterdir()), INTERFACES)
        activation = (prefix / f"share/dbus-1/services/{NAME}.service").read_text()
        self.assertIn(f"Exec={prefix}/bin/memorized\n", activation)
        self.assertIn(f"SystemdService={UNIT}\n", activation)
        languages = (SOURCE / "po/LINGUAS").read_text().split()
        catalogues = [f"locale/{language}/LC_MESSAGES/memorize.mo" for language in languages]
        self.assertEqual([file for file in files(prefix / "share") if file.endswith(".mo")], catalogues)
        for file in files(prefix / "share"):
            if pathlib.Path(file).suffix not in (".png", ".mo"):
                self.assertNotRegex((prefix / "share" / file).read_text(), "@[a-z]+@", file)

        # Who finds the programs by PATH finds their manual pages too, as those of /usr.
        path = {"PATH": f"{prefix}/bin:{os.environ['PATH']}"}
        for page in sorted((SOURCE / "man").iterdir()):
            name, section = page.stem, page.suffix[1:]
            found = self.run_command("man", "-w", section, name, **path).stdout
            self.assertEqual(found, f"{prefix}/share/man/man{section}/{page.name}\n")
        for name in PROGRAMS:
            completions = prefix / "share/bash-completion/completions" / name
            self.run_command("bash", "-c", f'source "$1" && complete -p {name}', "bash", completions)
            self.run_command("fish", "--no-execute", prefix / f"share/fish/vendor_completions.d/{name}.fish")
        first = (prefix / "share/zsh/site-functions/_memorize").read_text().splitlines()[0]
        self.assertEqual(sorted(first.split()), ["#compdef", *sorted(PROGRAMS)])

        # The manager and the bus have read the new files: no log-in is needed.
        units = ("memorized.service", "memorize-notify.service", "memorize-connect.socket", "memorize-connect.service")
        self.run_command("systemctl", "--user", "cat", *units)
        verdict = self.run_command("systemd-analyze", "--user", "verify", *units, **path)
        # A systemd before 254 warned of RestartSteps= at each reload.
        self.assertEqual((verdict.stdout, verdict.stderr), ("", ""))
        self.run_command("busctl", "--user", "call", NAME, "/", "org.freedesktop.DBus.Peer", "Ping")
        self.run_command("systemctl", "--user", "is-active", UNIT)
        self.run_command("systemctl", "--user", "enable", UNIT, "memorize-connect.socket")

        self.assertTrue(data.is_dir())
        (data / "something of the user's").write_text("kept")
        said = make("uninstall")
        self.assertIn(str(data), said)
        self.assertEqual(run(["systemctl", "--user", "is-active", UNIT]).stdout, "inactive\n")
        self.assertEqual(run(["systemctl", "--user", "show", "-P", "LoadState", UNIT]).stdout, "not-found\n")
        self.assertIn("something of the user's", files(data))
        shutil.rmtree(data)
        self.assertEqual(files(HOME), before)
        self.assertIsNone(self.bus.owner(NAME))
        done = run(["busctl", "--user", "call", NAME, "/", "org.freedesktop.DBus.Peer", "Ping"])
        self.assertNotEqual(done.returncode, 0)

    def test_a_prefix_that_no_unit_can_hold_is_refused(self):
        """A path with a blank must not make a unit that is started again and again."""
        before = files(HOME)
        for prefix in ("my apps", "50%h", "ada's", "relative"):
            path = prefix if prefix == "relative" else str(HOME / prefix)
            done = run(["make", "-C", SOURCE, "install", "SWIFT=true", f"PREFIX={path}"])
            self.assertNotEqual(done.returncode, 0, prefix)
            self.assertIn(path, done.stderr)
        self.assertEqual(files(HOME), before)

    def test_callers_do_not_wait_while_it_is_taken_away(self):
        """The bus must know of the end before the unit is stopped, or a call starts it once more."""
        make("install")
        self.addCleanup(make, "uninstall")
        script = "while busctl --user --timeout=10 call $0 / org.freedesktop.DBus.Peer Ping; do :; done"
        callers = [subprocess.Popen(["sh", "-c", script, NAME], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                    text=True) for _ in range(4)]
        self.bus.wait_for_owner(NAME)
        make("uninstall")
        for caller in callers:
            self.assertNotIn("timed out", caller.communicate(timeout=30)[1])

    def test_a_daemon_that_runs_by_hand_is_named(self):
        make("install")
        self.addCleanup(make, "uninstall")
        with subprocess.Popen([HOME / ".local/bin/memorized"], stderr=subprocess.DEVNULL) as daemon:
            self.bus.wait_for_owner(NAME)
            said = make("uninstall")
            daemon.kill()
        self.assertIn(f"kill {daemon.pid}", said)

    def test_uninstalling_nothing_is_no_fault(self):
        before = files(HOME)
        make("uninstall")
        self.assertEqual(files(HOME), before)
