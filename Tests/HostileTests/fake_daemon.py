#!/usr/bin/python3 -B
"""A daemon that does one thing wrong, which HOSTILE_FAKE_DAEMON names."""

import os
import signal
import sys

from stage import NAME, Connection, build

from raw_bus import BUS, BUS_PATH, CALL, RETURN, Disconnected, Silence


class FakeDaemon:
    def __init__(self, wrong: str):
        self.wrong = wrong
        self.kept: list[int] = []
        self.connection = Connection(hello=False)
        for member, signature, values in (("Hello", "", []), ("RequestName", "su", [NAME, 4])):
            self.connection.call(BUS, BUS_PATH, BUS, member, signature, values)
        print("Ready", file=sys.stderr, flush=True)

    def serve(self) -> None:
        while True:
            try:
                message = self.connection.receive(0 if self.wrong == "spins while it waits" else 600)
            except Silence:
                continue
            if self.wrong == "leaves files open":
                self.kept.append(os.open("/dev/null", os.O_RDONLY))
            if message.kind == CALL and self.wrong != "does not answer":
                serial = self.connection.next_serial()
                self.connection.send_bytes(build(RETURN, serial, {"reply_serial": message.serial, "sender": NAME}))

    def end(self) -> None:
        """What it does once the bus is gone."""
        if self.wrong == "ends without a word":
            sys.exit(1)
        print("The connection to the bus was lost.", file=sys.stderr, flush=True)
        if self.wrong == "goes on without a bus":
            signal.pause()
        if self.wrong == "crashes":
            os.abort()
        if self.wrong == "reports an address":
            print("ERROR: AddressSanitizer: heap-use-after-free", file=sys.stderr, flush=True)
        sys.exit(0 if self.wrong == "ends as if all were well" else 1)


def main() -> None:
    daemon = FakeDaemon(os.environ.get("HOSTILE_FAKE_DAEMON", ""))
    try:
        daemon.serve()
    except (Disconnected, BrokenPipeError):
        daemon.end()
    except Exception:
        # Broken bytes; what raw_bus makes of them is all the same here.
        daemon.end()


if __name__ == "__main__":
    main()
