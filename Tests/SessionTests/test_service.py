"""The daemon's life under systemd: started by calls, killed, stopped, reloaded, stood still."""

import os
import signal
import time

from installation import GAME, HOME, NAME, PATH, UNIT, InstalledTest, page_commands
from support import Late, main_process, run, unit_property, wait_for_journal, journal_end

from raw_bus import Variant


class Service(InstalledTest):
    def test_a_hundred_first_calls_are_answered(self):
        for count in range(100):
            self.assertEqual(self.state(), "no-game", f"call {count}")
            self.run_command("systemctl", "--user", "stop", UNIT)
            self.assertIsNone(self.bus.owner(NAME))
        self.assertEqual(unit_property(UNIT, "Result"), "success")
        self.start()
        self.assertIsNotNone(self.bus.owner(NAME))

    def test_ten_kills_in_ten_seconds_are_survived(self):
        start = time.monotonic()
        process = self.start()
        revision, game = self.new_game(pairs=Variant("u", 9))
        for count in range(10):
            owner = self.bus.owner(NAME)
            os.kill(process, signal.SIGKILL)
            self.bus.wait_for_owner_other_than(NAME, owner)
            # What the sandbox lets it write to is where the game is kept.
            flip = self.bus.call(NAME, PATH, GAME, "Flip", "u", [count])
            self.assertEqual(flip[2], revision + 1 + count)
            self.assertEqual(self.bus.get(NAME, PATH, GAME, "Id"), game)
            process = main_process(UNIT)
        self.assertLess(time.monotonic() - start, 10)
        self.assertEqual(unit_property(UNIT, "NRestarts"), "10")

    def test_one_that_cannot_be_executed_is_quiet_and_works_once_it_is_mended(self):
        """It was started twice a second for ever, each time with eight lines in the journal."""
        program = HOME / ".local/bin/memorized"
        for damage in ("mode", "content", "absence"):
            with self.subTest(damage):
                kept = program.with_name("kept")
                program.rename(kept)
                self.addCleanup(kept.unlink, missing_ok=True)
                if damage != "absence":
                    program.write_bytes(kept.read_bytes() if damage == "mode" else b"\x7fELF")
                    program.chmod(0o644 if damage == "mode" else 0o755)
                begin = journal_end()
                self.run_command("systemctl", "--user", "start", "--no-block", UNIT)
                wait_for_journal(UNIT, "cannot be executed: waiting", after=begin)
                # A call waits, as for every start.
                with self.assertRaises(Late):
                    self.bus.call(NAME, PATH, GAME, "Flip", "u", [0], timeout=3)
                self.assertEqual(unit_property(UNIT, "SubState"), "start-pre")
                self.assertEqual(unit_property(UNIT, "NRestarts"), "0")
                kept.replace(program)
                self.assertEqual(self.state(), "no-game")
                lines = run(["journalctl", "--user", "-u", UNIT, "-o", "cat", "--after-cursor", begin]).stdout
                self.assertLess(len(lines.splitlines()), 10, lines)
                self.run_command("systemctl", "--user", "stop", UNIT)

    def test_a_start_that_waits_can_be_stopped(self):
        program = HOME / ".local/bin/memorized"
        kept = program.rename(program.with_name("kept"))
        self.addCleanup(kept.replace, program)
        begin = journal_end()
        self.run_command("systemctl", "--user", "start", "--no-block", UNIT)
        wait_for_journal(UNIT, "cannot be executed: waiting", after=begin)
        self.run_command("systemctl", "--user", "stop", UNIT)
        self.assertIn(unit_property(UNIT, "ActiveState"), ("inactive", "failed"))

    def test_what_the_pages_show_works(self):
        commands = page_commands("systemctl", "journalctl")
        self.assertGreater(len(commands), 5)
        self.run_command("sh", "-e", "-c", "\n".join(commands))

    def test_it_reloads(self):
        process = self.start()
        begin = journal_end()
        self.run_command("systemctl", "--user", "reload", UNIT)
        wait_for_journal(UNIT, "SIGHUP", after=begin)
        self.assertEqual(main_process(UNIT), process)

    def test_its_log_has_levels(self):
        self.start()
        wait_for_journal(UNIT, "^Ready as")
        ready = run(["journalctl", "--user", "-u", UNIT, "-p", "info..info", "-o", "cat"]).stdout
        self.assertIn("Ready as", ready)
        for level in ("debug", "err", "info"):
            self.run_command("systemctl", "--user", "service-log-level", UNIT, level)
            self.assertEqual(run(["systemctl", "--user", "service-log-level", UNIT]).stdout, level + "\n")
        self.assertEqual(run(["systemctl", "--user", "service-log-target", UNIT]).stdout, "journal\n")
        refused = run(["systemctl", "--user", "service-log-target", UNIT, "kmsg"])
        self.assertNotEqual(refused.returncode, 0)

    def test_its_status_tells_the_game(self):
        self.start()
        self.assertEqual(unit_property(UNIT, "StatusText"), "No game yet")
        self.new_game(pairs=Variant("u", 8))
        self.bus.wait_for_service(UNIT, "StatusText", "Halloween: 0/8 pairs, 0 moves")
        self.assertIn('Status: "Halloween: 0/8 pairs, 0 moves"', run(["systemctl", "--user", "status", UNIT]).stdout)

    def test_the_watchdog_restarts_one_that_stands_still(self):
        self.override("WatchdogSec=1s", "TimeoutAbortSec=1s")
        process = self.start()
        os.kill(process, signal.SIGSTOP)
        self.bus.wait_for_service(UNIT, "NRestarts", 1)
        self.assertEqual(self.state(), "no-game")
        self.assertNotEqual(main_process(UNIT), process)

    def test_one_started_by_hand_keeps_the_name(self):
        daemon = self.start_by_hand()
        begin = journal_end()
        start = time.monotonic()
        self.run_command("systemctl", "--user", "start", UNIT, code=1)
        self.assertLess(time.monotonic() - start, 5)
        wait_for_journal(UNIT, rf"belongs to process {daemon.pid} \(.*memorized\)", after=begin)
        # A restart would have been scheduled by now; the state is final.
        self.assertEqual(unit_property(UNIT, "ActiveState"), "failed")
        self.assertEqual(unit_property(UNIT, "NRestarts"), "0")
        self.assertEqual(unit_property(UNIT, "ExecMainStatus"), "4")
        self.assertEqual(self.state(), "no-game")
        self.end_by_hand(daemon)
        self.assertEqual(self.state(), "no-game")
        self.assertEqual(unit_property(UNIT, "ActiveState"), "active")

    def test_one_started_by_hand_can_take_the_units_place(self):
        self.start()
        self.start_by_hand("--replace")
        self.bus.wait_for_unit(UNIT, "ActiveState", "inactive")
        self.assertEqual(unit_property(UNIT, "Result"), "success")
        self.assertEqual(self.state(), "no-game")

    def test_a_call_just_after_an_idle_exit_is_answered(self):
        self.override("ExecStart=", f"ExecStart={HOME}/.local/bin/memorized --idle-exit 0.001")
        for _ in range(20):
            self.assertEqual(self.state(), "no-game")
            # The name is gone, the process is not yet: what comes now must get the next one.
            self.bus.wait_for_owner(NAME, present=False)
