"""The programs as `make install` puts them into a home, and what the tests need to know of them."""

import os
import pathlib
import re
import shutil
import subprocess

from support import SOURCE, SessionTest, main_process, run

from raw_bus import Variant

NAME, PATH = "org.memorized.Memorize1", "/org/memorized/Memorize1"
GAME = NAME + ".Game"
UNIT = "memorized.service"
HOME = pathlib.Path.home()
STATE, DATA = HOME / ".local/state/memorize", HOME / ".local/share/memorize"
OVERRIDES = pathlib.Path(os.environ["XDG_RUNTIME_DIR"], "systemd/user", UNIT + ".d")


def make(target):
    """Runs make for somebody who has built before and has no compiler at hand."""
    done = run(["make", "--no-print-directory", "-C", SOURCE, target, "SWIFT=true"])
    if done.returncode != 0:
        raise AssertionError(f"make {target}: {done.stdout}{done.stderr}")
    return done.stdout


def files(directory):
    """All files below a directory, as paths from there."""
    return sorted(str(path.relative_to(directory)) for path in directory.rglob("*") if not path.is_dir())


def page_commands(*programs):
    """The commands of these programs that the documentation shows at a prompt."""
    pages = [SOURCE / "README.md", SOURCE / "CONTRIBUTING.md", *sorted((SOURCE / "docs").glob("*.md"))]
    pattern = rf"^\$ ((?:{'|'.join(programs)}) .*)$"
    return [command for page in pages for command in re.findall(pattern, page.read_text(), re.MULTILINE)]


def manual_examples():
    """The examples in the manual pages that need a session, each as it is typed."""
    examples = []
    for page in sorted((SOURCE / "man").iterdir()):
        section = page.read_text().partition(".Sh EXAMPLES\n")[2].partition(".Sh ")[0]
        for text in re.findall(r"^\.Bd .*\n((?:.*\n)*?)\.Ed$", section, re.MULTILINE):
            for escape, character in (("\\-", "-"), ("\\(aq", "'"), ("\\(ti", "~"), ("\\e", "\\")):
                text = text.replace(escape, character)
            if re.search(r"^(systemctl|journalctl|dunstctl|memorize backup) ", text, re.MULTILINE):
                examples.append(text)
    return examples


class InstalledTest(SessionTest):
    """Tests of programs that are installed; each finds them installed and no daemon running."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        make("install")
        os.environ["PATH"] = f"{HOME}/.local/bin:{os.environ['PATH']}"

    @classmethod
    def tearDownClass(cls):
        os.environ["PATH"] = os.environ["PATH"].partition(":")[2]
        make("uninstall")
        super().tearDownClass()

    def setUp(self):
        super().setUp()
        self.addCleanup(self.forget_daemon)

    def forget_daemon(self):
        self.run_command("systemctl", "--user", "stop", UNIT)
        run(["systemctl", "--user", "reset-failed", UNIT])
        # The next test is to find no game and no theme of another.
        for directory in (STATE, DATA):
            shutil.rmtree(directory, ignore_errors=True)

    def override(self, *lines, unit=UNIT):
        """Changes a unit's section Service until the end of the test."""
        file = OVERRIDES.with_name(unit + ".d") / "test.conf"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(["[Service]", *lines, ""]))
        self.run_command("systemctl", "--user", "daemon-reload")

        def undo():
            file.unlink()
            self.run_command("systemctl", "--user", "daemon-reload")
        self.addCleanup(undo)

    def start(self):
        """Starts the unit, and answers its process."""
        self.run_command("systemctl", "--user", "start", UNIT)
        return main_process(UNIT)

    def start_by_hand(self, *options):
        """Starts the daemon without systemd, and waits until it is ready."""
        daemon = subprocess.Popen([HOME / ".local/bin/memorized", *options], stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end_by_hand, daemon)
        self.assertIn("Ready", daemon.stderr.readline())
        return daemon

    def end_by_hand(self, daemon):
        """Ends such a daemon in order, if it has not ended yet."""
        if daemon.poll() is None:
            daemon.terminate()
        self.assertEqual(daemon.wait(10), 0)
        daemon.stderr.close()

    def new_game(self, theme="Halloween", **options):
        """Deals a game; its revision and its id."""
        return self.bus.call(NAME, PATH, GAME, "NewGame", "a{sv}", [{"theme": Variant("s", theme)} | options])

    def add_theme(self, name, **content):
        self.bus.call(NAME, PATH, NAME + ".Themes", "Add", "a{sv}", [{"name": Variant("s", name)} | content])

    def state(self):
        """The game's state, by a call that starts the daemon if it does not run."""
        return self.bus.get(NAME, PATH, GAME, "State")
