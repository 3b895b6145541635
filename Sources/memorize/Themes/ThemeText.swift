import PlainText

/// The messages of the theme verbs.
enum ThemeText {
  /// `name` has the icon before it, if it is shown.
  static func added(_ name: String, pairs: Int) -> String {
    plural(pairs, one: "added: \(name), 1 pair", other: "added: \(name), \(pairs) pairs")
  }

  static func removed(_ name: String) -> String { "removed: \(name)" }

  static func removed(deck: String, cards: UInt32) -> String {
    plural(
      cards, one: "removed: \(deck), 1 card; its reviews are kept",
      other: "removed: \(deck), \(cards) cards; its reviews are kept")
  }

  static func loss(ofDeck deck: String, cards: UInt32) -> String {
    plural(
      cards, one: "This deletes the deck “\(deck)” and its file (1 card).",
      other: "This deletes the deck “\(deck)” and its file (\(cards) cards).")
  }

  /// `cards` are nil if there is no deck.
  static func sum(files: Int, themes: Int, cards: Int?, faults: Int) -> String {
    [
      plural(files, one: "1 file", other: "\(files) files"),
      plural(themes, one: "1 theme", other: "\(themes) themes"),
      cards.map { plural($0, one: "1 card", other: "\($0) cards") },
      plural(faults, one: "1 fault", other: "\(faults) faults"),
    ].compactMap(\.self).joined(separator: ", ")
  }

  static func faulty(_ faults: Int, files: Int) -> String {
    plural(
      files,
      one: plural(
        faults, one: "1 fault in 1 file: fix what “faults” lists.",
        other: "\(faults) faults in 1 file: fix what “faults” lists."),
      other: "\(faults) faults in \(files) files: fix what “faults” lists.")
  }
}
