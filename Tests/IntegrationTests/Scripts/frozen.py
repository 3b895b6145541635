#!/usr/bin/env -S python3 -B
"""Compares what the programs print, by commands and on the bus, with release 0.1.0.

usage: frozen.py PROGRAMS DIRECTORY          compares with DIRECTORY/session.txt
       frozen.py PROGRAMS DIRECTORY --write  writes it anew, which needs a reason

session.txt holds a line “$ COMMAND” for each command of bash's, what the command prints and “= CODE”.
What varies from run to run stands there as “…”. Text has to be equal. Objects of JSON may have more
keys, documents of XML more members. Two commands are made here: “signals COMMAND” prints what the
daemon signals meanwhile, “database” ends the daemon and prints its tables. Messages on stderr are
not compared.
"""

import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

PROGRAMS, DIRECTORY = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:3])
SESSION = pathlib.Path(DIRECTORY, "session.txt")
NAME = "org.memorized.Memorize1"
# Times, what chance chose, and words that may be put better.
VARIABLE = {"started_at", "last_flip_at", "seconds", "at", "since_first", "started-at", "StartedAt", "LastFlipAt",
            "message", "versions", "path", "ahead", "retrievability", "daily", "next_due", "NextDue"}
VARIABLE_TEXT = [(re.compile(pattern), replacement) for pattern, replacement in (
    (r"\b20\d\d-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?Z?)?", "…"), (r"\b(front|back)-\d\b", r"\1-…"),
    (r"\b\d+\.\d{3}\b", "…"), (r"\b\d+\.\d+\.\d+(-dev)?\b", "…"))]
BLANK = "…"


class Changed(Exception):
    """Something is not as it was."""


def steady(value):
    """A value of JSON without what varies."""
    if isinstance(value, dict):
        return {key: BLANK if key in VARIABLE else steady(item) for key, item in value.items()}
    if isinstance(value, list):
        return [steady(item) for item in value]
    if isinstance(value, str):
        for pattern, replacement in VARIABLE_TEXT:
            value = pattern.sub(replacement, value)
    return value


def as_json(line):
    try:
        return json.loads(line) if line[:1] in "{[" else None
    except ValueError:
        return None


def steady_line(line):
    parsed = as_json(line)
    return steady(line) if parsed is None else json.dumps(steady(parsed), ensure_ascii=False, sort_keys=True)


def hold(old, new, place=""):
    """Raises where something of the old is missing or different in the new."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            if key not in new:
                raise Changed(f"{place}.{key} is missing")
            hold(value, new[key], f"{place}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (before, after) in enumerate(zip(old, new)):
            hold(before, after, f"{place}[{index}]")
    elif type(old) is not type(new) or old != new:
        raise Changed(f"{place}: {new!r} was {old!r}")


def members(element):
    """An element as what hold() compares: arguments in their order, all else by kind and name."""
    return {"attributes": element.attrib, "arguments": [child.attrib for child in element.findall("arg")],
            "members": {f"{child.tag} {child.get('name')}": members(child) for child in element if child.tag != "arg"}}


def compare(before, after):
    if before.startswith("<"):
        return hold(*(members(ElementTree.fromstring(text)) for text in (before, after)))
    old, new = before.splitlines(), after.splitlines()
    for number, (left, right) in enumerate(zip(old, new), 1):
        parsed = as_json(left), as_json(right)
        hold(*((left, right) if None in parsed else parsed), f"line {number}")
    if len(old) != len(new):
        raise Changed(f"{len(new)} lines were {len(old)}")


class Session:
    """A daemon, and commands beside it."""

    def __init__(self):
        self.home = tempfile.TemporaryDirectory()
        keep = {key: value for key, value in os.environ.items() if key.startswith(("XDG_", "DBUS_", "LD_", "ASAN_"))}
        self.environment = {**keep, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "HOME": self.home.name, "TZ": "UTC",
                            "LC_ALL": "C.UTF-8", "TERM": "dumb", "COLUMNS": "80", "LINES": "24",
                            "FROZEN": DIRECTORY}
        self.daemon = subprocess.Popen([f"{PROGRAMS}/memorized"], env=self.environment, stderr=subprocess.PIPE,
                                       text=True)
        while "Ready" not in (line := self.daemon.stderr.readline()):
            if not line:
                raise Changed("memorized did not start")

    def run(self, command):
        """What a command prints, without what varies, and its exit code."""
        if command == "database":
            return self.database(), 0
        if command.startswith("signals "):
            return self.signals(command.removeprefix("signals ")), 0
        ended = subprocess.run(["bash", "-c", command], env=self.environment, cwd=self.home.name, text=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
        printed = ended.stdout.replace(self.home.name, BLANK)
        if "<node" not in printed:
            return "\n".join(map(steady_line, printed.splitlines())), ended.returncode
        # What documents, and what is everybody's.
        for boring in (r".*DocString.*\n", r"<!DOCTYPE[^>]*>\n", r'(?s)  <interface name="org\.freedesktop.*?</interface>\n'):
            printed = re.sub(boring, "", printed)
        return printed.strip(), ended.returncode

    def signals(self, command):
        monitor = subprocess.Popen(["busctl", "--user", "--json=short", "monitor", NAME], env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        monitor.stderr.readline()
        self.run(command)
        self.run(f"busctl --user call {NAME} / org.freedesktop.DBus.Peer GetMachineId")
        told = []
        for line in monitor.stdout:
            message = json.loads(line)
            if message.get("member") == "GetMachineId":
                break
            if message["type"] == "signal" and message["interface"] != "org.freedesktop.DBus":
                told.append(json.dumps(steady({key: message[key] for key in ("interface", "member", "payload")}),
                                       ensure_ascii=False, sort_keys=True))
        monitor.terminate()
        monitor.communicate()
        return "\n".join(told)

    def database(self):
        self.daemon.terminate()
        if self.daemon.wait():
            raise Changed(f"memorized ended with {self.daemon.returncode}")
        file, = pathlib.Path(self.environment["XDG_STATE_HOME"]).glob("memorize/*.sqlite")
        tables = {}
        with sqlite3.connect(file) as store:
            for name, in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                columns = {column[1]: list(column[2:]) for column in store.execute(f"PRAGMA table_info({name})")}
                keys = [list(key[2:]) for key in store.execute(f"PRAGMA foreign_key_list({name})")]
                tables[name] = {"columns": columns, "foreign keys": keys}
            versions = [store.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in ("user_version", "application_id")]
        return json.dumps({"tables": tables, "versions": versions}, sort_keys=True)


def recorded():
    """The commands of the file, with what each printed and its exit code."""
    steps = re.split(r"^\$ ", SESSION.read_text(), flags=re.MULTILINE)[1:]
    for step in steps:
        command, _, rest = step.partition("\n")
        printed, _, code = rest.rstrip("\n").rpartition("= ")
        yield command, printed.removesuffix("\n"), int(code or 0)


session, faults, written = Session(), [], ""
try:
    for command, before, code in list(recorded()):
        printed, ended = session.run(command)
        written += f"$ {command}\n{printed}{printed and chr(10)}= {ended}\n\n"
        try:
            compare(before, printed)
            hold(code, ended, "the exit code")
        except Changed as change:
            faults.append(f"{command}\n  {change}")
finally:
    session.daemon.kill()
    session.daemon.wait()
if "--write" in sys.argv:
    SESSION.write_text(written)
else:
    print("\n".join(faults))
    sys.exit(1 if faults else 0)
