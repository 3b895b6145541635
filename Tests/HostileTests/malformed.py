#!/usr/bin/python3 -B
"""Sends to the daemon what no bus would let through, as the bus itself.

    HOSTILE_SESSIONS   how many daemons are started for it (1000)

The daemon goes on answering, or it takes the bus for lost: exit code 1 and a message, within a
second. No signal ends it, and it never hangs or spins.
"""

import random
import time

from attacks import ATTACKS, Attack
from fake_bus import IN_TIME, Closed, Session, busy_share
from stage import Fault, number, run, sanitized_daemon
from ways_in import WAYS_IN

# How many attacks one daemon gets, as long as it bears them.
MOST_ATTACKS = 12
# After so long without an answer the daemon is taken to wait for the rest of a message.
PATIENCE = 0.1
# By when what is right has to be answered, on whatever machine.
ANSWER = 10.0
BUSY = 0.5


class Tally:
    def __init__(self):
        self.attacks = self.answered = self.ended = self.waited = 0
        self.times: list[float] = []
        self.late: list[str] = []
        self.names: dict[str, int] = {}

    def end(self, what: str, took: float):
        self.times.append(took)
        if took > IN_TIME:
            self.late.append(f"{what} {took:.1f} s")


def strike(session: Session, attack: Attack, choice: random.Random, tally: Tally) -> bool:
    """One attack on a daemon that is ready; whether the daemon goes on."""
    tally.attacks += 1
    since = time.monotonic()
    try:
        serial = attack.launch(session, choice)
        if serial is not None and not session.is_answered(serial, ANSWER):
            raise Fault("what was right got no answer")
        if session.ping(ANSWER if attack.is_harmless else PATIENCE):
            tally.answered += 1
            return True
    except Closed:
        if attack.is_harmless:
            raise Fault("the daemon closed the connection over what was right") from None
        tally.end(attack.name, session.must_have_ended(since))
        tally.ended += 1
        return False
    if attack.is_harmless:
        raise Fault("there is no answer after what was right")
    # It waits for the rest of what was declared. That must cost it nothing.
    tally.waited += 1
    try:
        if (share := busy_share(session, PATIENCE)) > BUSY:
            # Once more, and longer: a sanitizer's own work takes time as well.
            share = busy_share(session, 1)
            if share > BUSY:
                raise Fault(f"it is busy for {share:.0%} of the time in which it only waits")
        tally.end(attack.name, session.hang_up(choice.random() < 0.5))
    except Closed:
        tally.end(attack.name, session.must_have_ended(since))
    return False


def come_in(path: str, choice: random.Random, tally: Tally) -> None:
    """A bus that is wrong from the start."""
    name, steps, codes = choice.choice(WAYS_IN)
    tally.attacks += 1
    tally.names[name] = tally.names.get(name, 0) + 1
    try:
        with Session(path, steps(choice)) as session:
            try:
                session.let_in()
                if session.daemon.process.poll() is None and session.ping(PATIENCE * 5):
                    tally.answered += 1
                session.peer.close()
            except Closed:
                pass
            tally.end(name, session.must_have_ended(time.monotonic(), codes))
            tally.ended += 1
    except Fault as fault:
        raise Fault(f"{name}: {fault}") from fault


def assail(path: str, choice: random.Random, tally: Tally) -> None:
    """One daemon after a proper start."""
    history: list[str] = []
    with Session(path) as session:
        session.let_in()
        descriptors = session.daemon.descriptors()
        try:
            for _ in range(MOST_ATTACKS):
                attack = choice.choice(ATTACKS)
                history.append(attack.name)
                tally.names[attack.name] = tally.names.get(attack.name, 0) + 1
                if not strike(session, attack, choice, tally):
                    return
                if attack.leaves_traces:
                    break
            if not attack.leaves_traces and session.daemon.descriptors() > descriptors:
                raise Fault(f"{session.daemon.descriptors() - descriptors} descriptors were left open")
            tally.end("the end", session.hang_up(choice.random() < 0.5))
        except Fault as fault:
            raise Fault(f"after {history}: {fault}") from fault


def attack(seed: int) -> None:
    path, count, tally = sanitized_daemon(), number("HOSTILE_SESSIONS", 1000), Tally()
    for index in range(count):
        # Each daemon has a seed of its own, so that one can be repeated without those before it.
        choice = random.Random(seed + index)
        try:
            (come_in if choice.random() < 0.25 else assail)(path, choice, tally)
        except Fault as fault:
            raise Fault(f"daemon {index}, repeated by HOSTILE_SEED={seed + index} HOSTILE_SESSIONS=1: {fault}") from fault
    times = sorted(tally.times)
    print(f"  {count} daemons, {tally.attacks} attacks of {len(tally.names)} kinds: {tally.answered} times it went on "
          f"answering, {tally.ended} times it ended, {tally.waited} times it waited for the rest\n"
          f"  from the loss of the bus to the end: median {times[len(times) // 2] * 1e3:.0f} ms, "
          f"worst {times[-1] * 1e3:.0f} ms")
    # On a machine that others use as well a single one may be late; a hang is a fault by itself.
    if len(tally.late) > len(times) // 100:
        raise Fault(f"{len(tally.late)} of {len(times)} daemons took more than {IN_TIME} s to end: {tally.late[:20]}")


if __name__ == "__main__":
    run("malformed", attack)
