"""What the tests of a session share: commands, the bus, units, the journal, and /proc.

All waiting is for an event and has a deadline; nothing sleeps.
"""

import os
import pathlib
import re
import select
import subprocess
import sys
import time
import unittest

SOURCE = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(SOURCE / "Tests/IntegrationTests/Scripts"))

from raw_bus import BUS, BUS_PATH, ERROR, PROPERTIES, SIGNAL, Connection, Silence  # noqa: E402

DEADLINE = 20

SYSTEMD, SYSTEMD_PATH = "org.freedesktop.systemd1", "/org/freedesktop/systemd1"
MANAGER, UNIT = SYSTEMD + ".Manager", SYSTEMD + ".Unit"


class Late(AssertionError):
    """What was waited for did not come before the deadline."""


class SessionTest(unittest.TestCase):
    """A test with a connection to the session bus, and commands that must succeed."""

    def setUp(self):
        self.bus = Bus()
        self.addCleanup(self.bus.connection.close)

    def run_command(self, *command, code=0, timeout=DEADLINE, **variables):
        """Runs a command with further environment variables; its exit code must be `code`."""
        done = run(command, timeout, **variables)
        self.assertEqual(done.returncode, code, f"{command}\n{done.stdout}\n{done.stderr}")
        return done


def run(command, timeout=DEADLINE, **variables):
    """A command run to its end, with its output as text; whatever its exit code is."""
    words = [str(word) for word in command]
    try:
        return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              timeout=timeout, env={**os.environ, **variables})
    except subprocess.TimeoutExpired as late:
        raise Late(f"{words} did not end within {timeout} s: {late.stdout}{late.stderr}") from None


# The bus ---------------------------------------------------------------------------------------


class Refused(Exception):
    """A call was answered with an error, whose name is `name`."""

    def __init__(self, reply):
        super().__init__(f"{reply.error_name}: {reply.body[0] if reply.body else '(no text)'}")
        self.name = reply.error_name


class Bus:
    """A connection to the session bus. Every signal that was asked for is kept until it is taken."""

    def __init__(self):
        self.connection = Connection()
        self.hears_systemd = False

    def call(self, destination, path, interface, member, signature="", body=(), timeout=DEADLINE):
        """The reply's values, as a list; raises `Refused` for an error."""
        try:
            reply = self.connection.call(destination, path, interface, member, signature, body, timeout=timeout)
        except Silence:
            raise Late(f"the answer to {member} did not come within {timeout} s") from None
        if reply.kind == ERROR:
            raise Refused(reply)
        return reply.body

    def get(self, destination, path, interface, name):
        return self.call(destination, path, PROPERTIES, "Get", "ss", [interface, name])[0].value

    def subscribe(self, rule):
        """Asks for the signals that a match rule names; what comes from now on is kept."""
        self.call(BUS, BUS_PATH, BUS, "AddMatch", "s", [f"type='signal',{rule}"])

    def wait_for_signal(self, member, wanted=lambda signal: True, timeout=DEADLINE):
        """The first signal of this name that is `wanted`, kept or still to come."""
        try:
            return self.connection.await_message(lambda message: (
                message.kind == SIGNAL and message.member == member and wanted(message)), timeout)
        except Silence:
            raise Late(f"the signal {member} did not come within {timeout} s") from None

    def wait_for_property(self, destination, path, interface, name, wanted, timeout=DEADLINE):
        """The property's value once it is `wanted` (a value, or a test of one)."""
        fits = wanted if callable(wanted) else lambda value: value == wanted
        end = time.monotonic() + timeout
        # Subscribed first, then read: no change can fall between the two.
        self.subscribe(f"sender='{destination}',path='{path}',interface='{PROPERTIES}',member='PropertiesChanged'")
        while True:
            value = self.get(destination, path, interface, name)
            if fits(value):
                return value
            try:
                self.wait_for_signal("PropertiesChanged", lambda signal: signal.path == path and (
                    name in signal.body[1] or name in signal.body[2]), end - time.monotonic())
            except Late:
                raise Late(f"{name} of {path} is {value!r} after {timeout} s") from None

    def owner(self, name):
        """The unique name behind a name; None if nobody has it."""
        try:
            return self.call(BUS, BUS_PATH, BUS, "GetNameOwner", "s", [name])[0]
        except Refused as refused:
            if refused.name != BUS + ".Error.NameHasNoOwner":
                raise
            return None

    def wait_for_owner(self, name, present=True, timeout=DEADLINE):
        """Waits until somebody has a name, or nobody; its owner, or None."""
        self.subscribe(f"sender='{BUS}',interface='{BUS}',member='NameOwnerChanged',arg0='{name}'")
        owner = self.owner(name)
        if (owner is not None) == present:
            return owner
        signal = self.wait_for_signal("NameOwnerChanged", lambda signal: signal.body[0] == name and (
            bool(signal.body[2]) == present), timeout)
        return signal.body[2] or None

    def wait_for_owner_other_than(self, name, former, timeout=DEADLINE):
        """Waits until a name does not belong to a former owner any more."""
        self.subscribe(f"sender='{BUS}',interface='{BUS}',member='NameOwnerChanged',arg0='{name}'")
        if self.owner(name) == former:
            self.wait_for_signal("NameOwnerChanged", lambda signal: signal.body[:2] == [name, former], timeout)

    def wait_for_unit(self, unit, name, wanted, timeout=DEADLINE, interface=UNIT):
        """The property of a unit of the session once it is `wanted`."""
        if not self.hears_systemd:
            self.call(SYSTEMD, SYSTEMD_PATH, MANAGER, "Subscribe")
            self.hears_systemd = True
        path = self.call(SYSTEMD, SYSTEMD_PATH, MANAGER, "LoadUnit", "s", [unit])[0]
        return self.wait_for_property(SYSTEMD, path, interface, name, wanted, timeout)

    def wait_for_service(self, unit, name, wanted, timeout=DEADLINE):
        """The property of a service, of those that other units do not have, once it is `wanted`."""
        return self.wait_for_unit(unit, name, wanted, timeout, SYSTEMD + ".Service")


# Units and the journal ---------------------------------------------------------------------------


def unit_property(unit, name):
    """A property as `systemctl --user show` prints it."""
    done = run(["systemctl", "--user", "show", f"--property={name}", "--value", unit])
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout.rstrip("\n")


def main_process(unit):
    """The process id of a unit that runs."""
    process = int(unit_property(unit, "MainPID"))
    assert process > 0, f"{unit} has no process"
    return process


def journal_end():
    """Where the journal ends now, for `wait_for_journal` to begin there."""
    run(["journalctl", "--user", "--sync"])
    done = run(["journalctl", "--user", "--lines", "1", "--show-cursor"])
    return done.stdout.rpartition("-- cursor: ")[2].strip()


def wait_for_journal(unit, pattern, timeout=DEADLINE, after=None):
    """The first line that a unit of the session has logged, or still logs, in which the pattern is found."""
    command = ["journalctl", "--user", "--output", "cat", "--lines", "all", "--follow"]
    # The journal asks the process for its unit; of one that has ended by then it knows the program alone.
    program = unit.removesuffix(".service")
    command += [f"_SYSTEMD_USER_UNIT={unit}", "+", f"USER_UNIT={unit}", "+", f"SYSLOG_IDENTIFIER={program}"]
    if after:
        command += ["--after-cursor", after]
    end = time.monotonic() + timeout
    seen = b""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as log:
        try:
            while select.select([log.stdout], [], [], max(0, end - time.monotonic()))[0]:
                piece = os.read(log.stdout.fileno(), 1 << 16)
                if not piece:
                    break
                seen += piece
                for line in seen.decode(errors="replace").splitlines(keepends=True):
                    if line.endswith("\n") and re.search(pattern, line):
                        return line.rstrip("\n")
        finally:
            log.kill()
    raise Late(f"{unit} logged nothing like {pattern!r} within {timeout} s:\n{seen.decode(errors='replace')}")


# Processes -----------------------------------------------------------------------------------------


def status(process, thread=None):
    """The fields of a process' or a thread's status in /proc, by their names."""
    path = pathlib.Path("/proc", str(process), *(["task", str(thread)] if thread else []), "status")
    return dict(line.split(":\t", 1) for line in path.read_text().splitlines() if ":\t" in line)


def threads(process):
    return sorted(int(entry.name) for entry in pathlib.Path("/proc", str(process), "task").iterdir())


def context_switches(process):
    """How often the threads of a process have been put on and off a CPU, all together."""
    fields = [status(process, thread) for thread in threads(process)]
    return sum(int(field[kind + "_ctxt_switches"]) for field in fields for kind in ("voluntary", "nonvoluntary"))


def has_no_new_privileges(process):
    return status(process)["NoNewPrivs"].strip() == "1"


def filters_system_calls(process):
    """Whether a seccomp filter is in force."""
    return status(process)["Seccomp"].strip() == "2"


def capabilities(process):
    """The bounding set, as a number."""
    return int(status(process)["CapBnd"], 16)


def mounts(process):
    """What a process sees mounted: by mount point the options, of the topmost mount where several are on one."""
    table = {}
    for line in pathlib.Path("/proc", str(process), "mountinfo").read_text().splitlines():
        fields = line.split()
        point = re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), fields[4])
        table[point] = fields[5].split(",")
    return table


def is_read_only(process, path):
    """Whether a process sees what is at an absolute path on a mount that it may only read."""
    table = mounts(process)
    point = next(str(place) for place in [pathlib.Path(path), *pathlib.Path(path).parents] if str(place) in table)
    return "ro" in table[point]
