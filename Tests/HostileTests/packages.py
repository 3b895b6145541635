#!/usr/bin/python3 -B
"""Imports damaged and hostile packages of Anki.

    HOSTILE_PACKAGES   how many (1000)

Each import ends in time with a sentence or with decks that can be read, uses less than 200 MB, and
leaves no half deck, no temporary file and no file outside of its folders. All hostile packages, and each fourth of those damaged at
random, are imported with their reviews: the daemon stays, and answers others in time.
"""

import hashlib
import io
import json
import os
import pathlib
import random
import re
import sqlite3
import struct
import subprocess
import tempfile
import time
import zipfile
import zlib

from stage import Bus, Connection, Daemon, Fault, number, ping, program, released_daemon, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_KILOBYTES = 200 << 10
IN_TIME = 60.0
# For another client, while the daemon takes reviews.
ANSWERED = 2.0
# The packages that are not damaged at random.
HOSTILE = 39
# What is said of them.
REPORTED = {"reviews without end": "more than 5000 reviews", "many reviews": "more than 2000000 reviews"}
BUS = "DBUS_SESSION_BUS_ADDRESS"
MEMBERS = ("collection.anki2", "collection.anki21", "collection.anki21b")


def packed(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def zstandard_bomb(size: int) -> bytes:
    """A frame of blocks that repeat one byte, which takes 4 bytes for 128 KiB."""
    count = size >> 17
    blocks = b"".join(struct.pack("<I", (1 << 17) << 3 | 1 << 1 | (place == count - 1))[:3] + b"\0" for place in range(count))
    return b"\x28\xb5\x2f\xfd\x00\x58" + blocks


def raw_member(name: str, size: int, count: int) -> bytes:
    """A member of zeros, `count` times `size`, whose length is nowhere in the file."""
    zeros = zlib.compressobj(9, zlib.DEFLATED, -15)
    part = zeros.compress(bytes(size)) + zeros.flush(zlib.Z_FULL_FLUSH)
    end = zlib.compressobj(9, zlib.DEFLATED, -15).flush()
    content, check = part * count + end, 0
    for _ in range(count):
        check = zlib.crc32(bytes(size), check)
    return (struct.pack("<4s5H3I2H", b"PK\3\4", 20, 8, 8, 0, 0, 0, 0, 0, len(name), 0) + name.encode() + content
            + struct.pack("<4s3I", b"PK\7\10", check, len(content), size * count & 0xffffffff))


def media(place: str) -> dict[str, bytes]:
    """Packages whose cards can be imported, and whose sounds and pictures are hostile."""
    def members(name: str) -> dict[str, bytes]:
        with zipfile.ZipFile(pathlib.Path(place, name)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def named(**files: bytes) -> dict[str, bytes]:
        return {key: content for key, content in legacy.items() if key.startswith("collection")} | files

    legacy, new = members("media-legacy.apkg"), members("media.apkg")
    places = ("../../escape", "/tmp/escape", "..", "a/b", "con\\x", "\x1b[2J", "x" * 300)
    names = ("perro.mp3", "again.mp3", "el gato.OGG", "my dog.png", "R&B.mp3", "stille.mp3", "日本.mp3")
    made = {
        "places": packed(named(media=json.dumps(dict(zip(places, names))).encode()) | {name: b"x" for name in places}),
        "names that are paths": packed(legacy | {"media": json.dumps(
            {key: "../../" + name for key, name in json.loads(legacy["media"]).items()}).encode()}),
        "ten names for one file": packed(named(**{"0": b"one"}, media=(
            "{" + ",".join(f'"0":"{name}"' for name in names * 2) + "}").encode())),
        "a list that is no JSON": packed(legacy | {"media": b"{" * 1000}),
        "a list of other things": packed(legacy | {"media": b'[1, null, ["perro.mp3"], {"0": "perro.mp3"}]'}),
        "a list of 20 MB": packed(legacy | {"media": b'{"0":"' + b"x" * (20 << 20) + b'"}'}),
        "a bomb as the list": packed(new | {"media": zstandard_bomb(1 << 30)}),
        "a bomb as a sound": packed(new | {"0": zstandard_bomb(1 << 30), "1": b"no Zstandard", "2": b""}),
        "entries that lie": packed(new | {"media": b"\x0a\xff\xff\xff\xff\x0f" + b"\x0a\x02\x0a\x7f" * 1000}),
        "no files": packed(named(media=legacy["media"])),
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in legacy.items():
            link = zipfile.ZipInfo(name)
            if name.isdigit():
                content, link.external_attr = b"/etc/passwd", (0o120777 if int(name) % 2 else 0o060777) << 16
            archive.writestr(link, content)
    made["links and devices"] = file.getvalue()
    # In front, for the directory at the end tells where the rest begins.
    made["a sound of 2 GB"] = raw_member("0", 1 << 20, 2 << 10) + packed(
        {name: content for name, content in legacy.items() if name != "0"})
    whole = packed(named(media=legacy["media"]))
    directory, = struct.unpack("<I", whole[-6:-2])
    made["a sound without end"] = whole[:directory] + raw_member("0", 1 << 20, 20 << 10)
    return made


def reviews(cards: str, count: int) -> str:
    """Reviews of some cards, each a day after the one before, where a card has a time of its own."""
    return ("with recursive n(i) as (select 1 union all select i + 1 from n where i < " + str(count) + ") insert or ignore into "
            "revlog select 86400000 * i + rank, id, 0, 1 + i % 4, 0, 0, 2500, 1000, 1 from n, "
            f"(select id, row_number() over () as rank from cards where {cards})")


def databases(legacy: bytes) -> dict[str, bytes]:
    """Collections with a schema or a content that Anki would not make."""
    changes = {
        "no notes": "drop table notes",
        "a view without end": "drop table notes; create view notes as with recursive n(id) as "
        "(select 1 union all select id + 1 from n) select id, 'g' || id as guid, 1 as mid, 'a' as flds from n",
        "no col": "delete from col",
        "other columns": "drop table cards; create table cards (x)",
        "models are no JSON": "update col set models = '{'",
        "models are deep": "update col set models = '" + "[" * 5_000 + "]" * 5_000 + "'",
        "models are a number": "update col set models = 7, decks = 'x'",
        "no decks": "update col set decks = '{}'",
        "a note of 20 MB": "update notes set flds = zeroblob(20000000)",
        "fields of 1 MB": "update notes set flds = hex(zeroblob(500000)) || char(31) || hex(zeroblob(500000))",
        "types": "update notes set guid = x'ff00', flds = x'ff1fff', mid = 'x'; update cards set ord = 1e300, did = 'd'",
        "one guid": "update notes set guid = 'same'",
        "no guid": "update notes set guid = ''",
        "control characters": "update notes set guid = char(27) || id, flds = char(27, 7, 31, 8238) || flds",
        "many notes": "with recursive n(i) as (select 1 union all select i + 1 from n where i < 250000) insert into notes "
        "select i, 'g' || i, (select mid from notes limit 1), 0, 0, '', 'front ' || i || char(31) || 'back', 0, 0, 0, '' from n; "
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 450000) insert into cards "
        "select i, i, (select did from cards limit 1), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '' from n",
        "many reviews": "with recursive n(i) as (select 1 union all select i + 1 from n where i < 2100000) insert into revlog "
        "select i, (select id from cards limit 1), 0, 3, 0, 0, 0, 1000, 1 from n",
        "reviews without end": reviews("id = (select min(cid) from revlog)", 40_000),
        "5,000 reviews of each card": "delete from revlog; " + reviews("ord = 0", 5_000),
        "odd reviews": "update revlog set id = -id, ease = 9223372036854775807, time = -1",
    }
    made = {}
    with tempfile.TemporaryDirectory() as place:
        for name, sql in changes.items():
            path = pathlib.Path(place, "c")
            path.write_bytes(legacy)
            with sqlite3.connect(path) as connection:
                connection.executescript(sql)
            connection.close()
            made[name] = path.read_bytes()
    return made


def hostile(whole: dict[str, bytes]) -> dict[str, bytes]:
    packages = str(ROOT / "Tests/ThemeFilesTests/Packages")
    with zipfile.ZipFile(io.BytesIO(whole["legacy.apkg"])) as archive:
        legacy = archive.read("collection.anki21")
    made = {name: packed({"collection.anki21": content}) for name, content in databases(legacy).items()}
    made["a bomb in a zip file"] = packed({"collection.anki21": bytes(600 << 20)})
    made["a bomb in Zstandard"] = packed({"collection.anki21b": zstandard_bomb(600 << 20)})
    made["no Zstandard"] = packed({"collection.anki21b": legacy})
    made["no collection"] = packed({"media": b"{}"})
    made["an empty zip file"] = packed({})
    made["an empty collection"] = packed({"collection.anki2": b""})
    made |= media(packages)
    made["many members"] = packed({f"m{place}": b"" for place in range(60_000)})
    return made


def damaged(whole: bytes, choice: random.Random) -> bytes:
    """A package with changed, missing or repeated bytes; or its collection so, packed anew."""
    bytes_ = bytearray(whole)
    if choice.random() < 0.5:
        with zipfile.ZipFile(io.BytesIO(whole)) as archive:
            newest = [name for name in MEMBERS if name in archive.namelist()][-1]
            return packed({newest: bytes(spoiled(bytearray(archive.read(newest)), choice))})
    return bytes(spoiled(bytes_, choice))


def spoiled(content: bytearray, choice: random.Random) -> bytearray:
    for _ in range(choice.choice((1, 1, 3, 20, 300))):
        place = choice.randrange(len(content))
        kind = choice.randrange(4)
        if kind < 2:
            content[place] = choice.randrange(256)
        elif kind == 2:
            content[place] ^= 1 << choice.randrange(8)
        else:
            other = choice.randrange(len(content))
            content[place:place + 16] = content[other:other + 16]
    if choice.random() < 0.2:
        del content[choice.randrange(len(content)):]
    return content or bytearray(b"P")


def judge(memorize: str, path: str, name: str, other: Connection | None = None) -> bool:
    """Whether something was imported: with another client of the daemon, the reviews too."""
    with tempfile.TemporaryDirectory() as place:
        data, temporary = (os.path.join(place, part) for part in ("data", "tmp"))
        os.mkdir(temporary)
        environment = {**os.environ, "XDG_DATA_HOME": data, "TMPDIR": temporary, "MEMORIZE_OPTIONS": "",
                       BUS: "disabled:"}
        since = time.monotonic()
        with open(os.path.join(place, "said"), "w+", encoding="utf-8") as said, \
                open(os.path.join(place, "printed"), "w+", encoding="utf-8") as printed:
            options, bus = ([], {BUS: os.environ[BUS]}) if other else (["--no-reviews"], {})
            child = subprocess.Popen([memorize, "deck", "import", path, "--json", *options],
                                     stdout=printed, stderr=said, env=environment | bus)
            ended = 0
            while not ended:
                ended, status, usage = os.wait4(child.pid, os.WNOHANG if other else 0)
                if other:
                    ping(other, ANSWERED)
            child.returncode = os.waitstatus_to_exitcode(status)
            printed.seek(0), said.seek(0)
            report, errors = json.loads(printed.read() or "null"), said.read()
        code = child.returncode
        if code not in (0, 5) or report is None:
            raise Fault(f"{name}: exit status {code}: {errors[:500]}")
        if code == 5 and (not errors.startswith("memorize: ") or len(errors) > 2000):
            raise Fault(f"{name}: no sentence: {errors[:500]}")
        if usage.ru_maxrss > MOST_KILOBYTES:
            raise Fault(f"{name}: {usage.ru_maxrss >> 10} MB")
        if time.monotonic() - since > IN_TIME:
            raise Fault(f"{name}: it took {time.monotonic() - since:.0f} s")
        if REPORTED.get(name, "") not in json.dumps(report) and other:
            raise Fault(f"{name}: no fault: {json.dumps(report)[:500]}")
        decks = sorted(os.listdir(data + "/memorize/decks")) if os.path.isdir(data) else []
        if os.listdir(temporary) or len(decks) != len(report.get("decks", [])):
            raise Fault(f"{name}: left behind: {os.listdir(temporary)} {decks}")
        check_media(name, data)
        if decks:
            check = subprocess.run([memorize, "theme", "check", "--plain"], env=environment, capture_output=True, text=True, check=False)
            if check.returncode != 0:
                raise Fault(f"{name}: a deck with faults: {check.stdout[:500]}")
        return code == 0


def check_media(name: str, data: str) -> None:
    """Each file has the name that its content gives it, and there are no others."""
    own = pathlib.Path(data, "memorize")
    found = {path.name for path in own.iterdir()} if own.is_dir() else set()
    if found - {"decks", "media"}:
        raise Fault(f"{name}: left behind: {found}")
    for path in (own / "media").iterdir() if "media" in found else ():
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:40] if path.is_file() and not path.is_symlink() else "none"
        if not re.fullmatch(digest + r"(\.[a-z0-9]{1,10})?", path.name) or path.stat().st_size > 16 << 20:
            raise Fault(f"{name}: in the folder of media: {path.name}")


def write_hostile(whole: dict[str, bytes], place: str) -> list[str]:
    """Writes the packages; by another process, for whose memory this one would be taken."""
    child = os.fork()
    if child == 0:
        try:
            for name, package in hostile(whole).items():
                pathlib.Path(place, name).write_bytes(package)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    return sorted(os.listdir(place))


def attack(seed: int) -> None:
    memorize = program("HOSTILE_COMMAND", ".build/release/memorize")
    whole = {path.name: path.read_bytes() for path in sorted((ROOT / "Tests/ThemeFilesTests/Packages").glob("*.*pkg"))}
    count, imported = number("HOSTILE_PACKAGES", 1000), 0
    with tempfile.TemporaryDirectory() as place:
        names = write_hostile(whole, place)
        if len(names) != HOSTILE:
            raise Fault(f"only these packages were made: {names}")
        with Bus() as bus, Daemon(released_daemon(), bus.environment) as daemon:
            daemon.await_ready()
            other = Connection()
            for name in names:
                for connection in (None, other):
                    imported += judge(memorize, os.path.join(place, name), name, connection)
            for index in range(max(count - len(names), 0)):
                # Each package has a seed of its own, so that one can be repeated.
                choice = random.Random(seed + index)
                path = pathlib.Path(place, "damaged")
                path.write_bytes(damaged(choice.choice(list(whole.values())), choice))
                imported += judge(memorize, str(path), f"package {index}", None if index % 4 else other)
            daemon.stop()
    print(f"  {max(count, len(names))} packages, {imported} imported at least in part")


if __name__ == "__main__":
    run("packages", attack)
