#!/usr/bin/env python3
"""Simulates a year of practice by the Python package fsrs-rs-python.

usage: fsrs_simulation.py < CONFIGURATION > YEARS

The configuration has cards, new (a day), first and later (shares of ratings) and seeds; for each seed the
answer has how many cards are known at the end, all reviews, and those of the last thirty days.
"""

import json
import sys


def answer(wanted):
    import fsrs_rs_python as fsrs

    usual = fsrs.default_simulator_config()
    # Without steps of learning, and without a limit of time or reviews.
    config = fsrs.SimulatorConfig(
        wanted["cards"], 365, 1e9, 36500, wanted["first"], wanted["later"], wanted["new"], 100_000, True,
        usual.learning_step_transitions, usual.relearning_step_transitions, usual.state_rating_costs, 0, 0)
    years = []
    for seed in wanted["seeds"]:
        year = fsrs.simulate(list(fsrs.DEFAULT_PARAMETERS), 0.9, config, seed)
        reviews = year.review_cnt_per_day
        years.append([year.memorized_cnt_per_day[-1], sum(reviews), sum(reviews[-30:])])
    return years


json.dump(answer(json.load(sys.stdin)), sys.stdout)
