#!/usr/bin/env python3
"""Counts what “practice stats --json” says once more, by SQL over the log and formulas of its own.

usage: statistics_judge.py PROGRAMS      on a bus with a daemon that reads XDG_STATE_HOME

All cards of the log are in one deck.
"""

import datetime
import json
import math
import os
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

W = [0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614,
     0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542]
DECAY = -W[20]
FACTOR = 0.9 ** (1 / DECAY) - 1
NAMES = ["again", "hard", "good", "easy"]


def first_difficulty(rating):
    return W[4] - math.exp(W[5] * (rating - 1)) + 1


def chance(stability, days):
    return (1 + FACTOR * days / stability) ** DECAY


def after(memory, rating, days):
    """Stability and difficulty after a review; memory is None for the first."""
    if memory is None:
        return W[rating - 1], min(max(first_difficulty(rating), 1), 10)
    stability, difficulty = memory
    if days < 1:
        growth = math.exp(W[17] * (rating - 3 + W[18])) * stability ** -W[19]
        new = stability * (max(growth, 1) if rating > 1 else growth)
    elif rating == 1:
        forgotten = chance(stability, days)
        new = min(W[11] * difficulty ** -W[12] * ((stability + 1) ** W[13] - 1)
                  * math.exp((1 - forgotten) * W[14]), stability / math.exp(W[17] * W[18]))
    else:
        bonus = {2: W[15], 3: 1, 4: W[16]}[rating]
        new = stability * (1 + bonus * math.exp(W[8]) * (11 - difficulty) * stability ** -W[9]
                           * (math.exp((1 - chance(stability, days)) * W[10]) - 1))
    moved = difficulty + (10 - difficulty) * W[6] * (3 - rating) / 9
    return max(new, 0.001), min(max(W[7] * first_difficulty(4) + (1 - W[7]) * moved, 1), 10)


def interval(memory):
    return min(max(round(memory[0] / FACTOR * (0.9 ** (1 / DECAY) - 1)), 1), 36500)


def date(day):
    return str(datetime.date(1970, 1, 1) + datetime.timedelta(days=day))


def database(folder):
    """A copy of the store, which the daemon has for itself."""
    for file in pathlib.Path(os.environ["XDG_STATE_HOME"], "memorize").glob("memorize.sqlite*"):
        if not file.name.endswith("-shm"):
            shutil.copy(file, folder)
    return sqlite3.connect(folder + "/memorize.sqlite")


def groups(rows, today):
    """The reviews on a later day by span and group, the last memory of each card, and its last day."""
    counts = {(span, group): [0, 0] for span in ("month", "year", "all")
              for group in ("on-time", "late", "early", "young", "mature", "all")}
    memory, last = {}, {}
    for card, direction, rating, day in rows:
        key = (card, direction)
        days = max(day - last.get(key, day), 0)
        if key in memory and days >= 1:
            late = day - last[key] - interval(memory[key])
            found = ["all", "late" if late > 1 else "early" if late < -1 else "on-time",
                     "mature" if interval(memory[key]) >= 21 else "young"]
            for span, length in (("month", 30), ("year", 365), ("all", 10 ** 9)):
                if today - day < length:
                    for group in found:
                        counts[span, group][0] += 1
                        counts[span, group][1] += rating > 1
        memory[key] = after(memory.get(key), rating, days)
        last[key] = day
    return counts, memory, last


def bucket(bounds, value):
    return sum(bound <= value for bound in bounds) - 1


def check(shown, store):
    today = (datetime.datetime.now() - datetime.timedelta(hours=4)).date()
    assert shown["year"]["today"] == str(today), shown["year"]["today"]
    today = (today - datetime.date(1970, 1, 1)).days
    log = "FROM review WHERE rating > 0 AND card IS NOT NULL"
    days = store.execute(f"SELECT day, count(*) {log} GROUP BY day ORDER BY day").fetchall()
    assert len(days) > 100
    assert shown["year"]["days"] == [{"date": date(day), "answers": count} for day, count in days]
    islands = store.execute(
        "SELECT count(*), max(day) FROM (SELECT day, day - row_number() OVER (ORDER BY day) AS island FROM"
        f" (SELECT DISTINCT day {log})) GROUP BY island").fetchall()
    current = [count for count, end in islands if end >= today - 1]
    assert shown["year"]["longest_streak"] == max(count for count, _ in islands)
    assert shown["year"]["streak"] == (current[0] if current else 0)

    rows = store.execute(f"SELECT card, direction, rating, day {log} ORDER BY at, id").fetchall()
    counts, memory, last = groups(rows, today)
    for span, length in (("month", 30), ("year", 365), ("all", 10 ** 9)):
        simple = store.execute(
            f"SELECT count(*), count(*) FILTER (WHERE rating > 1) {log} AND elapsed >= 1 AND day > ?",
            (today - length,)).fetchone()
        assert list(simple) == counts[span, "all"], (span, simple, counts[span, "all"])
    told = {(part["span"], part["group"]): [part["reviewed"], part["recalled"]]
            for part in shown["retention"]["reviews"]}
    assert told == counts, (told, counts)
    assert shown["retention"]["asked"] == 0.9

    ahead, later = [0] * 30, 0
    stabilities, difficulties, chances = [0] * 10, [0] * 9, [0] * 10
    for key, (stability, difficulty) in memory.items():
        wait = max(last[key] + interval(memory[key]) - today, 0)
        if wait < 30:
            ahead[wait] += 1
        else:
            later += 1
        stabilities[bucket([0, 1, 2, 4, 8, 16, 32, 64, 128, 256], stability)] += 1
        difficulties[bucket(range(1, 10), difficulty)] += 1
        chances[min(int(10 * chance(stability, max(today - last[key], 0))), 9)] += 1
    forecast = shown["forecast"]
    assert [day["due"] for day in forecast["days"]] == ahead and forecast["later"] == later, forecast
    assert [day["date"] for day in forecast["days"]] == [date(today + day) for day in range(30)]
    for name, own in (("stability", stabilities), ("difficulty", difficulties), ("retrievability", chances)):
        assert [part["cards"] for part in shown["cards"][name]] == own, (name, own)

    took = {}
    hours = [0] * 24
    for rating, at, milliseconds in store.execute(f"SELECT rating, at, took {log}"):
        hours[time.localtime(at // 1_000_000).tm_hour] += 1
        if milliseconds:
            took.setdefault(NAMES[rating - 1], []).append(milliseconds)
    assert [hour["answers"] for hour in shown["times"]["hours"]] == hours
    assert {part["rating"]: part["milliseconds"] for part in shown["times"]["ratings"]} == {
        name: statistics.median_high(values) for name, values in took.items()}


def main():
    program = os.path.join(sys.argv[1], "memorize")
    for arguments in ([], ["--deck", "Own"]):
        outcome = subprocess.run([program, "practice", "stats", "--json", *arguments], capture_output=True,
                                 text=True, check=False)
        assert outcome.returncode == 0, outcome.stderr
        with tempfile.TemporaryDirectory() as folder:
            check(json.loads(outcome.stdout), database(folder))


main()
