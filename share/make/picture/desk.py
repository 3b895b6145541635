"""A desktop to be pictured: sway with terminals, Waybar and notifications, and hands for its keys and mouse.

No step knows its place on the screen: a key is answered once the service has published what it should do,
and the screen has changed and stands still. All waiting has a deadline, and fails with a sentence.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

SOURCE = pathlib.Path(__file__).resolve().parents[3]
sys.path += [str(SOURCE / "Tests" / tests) for tests in ("SessionTests", "SwaySessionTests")]

from film import Film  # noqa: E402
from installation import GAME, HOME, NAME, PATH  # noqa: E402
from keyboard import Keyboard  # noqa: E402
from mouse import LEFT, Mouse  # noqa: E402
from screen import Picture  # noqa: E402
from support import DEADLINE, PROPERTIES, Bus, Late, run  # noqa: E402

from raw_bus import Variant  # noqa: E402

PRACTICE, DECKS, SETTINGS = (f"{NAME}.{part}" for part in ("Practice", "Decks", "Settings"))
NOTIFICATIONS = "org.freedesktop.Notifications"
DAY = 86_400_000_000

WIDTH, HEIGHT, BAR, GAP = 1280, 800, 36, 10
# Where the right window begins.
RIGHT = 750
# The seconds after which a screen that has not changed is taken to be drawn.
STILL = 0.2
WALL, GROUND, TEXT = "#5b84b1", "#1e1e2e", "#cdd6f4"
COLORS = "6c7086", "f38ba8", "a6e3a1", "f9e2af", "89b4fa", "f5c2e7", "94e2d5", "cdd6f4"
BAR_STYLE = f"""
* {{ font: 19px "DejaVu Sans"; border: none; border-radius: 0; min-height: 0; }}
window#waybar {{ background: {GROUND}; color: {TEXT}; }}
#custom-memorize, #custom-practice, #tray {{ padding: 0 14px; }}
"""
BUBBLES = {
    "positionX": "right", "positionY": "bottom", "notification-window-width": 500, "timeout": 60,
    "transition-time": 0, "notification-icon-size": 48}
BUBBLE_STYLE = '* { font: 18px "DejaVu Sans"; transition: none; animation: none; }\n'


class Desk:
    """The screen and the film that is taken of it."""

    def __init__(self):
        self.bus = Bus()
        self.film = Film()
        self.keyboard = Keyboard()
        self.mouse = None
        self.processes = []
        self.scratch = pathlib.Path(os.environ["XDG_RUNTIME_DIR"], "picture")
        self.scratch.mkdir()
        for command in (f"output * resolution {WIDTH}x{HEIGHT}", f"output * background {WALL} solid_color",
                        "focus_follows_mouse no"):
            self.sway(command)
        # Questions come at any time of the day that this runs.
        self.set(SETTINGS, "QuietHours", Variant("s", ""))

    def close(self):
        for process in self.processes:
            process.kill()
            process.wait()
        self.bus.connection.close()

    def write(self, name, text):
        file = self.scratch / name
        file.write_text(text)
        return file

    def start(self, *command):
        self.processes.append(subprocess.Popen(
            [str(word) for word in command], cwd=HOME, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL))

    # What is on the screen -----------------------------------------------------------------------

    def sway(self, command):
        done = run(["swaymsg", command])
        if done.returncode != 0:
            raise Late(f"sway refuses “{command}”: {done.stdout}{done.stderr}")

    def open_terminal(self, name, size=19):
        """A shell in a window, to the right of the one that has the focus."""
        settings = self.write(f"{name}.ini", "\n".join([
            "[main]", f"font=DejaVu Sans Mono:pixelsize={size}", "pad=10x8", "[colors]", f"background={GROUND[1:]}",
            f"foreground={TEXT[1:]}", *(f"{kind}{number}={color}" for kind in ("regular", "bright")
                                        for number, color in enumerate(COLORS))]))
        shell = self.write("bashrc", "PS1='\\[\\e[1;32m\\]$\\[\\e[0m\\] '\nHISTFILE=\n")
        before = self.picture()
        self.start("foot", "--config", settings, "--app-id", name, "bash", "--noprofile", "--rcfile", shell)
        self.still(f"the window “{name}” did not open", unlike=before)

    def arrange(self):
        """Two windows side by side, left and right, with a gap around them."""
        self.sway(f"gaps inner all set {GAP}")
        self.sway(f"[app_id=left] resize set width {RIGHT - 2 * GAP} px")
        self.still()

    def run(self, name, command):
        """Runs a command of the whole screen in a window, without filming it."""
        self.focus(name)
        before = self.picture()
        for key in [*command, "Enter"]:
            self.keyboard.press(key)
        self.still(f"“{command}” showed nothing", unlike=before)

    def start_bar(self, *right, left=("custom/memorize",)):
        sample = re.sub(r"(?m)^\s*//.*$", "", (SOURCE / "share/samples/waybar.jsonc").read_text())
        config = self.write("waybar.json", json.dumps({
            "position": "top", "height": BAR, "modules-left": left, "modules-right": right, **json.loads(sample)}))
        before = self.picture()
        self.start("waybar", "--config", config, "--style", self.write("waybar.css", BAR_STYLE))
        self.still("Waybar showed nothing", unlike=before)

    def start_notifications(self, *options):
        """A notification server that draws buttons, and the notifier."""
        self.start("swaync", "--config", self.write("swaync.json", json.dumps(BUBBLES)),
                   "--style", self.write("swaync.css", BUBBLE_STYLE))
        self.bus.wait_for_owner(NOTIFICATIONS)
        self.start("memorize-notify", *options)
        self.bus.wait_for_owner("org.memorized.MemorizeNotify1")

    def png(self, box=None):
        """The screen as it stands, or a box of it, as a file."""
        self.still()
        command = ["grim", "-l", "9", *(["-c"] if self.mouse else []), *(["-g", box] if box else []), "-"]
        return subprocess.run(command, capture_output=True, check=True, timeout=DEADLINE).stdout

    def picture(self):
        return Picture(*(["-c"] if self.mouse else []))

    @staticmethod
    def wait(is_so, sentence):
        end = time.monotonic() + DEADLINE
        while not is_so():
            if time.monotonic() > end:
                raise Late(f"Within {DEADLINE} s {sentence}.")
            time.sleep(0.05)

    def still(self, sentence="the screen did not come to rest", unlike=None, left=0, is_wanted=lambda box: True):
        """The screen, once it does not change any more and differs from another picture as it should.

        `is_wanted` is asked about the box that differs right of `left`.
        """
        end, last, since = time.monotonic() + DEADLINE, None, 0
        while True:
            now = time.monotonic()
            picture = self.picture()
            if last is None or picture.pixels != last.pixels:
                last, since = picture, now
            elif now - since >= STILL:
                box = unlike and picture.changes(unlike, left)
                if unlike is None or (box and is_wanted(box)):
                    return picture
            if now > end:
                raise Late(f"Within {DEADLINE} s {sentence}.")

    # Hands ---------------------------------------------------------------------------------------

    def focus(self, name):
        self.sway(f"[app_id={name}] focus")
        self.still()

    def show(self, seconds):
        """Films the screen as it stands."""
        self.film.add(self.still(), seconds)

    def press(self, key, seconds, interface=None, name=None, wanted=None):
        """Presses a key, waits for its effect on the screen and for a property to be as wanted, and films it."""
        before = self.picture()
        self.keyboard.press(key)
        if name:
            self.wait_for(interface, name, wanted, f"the key {key}")
        self.film.add(self.still(f"the key {key} changed nothing on the screen", unlike=before), seconds)

    def type(self, text, pause=0.05):
        """Types as a person does, filmed letter by letter."""
        for letter in text:
            before = self.picture()
            self.keyboard.press(letter)
            self.wait(lambda: self.picture().pixels != before.pixels, f"“{letter}” of “{text}” was not shown")
            self.film.add(self.picture(), pause)

    def enter(self, command, seconds, interface=None, name=None, wanted=None):
        """Types a command or a remark and presses Enter, as press() does."""
        self.type(command, 0.035 if command.startswith("#") else 0.05)
        self.film.add(self.picture(), 0.4)
        self.press("Enter", seconds, interface, name, wanted)

    def click(self, x, y, button=LEFT):
        """Moves the mouse there from where it is, filmed on its way, and clicks."""
        if self.mouse is None:
            self.mouse, self.place = Mouse(WIDTH, HEIGHT), (max(x - 150, 0), max(y - 260, 0))
        (left, top), steps = self.place, 12
        for step in range(1, steps + 1):
            self.mouse.move(round(left + (x - left) * step / steps), round(top + (y - top) * step / steps))
            self.film.add(self.picture(), 0.05)
        self.place = x, y
        self.film.add(self.still(), 0.5)
        self.mouse.click(x, y, button)

    # The service ---------------------------------------------------------------------------------

    def set(self, interface, name, value):
        self.bus.call(NAME, PATH, PROPERTIES, "Set", "ssv", [interface, name, value])

    def get(self, interface, name):
        return self.bus.get(NAME, PATH, interface, name)

    def wait_for(self, interface, name, wanted, cause):
        try:
            return self.bus.wait_for_property(NAME, PATH, interface, name, wanted)
        except Late as late:
            raise Late(f"{cause} had no effect: {late}") from None

    def deal(self, theme, pairs, seed):
        self.bus.call(NAME, PATH, GAME, "NewGame", "a{sv}", [{
            "theme": Variant("s", theme), "pairs": Variant("u", pairs), "seed": Variant("t", seed)}])

    def flip(self, *cards):
        for card in cards:
            self.bus.call(NAME, PATH, GAME, "Flip", "u", [card])

    def cards(self, deck):
        return self.bus.call(NAME, PATH, DECKS, "Cards", "suu", [deck, 0, 500])[0]

    def add_due_deck(self, name, fronts):
        """A deck of words of “Japanese basics” that were learned some days ago."""
        cards = [{key: card[key] for key in ("front", "back", "pronunciation")}
                 for card in self.cards("Japanese basics") if card["front"].value in fronts]
        for number, card in enumerate(cards):
            card["guid"] = Variant("s", f"{name}-{number}")
        self.bus.call(NAME, PATH, DECKS, "AddCards", "saa{sv}", [name, cards])
        now = round(time.time() * 1_000_000)
        self.bus.call(NAME, PATH, DECKS, "Import", "asa(sstuu)", [[], [
            (card["guid"].value, "forward", now - 30 * DAY, 3, 4000) for card in cards]])

    def right_choice(self):
        """The place of the right answer among the choices of the question, by the cards of its deck."""
        deck, question = self.get(PRACTICE, "QuestionDeck"), self.get(PRACTICE, "Question")
        back = next(card["back"].value for card in self.cards(deck) if card["front"].value == question)
        return self.get(PRACTICE, "Choices").index(back)

    def answer(self, times):
        """Answers questions of a session without the screen, all right."""
        for _ in range(times):
            self.bus.call(NAME, PATH, PRACTICE, "Answer", "uu", [
                self.get(PRACTICE, "QuestionNumber"), self.right_choice()])


def is_new_screen(box):
    """Whether more has changed than a line or two, such as a clock."""
    _, top, _, bottom = box
    return bottom - top > HEIGHT // 4


def is_below_bar(box):
    return box[3] > BAR + GAP
