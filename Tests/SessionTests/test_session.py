"""The session itself: were it not what it has to be, the other tests would prove nothing."""

import pathlib

from support import (BUS, Late, SessionTest, capabilities, context_switches, filters_system_calls,
                     has_no_new_privileges, is_read_only, journal_end, main_process, run, threads, unit_property,
                     wait_for_journal)


class Session(SessionTest):
    def test_the_user_manager_runs(self):
        # Waits for the end of the start; "degraded" is about units that are none of ours.
        state = run(["systemctl", "--user", "is-system-running", "--wait"]).stdout.strip()
        self.assertIn(state, ("running", "degraded"))

    def test_the_bus_is_the_managers(self):
        process = main_process("dbus.service")
        name = pathlib.Path("/proc", str(process), "comm").read_text().strip()
        unit = unit_property("dbus.service", "Id")
        print(f"[{unit}: {name}]", end=" ")
        # The kernel cuts a command's name off after 15 bytes.
        self.assertIn((unit, name), [("dbus.service", "dbus-daemon"), ("dbus-broker.service", "dbus-broker-lau")])
        self.assertEqual(self.bus.owner(BUS), BUS)


class Support(SessionTest):
    """The helpers see what they are made to see."""

    def setUp(self):
        super().setUp()
        # A name of its own, since the journal keeps what another test's unit has logged.
        self.unit = f"memorize-{self._testMethodName}.service"

    def start(self, script, *properties):
        # Type=exec: what is asked of its process holds once the unit is active.
        options = [f"--property={line}" for line in ("Type=exec", "CollectMode=inactive-or-failed", *properties)]
        self.addCleanup(run, ["systemctl", "--user", "stop", self.unit])
        self.run_command("systemd-run", "--user", "--quiet", f"--unit={self.unit}", *options, "/bin/sh", "-c", script)

    def test_a_unit_its_journal_and_its_process_are_seen(self):
        self.start("echo one; echo 'two of them'; exec sleep infinity", "NoNewPrivileges=yes",
                   "SystemCallFilter=~@obsolete")
        self.assertEqual(self.bus.wait_for_unit(self.unit, "ActiveState", "active"), "active")
        self.assertEqual(wait_for_journal(self.unit, "^two"), "two of them")
        process = main_process(self.unit)
        self.assertTrue(has_no_new_privileges(process))
        self.assertTrue(filters_system_calls(process))
        self.assertEqual(threads(process), [process])
        self.assertGreater(context_switches(process), 0)
        self.assertFalse(is_read_only(process, "/tmp"))

    def test_what_is_not_there_is_not_seen(self):
        self.start("echo one; exec sleep infinity")
        wait_for_journal(self.unit, "^one")
        with self.assertRaises(Late):
            wait_for_journal(self.unit, "^two", timeout=0.5)
        with self.assertRaises(Late):
            wait_for_journal(self.unit, "^one", timeout=0.5, after=journal_end())
        with self.assertRaises(Late):
            self.bus.wait_for_unit(self.unit, "ActiveState", "failed", timeout=0.5)
        process = main_process(self.unit)
        self.assertFalse(has_no_new_privileges(process))
        self.assertFalse(filters_system_calls(process))
        self.assertNotEqual(capabilities(process), 0)

    def test_a_sandbox_is_seen(self):
        self.start("exec sleep infinity", "PrivateUsers=yes", "ProtectSystem=strict", "CapabilityBoundingSet=")
        process = main_process(self.unit)
        self.assertTrue(is_read_only(process, "/usr/bin"))
        self.assertEqual(capabilities(process), 0)
