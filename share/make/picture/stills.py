"""The still pictures of the documentation."""

import pathlib
import struct
import zlib

from desk import BAR, DECKS, HOME, NAME, PATH, PRACTICE, RIGHT, WIDTH, Variant, is_below_bar
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


def card(desk):
    media = pathlib.Path(HOME, ".local/share/memorize/media")
    media.mkdir(parents=True)
    (media / "mountain.png").write_bytes(mountain(480, 320))
    words = ("山", "mountain", "やま"), ("川", "river", "かわ"), ("海", "sea", "うみ")
    return practiced(desk, "Nature", [{
        "front": f'{front} <img src="mountain.png">' if front == "山" else front, "back": back,
        "pronunciation": said} for front, back, said in words], "山")


def gap(desk):
    return practiced(desk, "Sentences", SENTENCES, "[capital] is on the Seine.")


def solved(desk):
    def answer():
        right = desk.right_choice()
        desk.press(str(right + 1), 1, PRACTICE, "Answered", 1)
    return practiced(desk, "Sentences", SENTENCES, "[capital] is on the Seine.", answer)


SENTENCES = [
    {"front": "{{c1::Paris::capital}} is on the Seine.",
     "note": "The river divides the city into its Left and its Right Bank."},
    {"front": "{{c1::Rome}} was not built in a day."}, {"front": "All roads lead to {{c1::Athens}}, too."}]


def practiced(desk, name, cards, question, then=lambda: None):
    """A question of a new deck in a terminal."""
    desk.bus.call(NAME, PATH, DECKS, "AddCards", "saa{sv}", [name, [
        {key: Variant("s", text) for key, text in card.items()} for card in cards]])
    desk.open_terminal("practice", size=23)
    desk.bus.call(NAME, PATH, PRACTICE, "Start", "a{sv}", [{
        "deck": Variant("s", name), "questions": Variant("u", len(cards))}])
    while desk.get(PRACTICE, "Question") != question:
        desk.bus.call(NAME, PATH, PRACTICE, "Reveal", "u", [desk.get(PRACTICE, "QuestionNumber")])
    before = desk.still()
    desk.run("practice", "memorize practice play")
    desk.still("practice showed nothing", unlike=before)
    then()
    return desk.png()


def mountain(width, height):
    """A PNG of a mountain under the sun."""
    def point(x, y):
        x, y = x / width, y / height
        if (1.5 * (x - 0.78)) ** 2 + (y - 0.2) ** 2 < 0.01:
            return 255, 236, 140
        slope = 0.2 + 1.9 * abs(x - 0.45)
        if y > 0.84:
            return 78, 138, 72
        if y > slope:
            return (250, 250, 255) if y < 0.36 + 0.05 * abs((20 * x) % 2 - 1) else (92, 102, 130)
        return round(90 + 130 * y), round(150 + 80 * y), 235
    rows = b"".join(b"\0" + bytes(value for x in range(width) for value in point(x, y)) for y in range(height))
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


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
