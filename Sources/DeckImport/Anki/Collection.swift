internal import PlainText
internal import ThemeFiles

/// The kinds of notes and the decks of a collection, in both of its schemas.
struct Collection {
  let database: CollectionDatabase
  /// By their number.
  private(set) var noteTypes: [Int64: NoteType] = [:]
  /// Names such as `Spanish::Basics`, by their number.
  private(set) var decks: [Int64: String] = [:]
  /// The hour at which its days start; nil for a package of decks, which does not say.
  private(set) var rollover: Int?

  private static let maximumNoteTypes = 2_000
  private static let maximumFields = 20_000
  private static let maximumDecks = 100_000

  init(_ database: CollectionDatabase) throws(LineError) {
    self.database = database
    let tables = try database.tables()
    guard tables.isSuperset(of: ["notes", "cards", "revlog"]) else { throw Self.foreign }
    if tables.isSuperset(of: ["notetypes", "fields", "templates", "decks"]) {
      try readTables()
    } else if tables.contains("col") {
      try readJSON()
    } else {
      throw Self.foreign
    }
  }

  private static let foreign = LineError(
    english("The package contains a database that is not a collection of Anki: export it again."))

  /// Schema 18: tables, whose details are messages of Protocol Buffers.
  private mutating func readTables() throws(LineError) {
    try database.rows("SELECT id, config, name FROM notetypes", upTo: Self.maximumNoteTypes) {
      row in
      let config = ProtobufFields(row.bytes(1)[...])
      noteTypes[row.integer(0)] = Self.noteType(
        row.integer(0), row.text(2), isCloze: config.number(1) == 1,
        stockKind: Int64(clamping: config.number(9)))
    }
    try database.rows("SELECT ntid, name FROM fields ORDER BY ntid, ord", upTo: Self.maximumFields)
    {
      noteTypes[$0.integer(0)]?.addField($0.text(1))
    }
    try database.rows("SELECT ntid, ord, config FROM templates", upTo: Self.maximumFields) { row in
      let config = ProtobufFields(row.bytes(2)[...])
      noteTypes[row.integer(0)]?.addTemplate(
        row.integer(1), question: config.text(1), answer: config.text(2))
    }
    try database.rows("SELECT id, name FROM decks", upTo: Self.maximumDecks) {
      decks[$0.integer(0)] = $0.text(1).replacing("\u{1F}", with: "::")
    }
    guard try database.tables().contains("config") else { return }
    try database.rows("SELECT CAST(val AS TEXT) FROM config WHERE KEY = 'rollover'", upTo: 1) {
      setRollover($0.text(0))
    }
  }

  /// Schema 11: JSON in a single row.
  private mutating func readJSON() throws(LineError) {
    try database.rows(
      """
      SELECT type.key, json_extract(type.value, '$.type'),
        json_extract(type.value, '$.originalStockKind'), json_extract(type.value, '$.name')
      FROM (SELECT models FROM col LIMIT 1), json_each(models) AS type
      """, upTo: Self.maximumNoteTypes
    ) {
      noteTypes[$0.integer(0)] = Self.noteType(
        $0.integer(0), $0.text(3), isCloze: $0.integer(1) == 1, stockKind: $0.integer(2))
    }
    try database.rows(
      """
      SELECT type.key, json_extract(field.value, '$.name')
      FROM (SELECT models FROM col LIMIT 1), json_each(models) AS type,
        json_each(type.value, '$.flds') AS field
      """, upTo: Self.maximumFields
    ) { noteTypes[$0.integer(0)]?.addField($0.text(1)) }
    try database.rows(
      """
      SELECT type.key, json_extract(template.value, '$.ord'),
        json_extract(template.value, '$.qfmt'), json_extract(template.value, '$.afmt')
      FROM (SELECT models FROM col LIMIT 1), json_each(models) AS type,
        json_each(type.value, '$.tmpls') AS template
      """, upTo: Self.maximumFields
    ) {
      noteTypes[$0.integer(0)]?.addTemplate(
        $0.integer(1), question: $0.text(2), answer: $0.text(3))
    }
    try database.rows(
      """
      SELECT deck.key, json_extract(deck.value, '$.name')
      FROM (SELECT decks FROM col LIMIT 1), json_each(decks) AS deck
      """, upTo: Self.maximumDecks
    ) { decks[$0.integer(0)] = $0.text(1) }
    try database.rows("SELECT json_extract(conf, '$.rollover') FROM col", upTo: 1) {
      setRollover($0.text(0))
    }
  }

  private mutating func setRollover(_ text: String) {
    rollover = Int(text).flatMap { 0..<24 ~= $0 ? $0 : nil }
  }

  private static func noteType(
    _ number: Int64, _ name: String, isCloze: Bool, stockKind: Int64
  ) -> NoteType {
    // Of Anki's own note types the sixth hides parts of a picture.
    NoteType(
      kind: stockKind == 6 ? .imageOcclusion : isCloze ? .cloze : .cards,
      ownFields: PackageWriter.fields(ofKind: number, name, isCloze: isCloze))
  }
}
