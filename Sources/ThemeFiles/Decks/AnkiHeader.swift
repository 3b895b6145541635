package import MemoryGame
internal import PlainText
package import Practice

/// The separators of a table's fields, with Anki's names.
package enum FieldSeparator: String, CaseIterable, Sendable {
  case tab, comma, semicolon, space, pipe, colon

  package var byte: UInt8 {
    switch self {
    case .tab: ASCII.tab
    case .comma: ASCII.comma
    case .semicolon: ASCII.semicolon
    case .space: ASCII.space
    case .pipe: ASCII.pipe
    case .colon: ASCII.colon
    }
  }
}

/// The `#` lines before the first card, in which Anki describes a text file.
///
/// `#separator:`, `#html:`, `#deck:`, `#columns:`, the four `… column:` and our own `#language:` are
/// understood; any other line with a `#` is a comment.
package struct AnkiHeader: Equatable {
  /// Nil if the file does not name one.
  package private(set) var separator: UInt8?
  package private(set) var isHTML = false
  package private(set) var deck: ThemeName?
  package private(set) var languages = SideLanguages.unknown
  package private(set) var faults: [FileFault] = []

  /// The columns that contain no text of a card, by header name.
  private var columns: [String: Int] = [:]

  /// The names of the columns, not split yet; nil if the file does not name them.
  private var names: String?

  /// The number of named columns; nil if the file does not name them.
  var namedColumns: Int? {
    names.map { $0.utf8.count { $0 == separator ?? ASCII.tab } + 1 }
  }

  /// The column of the guid, from 1.
  package var guidColumn: Int? { columns[Self.guidKey] }
  /// The column of the tags, from 1.
  package var tagsColumn: Int? { columns[Self.tagsKey] }

  /// The columns, from 1, that contain no text of a card; at most four.
  package var metaColumns: Set<Int> { Set(columns.values) }

  /// Enough for the longest name of a deck and its key; the rest of the line is ignored.
  private static let maximumBytes = 2 * ThemeName.maximumBytes

  package init(_ lines: FileLines) {
    for line in lines {
      guard line.isBlankOrComment else { break }
      guard let (key, value) = Self.field(of: line) else { continue }
      do throws(LineError) {
        try read(key, value)
      } catch {
        faults.append(FileFault(line: line.number, error))
      }
    }
  }

  /// Whether a line is one of a header, and not a comment.
  static func has(_ line: FileLines.Line) -> Bool {
    field(of: line).map { keys.contains($0.key) } ?? false
  }

  private static func field(of line: FileLines.Line) -> (key: String, value: String)? {
    let bytes = line.bytes.prefix(Self.maximumBytes)
    guard line.isComment, let colon = bytes.firstIndex(of: ASCII.colon) else { return nil }
    let key = String(decoding: bytes[..<colon].dropFirst(), as: UTF8.self)
    return (
      WrittenText.trimmed(key).lowercased(), String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    )
  }

  /// A file with another value in its header, and all other bytes as they are.
  static func file(
    _ bytes: [UInt8], with value: String, of name: String, lineEnd: [UInt8]
  ) -> [UInt8] {
    let mark = FileLines.byteOrderMark
    var place = bytes.starts(with: mark) ? mark.count..<mark.count : 0..<0
    var line = Array("#\(name):\(value)".utf8)
    var isThere = false
    for header in FileLines(bytes) {
      guard header.isBlankOrComment else { break }
      guard let key = field(of: header)?.key, keys.contains(key) else { continue }
      let range = header.bytes.startIndex..<header.bytes.endIndex
      if key == name {
        (place, isThere) = (range, true)
        break
      }
      place = range.upperBound..<range.upperBound
    }
    if !isThere { line = place.lowerBound > mark.count ? lineEnd + line : line + lineEnd }
    return bytes[..<place.lowerBound] + line + bytes[place.upperBound...]
  }

  static let languageKey = "language"
  static let guidKey = "guid column"
  static let tagsKey = "tags column"
  private static let columnKeys = [guidKey, "notetype column", "deck column", tagsKey]
  /// Includes Anki's keys that mean nothing here.
  private static let keys = Set(
    columnKeys + ["separator", "html", "columns", "deck", "notetype", "tags", languageKey])

  private mutating func read(_ key: String, _ written: String) throws(LineError) {
    let value = WrittenText.trimmed(written)
    switch key {
    case "separator": separator = try Self.separator(written)
    case "html":
      switch value.lowercased() {
      case "true": isHTML = true
      case "false": isHTML = false
      default: throw LineError(english("#html: must be followed by true or false, not “\(value)”."))
      }
    case "columns": names = written
    case "deck": deck = value.isEmpty ? nil : try Self.deck(value)
    case Self.languageKey: languages = try Self.languages(value)
    case let key where Self.columnKeys.contains(key): columns[key] = try Self.column(value)
    default: break
    }
  }

  private static func deck(_ value: String) throws(LineError) -> ThemeName {
    try Result { () throws(ThemeError) in try ThemeName(value) }
      .mapError { LineError(english("#deck: does not give a valid name. \($0.message)")) }.get()
  }

  private static func languages(_ value: String) throws(LineError) -> SideLanguages {
    guard let languages = SideLanguages(written: value) else {
      throw LineError(
        english(
          "#language: must be followed by the languages of both sides, as in ja/en, not “\(value)”."
        ))
    }
    return languages
  }

  private static func column(_ value: String) throws(LineError) -> Int {
    guard let column = Int(value), (1...DelimitedRecords.maximumColumns).contains(column) else {
      throw LineError(
        english(
          "A column must be a number from 1 to \(DelimitedRecords.maximumColumns), not “\(value)”.")
      )
    }
    return column
  }

  /// The value may be a tab or a space itself, so it is not trimmed here.
  private static func separator(_ value: String) throws(LineError) -> UInt8 {
    let name = WrittenText.trimmed(value).lowercased()
    if let separator = FieldSeparator(rawValue: name) { return separator.byte }
    if let byte = name.utf8.first ?? value.utf8.first, name.utf8.count <= 1,
      FieldSeparator.allCases.contains(where: { $0.byte == byte })
    {
      return byte
    }
    throw LineError(
      english(
        "#separator: must be followed by tab, comma, semicolon, space, pipe or colon, not "
          + "“\(name)”."))
  }
}
