#!/usr/bin/env python3
"""Has Anki judge what memorize does with its packages; needs the packages anki and genanki.

usage: anki_judge.py PROGRAMS      on a bus with a daemon that reads XDG_DATA_HOME

All packages of anki_packages.py are imported: the first adds everything, the others, of the same
collection, nothing. Stability and difficulty are compared with Anki's own, also of cards that were
forgotten or learned again; an exported deck with edited texts is imported by Anki and has to change
the same notes; and what is edited in Anki has to change the same cards.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

NAME = "org.memorized.Memorize1"


class Memorize:
    def __init__(self, programs):
        self.program = os.path.join(programs, "memorize")

    def run(self, *arguments):
        outcome = subprocess.run([self.program, *arguments], capture_output=True, text=True, check=False)
        assert outcome.returncode == 0, f"{arguments}: {outcome.returncode} {outcome.stderr}"
        return outcome.stdout

    def imported(self, *arguments):
        return json.loads(self.run("deck", "import", "--json", *arguments))

    def cards(self, deck):
        """The cards by their first sides; a call sees the deck's file as it is then."""
        called = subprocess.run(
            ["busctl", "--user", "--json=short", "call", NAME, "/" + NAME.replace(".", "/"), NAME + ".Decks",
             "Cards", "suu", deck, "0", "500"], capture_output=True, text=True, check=False)
        assert called.returncode == 0, called.stderr
        cards = json.loads(called.stdout)["data"][0]
        return {card["front"]["data"]: {key: value["data"] for key, value in card.items()} for card in cards}


def sums(report):
    keys = ("new", "changed", "unchanged")
    return [sum(deck[key] for deck in report["decks"]) for key in keys] + [report["reviews"]]


def check_imports(memorize, place):
    first = memorize.imported(place + "/new.apkg")
    assert sums(first) == [8, 0, 0, 8] and first["suspended"] == 1, first
    for name in ("new.apkg", "new.colpkg", "legacy.apkg", "legacy.colpkg"):
        again = memorize.imported(f"{place}/{name}")
        assert sums(again) == [0, 0, 8, 0], (name, again)
    cards = memorize.cards("Spanish::Basics")
    assert [front for front, card in cards.items() if card["suspended"]] == ["casa"]
    old = memorize.imported(place + "/old.apkg")
    assert sums(old) == [2, 0, 0, 0] and not old["faults"], old


def check_memory(memorize, col, deck, count):
    """The same stability and difficulty for the same parameters and reviews on different days."""
    col.set_config("fsrs", True)
    compared = 0
    cards = memorize.cards(deck)
    for number, template, fields in col.db.all(
            "select c.id, c.ord, n.flds from cards c join notes n on n.id = c.nid"
            " where c.id in (select cid from revlog)"):
        theirs = col._backend.compute_memory_state(number)
        front = fields.split("\x1f")[0].split("[sound")[0]
        ours = cards[front].get(("forward", "backward")[template])
        assert (ours is not None) == theirs.HasField("state"), (front, ours)
        for key in ("stability", "difficulty") if ours else ():
            found, wanted = ours[key]["data"], getattr(theirs.state, key)
            assert abs(found - wanted) <= 1e-3 * max(1, wanted), (front, template, key, ours, wanted)
        compared += 1
    assert compared == count, compared


def check_histories(memorize, place):
    """What was before a card was forgotten or learned again does not count, nor does cramming."""
    import anki_packages

    col = anki_packages.histories(place + "/histories.anki2")
    anki_packages.export_package(col, place + "/histories.apkg")
    report = memorize.imported(place + "/histories.apkg")
    assert sums(report) == [7, 0, 0, 18], report
    check_memory(memorize, col, "Histories", 7)
    col.close()


def check_export(memorize, col, place):
    """Anki changes the notes of the chosen type, makes none, and conflicts are left alone."""
    from anki.collection import ImportCsvRequest
    from anki.import_export_pb2 import CsvMetadataRequest

    text = memorize.run("deck", "export", "Spanish::Basics")
    path = place + "/export.txt"
    pathlib.Path(path).write_text(text.replace("street", "road"), encoding="utf-8")
    before = dict(col.db.all("select guid, id from notes"))
    metadata = col.get_csv_metadata(path, None)
    col.import_csv(ImportCsvRequest(path=path, metadata=metadata))
    assert dict(col.db.all("select guid, id from notes")) == before
    fields = col.db.list("select flds from notes")
    assert "calle\x1froad" in fields and "casa\x1fhouse" in fields and "perro\x1fdog" in fields, fields
    assert not col.tags.all(), col.tags.all()
    # Anki's own suggestion for a type whose fields have other names.
    other = col.models.copy(col.models.by_name("Basic"))
    for field, name in zip(other["flds"], ("Vorderseite", "Rückseite")):
        col.models.rename_field(other, field, name)
    col.models.update_dict(other)
    note = col.new_note(other)
    note.fields = ["日本[にほん]", "Japan"]
    col.add_note(note, col.decks.id("German"))
    pathlib.Path(path).write_text(f"#guid column:4\n日本\tJapan\tにほん\t{note.guid}\n", encoding="utf-8")
    memorize.run("deck", "import", "--deck", "German", "--pronunciation", "3", path)
    pathlib.Path(path).write_text(memorize.run("deck", "export", "German"), encoding="utf-8")
    metadata = col._backend.get_csv_metadata(
        CsvMetadataRequest(path=path, notetype_id=other["id"]))
    col.import_csv(ImportCsvRequest(path=path, metadata=metadata))
    fields = col.db.all("select flds, tags from notes where guid = ?", note.guid)
    assert fields == [["日本\x1fJapan", ""]], fields
    col.remove_notes([note.id])


def check_edit(memorize, col, place):
    import anki_packages

    note = col.get_note(col.find_notes("casa")[0])
    note["Back"] = "home"
    col.update_note(note)
    added = col.new_note(col.models.by_name("Basic"))
    added["Front"], added["Back"] = "sol", "sun"
    col.add_note(added, col.decks.id("Spanish::Basics"))
    col = anki_packages.export(col, place)
    report = memorize.imported(place + "/new.apkg")
    # The text for “calle” came back from the export.
    assert sums(report) == [1, 2, 6, 0], report
    exported = memorize.run("deck", "export", "Spanish::Basics", "--to", "csv")
    assert "casa,home,," in exported and "sol,sun,," in exported, exported
    # A note that is moved is in its new deck alone.
    col.set_deck(col.find_cards("sol"), col.decks.id("Spanish::Moved"))
    anki_packages.export(col, place)
    report = memorize.imported(place + "/new.apkg")
    assert report["moved"] == 1, report
    assert "sol" not in memorize.cards("Spanish::Basics") and "sol" in memorize.cards("Spanish::Moved")


def judge(programs):
    import anki_packages

    memorize = Memorize(programs)
    with tempfile.TemporaryDirectory() as place:
        col = anki_packages.export(anki_packages.collection(place + "/collection.anki2"), place)
        anki_packages.old_package(place + "/old.apkg")
        check_imports(memorize, place)
        check_memory(memorize, col, "Spanish::Basics", 3)
        check_histories(memorize, place)
        check_export(memorize, col, place)
        check_edit(memorize, col, place)


if __name__ == "__main__":
    judge(sys.argv[1])
