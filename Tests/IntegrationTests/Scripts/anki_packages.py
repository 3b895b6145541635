#!/usr/bin/env python3
"""Makes packages with Anki itself, and with genanki, of all three generations.

usage: anki_packages.py DIRECTORY      with a Python that has anki and genanki

The packages legacy.apkg, legacy.colpkg, new.apkg and new.colpkg hold the same collection, old.apkg a
smaller one in the first form. The cards of histories.apkg were forgotten, crammed or learned again;
layouts.apkg has the note types of decks that people share; media.apkg and media-legacy.apkg have
sounds, pictures and sentences with gaps.
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
    three["tmpls"][0].update(name="Recognize", qfmt="{{text:Word}}", afmt="{{FrontSide}}<hr>{{Meaning}}")
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


def nights(path, rollover):
    """Reviews at all hours, many of them around the start of a day; the hour at which it starts."""
    import random

    from anki.collection import Collection

    col = Collection(path)
    col.set_config("rollover", rollover)
    draw = random.Random(4)
    hour = 3_600_000
    for place in range(60):
        note = col.new_note(col.models.by_name("Basic"))
        note.fields[:] = [f"night {place}", f"back {place}"]
        col.add_note(note, col.decks.id("Nights"))
        time = BEGIN + draw.randrange(24) * hour
        for step in range(draw.randrange(1, 8)):
            # Just before and after the start of a day, whose first second Anki counts to the day before.
            edge = time - time % DAY + rollover * hour + draw.choice((-2000, 2000, -hour, hour))
            time = max(time + 1000, edge if draw.random() < 0.5 else time)
            col.db.execute(
                "insert into revlog values (?, ?, -1, ?, 1, 1, 2500, 1000, ?)",
                time + place, note.cards()[0].id, draw.choice((1, 2, 3, 3, 4)), min(step, 1))
            time += draw.choice((2 * hour, 7 * hour, DAY, 3 * DAY, 20 * DAY)) + draw.randrange(hour)
    return col


#: The layouts of decks that people share, with notes of our own: fields, templates, and the notes.
LAYOUTS = {
    "Recognition": (
        ["Expression", "Meaning", "Reading"],
        [("{{Expression}}", '{{FrontSide}}<hr id=answer>{{furigana:Reading}}<br>{{Meaning}}')],
        [("食べる", "to eat", " 食[た]べる"), ("これ", "this", "これ")]),
    "Core words": (
        ["Index", "Vocabulary-Kanji", "Vocabulary-Furigana", "Vocabulary-Kana", "Vocabulary-English",
         "Vocabulary-Audio", "Expression", "Reading", "Sentence-Kana", "Sentence-English"],
        [("{{Vocabulary-Kanji}}",
          "{{furigana:Vocabulary-Furigana}}<div>{{Vocabulary-English}}</div>{{Vocabulary-Audio}}"
          "<hr>{{furigana:Reading}}<div>{{Sentence-English}}</div>"),
         ("{{Vocabulary-Audio}}", "{{Vocabulary-Kanji}}")],
        [("1", "水", " 水[みず]", "みず", "water", "[sound:mizu.mp3]", "水を飲む。", " 水[みず]を 飲[の]む。",
          "みずをのむ。", "I drink water."),
         ("2", "ここ", "ここ", "ここ", "here", "[sound:koko.mp3]", "ここに猫。", "ここに 猫[ねこ]。", "ここにねこ。",
          "A cat is here.")]),
    "Words in sentences": (
        ["Word", "Word Reading", "Word Meaning", "Word Furigana", "Word Audio", "Sentence", "Sentence Meaning",
         "Sentence Furigana", "Notes", "Pitch Accent"],
        [('<div lang="ja">{{Word}}{{#Sentence}}<div>{{Sentence}}</div>{{/Sentence}}</div>',
          "{{furigana:Word Furigana}}<!-- {{Pitch Accent}} --><div>{{Word Meaning}}</div>"
          "<div>{{furigana:Sentence Furigana}}</div><div>{{Sentence Meaning}}</div>{{Word Audio}}{{Notes}}")],
        [("犬", "いぬ", "dog", " 犬[いぬ]", "[sound:inu.mp3]", "犬がいる。", "There is a dog.", " 犬[いぬ]がいる。", "", "1")]),
    "Mining": (
        ["Expression", "ExpressionFurigana", "ExpressionReading", "MainDefinition", "Sentence", "SentenceFurigana",
         "Picture", "IsSentenceCard"],
        [("<div>{{Expression}}</div>{{#IsSentenceCard}}{{Sentence}}{{/IsSentenceCard}}",
          "{{#ExpressionFurigana}}{{furigana:ExpressionFurigana}}{{/ExpressionFurigana}}"
          "{{^ExpressionFurigana}}{{Expression}}{{/ExpressionFurigana}}{{kana:ExpressionFurigana}}"
          "<div>{{MainDefinition}}</div>{{furigana:SentenceFurigana}}{{Picture}}")],
        [("猫", "猫[ねこ]", "ねこ", "<ol><li>cat</li><li>pussycat</li></ol>", "猫だ。", "猫[ねこ]だ。",
          '<img src="cat.png">', "")]),
    "Sentences": (
        ["ID", "Expression", "English", "Reading", "Audio Sentence"],
        [("<h1>{{Expression}}</h1>",
          '{{FrontSide}}<hr id="answer"><div>{{Audio Sentence}} {{furigana:Reading}}</div><br>{{English}}')],
        [("x1", "雨が降る。", "It rains.", " 雨[あめ]が 降[ふ]る。", "[sound:ame.mp3]")]),
    "Kanji by keyword": (
        ["Kanji", "Keyword", "Story", "Stroke count"],
        [("{{Keyword}}", "{{FrontSide}}<hr id=answer>{{Kanji}}<div>{{Story}}</div>{{Stroke count}}")],
        [("木", "tree", "It has a trunk.", "4")]),
    "Chinese sentences": (
        ["English", "Pinyin", "Hanzi", "Audio"],
        [("{{Hanzi}}<br>{{Audio}}", "{{Hanzi}}<br>{{Pinyin}}<br>{{English}}<br>{{Audio}}"),
         ("{{English}}", "{{English}}<br>{{Pinyin}}<br>{{Hanzi}}<br>{{Audio}}")],
        [("Good morning!", "Zǎoshang hǎo!", "早上好！", "[sound:a.mp3]")]),
    "Chinese words": (
        ["Simplified", "Traditional", "Pinyin", "Meaning", "Audio"],
        [("{{Meaning}}", "{{FrontSide}}<hr id=answer>{{Simplified}}<br>{{Traditional}}<br>{{Pinyin}}{{Audio}}")],
        [("书", "書", "shū", "book", "[sound:shu.mp3]")]),
    "Frequent words": (
        ["Rank", "Word", "IPA", "Translation", "Example"],
        [("{{Word}}<div>{{Example}}</div>", "{{FrontSide}}<hr id=answer>[{{IPA}}] {{Translation}}"),
         ("{{Translation}}", "{{FrontSide}}<hr id=answer>{{Word}} [{{IPA}}]")],
        [("1", "perro", "ˈpero", "dog", "El perro duerme.")]),
    "Countries": (
        ["Country", "Country info", "Capital", "Capital info", "Capital hint", "Flag"],
        [("<div>{{Country}}</div>{{#Capital}}<div>?</div>{{/Capital}}",
          "<div>{{Country}}</div>{{#Country info}}{{Country info}}{{/Country info}}<hr id=answer>"
          "<div>{{Capital}}</div>{{Capital info}}"),
         ("{{Capital}}{{Capital hint}}", '<div id=answer>{{Country}}</div>{{Country info}}<hr>{{Capital}}'),
         ("{{Flag}}", "{{Country}}")],
        [("Italy", "A republic.", "Rome", "", "", '<img src="it.png">')]),
    "Korean words": (
        ["Korean", "English", "Sound", "Romanization"],
        [("{{Korean}}{{Sound}}", "{{FrontSide}}<hr id=answer>{{English}}<br>{{Romanization}}"),
         ("{{English}}", "{{FrontSide}}<hr id=answer>{{Korean}}")],
        [("물", "water", "[sound:mul.mp3]", "mul")]),
    "Picture words": (
        ["Word", "Picture", "Pronunciation"],
        [("{{Word}}", "{{FrontSide}}<hr id=answer>{{Picture}}{{Pronunciation}}")],
        [("gato", '<img src="gato.png">', "[sound:gato.mp3]")]),
}


def layouts(path):
    from anki.collection import Collection

    col = Collection(path)
    for name, (fields, templates, notes) in LAYOUTS.items():
        kind = col.models.new(name)
        for field in fields:
            col.models.add_field(kind, col.models.new_field(field))
        for place, (question, answer) in enumerate(templates):
            template = col.models.new_template(f"Card {place + 1}")
            template.update(qfmt=question, afmt=answer)
            col.models.add_template(kind, template)
        col.models.add(kind)
        for texts in notes:
            note = col.new_note(col.models.by_name(name))
            note.fields[:] = texts
            col.add_note(note, col.decks.id(name))
    return col


#: The files of the collection with media, by their names.
FILES = {
    "perro.mp3": b"a bark" * 50, "again.mp3": b"a bark" * 50, "el gato.OGG": b"a purr", "R&B.mp3": b"music",
    "日本.mp3": b"nihon", "my dog.png": b"\x89PNG dog", "stille.mp3": b"", "Paris.jpg": b"\xff\xd8 Paris",
    "unused.mp3": b"nobody names it",
}
#: Notes: kind, deck, fields.
MEDIA_NOTES = (
    ("Basic", "Zoo", "perro[sound:perro.mp3]", 'dog<img src="my%20dog.png">'),
    ("Basic (and reversed card)", "Zoo", "gato [sound:el gato.OGG][sound:again.mp3]", "cat"),
    ("Basic", "Zoo", '<img src="my dog.png" class="x">', "a dog"),
    ("Basic", "Zoo", "ruido", "noise [sound:R&amp;B.mp3]"),
    ("Basic", "Zoo", "silencio [sound:stille.mp3]", "silence"),
    ("Basic", "Zoo", "pez [sound:missing.mp3]", 'fish <img src="gone.png"><img src="https://example.org/fish.png">'),
    ("Basic", "Zoo", "pulpo", '<img src="gone too.png">'),
    ("Spoken", "Japan", "日本", "Japan", "[sound:日本.mp3]", "日本に行く。"),
    ("Spoken both ways", "Japan", "東京", "Tokyo", "[sound:日本.mp3]", ""),
    ("Cloze", "Facts", "{{c1::Paris}} is in {{c2::France::country}}, {{c1::<b>Paris</b>}}!", 'A city.<img src="Paris.jpg">'),
    ("Cloze", "Facts", "{{c2::Rome}} is in Italy", ""),
    ("Cloze", "Facts", "{{c1::[sound:perro.mp3]}} is empty", ""),
)
#: Reviews of the sentence about Paris: gap, days since BEGIN, ease, milliseconds.
GAP_REVIEWS = ((0, 0, 3, 4000), (1, 0, 1, 2000), (0, 4, 4, 3000))


def with_media(path):
    from anki.collection import Collection

    col = Collection(path)
    for name, content in FILES.items():
        with open(os.path.join(col.media.dir(), name), "wb") as file:
            file.write(content)
    for name, both in (("Spoken", False), ("Spoken both ways", True)):
        kind = col.models.new(name)
        for field in ("Word", "Meaning", "Audio", "Example"):
            col.models.add_field(kind, col.models.new_field(field))
        sides = [("{{Word}}{{tts ja_JP:Word}}", "[anki:tts lang=en_GB]{{Meaning}}[/anki:tts]{{Audio}}")]
        for question, answer in sides + [("{{Meaning}}", "{{Word}}{{Audio}}")] * both:
            template = col.models.new_template(f"Card {question}")
            template.update(qfmt=question, afmt="{{FrontSide}}<hr id=answer>" + answer)
            col.models.add_template(kind, template)
        col.models.add(kind)
    for kind, deck, *fields in MEDIA_NOTES:
        note = col.new_note(col.models.by_name(kind))
        note.fields[:] = fields + [""] * (len(note.fields) - len(fields))
        col.add_note(note, col.decks.id(deck))
        if "Paris" in fields[0]:
            cards = sorted(note.cards(), key=lambda card: card.ord)
            col.sched.suspend_cards([cards[1].id])
            for place, (gap, days, ease, took) in enumerate(GAP_REVIEWS):
                col.db.execute(
                    "insert into revlog values (?, ?, -1, ?, 1, 1, 2500, ?, ?)",
                    BEGIN + days * DAY + 50 + place, cards[gap].id, ease, took, 0 if days == 0 else 1)
    return col


def export_package(col, path, legacy=False, media=False):
    from anki.collection import ExportAnkiPackageOptions

    options = ExportAnkiPackageOptions(
        with_scheduling=True, with_deck_configs=False, with_media=media, legacy=legacy)
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
        for name, fill in (("histories", histories), ("layouts", layouts)):
            col = fill(f"{place}/{name}.anki2")
            export_package(col, f"{os.path.abspath(directory)}/{name}.apkg")
            col.close()
        col = with_media(place + "/media.anki2")
        for name, legacy in (("media", False), ("media-legacy", True)):
            export_package(col, f"{os.path.abspath(directory)}/{name}.apkg", legacy, media=True)
        col.close()
    old_package(directory + "/old.apkg")


if __name__ == "__main__":
    main(sys.argv[1])
