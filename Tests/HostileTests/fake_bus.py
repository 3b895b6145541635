"""A message bus that checks nothing: what it sends to the daemon goes out as it is."""

import os
import select
import socket
import tempfile
import time

from stage import PATH, PEER, Daemon, Fault, build, directories, marshal

from raw_bus import BUS, BUS_PATH, CALL, ERROR, RETURN, parse

GUID = b"0123456789abcdef0123456789abcdef"
OWN_NAME, CLIENT = ":1.7", ":1.9"
# By when the daemon has to have ended once it has lost its bus; late is what a busy machine makes of it.
IN_TIME, LATE = 1.0, 15.0


class Closed(Exception):
    """The daemon closed the connection."""


class Session:
    """One daemon and the bus it believes to be on.

    Steps of the way in can be replaced: `steps` holds, by the method that is called or by a
    line of the authentication, the bytes to send instead of an answer, or a function that makes them
    of the serial.
    """

    def __init__(self, path: str, steps: dict | None = None):
        self.steps = steps or {}
        self.buffer = bytearray()
        self.serial = 1000
        self.peer: socket.socket | None = None
        self.files = tempfile.TemporaryDirectory(prefix="memorize-fake-bus-")
        directory = self.files.name
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(directory + "/bus")
            listener.listen(1)
            listener.settimeout(30)
            self.daemon = Daemon(path, {**os.environ, **directories(directory),
                                        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={directory}/bus"})
            self.peer, _ = listener.accept()
        self.peer.settimeout(30)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.peer.close()
        self.daemon.__exit__()
        # Not before the daemon's end, which would make it again.
        self.files.cleanup()

    # The way in ------------------------------------------------------------------------------

    def let_in(self) -> None:
        """Everything up to the daemon's being ready, or to where it gives up (`Closed`) or waits."""
        # What was made wrong may leave the daemon waiting for more, which it is let do for a while.
        deadline = time.monotonic() + (0.3 if self.steps else 30)
        line = b""
        while line != b"BEGIN":
            if (line := self._line(deadline)) is None:
                return
            for start, answer in ((b"AUTH EXTERNAL", b"OK " + GUID), (b"NEGOTIATE", b"AGREE_UNIX_FD"),
                                  (b"CANCEL", b"REJECTED EXTERNAL"), (b"AUTH", b"REJECTED EXTERNAL")):
                if line.lstrip(b"\0").startswith(start):
                    self.send(self.steps.get(start.decode(), answer + b"\r\n"))
                    break
        while not self.daemon.ready.is_set():
            call = self.receive(0.02)
            if call is not None and call.kind == CALL:
                self.answer(call)
            elif time.monotonic() > deadline:
                if not self.steps:
                    raise Fault(f"the daemon does not go on: {self.daemon.said}")
                return

    def _line(self, deadline: float) -> bytes | None:
        line = b""
        while not line.endswith(b"\r\n"):
            if not select.select([self.peer], [], [], max(0, deadline - time.monotonic()))[0]:
                return None
            line += self._recv(1)
        return line[:-2]

    def _recv(self, count: int) -> bytes:
        try:
            piece = self.peer.recv(count)
        except ConnectionResetError:
            piece = b""
        if not piece:
            raise Closed()
        return piece

    def answer(self, call) -> None:
        """What a bus would say to the calls that the daemon makes."""
        if step := self.steps.get(call.member):
            return self.send(step(call.serial) if callable(step) else step)
        answers = {"Hello": ("s", [OWN_NAME]), "RequestName": ("u", [1]), "ReleaseName": ("u", [1]),
                   "AddMatch": ("", []), "RemoveMatch": ("", []), "GetConnectionUnixProcessID": ("u", [os.getpid()])}
        if call.member in answers:
            self.send(self.reply(call.serial, *answers[call.member]))
        else:
            fields = self.fields(call.serial) | {"error_name": BUS + ".Error.NameHasNoOwner"}
            self.send(build(ERROR, self.next_serial(), fields, "s", marshal("s", ["There is none."])))
        return None

    @staticmethod
    def fields(serial: int) -> dict:
        return {"reply_serial": serial, "sender": BUS, "destination": OWN_NAME}

    def reply(self, serial: int, signature: str = "", values=()) -> bytes:
        return build(RETURN, self.next_serial(), self.fields(serial), signature, marshal(signature, values))

    # Traffic ---------------------------------------------------------------------------------

    def next_serial(self) -> int:
        self.serial += 1
        return self.serial

    def send(self, data: bytes, descriptors: list[int] | None = None) -> None:
        """Sends all, unless the daemon closes the connection meanwhile."""
        try:
            if descriptors:
                data = data[socket.send_fds(self.peer, [data], descriptors):]
            self.peer.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            raise Closed() from None

    def receive(self, timeout: float):
        """The next message of the daemon's; None where none comes."""
        deadline = time.monotonic() + timeout
        while not (parsed := parse(self.buffer)):
            if not select.select([self.peer], [], [], max(0, deadline - time.monotonic()))[0]:
                return None
            self.buffer += self._recv(1 << 16)
        del self.buffer[:parsed[1]]
        return parsed[0]

    def call(self, interface: str, member: str, signature: str = "", values=(), flags: int = 0, order: str = "<",
             fields=()) -> bytes:
        fields = {"path": PATH, "interface": interface, "member": member, "destination": OWN_NAME,
                  "sender": CLIENT} | dict(fields)
        return build(CALL, self.next_serial(), fields, signature, marshal(signature, values, order), flags, order)

    def ping(self, timeout: float) -> bool:
        """Whether a call is answered; False where nothing comes in time."""
        self.send(self.call(PEER, "Ping"))
        return self.is_answered(self.serial, timeout)

    def is_answered(self, serial: int, timeout: float) -> bool:
        deadline = time.monotonic() + timeout
        while (message := self.receive(max(0, deadline - time.monotonic()))) is not None:
            if message.reply_serial == serial:
                return True
            if message.kind == CALL and message.path == BUS_PATH:
                self.answer(message)
        return False

    # The end ---------------------------------------------------------------------------------

    def must_have_ended(self, since: float, codes: tuple[int, ...] = (1,)) -> float:
        """It has lost its bus: exit code 1, where nothing else is right, and a message. How long that took."""
        code = self.daemon.wait(LATE)
        took = time.monotonic() - since
        if code is None:
            raise Fault(f"the daemon goes on without a bus, after {self.daemon.busy():.2f} s of work")
        self.daemon.must_report_nothing()
        if code not in codes:
            raise Fault(f"the daemon's exit code is {code}: {self.daemon.said[-40:]}")
        if not any(line.strip() and "Ready" not in line for line in self.daemon.said):
            raise Fault(f"the daemon ended without a word: {self.daemon.said}")
        return took

    def hang_up(self, politely: bool) -> float:
        """Cuts the connection, and asks that the daemon end; how long that took."""
        since = time.monotonic()
        if politely:
            self.peer.shutdown(socket.SHUT_WR)
        else:
            self.peer.close()
        return self.must_have_ended(since)


def busy_share(session: Session, seconds: float) -> float:
    """The part of the time that the daemon is busy while nothing comes from it; 0 where something does."""
    before, start = session.daemon.busy(), time.monotonic()
    if select.select([session.peer], [], [], seconds)[0]:
        return 0
    return (session.daemon.busy() - before) / (time.monotonic() - start)
