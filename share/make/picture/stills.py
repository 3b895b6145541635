"""The still pictures of the documentation."""

from desk import BAR, NAME, PATH, PRACTICE, RIGHT, WIDTH, Variant, is_below_bar
from mouse import RIGHT as RIGHT_BUTTON

# A game of Sea, in which some cards are remembered and some are not.
SEED, PAIRS = 11, 12
MOVES = [2, 12, 9, 14, 4, 15, 22, 3, 7, 17, 6, 16, 3, 6, 19, 5, 9, 21, 13, 1]


def play(desk):
    desk.deal("Sea", PAIRS, SEED)
    desk.open_terminal("play", size=15)
    desk.run("play", "memorize play")
    before = desk.still()
    desk.flip(*MOVES)
    desk.still("the moves were not shown", unlike=before)
    return desk.png()


def practice(desk):
    start(desk, questions=10)
    desk.answer(3)
    desk.open_terminal("practice", size=23)
    desk.run("practice", "memorize practice play")
    right = desk.right_choice()
    desk.press(str((right + 1) % 3 + 1), 1, PRACTICE, "Wrong", 1)
    desk.press(str(right + 1), 1, PRACTICE, "Answered", 4)
    return desk.png()


def desktop(desk):
    desk.deal("Sea", PAIRS, SEED)
    desk.flip(*MOVES[:-4])
    desk.add_due_deck("Nature", "山川")
    start(desk, questions=5)
    for name in "left", "right":
        desk.open_terminal(name, size=17)
    desk.start_bar("custom/practice", "tray")
    desk.start_notifications("--tray")
    desk.arrange()
    desk.run("right", "memorize practice play")
    desk.run("left", "memorize play")
    before = desk.still()
    desk.flip(*MOVES[-4:-2])
    desk.still("the match was not shown as a notification", unlike=before, left=RIGHT, is_wanted=is_below_bar)
    return desk.png()


def tray(desk):
    desk.deal("Halloween", 8, 42)
    desk.flip(2, 5, 6, 10, 12, 13, 3)
    desk.start_bar("custom/memorize", "custom/practice", "tray", left=())
    before = desk.still()
    desk.start_notifications("--tray")
    before = desk.still("the tray showed nothing", unlike=before)
    # The tray is the end of the bar.
    desk.click(WIDTH - 24, BAR - 6, RIGHT_BUTTON)
    menu = desk.still("the menu did not open", unlike=before)
    left, top, right, bottom = menu.changes(before)
    desk.mouse.move((left + right) // 2, bottom - 16)
    desk.still("the last row did not open", unlike=menu)
    return desk.png(f"{WIDTH - 640},0 640x420")


def start(desk, questions):
    desk.bus.call(NAME, PATH, PRACTICE, "Start", "a{sv}", [{
        "deck": Variant("s", "Japanese basics"), "questions": Variant("u", questions)}])
