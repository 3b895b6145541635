"""A private bus, a daemon on it, and what every attack asks of both.

Each part prints its seed and its figures; what it finds wrong is a `Fault`, which ends the part
with exit code 1.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/IntegrationTests/Scripts"))

from raw_bus import (CALL, GAME, NAME, PATH, PEER, RETURN, Connection, Disconnected, Message, Silence,  # noqa: E402
                     Variant, build, marshal)

MEBIBYTE = 1 << 20
PAGE = os.sysconf("SC_PAGE_SIZE")
# Where a sanitizer found something, the daemon must not end like one that merely lost its bus.
SANITIZER_EXIT = 99
SANITIZER_OPTIONS = f"detect_leaks=0:detect_stack_use_after_return=1:exitcode={SANITIZER_EXIT}"

GENEROUS_LIMITS = """
  <limit name="max_incoming_bytes">1000000000</limit>
  <limit name="max_outgoing_bytes">1000000000</limit>
  <limit name="max_message_size">1000000000</limit>
  <limit name="max_completed_connections">1000</limit>
  <limit name="max_replies_per_connection">50000</limit>
  <limit name="max_match_rules_per_connection">50000</limit>
"""


class Fault(Exception):
    """The daemon did what it must not do."""


def program(variable: str, default: str) -> str:
    path = os.environ.get(variable, str(ROOT / default))
    if not os.access(path, os.X_OK):
        sys.exit(f"{path} is missing: 'make test-hostile' builds it")
    return path


def sanitized_daemon() -> str:
    return program("HOSTILE_SANITIZED", ".build/address/debug/memorized")


def released_daemon() -> str:
    return program("HOSTILE_RELEASED", ".build/release/memorized")


def number(variable: str, default: int) -> int:
    """A measure of the attack, from the environment or as in the long form."""
    return int(os.environ.get(variable, default))


def directories(directory: str) -> dict[str, str]:
    names = {"XDG_RUNTIME_DIR": "runtime", "XDG_STATE_HOME": "state", "XDG_DATA_HOME": "data",
             "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache"}
    for name in names.values():
        os.makedirs(f"{directory}/{name}", mode=0o700, exist_ok=True)
    return {variable: f"{directory}/{name}" for variable, name in names.items()}


def processor_times(pid: int) -> tuple[float, float]:
    """For how many seconds a process ran, and for how many it could have run and had to wait."""
    ran = waited = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        times = Path(f"/proc/{pid}/task/{task}/schedstat").read_text().split()
        ran, waited = ran + int(times[0]), waited + int(times[1])
    return ran / 1e9, waited / 1e9


class Bus:
    """A message bus of one's own; `Connection()` finds it by the environment."""

    def __init__(self, generous: bool = True):
        self.directory = tempfile.mkdtemp(prefix="memorize-hostile-")
        self.address = f"unix:path={self.directory}/bus"
        configuration = Path(self.directory, "bus.conf")
        configuration.write_text(f"""<busconfig>
  <type>session</type>
  <listen>{self.address}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
{GENEROUS_LIMITS if generous else ""}</busconfig>""")
        self.environment = {**os.environ, **directories(self.directory), "DBUS_SESSION_BUS_ADDRESS": self.address}
        # What the bus says goes to a file: a pipe that nobody reads would stop it.
        with open(f"{self.directory}/bus.log", "w") as log:
            self.process = subprocess.Popen(
                ["dbus-daemon", "--nofork", "--print-address=1", f"--config-file={configuration}"],
                stdout=subprocess.PIPE, stderr=log, env=self.environment)
        # It says its address once it can be reached: reading it is the wait.
        if not self.process.stdout.readline():
            raise RuntimeError(f"dbus-daemon did not start: {Path(self.directory, 'bus.log').read_text()}")
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = self.address

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)


class Daemon:
    """The process that is attacked; what it says is kept."""

    def __init__(self, path: str, environment: dict[str, str]):
        self.said: list[str] = []
        self.ready = threading.Event()
        # With an empty PATH no message opens a terminal.
        self.process = subprocess.Popen([path], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment | {
            "ASAN_OPTIONS": SANITIZER_OPTIONS, "PATH": "/dev/null"})
        self.pid = self.process.pid
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self):
        for line in self.process.stderr:
            # The start of a sanitizer's report is what tells; a noisy log is no use to anybody.
            if len(self.said) < 1000:
                self.said.append(line.decode(errors="replace").rstrip())
            if b"Ready" in line:
                self.ready.set()
        self.ready.set()

    def await_ready(self):
        if not self.ready.wait(30) or self.process.poll() is not None:
            raise Fault(f"the daemon did not start: {self.said}")
        return self

    def wait(self, timeout: float) -> int | None:
        """The exit code, negative for a signal; None where it has not ended by then."""
        try:
            code = self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            return None
        self._listener.join(10)
        return code

    def must_report_nothing(self):
        """Neither a sanitizer nor the Swift runtime had anything to say."""
        for index, line in enumerate(self.said):
            if "Sanitizer" in line or "Fatal error" in line:
                raise Fault("\n".join(self.said[index:index + 40]))

    def check(self):
        """It has to be there, and nothing may have been reported."""
        code = self.process.poll()
        if code is not None:
            self._listener.join(10)
            raise Fault(f"the daemon ended with {code}:\n" + "\n".join(self.said[-40:]))
        self.must_report_nothing()

    def stop(self):
        """Ends it in order, which must succeed."""
        self.check()
        self.process.send_signal(signal.SIGTERM)
        code = self.wait(20)
        if code != 0:
            raise Fault(f"at the end the daemon's exit code is {code}:\n" + "\n".join(self.said[-40:]))
        self.must_report_nothing()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._listener.join(10)

    def rss(self) -> int:
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE

    def busy(self) -> float:
        """The seconds for which it ran or waited for a processor: others' work does not hide that it spins."""
        return sum(processor_times(self.pid))

    def descriptors(self) -> int:
        """How many descriptors are open; the two timers and the file of this machine's log are opened when
        first needed, and count always."""
        directory = f"/proc/{self.pid}/fd"
        kinds = [os.readlink(f"{directory}/{number}") for number in os.listdir(directory)]
        timers = kinds.count("anon_inode:[timerfd]")
        logs = sum("/memorize/log/" in kind for kind in kinds)
        return len(kinds) - timers - logs + max(timers, 2) + max(logs, 1)


def ask(connection: Connection, interface: str, member: str, signature: str = "", *values) -> list:
    """The results of a call that has to succeed."""
    reply = connection.call(NAME, PATH, interface, member, signature, values)
    if reply.kind != RETURN:
        raise Fault(f"{member}{values}: {reply}")
    return reply.body


def new_game(connection: Connection, pairs: int, theme: str = "Halloween") -> None:
    ask(connection, GAME, "NewGame", "a{sv}", {"theme": Variant("s", theme), "pairs": Variant("u", pairs)})


def play(connection: Connection, pairs: int = 4) -> None:
    """A whole ordinary game: every card is looked at once, then the pairs are taken."""
    new_game(connection, pairs)
    faces: dict[int, str] = {}
    taken: set[int] = set()
    outcome = ""

    def flip(card: int) -> str:
        outcome, _, _, cards = ask(connection, GAME, "Flip", "u", card)
        faces.update((number, face) for number, _, face in cards if face)
        taken.update(number for number, state, _ in cards if state == "matched")
        return outcome

    for card in range(2 * pairs):
        outcome = flip(card)
    if outcome == "mismatched":
        ask(connection, GAME, "Conceal")
    for face in set(faces.values()):
        mates = [card for card in faces if faces[card] == face]
        if not taken.issuperset(mates):
            outcome = [flip(card) for card in mates][-1]
    if outcome != "won":
        raise Fault(f"an ordinary game ended as {outcome}")


def steady_game(connection: Connection) -> None:
    """A game whose first four cards have four faces: they can be flipped for ever, and never match."""
    for _ in range(200):
        new_game(connection, 8)
        faces = {}
        for card in range(4):
            for number, _, face in ask(connection, GAME, "Flip", "u", card)[3]:
                if face:
                    faces[number] = face
        if len(set(faces.values())) == 4:
            return
    raise Fault("200 games had mates among their first four cards")


def call_bytes(connection, path: str | None, interface: str | None, member: str | None, signature: str = "",
               values=(), flags: int = 0, destination: str = NAME) -> bytes:
    fields = {"path": path, "interface": interface, "member": member, "destination": destination}
    return build(CALL, connection.next_serial(), fields, signature, marshal(signature, values), flags)


def ping(connection: Connection, timeout: float = 60) -> None:
    reply: Message = connection.call(NAME, PATH, PEER, "Ping", timeout=timeout)
    if reply.kind != RETURN:
        raise Fault(f"Ping: {reply}")


def settle(daemon: Daemon, connection: Connection, limit: int, seconds: float) -> int:
    """The daemon's memory once it is at most `limit`, or as it is at the deadline.

    Each look is taken after an answer, by which all that was sent before has been dealt with.
    """
    deadline = time.monotonic() + seconds
    while daemon.rss() > limit and time.monotonic() < deadline:
        ping(connection)
    return daemon.rss()


def run(name: str, attack) -> None:
    """Runs one part as a program: its figures on stdout, exit code 1 for a fault."""
    # HOSTILE_SEED repeats a run.
    start, chosen = time.monotonic(), number("HOSTILE_SEED", random.SystemRandom().getrandbits(32))
    sys.stdout.reconfigure(line_buffering=True)
    print(f"{name}: HOSTILE_SEED={chosen}")
    try:
        attack(chosen)
    except (Fault, Silence, Disconnected, OSError, RuntimeError) as fault:
        print(f"{name}: BAD after {time.monotonic() - start:.1f} s, HOSTILE_SEED={chosen}: "
              f"{type(fault).__name__}: {str(fault)[:6000]}")
        sys.exit(1)
    print(f"{name}: all as it had to be, {time.monotonic() - start:.1f} s")
