import PlainText
import Translation

/// The messages of the theme verbs.
enum ThemeText {
  static func heading(_ theme: String, _ facts: String) -> String {
    // Translators: {theme} has the icon before it or its name after it; {facts} are as “4-9, added”.
    tr("{theme}: pairs in a game: {facts}", ["theme": theme, "facts": facts])
  }

  /// `name` has the icon before it, if it is shown.
  static func added(_ name: String, pairs: Int) -> String {
    tr(pairs, "added: {theme}, 1 pair", "added: {theme}, {n} pairs", ["theme": name])
  }

  static func removed(_ name: String) -> String { tr("removed: {theme}", ["theme": name]) }

  static func removed(deck: String, cards: UInt32) -> String {
    tr(
      cards, "removed: {deck}, 1 card; its reviews are kept",
      "removed: {deck}, {n} cards; its reviews are kept", ["deck": deck])
  }

  /// For scripts too.
  static func loss(ofDeck deck: String, cards: UInt32) -> String {
    plural(
      cards, one: "This deletes the deck “\(deck)” and its file (1 card).",
      other: "This deletes the deck “\(deck)” and its file (\(cards) cards).")
  }

  /// `cards` are nil if there is no deck.
  static func sum(files: Int, themes: Int, cards: Int?, faults: Int) -> String {
    let facts: [String?] = [
      tr(files, "1 file", "{n} files"), tr(themes, "1 theme", "{n} themes"),
      cards.map { tr($0, "1 card", "{n} cards") }, tr(faults, "1 fault", "{n} faults"),
    ]
    return facts.compactMap(\.self).listText
  }

  /// For scripts.
  static func faulty(_ faults: Int, files: Int) -> String {
    "\(counted(faults, "fault")) in \(counted(files, "file")): fix what “faults” lists."
  }
}
