#!/usr/bin/python3 -B
"""Plays for long, and looks whether the daemon's memory grows.

    HOSTILE_GAMES   how many games of a hundred flips or so (10000)

The mean of its memory over the last tenth is within 1 MB of that over the second tenth. The flips
are made by the benchmark's client in C.
"""

import subprocess
import tempfile

from stage import GAME, NAME, PATH, ROOT, Bus, Connection, Daemon, Fault, ask, number, released_daemon, run

from raw_bus import PROPERTIES

MOST_GROWTH = 1_000_000
# Of 31 pairs a player who forgets nothing needs about a hundred flips.
PAIRS, FLIPS = 31, 100
THEME = "Everything"


def compile_client(directory: str) -> str:
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "dbus-1"], check=True, capture_output=True, text=True)
    path = directory + "/flip_bench"
    subprocess.run(["cc", "-O2", "-o", path, str(ROOT / "Benchmarks/flip_bench.c"), *flags.stdout.split()], check=True)
    return path


def read(connection: Connection, name: str) -> int:
    return ask(connection, PROPERTIES, "Get", "ss", GAME, name)[0].value


def mean(values: list[int]) -> float:
    return sum(values) / len(values)


def judge(samples: list[int], games: int, played: int, flips: int) -> None:
    tenth = max(1, len(samples) // 10)
    second, last = mean(samples[tenth:2 * tenth]), mean(samples[-tenth:])
    print(f"  {flips} flips in {played} games; memory {second / 1e6:.3f} MB in the second tenth, "
          f"{last / 1e6:.3f} MB in the last, {max(samples) / 1e6:.3f} MB at most")
    if played < games or flips < games * FLIPS:
        raise Fault("that were too few")
    if last > second + MOST_GROWTH:
        raise Fault(f"the daemon's memory grew by {(last - second) / 1e6:.3f} MB")


def attack(_: int) -> None:
    games = number("HOSTILE_GAMES", 10_000)
    with (tempfile.TemporaryDirectory() as directory, Bus() as bus,
          Daemon(released_daemon(), bus.environment) as daemon):
        client = compile_client(directory)
        daemon.await_ready()
        watcher = Connection()
        watcher.bus("AddMatch", "s", f"type='signal',sender='{NAME}',interface='{GAME}',member='GameStarted'")
        first_game, first_revision = read(watcher, "Id"), read(watcher, "Revision")
        samples: list[int] = []
        # It plays by turns on two services, which are the same one here; a seed is one game.
        half, games_begun = games * FLIPS // 2, 0
        with subprocess.Popen(
                [client, "--pairs", str(PAIRS), "--theme", THEME, "--flips", str(half), "--block", str(FLIPS * 10),
                 NAME, PATH, NAME, PATH], stdout=subprocess.DEVNULL, env=bus.environment) as playing:
            try:
                while games_begun < games:
                    # Each game begins with its signal, and at each the memory is looked at.
                    watcher.await_message(lambda message: message.member == "GameStarted", 60)
                    watcher.pending.clear()
                    games_begun += 1
                    samples.append(daemon.rss())
                if playing.wait(600) != 0:
                    raise Fault(f"the client ended with {playing.returncode}")
            finally:
                playing.kill()
        daemon.check()
        played = read(watcher, "Id") - first_game
        flips = read(watcher, "Revision") - first_revision - played
        judge(samples, games, played, flips)
        daemon.stop()


if __name__ == "__main__":
    run("soak", attack)
