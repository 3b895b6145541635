"""One minute with Memorize: one game in every view, a service that is killed, a perfect game, and practice
that comes by itself."""

from desk import GAME, HOME, NAME, PRACTICE, RIGHT, SETTINGS, Late, Variant, is_below_bar, is_new_screen

# The game of this seed, played without forgetting a card. The third move is made in another terminal.
SEED, PAIRS = 18, 6
FIRST, OTHER = [(5, 2), (8, 5)], (3, 6)
REST = [(9, 0), (7, 2), (10, 9), (1, 0), (4, 11)]
WORDS = "山海雨雪犬猫鳥魚"

# Takes long enough for two questions, which come after five seconds.
MAKEFILE = """tool:
\t@for part in cards deal turn score par store bus view; do echo "  CC  $$part.o"; sleep 1.5; done
\t@echo "  LD  tool"; touch tool
"""


def minute(desk):
    desk.deal("Sea", PAIRS, SEED)
    desk.add_due_deck("Nature", WORDS)
    desk.set(SETTINGS, "NewPerDay", Variant("u", 0))
    (HOME / "Makefile").write_text(MAKEFILE)
    desk.open_terminal("left")
    desk.open_terminal("right")
    desk.start_bar("custom/practice")
    desk.arrange()
    desk.run("left", "memorize play")
    play(desk)
    practice(desk)
    return desk.film.png()


def play(desk):
    # The first picture is the one that is seen when nothing moves: the board.
    desk.show(2)
    for pair in FIRST:
        turn_up(desk, pair, 0.3, 0.8, 1.6)

    desk.focus("right")
    desk.enter("# another terminal, the same game", 0.5)
    desk.enter("memorize flip {} {}".format(*OTHER), 2.2, GAME, "MatchedPairs", 2)

    desk.enter("# the service dies, the game goes on", 0.5)
    former = desk.bus.owner(NAME)
    desk.type("pkill -9 memorized")
    desk.keyboard.press("Enter")
    desk.bus.wait_for_owner_other_than(NAME, former)
    desk.bus.wait_for_owner(NAME)
    desk.wait_for(GAME, "MatchedPairs", 2, "The service started again, but that")
    desk.show(2)

    desk.focus("left")
    for pair in REST:
        turn_up(desk, pair, 0.2, 0.5, 0.8)
    grade = desk.get(GAME, "Result")["grade"].value
    if grade != "perfect":
        raise Late(f"The game was graded “{grade}”, not “perfect”: its cards are no longer those of seed {SEED}.")
    desk.show(4)


def turn_up(desk, pair, selecting, first, second):
    """Selects and turns up two cards by their numbers; the seconds that each of these is seen."""
    for card, seconds in zip(pair, (first, second)):
        flips = desk.get(GAME, "Flips")
        for digit in str(card):
            desk.keyboard.press(digit)
        desk.show(selecting)
        desk.press("Enter", seconds, GAME, "Flips", flips + 1)


def practice(desk):
    desk.press("q", 0.6)
    desk.enter("memorize while -- make  # practice while it runs", 1.5)
    for answered in range(2):
        desk.film.add(desk.still("no question came", unlike=desk.film.last, is_wanted=is_new_screen), 2.2)
        desk.press(str(desk.right_choice() + 1), 1.2, PRACTICE, "Answered", answered + 1)
    desk.wait((HOME / "tool").exists, "make did not end")
    desk.show(2.2)
    # The service ends the session when its screen has gone.
    desk.press("q", 1.2, PRACTICE, "State", lambda state: state != "asking")

    desk.start_notifications()
    before = desk.still()
    desk.enter("memorize practice config set question-every 45  # minutes", 1, PRACTICE, "State", "asking")
    shown = desk.still("the question was not shown as a notification", unlike=before, left=RIGHT,
                       is_wanted=is_below_bar)
    left, _, right, bottom = shown.changes(before, left=RIGHT)
    desk.film.add(shown, 2.5)
    # The buttons are a row at the bottom: one for each choice, and two others.
    width = (right - left) / (len(desk.get(PRACTICE, "Choices")) + 2)
    desk.click(round(left + width * (desk.right_choice() + 0.5)), bottom - 22)
    desk.wait_for(PRACTICE, "Answered", 1, "The button")
    desk.show(4)
