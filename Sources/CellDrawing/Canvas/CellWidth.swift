import CLinux
import Glibc

/// How many cells a character takes, by the C library's table.
package enum CellWidth {
  package enum Source: Equatable {
    case user
    /// C.UTF-8, because the user's locale has that other character set.
    case fallback(String)
    /// A locale that knows no emoji: it has that character set, and C.UTF-8 is not installed.
    case none(String)
  }

  /// Reading it makes `wcwidth(3)` know Unicode, in the user's locale if that is UTF-8.
  ///
  /// Status bars and cron run in the C locale, where every emoji would be unprintable.
  package static let source: Source = {
    setlocale(LC_CTYPE, "")
    let characters = String(cString: nl_langinfo(Int32(CODESET)))
    guard characters != "UTF-8" else { return .user }
    return setlocale(LC_CTYPE, "C.UTF-8") == nil ? .none(characters) : .fallback(characters)
  }()

  /// The cells of a grapheme cluster, 0…2.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    // A selector, a joiner or a second letter of a flag makes an emoji, which is two cells wide
    // whatever its parts are.
    let isEmoji = scalars.contains { $0 == "\u{FE0F}" || $0.isFlagLetter }
    if isEmoji, scalars.count > 1 { return 2 }
    let cells = scalars.reduce(0) { $0 + of($1) }
    return min(cells, 2)
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    // Reading it sets the locale, and so the table.
    _ = source
    let cells = Int(wcwidth(Int32(bitPattern: scalar.value)))
    if cells >= 0 { return cells }
    // An emoji that is newer than the table.
    return scalar.properties.isEmoji ? 2 : 1
  }
}
