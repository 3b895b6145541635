internal import MemoryGame
internal import ThemeFiles

/// The reading of one file, which is done a part at a time.
struct LibraryReading {
  /// How many cards are read at a time: few enough that nobody notices.
  private static let cardsAtATime = 200
  /// How many lines of themes: one may hold as much as that many cards.
  private static let linesAtATime = 1

  private enum State {
    case themes(ThemeReading)
    case deck(DeckReading)
    case failed(FaultList)
  }

  /// Where the file is.
  let listing: FileListing
  private let number: UInt64
  private var fingerprint: FileFingerprint?
  private var isSettled = false
  private var state: State

  /// Takes what the file holds.
  ///
  /// - Parameters:
  ///   - listing: where it is.
  ///   - number: one that no other reading of the file has.
  ///   - known: themes by the digests of their lines, which need not be read again.
  /// - Throws: `FileTrouble.missing` where it is gone.
  init(
    _ listing: FileListing, number: UInt64, known: [Int: Theme]
  ) throws(FileTrouble) {
    self.listing = listing
    self.number = number
    let isDeck = listing.place.kind == .decks
    do throws(FileTrouble) {
      let (bytes, fingerprint, isSettled) = try FileContents.read(
        listing.bytes, limit: isDeck ? LibraryFile.maximumDeckBytes : LibraryFile.maximumThemeBytes)
      self.fingerprint = fingerprint
      self.isSettled = isSettled
      try Self.refuseTooManyLines(
        bytes, limit: isDeck ? LibraryFile.maximumDeckLines : LibraryFile.maximumThemeLines)
      state = isDeck ? .deck(DeckReading(bytes)) : .themes(ThemeReading(bytes, known: known))
    } catch {
      guard case .unreadable(let reason) = error else { throw error }
      var faults = FaultList()
      faults.add(nil, "It cannot be read: \(reason).")
      state = .failed(faults)
    }
  }

  /// Reads on.
  ///
  /// - Returns: what was read; nil where the end has not been reached.
  mutating func readOn() -> LibraryFile? {
    var faults = FaultList()
    var themes: [LibraryTheme] = []
    switch state {
    case .failed(let known): faults = known
    case .themes(var reading):
      // Two that hold it would copy it.
      state = .failed(faults)
      guard reading.read(most: Self.linesAtATime) else {
        state = .themes(reading)
        return nil
      }
      for fault in reading.file.faults { faults.add(fault.line, fault.message) }
      themes = reading.file.entries.map {
        theme(.theme($0.theme), line: $0.line, digest: $0.digest)
      }
    case .deck(var reading):
      state = .failed(faults)
      guard reading.read(most: Self.cardsAtATime) else {
        state = .deck(reading)
        return nil
      }
      if let deck = deck(of: reading.file, &faults) { themes = [theme(.deck(deck), line: 1)] }
    }
    return LibraryFile(
      themes: themes, faults: faults, fingerprint: fingerprint, isSettled: isSettled,
      reading: number)
  }

  private func theme(
    _ content: LibraryTheme.Content, line: Int, digest: Int? = nil
  ) -> LibraryTheme {
    LibraryTheme(
      content: content,
      origin: .file(
        listing.place.kind, path: listing.path, line: line, isAdded: listing.isAdded),
      reading: number, digest: digest)
  }

  private func deck(of file: DeckFile, _ faults: inout FaultList) -> Deck? {
    for fault in file.faults { faults.add(fault.line, fault.message) }
    guard !file.entries.isEmpty else {
      faults.add(nil, "No card could be read, so there is no deck.")
      return nil
    }
    do throws(ThemeFault) {
      let name = if let name = file.name { name } else { try ThemeName(listing.stem) }
      return Deck(name: name, cards: file.pairs)
    } catch {
      faults.add(nil, "The file's name names no deck: \(error.message)")
      return nil
    }
  }

  /// Each bad line is told of, which takes many times as much as the line.
  private static func refuseTooManyLines(_ bytes: [UInt8], limit: Int) throws(FileTrouble) {
    let lines = bytes.count { $0 == UInt8(ascii: "\n") }
    if lines > limit {
      throw .unreadable("it has more than \(limit) lines; make several files of it")
    }
  }
}
