import Glibc
import MemorizeFiles
import MemoryGame
import PlainText
import Practice
import Screens
import TerminalKit
import ThemeFiles
import UserFiles

/// The file in which the cards of an import are saved.
struct DeckPlace {
  let deck: CollectedDecks.Deck
  private let directory: String
  /// The file that has the deck; nil if there is none.
  private let file: String?
  private let merges: Bool
  private let media: MediaImport

  private static let kind = ThemeDirectory.Kind.decks

  /// The file that already has the deck's name, else a new one.
  ///
  /// Throws `ThemeExists` for a taken name, unless the deck is replaced or all cards have guids.
  init(
    of deck: CollectedDecks.Deck, with media: MediaImport, among claims: ThemeClaims,
    replaces: Bool, isTrial: Bool
  ) throws(ProgramError) {
    guard let directory = ThemeDirectory.all().first(where: { $0.kind == Self.kind })?.path else {
      throw Self.noDirectory
    }
    self.media = media
    (self.deck, self.directory) = (deck, directory)
    guard let owner = claims.location(of: deck.name) else {
      (file, merges) = (nil, false)
      return
    }
    guard let file = owner.file, file.hasPrefix(directory + "/") else {
      throw Self.exists(Self.taken(deck.name.text, at: owner))
    }
    merges = !replaces && deck.cards.allSatisfy { $0.guid != nil }
    guard merges || replaces || isTrial else {
      throw Self.exists(
        english(
          "A deck named “\(deck.name.text)” is in \(file), and cards can be merged into it only if "
            + "all of them have guids. To replace it, add --yes: only cards with the same two "
            + "sides keep their schedules. Or give this deck another name with --deck."))
    }
    if merges, let bytes = try? UserFile.read(file, limit: Self.kind.maximumBytes),
      !DeckFile.hasGuids(in: bytes)
    {
      throw Self.exists(
        english(
          "The file \(file) of the deck “\(deck.name.text)” has no column for guids: add the line "
            + "“#guid column:” with its number, or give this deck another name with --deck."))
    }
    self.file = file
  }

  static let noDirectory = ProgramError(
    .unexpected, name: "StorageFailed",
    english("Neither XDG_DATA_HOME nor HOME names a directory for decks: set one of them."))

  /// Says that a theme has the name of a deck.
  private static func taken(_ name: String, at place: ThemeClaims.Location) -> String {
    guard let file = place.file else {
      return english(
        "A theme named “\(name)” comes with the program: give the deck another name with --deck.")
    }
    guard let line = place.line else {
      return english(
        "A theme named “\(name)” is in \(file): give the deck another name with --deck.")
    }
    return english(
      "A theme named “\(name)” is in \(file), line \(line): give the deck another name with --deck."
    )
  }

  private static func exists(_ message: String) -> ProgramError {
    ProgramError(.refused, name: "ThemeExists", message)
  }
}

extension DeckPlace {
  /// What ``write()`` would do.
  func preview() throws(ProgramError) -> ImportedDeck {
    guard let file else { return imported(merge(into: []).outcome, path: nil) }
    let old = try Result { () throws(FileError) in
      try UserFile.read(file, limit: Self.kind.maximumBytes)
    }.mapError { Self.failure($0, file) }.get()
    return imported(merge(into: old).outcome, path: nil)
  }

  /// The guids of cards that no line gets, or one without a guid.
  func unmerged() throws(ProgramError) -> Set<String> {
    merges ? try preview().outcome.unmerged : []
  }

  /// Writes the file completely or not at all; only SIGKILL may leave part of a temporary file.
  func write() throws(ProgramError) -> ImportedDeck {
    // Not earlier: another deck of this import may have taken the same file name.
    let path =
      file
      ?? FilePath.firstFree(
        directory + "/" + DeckFile.fileName(of: deck.name), Self.kind.suffix)
    var outcome = DeckMerge.Outcome()
    try TerminalSignals.holding(SIGINT, SIGTERM, SIGHUP) { () throws(ProgramError) in
      try media.publish(deck.cards)
      try UserFile.rewrite(
        path, limit: Self.kind.maximumBytes, failure: { Self.failure($0, path) }
      ) { old throws(ProgramError) in
        if file == nil, !old.isEmpty { throw Self.failure(.system(EEXIST), path) }
        let merge = merge(into: old)
        outcome = merge.outcome
        return try written(merge, path)
      }
      media.exitIfInterrupted()
    }
    return imported(outcome, path: path)
  }

  private func merge(into old: [UInt8]) -> DeckMerge {
    merges
      ? DeckMerge(deck.cards, languages: deck.languages, into: old)
      : DeckMerge(
        deck.cards.withGuids(of: DeckFile.read(old).cards), languages: deck.languages,
        into: Array(DeckFile.text(of: [], name: deck.name).utf8))
  }

  private func written(_ merge: DeckMerge, _ path: String) throws(ProgramError) -> [UInt8] {
    let bytes = try Result { () throws(DeckEditError) in try merge.applied() }
      .mapError { ProgramError(.refused, name: "InvalidDeck", "\(path): \($0.message)") }.get()
    return try Result { () throws(FileError) in try Self.kind.check(bytes) }
      .mapError { Self.failure($0, path) }.get()
  }

  private func imported(_ outcome: DeckMerge.Outcome, path: String?) -> ImportedDeck {
    ImportedDeck(name: deck.name, cards: deck.cards, outcome: outcome, path: path)
  }

  static func failure(_ error: FileError, _ path: String) -> ProgramError {
    error == .system(EEXIST)
      ? ProgramError(
        .refused, name: "FileExists",
        english("The file \(path) already exists. To replace it, add --yes."))
      : ProgramError(
        .unexpected, name: "StorageFailed",
        english("\(path) could not be written: \(error.reason)."))
  }
}
