#!/usr/bin/env python3
"""Has Anki judge what memorize does with its packages; needs the packages anki and genanki.

usage: anki_judge.py PROGRAMS RANGES      on a bus with a daemon that reads XDG_DATA_HOME

All packages of anki_packages.py are imported: the first adds everything, the others, of the same
collection, nothing. Stability and difficulty are compared with Anki's own, also of cards that were
forgotten or learned again; sounds, pictures and gaps come along byte for byte, and what is exported as a
package is imported by Anki once; an exported deck with edited texts is imported by Anki and has to change
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

    def media(self):
        """The paths in the folder of media, by their names."""
        folder = pathlib.Path(os.environ["XDG_DATA_HOME"], "memorize/media")
        return {path.name: str(path) for path in folder.iterdir()}

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
    assert sums(first) == [9, 0, 0, 8] and first["suspended"] == 1, first
    for name in ("new.apkg", "new.colpkg", "legacy.apkg", "legacy.colpkg"):
        again = memorize.imported(f"{place}/{name}")
        assert sums(again) == [0, 0, 9, 0], (name, again)
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


def check_days(memorize, place):
    """Days are those of the collection, whenever they start there."""
    import anki_packages

    for rollover in (4, 11):
        col = anki_packages.nights(f"{place}/nights{rollover}.anki2", rollover)
        col.set_config("fsrs", True)
        package = f"{place}/nights{rollover}.colpkg"
        last = dict(col.db.all("select cid, max(id) from revlog group by cid"))
        states = {col.get_card(card).note().fields[0]: (col._backend.compute_memory_state(card).state, last[card])
                  for card in last}
        col.export_collection_package(package, include_media=False, legacy=False)
        memorize.imported("--deck", f"Nights {rollover}", package)
        cards = memorize.cards(f"Nights {rollover}")
        assert len(states) == 60, len(states)
        for front, (theirs, time) in states.items():
            ours = {key: value["data"] for key, value in cards[front]["forward"].items()}
            for key in ("stability", "difficulty"):
                wanted = getattr(theirs, key)
                assert abs(ours[key] - wanted) <= 1e-3 * max(1, wanted), (rollover, front, key, ours, wanted)
            # The days since then, from the start of that day on; here days start at 04:00.
            day = (time // 1000 - rollover * 3600) // 86_400
            due = (ours["due"] // 1_000_000 - 4 * 3600) / 86_400
            assert due == day + max(round(theirs.stability), 1), (rollover, front, ours, theirs, day)


def check_ranges(place, vectors):
    """The days that Anki takes for an interval, by chance and balanced, are those of the vectors."""
    from anki.cards import FSRSMemoryState
    from anki.collection import Collection
    from anki.scheduler.v3 import CardAnswer

    col = Collection(place + "/ranges.anki2")
    col.set_config("fsrs", True)
    model = col.models.by_name("Basic")

    def card(stability, number):
        note = col.new_note(model)
        note.fields[:2] = [f"{stability} {number}", "answer"]
        col.add_note(note, 1)
        card = note.cards()[0]
        # Learned already, and last asked so long ago that no earlier interval bounds the next one.
        card.type = card.queue = 2
        card.ivl, card.reps, card.due = 1, 3, col.sched.today
        card.memory_state = FSRSMemoryState(stability=stability, difficulty=5)
        card.desired_retention = 0.9
        col.update_card(card)
        return card.id

    for stability, first, last in json.loads(pathlib.Path(vectors).read_text())["ranges"]:
        days = {col._backend.get_scheduling_states(card(stability, number)).hard.normal.review.scheduled_days
                for number in range(200)}
        assert days <= set(range(first, last + 1)), (stability, days)
        # Of a narrow range each day is taken.
        assert last - first > 15 or len(days) == last - first + 1, (stability, days)
    col._set_load_balancer_enabled(True)
    counts = {}
    for number in range(300):
        id = card(50, 1000 + number)
        states, asked = col._backend.get_scheduling_states(id), col.get_card(id)
        asked.start_timer()
        col.sched.answer_card(col.sched.build_answer(card=asked, states=states, rating=CardAnswer.HARD))
        days = col.get_card(id).ivl
        counts[days] = counts.get(days, 0) + 1
    assert set(counts) == set(range(46, 55)) and min(counts.values()) > 10, counts
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
    assert sums(report) == [1, 2, 7, 0], report
    exported = memorize.run("deck", "export", "Spanish::Basics", "--to", "csv")
    assert "casa,home,," in exported and "sol,sun,," in exported, exported
    # A note that is moved is in its new deck alone.
    col.set_deck(col.find_cards("sol"), col.decks.id("Spanish::Moved"))
    anki_packages.export(col, place)
    report = memorize.imported(place + "/new.apkg")
    assert report["moved"] == 1, report
    assert "sol" not in memorize.cards("Spanish::Basics") and "sol" in memorize.cards("Spanish::Moved")


def media_of(path):
    return {name: pathlib.Path(path, name).read_bytes() for name in os.listdir(path)}


def content(path):
    return pathlib.Path(path).read_bytes()


def check_media(memorize, place):
    """Every card, gap, file and review of both forms, and nothing twice."""
    import anki_packages

    col = anki_packages.with_media(place + "/media.anki2")
    for name, legacy in (("media", False), ("media-legacy", True)):
        anki_packages.export_package(col, f"{place}/{name}.apkg", legacy, media=True)
    col.close()
    report = memorize.imported(place + "/media.apkg")
    assert sums(report) == [10, 0, 0, 3] and report["suspended"] == 1 and report["media"] == 7, report
    again = memorize.imported(place + "/media-legacy.apkg")
    assert sums(again) == [0, 0, 10, 0] and again["media"] == 7, again
    files, zoo = anki_packages.FILES, memorize.cards("Zoo")
    assert set(zoo) == {"perro", "gato", "", "ruido", "silencio", "pez"}, zoo
    for front, side, names in (
            ("perro", "front-sounds", ["perro.mp3"]), ("gato", "front-sounds", ["el gato.OGG", "again.mp3"]),
            ("ruido", "back-sounds", ["R&B.mp3"]), ("silencio", "front-sounds", ["stille.mp3"])):
        assert [content(path) for path in zoo[front][side]] == [files[name] for name in names], (front, zoo[front])
    for front, side in (("perro", "back-picture"), ("", "front-picture")):
        assert content(zoo[front][side]) == files["my dog.png"], zoo[front]
    facts = memorize.cards("Facts")
    paris, france = facts["[…] is in France, […]!"], facts["Paris is in [country], Paris!"]
    assert paris["back"] == "Paris, Paris" and france["back"] == "France" and len(facts) == 3, facts
    assert paris["forward"]["reviews"]["data"] == 2 and france["forward"]["reviews"]["data"] == 1, facts
    assert france["suspended"] and not paris["suspended"] and paris["note"] == "A city.", facts
    assert content(paris["back-picture"]) == files["Paris.jpg"]


def check_packages_of_ours(memorize, place):
    """Anki imports all of what is exported, and again without doubling; and it comes back here unchanged."""
    from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest

    def imported(col, path, merge_notetypes=True):
        options = ImportAnkiPackageOptions(with_scheduling=True, merge_notetypes=merge_notetypes)
        return col.import_anki_package(ImportAnkiPackageRequest(package_path=path, options=options)).log

    def counts(col):
        return [col.db.scalar(f"select count() from {table}") for table in ("notes", "cards", "revlog")]

    col = Collection(place + "/other.anki2")
    # Notes, cards and reviews of each deck.
    for deck, expected in (("Zoo", (6, 6, 0)), ("Facts", (2, 3, 3)), ("Spanish::Basics", (5, 6, 8))):
        path = f"{place}/{deck}.apkg"
        memorize.run("deck", "export", deck, "--to", "apkg", "-o", path)
        before = counts(col)
        imported(col, path)
        found = [after - old for after, old in zip(counts(col), before)]
        assert found == list(expected), (deck, found)
        again = imported(col, path)
        assert counts(col) == [old + new for old, new in zip(before, expected)], (deck, counts(col))
        assert not again.new, again
        # The other way, nothing has changed either.
        report = memorize.imported(path)
        assert sums(report) == [0, 0, expected[0], 0], report
    names = col.db.list("select flds from notes")
    assert col.decks.id_for_name("Spanish::Basics") and any("dog &lt;" not in name and "dog <img" in name for name in names)
    ours = {pathlib.Path(path).name: content(path) for path in memorize.media().values()}
    theirs = media_of(col.media.dir())
    assert all(theirs[name] == ours[name] for name in theirs) and len(theirs) == 6, (theirs.keys(), ours.keys())
    assert col.find_cards("deck:Facts is:suspended") and len(col.find_cards("deck:Facts")) == 3
    [note] = [col.get_note(note) for note in col.find_notes("deck:Facts France")]
    assert note.note_type()["type"] == 1 and [card.ord for card in note.cards()] == [0, 1], note
    # A note of another type stays as it is, unless Anki is to merge them.
    note = col.new_note(col.models.by_name("Basic"))
    note.fields, note.guid = ["other", "old"], "other type"
    col.add_note(note, col.decks.id("Own"))
    # A package of an older one is nothing new.
    col.db.execute("update notes set mod = mod - 1000 where id = ?", note.id)
    pathlib.Path(place, "own.txt").write_text("#guid column:3\nother\tnew\tother type\n", encoding="utf-8")
    memorize.run("deck", "import", "--deck", "Own", place + "/own.txt")
    memorize.run("deck", "export", "Own", "--to", "apkg", "-o", place + "/Own.apkg")
    before = counts(col)
    log = imported(col, place + "/Own.apkg", merge_notetypes=False)
    assert len(log.conflicting) == 1 and counts(col) == before, log
    note.load()
    assert note.fields == ["other", "old"], note.fields
    log = imported(col, place + "/Own.apkg")
    note.load()
    assert len(log.updated) == 1 and counts(col) == before, log
    assert note.fields[:2] == ["other", "new"] and note.note_type()["name"] == "Memorize", note.fields
    # The memory is the same.
    col.set_config("fsrs", True)
    for card in memorize.cards("Spanish::Basics").values():
        for template, direction in enumerate(("forward", "backward")):
            if direction not in card:
                continue
            [number] = [one.id for one in col.get_note(
                col.db.scalar("select id from notes where guid = ?", card["guid"])).cards() if one.ord == template]
            theirs = col._backend.compute_memory_state(number).state
            for key in ("stability", "difficulty"):
                found, wanted = card[direction][key]["data"], getattr(theirs, key)
                assert abs(found - wanted) <= 1e-3 * max(1, wanted), (card, key, wanted)
            due = card[direction]["due"]["data"] // 1_000_000
            days = col.crt // 86_400 + col.get_card(number).due
            assert abs(due / 86_400 - days) <= 1.5, (card, due, days)
    col.close()


def judge(programs, ranges):
    # The same for Anki and the service, which the first call starts.
    os.environ["TZ"] = "UTC"
    import anki_packages

    memorize = Memorize(programs)
    with tempfile.TemporaryDirectory() as place:
        col = anki_packages.export(anki_packages.collection(place + "/collection.anki2"), place)
        anki_packages.old_package(place + "/old.apkg")
        check_imports(memorize, place)
        check_memory(memorize, col, "Spanish::Basics", 3)
        check_histories(memorize, place)
        check_days(memorize, place)
        check_ranges(place, ranges)
        check_export(memorize, col, place)
        check_media(memorize, place)
        check_packages_of_ours(memorize, place)
        check_edit(memorize, col, place)


if __name__ == "__main__":
    judge(*sys.argv[1:])
