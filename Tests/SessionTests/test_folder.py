"""Two machines with one memory: two daemons, and Syncthing between their folders, on loopback."""

import json
import os
import pathlib
import select
import shutil
import socket
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as XML

from installation import InstalledTest
from support import Late, run

# Syncthing looks for changes after a second, and asks the other one after a few.
PATIENCE = 120


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Machine:
    """A home with a bus, a daemon on it, and Syncthing."""

    def __init__(self, test, name):
        self.test, self.name = test, name
        self.home = pathlib.Path(tempfile.mkdtemp(prefix=f"memorize-{name}-"))
        test.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.folder = self.home / "data/memorize"
        self.folder.mkdir(parents=True)
        (self.home / "run").mkdir(mode=0o700)
        self.port = free_port()
        places = {"HOME": "", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "config",
                  "XDG_RUNTIME_DIR": "run"}
        self.environment = {**os.environ, **{key: str(self.home / place) for key, place in places.items()},
                            "NOTIFY_SOCKET": ""}
        bus = self.start("dbus-daemon", "--session", "--nofork", "--print-address", output=subprocess.PIPE)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.news = None
        self.daemon = None
        self.begin()

    def start(self, *command, output=subprocess.DEVNULL):
        process = subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.DEVNULL, text=True)
        self.test.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        process.terminate()
        process.wait()
        if process.stdout:
            process.stdout.close()

    def begin(self):
        """Starts the daemon, and hears what it says of the logs of others."""
        self.daemon = self.start("memorized")
        self.news = self.start("gdbus", "monitor", "--session", "--dest", "org.memorized.Memorize1",
                               output=subprocess.PIPE)
        run(["gdbus", "wait", "--session", "--timeout", "20", "org.memorized.Memorize1"], **self.environment)

    def memorize(self, *words, code=0):
        done = run(["memorize", *words], **self.environment)
        self.test.assertEqual(done.returncode, code, f"{self.name}: memorize {words}\n{done.stdout}{done.stderr}")
        return done.stdout

    def practice(self, count):
        """Answers questions, rightly or not; a wrong one is asked again."""
        self.memorize("practice", "start", "--deck", "Japanese basics", "--questions", str(max(count, 3)))
        for _ in range(count):
            self.memorize("practice", "answer", "1", "--quiet")

    def reviews(self):
        rows = json.loads(self.memorize("practice", "reviews", "--json"))["reviews"]
        return sorted(tuple(row[key] for key in ("card", "direction", "rating", "at", "took")) for row in rows)

    def wait(self, is_met, what):
        """Waits for news until the condition is met."""
        while not is_met():
            if not select.select([self.news.stdout], [], [], PATIENCE)[0]:
                raise Late(f"{self.name}: {what}")
            # Past Python's buffer, of which select knows nothing.
            os.read(self.news.stdout.fileno(), 1 << 16)

    # Syncthing

    def syncthing(self, *words):
        return run(["syncthing", *words, f"--home={self.home}/syncthing"], timeout=60, **self.environment).stdout.strip()

    def share(self):
        """Makes the configuration of Syncthing; the other machine is added once its identity is known."""
        self.syncthing("generate", "--no-default-folder")
        self.identity = run(["syncthing", "--device-id", f"--home={self.home}/syncthing"], **self.environment).stdout.strip()

    def synchronize(self, other):
        path = self.home / "syncthing/config.xml"
        tree = XML.parse(path)
        root = tree.getroot()
        options = root.find("options")
        for key, value in {"listenAddress": f"tcp://127.0.0.1:{self.port}", "globalAnnounceEnabled": "false",
                           "localAnnounceEnabled": "false", "relaysEnabled": "false", "natEnabled": "false",
                           "startBrowser": "false", "reconnectionIntervalS": "1", "urAccepted": "-1",
                           "crashReportingEnabled": "false", "autoUpgradeIntervalH": "0"}.items():
            for old in options.findall(key):
                options.remove(old)
            XML.SubElement(options, key).text = value
        root.find("gui").set("enabled", "false")
        for folder in root.findall("folder"):
            root.remove(folder)
        device = XML.SubElement(root, "device", id=other.identity, name=other.name, compression="metadata")
        XML.SubElement(device, "address").text = f"tcp://127.0.0.1:{other.port}"
        folder = XML.SubElement(root, "folder", id="memorize", label="Memorize", path=str(self.folder),
                                type="sendreceive", rescanIntervalS="5", fsWatcherEnabled="true", fsWatcherDelayS="1")
        # What its page sets for a new folder.
        XML.SubElement(folder, "maxConflicts").text = "10"
        for identity in (self.identity, other.identity):
            XML.SubElement(folder, "device", id=identity)
        tree.write(path)
        self.start("syncthing", "serve", "--no-browser", "--no-restart", f"--home={self.home}/syncthing")


class SharedFolder(InstalledTest):
    def setUp(self):
        super().setUp()
        self.desktop, self.laptop = Machine(self, "desktop"), Machine(self, "laptop")
        for machine in (self.desktop, self.laptop):
            machine.share()

    def connect(self):
        self.desktop.synchronize(self.laptop)
        self.laptop.synchronize(self.desktop)

    def test_two_machines_know_what_either_does(self):
        for machine in (self.desktop, self.laptop):
            machine.memorize("sync", "name", machine.name)
        self.desktop.practice(3)
        self.laptop.practice(2)
        self.connect()
        both = (self.desktop, self.laptop)
        count = len(self.desktop.reviews()) + len(self.laptop.reviews())
        self.assertGreater(count, 1)
        for machine in both:
            machine.wait(lambda machine=machine: len(machine.reviews()) == count, "no reviews came")
        self.assertEqual(self.desktop.reviews(), self.laptop.reviews())
        # Killed and without its database, a machine gets back what the folder has.
        self.laptop.daemon.kill()
        self.laptop.daemon.wait()
        shutil.rmtree(self.laptop.home / "state")
        self.desktop.practice(3)
        self.laptop.begin()
        expected = self.desktop.reviews()
        self.laptop.wait(lambda: self.laptop.reviews() == expected, "what was lost did not come back")
        for machine in both:
            listed = json.loads(machine.memorize("sync", "--json"))
            self.assertEqual(listed["shared_by"], ["syncthing"])
            self.assertLessEqual({"desktop", "laptop"}, {one["name"] for one in listed["machines"]})
            machine.memorize("sync", "check")

    def test_a_deck_that_was_edited_on_both_has_the_cards_of_both(self):
        for machine, card in ((self.desktop, "one"), (self.laptop, "two")):
            machine.memorize("deck", "add", "Words", card, card.upper())
        self.connect()
        for machine in (self.desktop, self.laptop):
            machine.wait(lambda machine=machine: self.cards(machine) == ["one", "two"], f"{self.cards(machine)}")

    @staticmethod
    def cards(machine):
        return sorted(card["front"] for card in json.loads(machine.memorize("deck", "show", "Words", "--json"))["cards"])


if __name__ == "__main__":
    unittest.main()
