import PlainText

extension String {
  package var cells: Int { reduce(0) { $0 + CellWidth.of($1) } }

  /// The beginning that fits, with an ellipsis if something was cut.
  package func clipped(to limit: Int, _ symbols: Symbols = .unicode) -> String {
    TextFitting.onTerminal(symbols).shortened(self, to: limit)
  }

  /// Breaks paragraphs into lines at words, each line after `indent` spaces.
  package func paragraphs(width: Int, indent: Int = 0) -> [String] {
    guard !isEmpty else { return [] }
    let fitting = TextFitting.onTerminal(.unicode)
    let margin = String(repeating: " ", count: indent)
    return split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      paragraph.isEmpty
        ? [""]
        : fitting.wrapped(
          String(paragraph), cells: Swift.max(width - indent, 20), lines: paragraph.count
        ).map { margin + $0 }
    }
  }
}

extension TextFitting {
  /// Measures with the C library's table.
  package static func onTerminal(_ symbols: Symbols) -> TextFitting {
    TextFitting(width: CellWidth.of, ellipsis: symbols.ellipsis)
  }
}
