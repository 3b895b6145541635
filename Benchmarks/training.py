#!/usr/bin/env python3
"""Compares the training of `memorize practice optimize` with that of the Python package fsrs-rs-python.

usage: training.py STATE LEARNERS MEMORIZED MEMORIZE

Of each simulated learner, who has parameters of their
own, STATE gets a log of reviews, which a daemon on the session bus reads. Prints a line for each,
separated by tabs: the seed, the reviews, those on later days, the log loss of the package's
parameters on the reviews that both were trained on, ours in proportion to it, the same of
parameters trained on the first four fifths of reviews and of the rest of reviews, and the seconds
of processor time that the program took for all.
"""

import asyncio
import heapq
import json
import math
import os
import random
import resource
import subprocess
import sys

DAY = 86_400_000_000
# When a day of practice begins, as in the program.
DAY_START = 4 * 3_600_000_000
# 2020-01-01 UTC.
START = 1_577_836_800_000_000
SIZES = [20_000, 2_000, 2_500, 3_000, 4_000, 5_000, 7_000, 9_000, 12_000, 16_000]
RATINGS = ["again", "hard", "good", "easy"]
NAME, PATH = "org.memorized.Memorize1", "/org/memorized/Memorize1"


def days_between(before, now):
    """Of practice, as the program counts them."""
    return (now - DAY_START) // DAY - (before - DAY_START) // DAY


def hidden(generator):
    """Parameters that differ from the published ones as those of people do."""
    from fsrs_rs_python import DEFAULT_PARAMETERS
    low = [.001] * 4 + [1, .001, .001, .001, 0, 0, .001, .001, .001, .001, 0, 0, 1, 0, 0, .01, .1]
    high = [100] * 4 + [10, 4, 4, .75, 4.5, .8, 3.5, 5, .25, .9, 4, 1, 6, 2, 2, .8, .8]
    parameters = [
        min(max(usual * math.exp(generator.gauss(0, .35)), least), most)
        for usual, least, most in zip(DEFAULT_PARAMETERS, low, high)]
    return sorted(parameters[:4]) + parameters[4:]


def simulate(seed, count):
    """The reviews of somebody who is asked when the published parameters say, or a few days later:
    card, time and rating."""
    from fsrs_rs_python import DEFAULT_PARAMETERS, FSRS
    generator = random.Random(seed)
    parameters = hidden(generator)
    factor = .9 ** (-1 / parameters[20]) - 1
    own, scheduler = FSRS(parameters), FSRS(DEFAULT_PARAMETERS)
    first = [generator.uniform(*ends) for ends in ((.1, .5), (.02, .2), (.3, .8), (.02, .3))]
    later = [generator.uniform(*ends) for ends in ((.02, .25), (.5, .9), (.02, .3))]
    new_a_day, repeats = generator.randint(8, 40), generator.random()
    log, due, memories, day = [], [], [], 0
    while len(log) < count:
        today = []
        while due and due[0][0] <= day:
            card = heapq.heappop(due)[1]
            if generator.random() < .1:
                heapq.heappush(due, (day + generator.randint(1, 5), card))
            else:
                today.append(card)
        for _ in range(new_a_day):
            today.append(len(memories))
            memories.append((None, None, 0))
        now = START + day * DAY + generator.randint(0, DAY // 3)
        for card in today:
            for _ in range(4):
                now += generator.randint(3, 30) * 1_000_000
                memory, planned, before = memories[card]
                days = days_between(before, now) if memory else 0
                if not memory:
                    rating = generator.choices(range(4), first)[0]
                else:
                    chance = (1 + factor * days / memory.stability) ** -parameters[20] if days else .9
                    rating = generator.choices((1, 2, 3), later)[0] if generator.random() < chance else 0
                log.append((card, now, rating + 1))
                memory = getattr(own.next_states(memory, .9, days), RATINGS[rating]).memory
                plan = getattr(scheduler.next_states(planned, .9, days), RATINGS[rating])
                memories[card] = (memory, plan.memory, now)
                if rating or generator.random() > repeats:
                    break
            heapq.heappush(due, (day + max(1, round(plan.interval)), card))
        day += 1
    return log[:count]


def items(log):
    """The reviews on later days with those before them, as the package takes them, by time."""
    from fsrs_rs_python import FSRSItem, FSRSReview
    histories, found = {}, []
    for card, now, rating in log:
        history = histories.setdefault(card, [])
        days = days_between(history[-1][0], now) if history else 0
        history.append((now, FSRSReview(rating, days)))
        if days:
            found.append(FSRSItem([review for _, review in history]))
    return found


async def add(bus, log):
    """Adds reviews to the daemon's log."""
    from dbus_next import Message, MessageType
    for place in range(0, len(log), 5_000):
        reviews = [[f"card {card}", "forward", now, rating, 0] for card, now, rating in log[place:place + 5_000]]
        reply = await bus.call(Message(
            destination=NAME, path=PATH, interface=NAME + ".Decks", member="Import", signature="asa(sstuu)",
            body=[[], reviews]))
        if reply.message_type != MessageType.METHOD_RETURN or reply.body != [len(reviews)]:
            sys.exit(f"the reviews were not imported: {reply.body}")


def optimized(memorize):
    """The program's parameters, and the seconds of processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = subprocess.run(
        [memorize, "practice", "optimize", "--dry-run", "--json"], capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if answer.returncode:
        sys.exit(answer.stderr)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(answer.stdout)["parameters"], seconds


async def compare(seed, state, memorized, memorize):
    from dbus_next.aio import MessageBus
    from fsrs_rs_python import DEFAULT_PARAMETERS, FSRS
    log = simulate(seed, SIZES[(seed - 1) % len(SIZES)])
    everything = items(log)
    end = len(log) * 4 // 5
    early = items(log[:end])
    late = everything[len(early):]
    daemon = subprocess.Popen(
        [memorized, "--log-level", "error"], env={
            **os.environ, "TZ": "UTC", "XDG_STATE_HOME": f"{state}/{seed}",
            # Another learner is another machine, whose reviews would be read in the folder of this one.
            "XDG_DATA_HOME": f"{state}/{seed}/data"})
    try:
        subprocess.run(["gdbus", "wait", "--session", "--timeout", "10", NAME], check=True)
        bus = await MessageBus().connect()
        await add(bus, log[:end])
        part, _ = optimized(memorize)
        await add(bus, log[end:])
        whole, seconds = optimized(memorize)
        bus.disconnect()
    finally:
        daemon.terminate()
        daemon.wait()

    def loss(parameters, reviews):
        return FSRS(parameters).evaluate(reviews).log_loss

    train = FSRS(DEFAULT_PARAMETERS).compute_parameters
    theirs, their_part = train(everything), train(early)
    print(
        seed, len(log), len(everything), f"{loss(theirs, everything):.4f}",
        f"{loss(whole, everything) / loss(theirs, everything):.4f}",
        f"{loss(their_part, late):.4f}", f"{loss(part, late) / loss(their_part, late):.4f}", f"{seconds:.2f}",
        sep="\t", flush=True)


def main():
    state, learners, memorized, memorize = sys.argv[1:]
    for seed in range(1, int(learners) + 1):
        asyncio.run(compare(seed, state, memorized, memorize))


main()
