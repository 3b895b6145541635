#!/usr/bin/env python3
"""Makes packages with Anki itself, and with genanki, of all three generations.

usage: anki_packages.py DIRECTORY      with a Python that has anki and genanki

The packages legacy.apkg, legacy.colpkg, new.apkg and new.colpkg hold the same collection, old.apkg a
smaller one in the first form. The cards of histories.apkg were forgotten, crammed or learned again.
"""

import os
import sys
import tempfile

DAY = 86_400_000
# 2024-06-01, in milliseconds.
BEGIN = 1_717_200_000_000
#: Reviews of a note by its first field: template, days since BEGIN, ease, milliseconds.
REVIEWS = {
    "perro": [(0, 0, 3, 4000), (0, 2, 3, 2500), (0, 9, 1, 90_000), (0, 10, 4, 1500)],
    "gato": [(0, 1, 2, 5000), (1, 1, 3, 3000), (0, 5, 3, 3000), (1, 12, 3, 2000)],
}
LEARNING, REVIEW, RELEARNING, FILTERED, MANUAL, RESCHEDULED = range(6)
#: Histories by the word: days since BEGIN, ease, kind, factor.
HISTORIES = {
    "forgotten": [(0, 3, LEARNING, 0), (2, 3, REVIEW, 2500), (9, 3, REVIEW, 2500), (20, 0, MANUAL, 0),
                  (30, 2, LEARNING, 0), (33, 3, REVIEW, 2500)],
    "forgotten for good": [(0, 3, LEARNING, 0), (2, 3, REVIEW, 2500), (9, 0, MANUAL, 0)],
    "learned again": [(0, 3, LEARNING, 0), (2, 1, REVIEW, 2500), (3, 3, RELEARNING, 2300), (30, 1, LEARNING, 0),
                     (31, 3, LEARNING, 0), (33, 3, REVIEW, 2500)],
    "crammed": [(0, 3, LEARNING, 0), (2, 3, REVIEW, 2500), (4, 1, FILTERED, 0), (9, 3, REVIEW, 2500)],
    "crammed while new": [(0, 1, LEARNING, 0), (1, 3, FILTERED, 0), (3, 3, LEARNING, 0), (9, 3, REVIEW, 2500)],
    "reviewed early": [(0, 3, LEARNING, 0), (2, 3, REVIEW, 2500), (4, 1, FILTERED, 2500), (9, 3, REVIEW, 2500)],
    "given a date": [(0, 3, LEARNING, 0), (2, 3, REVIEW, 2500), (4, 0, MANUAL, 2500), (9, 3, REVIEW, 2500),
                     (10, 0, RESCHEDULED, 2500)],
}


def collection(path):
    from anki.collection import Collection

    col = Collection(path)

    def add(kind, deck, *fields):
        note = col.new_note(col.models.by_name(kind))
        for place, field in enumerate(fields):
            note.fields[place] = field
        col.add_note(note, col.decks.id(deck))
        return note

    three = col.models.copy(col.models.by_name("Basic"), add=False)
    three["name"] = "Three"
    three["flds"][0]["name"], three["flds"][1]["name"] = "Word", "Meaning"
    three["tmpls"][0].update(name="Recognise", qfmt="{{text:Word}}", afmt="{{FrontSide}}<hr>{{Meaning}}")
    col.models.add_field(three, col.models.new_field("Extra"))
    for name, question, answer in (("Produce", "{{Meaning}}", "{{Word}}"), ("Listen", "{{Extra}}", "{{Word}}")):
        template = col.models.new_template(name)
        template.update(qfmt=question, afmt=answer)
        col.models.add_template(three, template)
    col.models.add(three)

    notes = {}
    for kind, deck, *fields in (
        ("Basic", "Spanish::Basics", "perro", "<b>dog</b>&nbsp;"),
        ("Basic (and reversed card)", "Spanish::Basics", "gato[sound:gato.mp3]", 'cat<img src="cat.png">'),
        ("Basic", "Spanish::Basics", "casa", "house"),
        ("Basic", "Spanish::Basics", "calle", "street"),
        ("Basic (and reversed card)", "Spanish::Basics", "mesa", "table"),
        ("Cloze", "Spanish", "{{c1::hola}} amigo", ""),
        ("Image Occlusion", "Spanish", "{{c1::image-occlusion:rect:left=.1}}", '<img src="x.png">', "", "", ""),
        ("Basic", "Words::日本語", " 犬[いぬ]", "<div>dog</div><div>hound</div>"),
        ("Three", "Words::日本語", "猫", "cat", "meow"),
        ("Basic", "Words::日本語", "長い", "long " * 300),
        ("Basic", "Words::日本語", "絵", '<img src="picture.png">'),
        ("Basic", "Words::日本語", "水", "water"),
    ):
        notes[fields[0].split("[sound")[0]] = add(kind, deck, *fields)
    cards = {name: note.cards() for name, note in notes.items()}
    col.sched.suspend_cards([cards["casa"][0].id, cards["mesa"][1].id])
    col.sched.bury_cards([cards["calle"][0].id])
    filtered = col.sched.get_or_create_filtered_deck(0)
    filtered.name = "Cram"
    filtered.config.search_terms[0].search = "水"
    col.sched.add_or_update_filtered_deck(filtered)
    for name, reviews in REVIEWS.items():
        begun = set()
        for template, days, ease, took in reviews:
            # Anki starts from the row of type 0, learning.
            kind = 1 if template in begun else 0
            begun.add(template)
            col.db.execute(
                "insert into revlog values (?, ?, -1, ?, 1, 1, 2500, ?, ?)",
                BEGIN + days * DAY + template, cards[name][template].id, ease, took, kind)
    # A change by hand, a rescheduling, and a row without a rating.
    for place, (ease, kind) in enumerate(((0, 4), (0, 5), (0, 1))):
        col.db.execute(
            "insert into revlog values (?, ?, -1, ?, 1, 1, 2500, 1000, ?)",
            BEGIN + 20 * DAY + place, cards["perro"][0].id, ease, kind)
    return col


def histories(path):
    from anki.collection import Collection

    col = Collection(path)
    kind = col.models.copy(col.models.by_name("Basic"), add=False)
    kind["name"] = "Word"
    kind["tmpls"][0].update(
        qfmt="<!-- {{Back}} -->{{ Front }} {{Audio}} {{ hint:Back }}", afmt="{{FrontSide}}<hr>{{Back}}")
    col.models.add_field(kind, col.models.new_field("Audio"))
    col.models.add(kind)
    for place, (word, rows) in enumerate(HISTORIES.items()):
        note = col.new_note(col.models.by_name("Word"))
        note.fields[:] = [word, f"back of {word}", f"[sound:{place}.mp3]"]
        col.add_note(note, col.decks.id("Histories"))
        for days, ease, kind, factor in rows:
            col.db.execute(
                "insert into revlog values (?, ?, -1, ?, 1, 1, ?, 1000, ?)",
                BEGIN + days * DAY + place, note.cards()[0].id, ease, factor, kind)
    return col


def export_package(col, path, legacy=False):
    from anki.collection import ExportAnkiPackageOptions

    options = ExportAnkiPackageOptions(
        with_scheduling=True, with_deck_configs=False, with_media=False, legacy=legacy)
    col.export_anki_package(out_path=path, options=options, limit=None)


def export(col, directory):
    from anki.collection import Collection

    path = col.path
    for name, legacy in (("new", False), ("legacy", True)):
        export_package(col, f"{directory}/{name}.apkg", legacy)
        col.export_collection_package(f"{directory}/{name}.colpkg", include_media=False, legacy=legacy)
        col.close()
        col = Collection(path)
    return col


def old_package(path):
    import genanki

    model = genanki.Model(
        1607392319, "Simple", fields=[{"name": "Question"}, {"name": "Answer"}],
        templates=[{"name": "Card 1", "qfmt": "{{Question}}", "afmt": "{{FrontSide}}<hr>{{Answer}}"}])
    deck = genanki.Deck(2059400110, "Capitals::Europe")
    for place, (country, capital) in enumerate((("France", "Paris"), ("Italy", "Rome"))):
        deck.add_note(genanki.Note(model=model, fields=[country, capital], guid=f"capital-{place}"))
    genanki.Package(deck).write_to_file(path)


def main(directory):
    os.makedirs(directory, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        col = export(collection(place + "/collection.anki2"), os.path.abspath(directory))
        col.close()
        col = histories(place + "/histories.anki2")
        export_package(col, os.path.abspath(directory) + "/histories.apkg")
        col.close()
    old_package(directory + "/old.apkg")


if __name__ == "__main__":
    main(sys.argv[1])
