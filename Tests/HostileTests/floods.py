#!/usr/bin/python3 -B
"""Floods the daemon, and measures what an ordinary client beside it notices.

    HOSTILE_FLIPS     how many flips the ordinary client makes beside each flood (2000)
    HOSTILE_SIGNALS   how many signals go out behind those who do not read (200000)

Of the flips 99 in 100 take less than 100 ms, and after each flood the daemon's memory is back
within 2 MB of what it was. While decks are read, which are as large as they may be, a flip waits for
one of them: for this the daemon runs 0.8 s at most, however busy the machine is; for all of them it
needs more than a second. On a bus with generous limits, and on one with those built in.

The floods are of calls that cost the daemon no more than they cost the bus. What costs it more, as
a large deal or an Introspect does, piles up in the bus, in whose one queue everybody waits; that is
out of a service's hands, and no part of this.
"""

import select
import struct
import time
from contextlib import ExitStack
from pathlib import Path

from clients import Client, deaf, decks, emits, flips, floods, signal_flood, vanishing
from stage import (NAME, PATH, PEER, Bus, Connection, Daemon, Fault, call_bytes, new_game, number, ping, play,
                   processor_times, released_daemon, run, settle)

from raw_bus import BUS, BUS_PATH, Disconnected

SLOWEST = 0.1
MOST_GROWTH = 2_000_000
# For how long the daemon may run until it answers, while it reads decks of 200,000 cards.
LONGEST_TURN = 0.8
# By when the memory has to be given back.
SETTLED = 20.0
# The part of the time for which bus and daemon together wait for a processor on a busy machine.
STARVED = 0.3

FLOODS = {
    "calls without reply, 4 clients": [(floods, kind) for kind in ("flips", "pings", "nonsense", "wrong")],
    "calls of 1 MiB and a byte without reply": [(floods, "large")],
    "signals to the daemon": [(signal_flood,)],
    "peers that ask and vanish, or close one half": [(vanishing,), (vanishing,)],
    "3 peers that call and never read": [(deaf,)],
}


def beside(clients: list[tuple], *clock: str) -> list[float]:
    """What the ordinary client's flips took while the others ran."""
    with ExitStack() as stack:
        ordinary = stack.enter_context(Client(flips, str(number("HOSTILE_FLIPS", 2000)), *clock))
        running = [stack.enter_context(Client(*client)) for client in clients]
        ordinary.go()
        times = ordinary.finish(300)
        for client in running:
            if client.process.poll() is not None:
                raise Fault(f"{client.name} ended before its time: the flood was none")
    return sorted(int(word) / 1e6 for word in times.split())


def count_signals(connection: Connection) -> int:
    """Reads all that waited, up to the answer to a call made now; how many signals that were."""
    connection.send_bytes(call_bytes(connection, PATH, PEER, "Ping"))
    count, deadline = 0, time.monotonic() + 120
    while True:
        data, at = connection.buffer, 0
        # Just the lengths: to decode so many would take minutes.
        while len(data) - at >= 16:
            body, _, fields = struct.unpack_from("<III", data, at + 4)
            size = 16 + fields + -fields % 8 + body
            if len(data) - at < size:
                break
            if data[at + 1] != 4:
                return count
            count += 1
            at += size
        del data[:at]
        if not select.select([connection.socket], [], [], max(0, deadline - time.monotonic()))[0]:
            raise Fault(f"after {count} signals nothing more came")
        piece = connection.socket.recv(1 << 20)
        if not piece:
            raise Disconnected("the bus closed the connection")
        data += piece


def behind_the_silent(monitors: bool, generous: bool, signals: int) -> tuple[list[float], str]:
    """Those who asked for all signals, or for all messages, and read none of them."""
    silent = [Connection() for _ in range(3 if monitors else 1)]
    for connection in silent:
        if monitors:
            connection.call(BUS, BUS_PATH, BUS + ".Monitoring", "BecomeMonitor", "asu", [[], 0])
        else:
            connection.bus("AddMatch", "s", f"type='signal',sender='{NAME}'")
    # The ordinary client is there first, and deals; both flip the same four cards.
    with Client(flips, "0") as ordinary, Client(emits, str(signals), waits=False) as emitter:
        ordinary.go()
        sent = int(emitter.finish(600).split()[-1])
        times = sorted(int(word) / 1e6 for word in ordinary.finish(60).split())
    what = f"{sent} signals behind it"
    if not monitors:
        try:
            came = count_signals(silent[0])
            what += f", {came} read in the end"
            if generous and came < sent:
                raise Fault(f"{sent} signals were sent and {came} came")
        except Disconnected:
            if generous:
                raise
            what += ", then the bus cut it off"
    for connection in silent:
        connection.close()
    return times, what


def judged(what: str, attempt, daemon: Daemon, bus_pid: int, control: Connection, before: int) -> bool:
    """One flood, repeated once if only the timing fails; whether it could be judged.

    Flooders give way to the bus and the daemon. Where these two have to wait for a processor all the
    same, others take it, and the clock proves nothing; that is told.
    """
    for last in (False, True):
        start, waited = time.monotonic(), processor_times(daemon.pid)[1] + processor_times(bus_pid)[1]
        ran = processor_times(daemon.pid)[0]
        times, more = attempt()
        took = time.monotonic() - start
        starved = (processor_times(daemon.pid)[1] + processor_times(bus_pid)[1] - waited) / took
        ran = processor_times(daemon.pid)[0] - ran
        daemon.check()
        if len(times) < 100:
            raise Fault(f"{what}: the ordinary client came to {len(times)} flips in {took:.1f} s")
        slow = times[int(len(times) * 0.99)]
        peak = daemon.rss()
        # The game's record, of an entry a flip, goes with the game.
        new_game(control, 8)
        after = settle(daemon, control, before + MOST_GROWTH, SETTLED)
        print(f"  {what}{more and ', ' + more}: {took:.1f} s, of which the daemon ran {ran:.1f} s, "
              f"{len(times)} flips beside, median "
              f"{times[len(times) // 2] * 1e3:.2f} ms, p99 {slow * 1e3:.2f} ms, worst {times[-1] * 1e3:.1f} ms; "
              f"memory {(peak - before) / 1e6:+.2f} MB, then {(after - before) / 1e6:+.2f} MB")
        if after > before + MOST_GROWTH:
            raise Fault(f"{what}: the daemon's memory was {before / 1e6:.2f} MB, and stays {after / 1e6:.2f} MB")
        if slow < SLOWEST:
            return True
        if last and starved < STARVED:
            raise Fault(f"{what}: twice one flip in a hundred took more than {SLOWEST} s")
        print(f"  that was slow; bus and daemon waited for a processor for {starved:.0%} of the time"
              + (", which others had: not judged" if last else "; once more"))
    return False


def beside_decks(daemon: Daemon, directory: Path) -> None:
    """Decks within the limits once delayed everybody by seconds."""
    directory.mkdir(parents=True)
    ran = processor_times(daemon.pid)[0]
    times = beside([(decks, str(directory))], str(daemon.pid))
    ran = processor_times(daemon.pid)[0] - ran
    daemon.check()
    print(f"  decks of 200,000 cards, written and asked for: the daemon ran {ran:.1f} s, at most "
          f"{times[-1] * 1e3:.0f} ms during one of {len(times)} flips")
    if times[-1] > LONGEST_TURN:
        raise Fault(f"during one flip the daemon ran more than {LONGEST_TURN} s to read decks")


def attack(_: int) -> None:
    signals, unjudged = number("HOSTILE_SIGNALS", 200_000), 0
    for generous in (True, False):
        with Bus(generous) as bus, Daemon(released_daemon(), bus.environment) as daemon:
            daemon.await_ready()
            control = Connection()
            for _ in range(20):
                play(control, 8)
            before = daemon.rss()
            print(f"  on a bus with {'generous' if generous else 'built-in'} limits; memory {before / 1e6:.2f} MB")
            for what, clients in FLOODS.items():
                unjudged += not judged(what, lambda clients=clients: (beside(clients), ""), daemon, bus.process.pid,
                                       control, before)
            for what, monitors, share in (("a reader that does not read", False, 1),
                                          ("3 monitors that do not read", True, 4)):
                unjudged += not judged(what, lambda monitors=monitors, share=share: behind_the_silent(
                    monitors, generous, signals // share), daemon, bus.process.pid, control, before)
            beside_decks(daemon, Path(bus.environment["XDG_DATA_HOME"], "memorize/decks"))
            ping(control)
            daemon.stop()
    if unjudged == 2 * (len(FLOODS) + 2):
        raise Fault("of no flood the clock could be judged: this machine is too busy")
    if unjudged:
        print(f"  of {unjudged} floods the clock was not judged: this machine is too busy")


if __name__ == "__main__":
    run("floods", attack)
