#!/usr/bin/env python3
"""Answers review histories by the Python package fsrs, which it installs for itself.

usage: fsrs_reference.py DIRECTORY < HISTORIES > ANSWERS

DIRECTORY keeps the environment for later runs. A history is a list of [rating, seconds since the
review before]; its answer a list of [stability, difficulty, days, retrievability before or null].
Exits 3 where the package index is out of reach.
"""

import fcntl
import json
import os
import subprocess
import sys
import venv
from datetime import datetime, timedelta, timezone

VERSION = "6.3.2"
OUT_OF_REACH = 3


def install(directory):
    """Makes the environment where it is not there yet, and answers its Python."""
    python = os.path.join(directory, "bin", "python3")
    done = os.path.join(directory, "installed-" + VERSION)
    os.makedirs(directory, mode=0o700, exist_ok=True)
    if os.stat(directory).st_uid != os.getuid():
        sys.exit(directory + " belongs to somebody else: remove it, or name another.")
    # One run installs, and those beside it wait.
    with open(os.path.join(directory, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.path.exists(done):
            return python
        venv.create(directory, with_pip=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        limits = ["--retries", "1", "--timeout", "20"]
        installed = subprocess.run(
            pip + limits + ["fsrs==" + VERSION],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if installed.returncode != 0:
            sys.stderr.write(installed.stderr)
            # What pip says of each try at an index that does not answer.
            sys.exit(OUT_OF_REACH if "connection broken by" in installed.stderr else 1)
        with open(done, "w"):
            pass
    return python


def answer(histories):
    from fsrs import Card, Rating, Scheduler

    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    answers = []
    for history in histories:
        card = Card(card_id=1)
        now = datetime(2020, 1, 1, tzinfo=timezone.utc)
        reviews = []
        for rating, seconds in history:
            now += timedelta(seconds=seconds)
            before = scheduler.get_card_retrievability(card, now) if card.last_review else None
            card, _ = scheduler.review_card(card, Rating(rating), now)
            days = (card.due - now) / timedelta(days=1)
            reviews.append([card.stability, card.difficulty, days, before])
        answers.append(reviews)
    return answers


def main():
    if sys.argv[1] == "--answer":
        json.dump(answer(json.load(sys.stdin)), sys.stdout)
        return
    python = install(sys.argv[1])
    os.execv(python, [python, os.path.abspath(__file__), "--answer"])


main()
