internal import ThemeFiles
package import UserFiles

/// A copy that a synchronizer made of a deck's file, because two machines changed it.
package struct DeckCopy: Hashable, Sendable {
  package let file: ThemePath
  /// The file that it is a copy of, whether that is there or not.
  package let deck: ThemePath

  /// Nil for a file that is not a copy.
  package init?(_ file: ThemePath) {
    guard file.kind == .decks, let copy = ConflictCopy(named: file.name) else { return nil }
    self.file = file
    deck = ThemePath(
      kind: file.kind, path: UserFile.directory(of: file.path) + "/" + copy.original)
  }
}

extension UserDirectories {
  /// The folder for copies of decks that were merged; nil if the environment names none.
  package var mergedCopies: String? { data.map { $0 + "/memorize/log/merged" } }
}
