"""What `make install` puts into an empty home, and that `make uninstall` takes all of it away."""

import unittest

from installation import HOME, NAME, UNIT, files, make
from support import SOURCE, SessionTest, run

INTERFACES = sorted(path.name for path in (SOURCE / "dbus").glob("*.xml"))


class Install(SessionTest):
    def test_it_fills_and_leaves_a_home(self):
        before = files(HOME)
        said = make("install")
        self.addCleanup(make, "uninstall")
        prefix = HOME / ".local"
        self.assertIn(f"installed to {prefix}", said)
        for name in ("memorized", "memorize", "memorize-notify"):
            self.run_command(prefix / "bin" / name, "--version")
        self.assertEqual(sorted(path.name for path in (prefix / "share/dbus-1/interfaces").iterdir()), INTERFACES)
        activation = (prefix / f"share/dbus-1/services/{NAME}.service").read_text()
        self.assertIn(f"Exec={prefix}/bin/memorized\n", activation)
        self.assertIn(f"SystemdService={UNIT}\n", activation)
        for file in files(prefix / "share"):
            self.assertNotIn("@bindir@", (prefix / "share" / file).read_text(), file)

        # The manager and the bus have been told: no log-in is needed.
        units = ("memorized.service", "memorize-notify.service")
        self.run_command("systemctl", "--user", "cat", *units)
        verdict = self.run_command("systemd-analyze", "--user", "verify", *units)
        self.assertEqual((verdict.stdout, verdict.stderr), ("", ""))
        self.run_command("busctl", "--user", "call", NAME, "/", "org.freedesktop.DBus.Peer", "Ping")
        self.run_command("systemctl", "--user", "is-active", UNIT)
        self.run_command("systemctl", "--user", "enable", UNIT)

        data = HOME / ".local/state/memorize"
        (data / "something of the user's").write_text("kept")
        said = make("uninstall")
        self.assertIn(str(data), said)
        self.assertEqual(run(["systemctl", "--user", "is-active", UNIT]).stdout, "inactive\n")
        self.assertEqual(run(["systemctl", "--user", "show", "-P", "LoadState", UNIT]).stdout, "not-found\n")
        self.assertEqual(files(HOME), sorted(before + [".local/state/memorize/something of the user's"]))
        (data / "something of the user's").unlink()
        self.assertIsNone(self.bus.owner(NAME))
        done = run(["busctl", "--user", "call", NAME, "/", "org.freedesktop.DBus.Peer", "Ping"])
        self.assertNotEqual(done.returncode, 0)

    def test_uninstalling_nothing_is_no_fault(self):
        before = files(HOME)
        make("uninstall")
        self.assertEqual(files(HOME), before)


if __name__ == "__main__":
    unittest.main()
