package import MemoryGame
internal import PlainText

/// The five fields of a theme in a file.
package enum ThemeLine {
  /// More than the longest theme with each byte escaped, so that a huge line is rejected unread.
  private static let maximumBytes = 262_144

  static func read(_ line: ArraySlice<UInt8>) throws(LineError) -> Theme {
    if line.count > maximumBytes {
      throw LineError(
        english("The line has more than \(maximumBytes) bytes; no theme needs that many."))
    }
    guard String(validating: line, as: UTF8.self) != nil else { throw .notUTF8 }
    let fields = line.split(separator: ASCII.tab, maxSplits: 5, omittingEmptySubsequences: false)
    let count = fields.count
    if count > 5 {
      throw LineError(
        english(
          "A theme has 5 fields separated by tabs: name, icon, colors, pairs and faces. This line "
            + "has more."))
    }
    if count < 5 {
      throw LineError(
        english(
          "A theme has 5 fields separated by tabs: name, icon, colors, pairs and faces. This line "
            + "has \(count)."))
    }
    let name = try EscapedText(fields[0]).text
    let icon = try EscapedText(fields[1]).text
    let colors = colors(in: String(decoding: fields[2], as: UTF8.self))
    let rule = try rule(in: fields[3])
    let pairs = try FaceList.pairs(in: EscapedText(fields[4]))
    return try Result { () throws(ThemeError) in
      try Theme(
        name: name, icon: WrittenText.trimmed(icon), colors: colors, pairs: pairs, rule: rule)
    }.mapError { LineError($0) }.get()
  }

  /// Returns a theme as a line of a file, without its end; reading it back gives an equal theme.
  package static func text(of theme: Theme) -> String {
    // A # at the beginning would make the line a comment, and U+FEFF would be the file's byte order
    // mark.
    let first = theme.name.unicodeScalars.first
    let name = (first == "#" || first == "\u{FEFF}" ? "\\" : "") + escaped(theme.name)
    return [
      name, escaped(theme.icon), theme.colors.joined(separator: ","), "\(theme.rule)",
      FaceList.text(of: theme.pairs),
    ].joined(separator: "\t")
  }

  private static func escaped(_ text: String) -> String {
    EscapedText.escape(text, ["\\"])
  }

  /// Reads the third field of a line: colors separated by commas.
  package static func colors(in field: String) -> [String] {
    let text = WrittenText.trimmed(field)
    guard !text.isEmpty else { return [] }
    // One above the limit is enough to report that there are too many.
    return text.utf8.split(
      separator: ASCII.comma, maxSplits: Theme.maximumColors, omittingEmptySubsequences: false
    ).map { WrittenText.trimmed(String(decoding: $0, as: UTF8.self)) }
  }

  private static func rule(in field: ArraySlice<UInt8>) throws(LineError) -> PairRule {
    let text = WrittenText.trimmed(String(decoding: field, as: UTF8.self))
    do throws(ThemeError) {
      if let rule = text.isEmpty ? PairRule.all : try PairRule(text) { return rule }
    } catch {
      throw LineError(error)
    }
    throw LineError(
      english("“\(text)” is not a number of pairs: give 8, 4-9, all or random, or leave it empty."))
  }
}
