#!/usr/bin/env -S python3 -B
"""A message bus of dbus-broker's own, without the launcher that ties it to a systemd session.

usage: private_broker.py SOCKET SERVICES

Becomes the broker, which listens at the path SOCKET; a child stays behind as its controller,
hands it the socket and a policy that allows everything, prints the address once the bus takes
connections, and starts what the *.service files of the directory SERVICES name. It goes when the
broker goes.
"""

import array
import configparser
import os
import pathlib
import selectors
import shlex
import socket
import subprocess
import sys

from raw_bus import CALL, ERROR, RETURN, Variant, authenticate, build, marshal, parse

BROKER, LISTENER, ACTIVATABLE = "org.bus1.DBus.Broker", "/org/bus1/DBus/Listener/0", "org.bus1.DBus.Name"
STARTUP_FAILURE = ACTIVATABLE + ".Error.StartupFailure"
# More than anybody needs, as in a session, whose configuration file sets no lower limits.
UNLIMITED = str(1_000_000_000)

# What is allowed, in the order of the types: to connect; to own, to send and to receive whatever.
BATCH_TYPE = "bta(btbs)a(btssssuutt)a(btssssuutt)"
POLICY_TYPE = f"(a(u({BATCH_TYPE}))a(buu({BATCH_TYPE}))a(ss)bs)"
PASS = (True, 1, "", "", "", "", 0, 0, 0, (1 << 64) - 1)
ANYBODY = (1 << 32) - 1
POLICY = ([(ANYBODY, (True, 1, [(True, 1, True, "")], [PASS], [PASS]))], [], [], False, "session")


class Controller:
    def __init__(self, connection, address, services):
        self.socket, self.address = connection, address
        self.buffer = bytearray()
        self.serial = 0
        self.services, self.paths, self.commands = services, {}, {}
        self.answered = 0
        self.environment = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_STARTER_ADDRESS": address,
                            "DBUS_STARTER_BUS_TYPE": "session"}
        self.events = selectors.DefaultSelector()
        authenticate(self.socket, files=True)

    def _receive(self):
        piece = self.socket.recv(1 << 16)
        if not piece:
            sys.exit(0)
        return piece

    def _next_serial(self):
        self.serial += 1
        return self.serial

    def _send(self, path, interface, member, signature="", values=(), descriptors=()):
        serial = self._next_serial()
        fields = {"path": path, "interface": interface, "member": member, "unix_fds": len(descriptors) or None}
        message = build(CALL, serial, fields, signature, marshal(signature, values))
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] if descriptors else []
        self.socket.sendmsg([message], rights)

    def _ask(self, member, signature, values, descriptors=()):
        """Calls the broker; what it says to that is seen when it comes."""
        self._send("/org/bus1/DBus/Broker", BROKER, member, signature, values, descriptors)

    def offer(self):
        """Makes the names of service files activatable, of those that have come since the last time."""
        for file in sorted(pathlib.Path(self.services).glob("*.service")):
            service = configparser.RawConfigParser(interpolation=None)
            service.read(file, encoding="utf-8")
            name = service["D-BUS Service"]["Name"]
            if name in self.paths:
                continue
            path = self.paths[name] = f"/org/bus1/DBus/Name/{len(self.paths)}"
            self.commands[path] = shlex.split(service["D-BUS Service"]["Exec"])
            self._ask("AddName", "osu", [path, name, os.getuid()])

    def listen(self, listener):
        """Has the broker take connections, and waits until it does."""
        self._ask("AddListener", "ohv", [LISTENER, 0, Variant(POLICY_TYPE, POLICY)], [listener.fileno()])
        asked = self.serial
        while self.answered != asked:
            self.buffer += self._receive()
            self._handle_all()

    def run(self):
        self.events.register(self.socket, selectors.EVENT_READ)
        while True:
            for key, _ in self.events.select():
                if key.fileobj is self.socket:
                    self.buffer += self._receive()
                    self._handle_all()
                else:
                    self._bury(key)

    def _handle_all(self):
        while parsed := parse(self.buffer):
            message, size = parsed
            del self.buffer[:size]
            if message.kind == ERROR:
                sys.exit(f"the broker refused its controller: {message}")
            elif message.kind in (RETURN, ERROR):
                self.answered = message.reply_serial
            elif message.member == "ReloadConfig":
                self.offer()
                self.socket.sendall(build(RETURN, self._next_serial(), {"reply_serial": message.serial}))
            elif message.member == "Activate":
                self._start(message.path, message.body[0])
            elif message.member == "SetActivationEnvironment":
                self.environment.update(message.body[0])

    def _start(self, path, activation):
        try:
            process = subprocess.Popen(self.commands[path], env=self.environment, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL)
        except OSError as fault:
            print(fault, file=sys.stderr)
            self._fail(path, activation)
            return
        self.events.register(os.pidfd_open(process.pid), selectors.EVENT_READ, (process, path, activation))

    def _bury(self, key):
        process, path, activation = key.data
        self.events.unregister(key.fileobj)
        os.close(key.fileobj)
        process.wait()
        self._fail(path, activation)

    def _fail(self, path, activation):
        """Has those answered who still wait for this activation; nobody does once the name was taken."""
        self._send(path, ACTIVATABLE, "Reset", "ts", [activation, STARTUP_FAILURE])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    path, services = sys.argv[1:]
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    listener.listen(128)
    near, far = socket.socketpair()
    # The broker takes them as they are, and would stand still in a socket that blocks.
    listener.setblocking(False)
    far.setblocking(False)
    if os.fork() != 0:
        os.set_inheritable(far.fileno(), True)
        machine = pathlib.Path("/etc/machine-id").read_text(encoding="ascii").strip()
        limits = [word for what in ("bytes", "fds", "matches", "objects") for word in (f"--max-{what}", UNLIMITED)]
        os.execvp("dbus-broker", ["dbus-broker", "--controller", str(far.fileno()), "--machine-id", machine, *limits])
    far.close()
    address = "unix:path=" + path
    controller = Controller(near, address, services)
    controller.offer()
    controller.listen(listener)
    listener.close()
    print(address, flush=True)
    controller.run()


if __name__ == "__main__":
    main()
