internal import PlainText
internal import Practice
package import ThemeFiles

/// Writes a package in the form that every version of Anki reads: schema 11, and a list of media in
/// JSON.
package struct PackageWriter {
  private typealias Value = CollectionWriter.Value

  private let deck: String
  /// In seconds since 1970.
  private let now: Int64

  package init(deck: String, now: Int64) { (self.deck, self.now) = (deck, now) }

  /// Writes notes and the files that they name; `read` returns the content of one.
  package mutating func write(
    _ notes: [ExportedNote], files: [String], to file: Int32,
    _ read: (String) throws(LineError) -> [UInt8]
  ) throws(LineError) {
    let archive = try ArchiveWriter(file: file)
    try archive.add(try collection(notes), as: "collection.anki2")
    for (place, name) in files.enumerated() {
      try archive.add(try read(name), as: "\(place)", isCompressed: true)
    }
    let list = files.enumerated().map { "\(Self.json("\($0)")):\(Self.json($1))" }
    try archive.add(Array("{\(list.joined(separator: ","))}".utf8), as: "media")
    try archive.finish()
  }

  private mutating func collection(_ notes: [ExportedNote]) throws(LineError) -> [UInt8] {
    let database = try CollectionWriter(schema: Self.schema)
    let deckNumber: Int64 = 1_700_000_000_000
    let decks =
      "{\"1\":\(Self.deck("Default", 1)),\"\(deckNumber)\":\(Self.deck(deck, deckNumber))}"
    try database.insert(
      into: "col",
      [
        .integer(1), .integer(Self.creation), .integer(now * 1000), .integer(now * 1000),
        .integer(11), .integer(0), .integer(0), .integer(0), .text(Self.configuration),
        .text("{\(Self.twoSides),\(Self.gaps)}"), .text(decks), .text(Self.deckOptions),
        .text("{}"),
      ])
    var number = now * 1000 - Int64(notes.count)
    var card = number
    var places: [String: Int] = [:]
    for (place, note) in notes.enumerated() {
      let fields = note.fields
      let same = note.line.guid == nil ? places[note.line.ownTexts, default: 0] : 0
      if note.line.guid == nil { places[note.line.ownTexts] = same + 1 }
      try database.insert(
        into: "notes",
        [
          .integer(number), .text(note.guid(in: deck, place: same)),
          .integer(note.isSentence ? Self.gapsNumber : Self.twoSidesNumber), .integer(now),
          .integer(-1), .text(""), .text(fields.joined(separator: "\u{1F}")), .text(fields[0]),
          .integer(0), .integer(0), .text(""),
        ])
      for one in note.cards {
        try insert(one, card, of: number, in: deckNumber, place: place + 1, database)
        card += 1
      }
      number += 1
    }
    return try database.serialized()
  }

  private mutating func insert(
    _ card: ExportedNote.Card, _ number: Int64, of note: Int64, in deck: Int64, place: Int,
    _ database: CollectionWriter
  ) throws(LineError) {
    let day: Int64 = 86_400
    let kind: Int64 = card.memory == nil ? 0 : 2
    let due = card.memory.map { Int64(clamping: $0.due / 1_000_000) } ?? 0
    let last = card.reviews.last.map { Int64(clamping: $0.at / 1_000_000) } ?? now
    let interval = card.memory == nil ? 0 : min(max((due - last + day / 2) / day, 1), 36_500)
    let data = card.memory.map { "{\"s\":\($0.stability),\"d\":\($0.difficulty)}" } ?? ""
    try database.insert(
      into: "cards",
      [
        .integer(number), .integer(note), .integer(deck), .integer(Int64(card.template)),
        .integer(now), .integer(-1), .integer(kind), .integer(card.isSuspended ? -1 : kind),
        .integer(card.memory == nil ? Int64(place) : (due - Self.creation) / day),
        .integer(interval), .integer(card.memory == nil ? 0 : 2500),
        .integer(Int64(card.reviews.count)), .integer(Int64(card.memory?.lapses ?? 0)),
        .integer(0), .integer(0), .integer(0), .integer(0), .text(data),
      ])
    var before: Int64?
    for review in card.reviews {
      guard let rating = review.rating else { continue }
      let at = Int64(clamping: review.at / 1000)
      // Anki's number is the time, of which there can be only one; the usn, which means nothing to
      // Anki in a package, has how much later it is than the review.
      let id = free(at)
      let days = before.map { (at - $0) / (day * 1000) } ?? 0
      try database.insert(
        into: "revlog",
        [
          .integer(id), .integer(number), .integer(at - id - 1), .integer(Int64(rating.rawValue)),
          .integer(interval), .integer(days), .integer(before == nil ? 0 : 2500),
          .integer(Int64(review.took)), .integer(before == nil ? 0 : 1),
        ])
      before = at
    }
  }

  private var taken: Set<Int64> = []

  private mutating func free(_ time: Int64) -> Int64 {
    var time = time
    while !taken.insert(time).inserted { time += 1 }
    return time
  }
}

// What Anki expects in a collection.
extension PackageWriter {
  /// The day from which due dates count, in seconds since 1970.
  private static let creation: Int64 = 1_577_836_800
  /// The same in each package, so that Anki has each kind of notes once.
  private static let twoSidesNumber: Int64 = 1_764_288_000_001
  private static let gapsNumber: Int64 = 1_764_288_000_002

  private static let schema = """
    CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null,
      scm integer not null, ver integer not null, dty integer not null, usn integer not null,
      ls integer not null, conf text not null, models text not null, decks text not null,
      dconf text not null, tags text not null);
    CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null,
      mod integer not null, usn integer not null, tags text not null, flds text not null,
      sfld integer not null, csum integer not null, flags integer not null, data text not null);
    CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null,
      ord integer not null, mod integer not null, usn integer not null, type integer not null,
      queue integer not null, due integer not null, ivl integer not null, factor integer not null,
      reps integer not null, lapses integer not null, left integer not null, odue integer not null,
      odid integer not null, flags integer not null, data text not null);
    CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null,
      ease integer not null, ivl integer not null, lastIvl integer not null,
      factor integer not null, time integer not null, type integer not null);
    CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);
    CREATE INDEX ix_notes_usn ON notes (usn);
    CREATE INDEX ix_cards_usn ON cards (usn);
    CREATE INDEX ix_revlog_usn ON revlog (usn);
    CREATE INDEX ix_cards_nid ON cards (nid);
    CREATE INDEX ix_cards_sched ON cards (did, queue, due);
    CREATE INDEX ix_revlog_cid ON revlog (cid);
    CREATE INDEX ix_notes_csum ON notes (csum);
    """

  // Without schedVer Anki would take the ratings of learning for those of its first scheduler.
  private static let configuration = """
    {"activeDecks":[1],"addToCur":true,"collapseTime":1200,"curDeck":1,"dueCounts":true,\
    "estTimes":true,"newBury":true,"newSpread":0,"nextPos":1,"sched2021":true,\
    "schedVer":2,"sortBackwards":false,"sortType":"noteFld","timeLim":0}
    """

  private static let deckOptions = """
    {"1":{"autoplay":true,"id":1,"lapse":{"delays":[10],"leechAction":0,"leechFails":8,"minInt":1,\
    "mult":0},"maxTaken":60,"mod":0,"name":"Default","new":{"bury":true,"delays":[1,10],\
    "initialFactor":2500,"ints":[1,4,7],"order":1,"perDay":20,"separate":true},"replayq":true,\
    "rev":{"bury":true,"ease4":1.3,"fuzz":0.05,"ivlFct":1,"maxIvl":36500,"minSpace":1,\
    "perDay":100},"timer":0,"usn":0}}
    """

  private static func deck(_ name: String, _ number: Int64) -> String {
    """
    {"collapsed":false,"conf":1,"desc":"","dyn":0,"extendNew":10,"extendRev":50,"id":\(number),\
    "lrnToday":[0,0],"mod":0,"name":\(json(name)),"newToday":[0,0],"revToday":[0,0],\
    "timeToday":[0,0],"usn":0}
    """
  }

  /// The fields of a kind of notes that has the number or name of one of ours.
  static func fields(ofKind number: Int64, _ name: String, isCloze: Bool) -> [String]? {
    isCloze
      ? number == gapsNumber || name == gapsName ? gapsFields : nil
      : number == twoSidesNumber || name == twoSidesName ? twoSidesFields : nil
  }

  private static let (twoSidesName, gapsName) = ("Memorize", "Memorize Cloze")
  private static let twoSidesFields = ["Front", "Back", "Pronunciation", "Note", "Add Reverse"]
  private static let gapsFields = ["Text", "Back Extra"]

  private static let twoSides = kind(
    twoSidesNumber, twoSidesName, isCloze: false, fields: twoSidesFields,
    templates: [
      (
        "{{Front}}{{#Pronunciation}}<br>{{Pronunciation}}{{/Pronunciation}}",
        "{{FrontSide}}<hr id=answer>{{Back}}{{#Note}}<br>{{Note}}{{/Note}}"
      ),
      (
        "{{#Add Reverse}}{{Back}}{{/Add Reverse}}",
        "{{FrontSide}}<hr id=answer>{{Front}}{{#Pronunciation}}<br>{{Pronunciation}}"
          + "{{/Pronunciation}}{{#Note}}<br>{{Note}}{{/Note}}"
      ),
    ])

  private static let gaps = kind(
    gapsNumber, gapsName, isCloze: true, fields: gapsFields,
    templates: [("{{cloze:Text}}", "{{cloze:Text}}<br>{{Back Extra}}")])

  private static func kind(
    _ number: Int64, _ name: String, isCloze: Bool, fields: [String],
    templates: [(question: String, answer: String)]
  ) -> String {
    let fields = fields.enumerated().map {
      """
      {"font":"Arial","media":[],"name":\(json($1)),"ord":\($0),"rtl":false,"size":20,\
      "sticky":false}
      """
    }
    let cards = templates.enumerated().map {
      """
      {"afmt":\(json($1.answer)),"bafmt":"","bqfmt":"","did":null,"name":"Card \($0 + 1)",\
      "ord":\($0),"qfmt":\(json($1.question))}
      """
    }
    let css = ".card { font-family: arial; font-size: 20px; text-align: center; }"
    return """
      "\(number)":{"css":\(json(css)),"did":1,"flds":[\(fields.joined(separator: ","))],\
      "id":\(number),"latexPost":"","latexPre":"","mod":0,"name":\(json(name)),\
      "req":[[0,"any",[0]]],"sortf":0,"tags":[],"tmpls":[\(cards.joined(separator: ","))],\
      "type":\(isCloze ? 1 : 0),"usn":0,"vers":[]}
      """
  }

  private static func json(_ text: String) -> String {
    // No text of a deck has control characters.
    "\"" + text.replacing(["\\": "\\\\", "\"": "\\\""]) + "\""
  }
}
