extension [String] {
  /// `a`, `a or b`, `a, b or c`.
  package var alternatives: String { list(" or ") }

  /// `a`, `a and b`, `a, b and c`.
  package var enumeration: String { list(" and ") }

  private func list(_ conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + conjunction + last
  }
}

extension [String] {
  /// For scripts: one line, separated by tabs.
  package var tabbed: String { map(\.harmless).joined(separator: "\t") }
}

extension [[String]] {
  /// For scripts: a line each, separated by tabs.
  package var tabbed: String { map(\.tabbed).lines }
}

extension [String] {
  /// Each line with its end.
  package var lines: String { map { $0 + "\n" }.joined() }
}
