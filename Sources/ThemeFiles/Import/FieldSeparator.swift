/// What stands between two fields of a table, by the names that Anki gives to it.
package enum FieldSeparator: String, CaseIterable, Sendable {
  case tab, comma, semicolon, space, pipe, colon

  /// The separator as it stands in a file.
  var byte: UInt8 {
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
