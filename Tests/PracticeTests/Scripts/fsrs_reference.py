#!/usr/bin/env python3
"""Answers review histories by the Python package fsrs.

usage: fsrs_reference.py < HISTORIES > ANSWERS

A history is a list of [rating, seconds since the review before]; its answer a list of [stability,
difficulty, days, retrievability before or null].
"""

import json
import sys
from datetime import datetime, timedelta, timezone


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


json.dump(answer(json.load(sys.stdin)), sys.stdout)
