#!/usr/bin/python3 -B
"""Shows that each check of the attacks sees the fault that it is there for."""

import os
import random
import signal
from contextlib import redirect_stdout
from io import StringIO

import attacks
import fake_bus
import floods
import malformed
import messages
import soak
from contract import Contract
from stage import PATH, PEER, Bus, Connection, Daemon, Fault, call_bytes, released_daemon, run

from raw_bus import ERROR, Message

FAKE_DAEMON = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_daemon.py")
seen: list[str] = []


def must_be_seen(what: str, words: str, check) -> None:
    """The check has to find a fault, and the one that is meant."""
    try:
        with redirect_stdout(StringIO()):
            check()
    except Fault as fault:
        if words not in str(fault):
            raise RuntimeError(f"{what}: another fault was found: {fault}") from fault
        seen.append(what)
        return
    raise RuntimeError(f"{what}: not seen")


# Messages -------------------------------------------------------------------------------------


def tampered(good: list, change) -> list:
    answers = list(good)
    change(answers)
    return answers


def renamed(message: Message) -> Message:
    fields = message.fields | {"error_name": "org.freedesktop.DBus.Error.NoMemory"}
    return Message(ERROR, 0, message.serial, fields, message.body, 0)


def mute(message: Message) -> Message:
    return Message(message.kind, 0, message.serial, message.fields, ["\x1b"], 0)


def prove_messages(connection: Connection, daemon: Daemon) -> None:
    calls = [("Ping", "", [], {"reply ()"}), ("Nothing", "", [], {"UnknownMethod"}), ("Ping", "u", [1], {"InvalidArgs"})]
    data, wanted = b"", []
    for member, signature, values, right in calls:
        data += call_bytes(connection, PATH, PEER, member, signature, values)
        wanted.append((connection.serial, right, member))
    data += call_bytes(connection, PATH, PEER, "Ping")
    wanted.append((connection.serial, {"reply ()"}, "Ping"))
    good = messages.exchange(connection, data, connection.serial)
    messages.compare(good, wanted)
    for what, words, change in (
            ("a call without answer", "was to be answered next", lambda answers: answers.pop(1)),
            ("the last call without answer", "no answer to call", lambda answers: answers.pop()),
            ("a call answered twice", "was to be answered next", lambda answers: answers.insert(1, answers[1])),
            ("an answer nobody waits for", "nobody waits for", lambda answers: answers.append(answers[0])),
            ("answers out of order", "was to be answered next", lambda answers: answers.reverse()),
            ("a wrong error", "right is", lambda answers: answers.insert(1, renamed(answers.pop(1)))),
            ("an error for a result", "right is", lambda answers: answers.insert(0, renamed(answers.pop(0)))),
            ("an error that speaks in controls", "sentence is", lambda answers: answers.insert(1, mute(answers.pop(1))))):
        must_be_seen(what, words, lambda: messages.compare(tampered(good, change), wanted))
    daemon.process.send_signal(signal.SIGSTOP)
    must_be_seen("a daemon that hangs", "no answer within", lambda: messages.exchange(
        connection, call_bytes(connection, PATH, PEER, "Ping"), connection.serial, 0.3))
    daemon.process.send_signal(signal.SIGCONT)


def prove_contract(connection: Connection) -> None:
    contract = Contract(connection)
    over = (1 << 20) + 1
    for right, arguments in (({"UnknownObject"}, ("/x", "a.b", "C", "", [], 0)),
                             ({"UnknownInterface"}, (PATH, "a.b", "C", "", [], 0)),
                             ({"UnknownMethod"}, (PATH, PEER, "C", "u", [1], 4)),
                             ({"InvalidArgs"}, (PATH, PEER, "Ping", "u", [1], 4)),
                             ({"LimitsExceeded"}, (PATH, PEER, "Ping", "ay", [b""], over)),
                             ({"reply ()"}, ("/x", PEER, "Ping", "", [], 0))):
        if contract.expected(*arguments) != right:
            raise RuntimeError(f"right for {arguments[:4]} is {right}, not {contract.expected(*arguments)}")


# Broken bytes -------------------------------------------------------------------------------


def assailed(wrong: str, *names: str) -> None:
    os.environ["HOSTILE_FAKE_DAEMON"] = wrong
    chosen = [attack for attack in attacks.ATTACKS if attack.name in names]
    malformed.ATTACKS = chosen
    for _ in range(3):
        malformed.assail(FAKE_DAEMON, random.Random(1), malformed.Tally())


def prove_malformed() -> None:
    whole, patience, late = malformed.ATTACKS, malformed.ANSWER, fake_bus.LATE
    malformed.ANSWER = fake_bus.LATE = 1.0
    assailed("", "dribble", "garbage", "half")
    for wrong, words, names in (
            ("does not answer", "no answer", ("dribble",)), ("leaves files open", "left open", ("in_pieces",)),
            ("ends without a word", "without a word", ("dribble",)), ("crashes", "exit code is -6", ("half",)),
            ("goes on without a bus", "goes on without a bus", ("half",)),
            ("ends as if all were well", "exit code is 0", ("dribble",)),
            ("reports an address", "AddressSanitizer", ("half_and_close",)),
            ("spins while it waits", "it is busy", ("half",))):
        must_be_seen(f"a daemon that {wrong}", words, lambda: assailed(wrong, *names))
    malformed.ATTACKS, malformed.ANSWER, fake_bus.LATE = whole, patience, late


# Figures --------------------------------------------------------------------------------------


def prove_figures(connection: Connection, daemon: Daemon) -> None:
    fast, slow, before = [0.001] * 200, [0.001] * 150 + [0.2] * 50, daemon.rss()
    with redirect_stdout(StringIO()):
        floods.judged("proof: nothing", lambda: (fast, ""), daemon, daemon.pid, connection, before)
        must_be_seen("a client held up", "took more than", lambda: floods.judged(
            "proof: slow flips", lambda: (slow, ""), daemon, daemon.pid, connection, before))
    must_be_seen("a client that came to nothing", "came to",
                 lambda: floods.judged("proof: no flips", lambda: ([], ""), daemon, daemon.pid, connection, before))
    floods.SETTLED = 0.1
    must_be_seen("memory that was not given back", "stays", lambda: floods.judged(
        "proof: memory", lambda: (fast, ""), daemon, daemon.pid, connection, before - 2 * floods.MOST_GROWTH))
    must_be_seen("memory that grows", "grew by",
                 lambda: soak.judge([10_000_000 + 20_000 * n for n in range(100)], 10, 10, 1000))
    must_be_seen("a soak of too few games", "too few", lambda: soak.judge([1] * 100, 10, 9, 1000))


def attack(_: int) -> None:
    prove_malformed()
    with Bus() as bus, Daemon(released_daemon(), bus.environment) as daemon:
        daemon.await_ready()
        connection = Connection()
        prove_contract(connection)
        prove_messages(connection, daemon)
        connection.close()
        connection = Connection()
        prove_figures(connection, daemon)
        daemon.check()
        daemon.process.send_signal(signal.SIGSEGV)
        daemon.process.wait(10)
        must_be_seen("a daemon that is gone", "ended with -11", daemon.check)
    print(f"  {len(seen)} faults made on purpose, all of them seen")


if __name__ == "__main__":
    run("proof", attack)
