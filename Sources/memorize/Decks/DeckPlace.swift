import CLinux
import Glibc
import MemoryGame
import Practice
import ThemeFiles
import UserFiles
import UserService

/// The file in which the cards of an import are saved.
struct DeckPlace {
  let name: ThemeName
  let path: String
  private let cards: [WordCard]
  /// Whether the file has a deck into which the cards are merged.
  private let merges: Bool
  private let replaces: Bool

  private static let limit = ThemeDirectory.Kind.decks.maximumBytes

  /// The file that already has the deck's name, else a new one.
  ///
  /// A taken name is the error `ThemeExists`, unless the deck is replaced or all cards have guids.
  init(
    of name: ThemeName, for cards: [WordCard], replaces: Bool, isTrial: Bool
  ) throws(ProgramError) {
    guard let directory = ThemeDirectory.all().first(where: { $0.kind == .decks })?.path else {
      throw ProgramError(
        .unexpected, name: "StorageFailed",
        "Neither XDG_DATA_HOME nor HOME names a directory for decks: set one of them.")
    }
    (self.name, self.cards, self.replaces) = (name, cards, replaces)
    guard let owner = ThemeCheck().claims.place(of: name) else {
      merges = false
      path = UserPath.firstFree(directory + "/" + DeckFile.fileName(of: name), ".tsv")
      return
    }
    let clash = "A theme named “\(name.text)” \(owner.description)"
    guard let file = owner.file, file.hasPrefix(directory + "/") else {
      throw Self.exists(clash + ": give the deck another name with --deck.")
    }
    merges = !replaces && cards.allSatisfy { $0.guid != nil }
    guard merges || replaces || isTrial else {
      throw Self.exists(
        clash + ". To replace it, add --force; or give this deck another name with --deck.")
    }
    path = file
  }

  private static func exists(_ message: String) -> ProgramError {
    ProgramError(.refused, name: "ThemeExists", message)
  }
}

extension DeckPlace {
  typealias Result = (deck: ImportedDeck, faults: [String])

  /// What ``write()`` would do.
  func tried() throws(ProgramError) -> Result {
    guard merges else { return (ImportedDeck(name: name, cards: cards, new: cards.count), []) }
    do throws(FileError) {
      return result(DeckMerge(cards, into: try UserFile.read(path, limit: Self.limit)), path: nil)
    } catch {
      throw failure(error)
    }
  }

  /// Writes the file completely or not at all; only SIGKILL may leave half of another one.
  func write() throws(ProgramError) -> Result {
    var result: Result = (ImportedDeck(name: name, cards: cards, new: cards.count, path: path), [])
    try makeDirectory()
    try TerminalSignals.holding(SIGINT, SIGTERM, SIGHUP) { () throws(ProgramError) in
      if merges {
        let merge = try mergeFile()
        result = self.result(merge, path: path)
      } else {
        try writeFile()
      }
    }
    return result
  }

  private func makeDirectory() throws(ProgramError) {
    do throws(FileError) {
      try UserFile.makeDirectory(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/")
    } catch {
      throw failure(error)
    }
  }

  private func writeFile() throws(ProgramError) {
    do throws(FileError) {
      try UserFile.replace(
        path, with: Array(DeckFile.text(of: cards, name: name).utf8), overwrites: replaces)
    } catch {
      throw failure(error)
    }
  }

  private func mergeFile() throws(ProgramError) -> DeckMerge {
    var merge = DeckMerge([], into: [])
    try UserFile.rewrite(path, limit: Self.limit, failure: failure) {
      bytes throws(ProgramError) in
      merge = DeckMerge(cards, into: bytes)
      do throws(DeckEdit.Refusal) {
        return try merge.applied()
      } catch {
        throw ProgramError(.refused, name: "InvalidDeck", "\(path): \(error.message)")
      }
    }
    return merge
  }

  private func result(_ merge: DeckMerge, path: String?) -> Result {
    let deck = ImportedDeck(
      name: name, cards: cards, new: merge.new, changed: merge.changed,
      unchanged: merge.unchanged, path: path)
    return (deck, merge.faults)
  }

  private func failure(_ error: FileError) -> ProgramError {
    error == .system(EEXIST)
      ? ProgramError(
        .refused, name: "FileExists",
        "The file \(path) already exists. To replace it, add --force.")
      : ProgramError(
        .unexpected, name: "StorageFailed", "\(path) could not be written: \(error.reason).")
  }
}
