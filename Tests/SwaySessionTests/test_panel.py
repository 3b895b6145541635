"""The notifier's item in the tray of Waybar, in sway, and its menu by a mouse."""

import json
import pathlib
import re
import subprocess

from installation import GAME, HOME, NAME, PATH, SOURCE, InstalledTest
from mouse import RIGHT
from screen import Picture, Screen
from support import Late

from raw_bus import Variant

NOTIFIER = "memorize-notify.service"
WATCHER, WATCHER_PATH = "org.kde.StatusNotifierWatcher", "/StatusNotifierWatcher"
BAR = 30
# The board is the end of the menu.
ROWS, COLUMNS = 4, 4


class Panel(InstalledTest):
    def setUp(self):
        super().setUp()
        self.new_game(pairs=Variant("u", 8), seed=Variant("t", 42))
        self.addCleanup(self.run_command, "systemctl", "--user", "stop", NOTIFIER)
        sample = (SOURCE / "share/samples/tray.conf").read_text()
        self.override(*re.findall(r"(?m)^ExecStart=.*$", sample), unit=NOTIFIER)
        self.run_command("systemctl", "--user", "start", NOTIFIER)
        self.screen = Screen()
        self.addCleanup(self.screen.close)

    def start_waybar(self):
        """Waybar with the modules of the sample, once it shows the item."""
        sample = re.sub(r"(?m)^\s*//.*$", "", (SOURCE / "share/samples/waybar.jsonc").read_text())
        config = pathlib.Path(HOME, "waybar.json")
        config.write_text(json.dumps({
            "position": "top", "height": BAR, "modules-right": ["custom/memorize", "custom/practice", "tray"],
            **json.loads(sample)}))
        self.addCleanup(config.unlink, missing_ok=True)
        waybar = subprocess.Popen(["waybar", "--config", config], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(waybar.wait)
        self.addCleanup(waybar.kill)
        self.bus.wait_for_owner(WATCHER)
        self.bus.wait_for_property(WATCHER, WATCHER_PATH, WATCHER, "RegisteredStatusNotifierItems", bool)
        self.bus.wait_for_property(WATCHER, WATCHER_PATH, WATCHER, "IsStatusNotifierHostRegistered", True)
        return waybar

    def items(self):
        return self.bus.get(WATCHER, WATCHER_PATH, WATCHER, "RegisteredStatusNotifierItems")

    def open_menu(self, icon):
        """The box of the menu, once it is drawn."""
        self.screen.mouse.move(*icon)
        before = Picture()
        self.screen.mouse.click(*icon, RIGHT)
        return self.screen.wait_for_change(before, lambda box: box[3] - box[1] > 4 * BAR)

    def place_of_icon(self):
        """Finds the icon by what is gone when the notifier ends, and comes with it."""
        self.screen.mouse.move(100, 400)
        for _ in range(3):
            self.run_command("systemctl", "--user", "stop", NOTIFIER)
            self.bus.wait_for_property(WATCHER, WATCHER_PATH, WATCHER, "RegisteredStatusNotifierItems", [])
            without = Picture()
            self.run_command("systemctl", "--user", "start", NOTIFIER)
            try:
                left, top, right, bottom = self.screen.wait_for_change(without)
            except Late:
                # Waybar had not drawn yet that the item is gone, so that its return changed nothing.
                continue
            self.assertLessEqual(bottom, BAR + 10)
            # The modules beside it move to the left; it is at the end.
            return right - BAR // 2, (top + bottom) // 2
        raise Late("the icon was not found")

    def test_a_card_is_turned_up_from_the_menu(self):
        waybar = self.start_waybar()
        owner = self.bus.owner("org.memorized.MemorizeNotify1")
        self.assertEqual(self.items(), [f"{owner}/StatusNotifierItem"])
        icon = self.place_of_icon()

        left, top, right, bottom = self.open_menu(icon)
        height = (bottom - top) / (6 + ROWS)
        # What others do shows in a menu that is open.
        before = Picture()
        self.bus.call(NAME, PATH, GAME, "Flip", "u", [15])
        self.screen.wait_for_change(before, lambda box: box[3] > bottom - height)
        before = Picture()
        # The second row opens to the left of the menu.
        self.screen.mouse.move((left + right) // 2, round(bottom - (ROWS - 1.2) * height))
        first, begin, _, end = self.screen.wait_for_change(before, right=left)
        before = Picture()
        self.bus.subscribe(f"sender='{NAME}',interface='{GAME}'")
        self.screen.mouse.click((first + left) // 2, round(begin + 2.5 * (end - begin) / COLUMNS))
        cards = self.bus.wait_for_signal("CardsChanged").body[1]
        self.assertEqual([(number, state) for number, state, _ in cards], [(6, "up")])
        self.screen.wait_for_change(before, lambda box: box[3] - box[1] > 4 * BAR)

        # A panel that starts again finds the item again.
        waybar.kill()
        self.bus.wait_for_owner(WATCHER, present=False)
        self.start_waybar()
        self.assertEqual(len(self.items()), 1)
