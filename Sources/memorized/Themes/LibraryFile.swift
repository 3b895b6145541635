internal import MemoryGame
internal import Practice
internal import ThemeFiles
internal import UserFiles

/// A file of themes, or a deck's, as it was read.
struct LibraryFile {
  static let longestShown = 1000

  let file: ThemePath
  /// What the file was known by when it was read; nil if it could not be read.
  let version: FileVersion?
  private(set) var themes: [LibraryTheme] = []
  private(set) var faults = FaultList()
  /// The most cards it may have, if it is a deck.
  private(set) var cards = 0
  /// Whether it is a deck for which there was no room among all decks.
  private(set) var isLeftOut = false

  /// Reads a file; decks get `load`, which reads the cards when they are needed.
  init(
    _ file: ThemePath, version: FileVersion?, _ claims: inout ThemeClaims,
    load: @escaping (ThemePath) -> [WordCard]
  ) {
    self.file = file
    self.version = version
    do throws(FileError) {
      let bytes = try file.read()
      if file.kind == .decks {
        cards = DeckFile.maximumCards(in: bytes)
        let fault = claims.claim(cards: cards)
        if let fault { leaveOut(fault) } else { read(deck: bytes, load) }
      } else {
        read(themes: bytes)
      }
    } catch {
      faults.add(nil, error.sentence)
    }
  }

  init(_ file: ThemePath, leftOut reason: String) {
    (self.file, version) = (file, nil)
    faults.add(nil, reason)
  }

  /// Lets go of a deck for which there is no room any more.
  mutating func leaveOut(_ reason: String) {
    (themes, faults, isLeftOut) = ([], FaultList(), true)
    faults.add(nil, reason)
  }

  private mutating func read(themes bytes: [UInt8]) {
    let content = ThemeFile(reading: bytes)
    for fault in content.faults { faults.add(fault.line, fault.message) }
    themes = content.entries.map {
      LibraryTheme(content: .theme($0.theme), file: file, line: $0.line, digest: $0.digest)
    }
  }

  /// The cards are counted and let go of: most decks are neither played nor practised today.
  private mutating func read(deck bytes: [UInt8], _ load: @escaping (ThemePath) -> [WordCard]) {
    let content = DeckFile(reading: bytes)
    for fault in content.faults { faults.add(fault.line, fault.message) }
    guard !content.entries.isEmpty else {
      return faults.add(nil, "No card could be read, so there is no deck.")
    }
    do throws(ThemeFault) {
      let name = if let name = content.name { name } else { try ThemeName(file.stem) }
      var hasher = Hasher()
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      let file = file
      let deck = LibraryDeck(name: name, cards: content.cards) { load(file) }
      themes = [
        LibraryTheme(content: .deck(deck), file: file, line: nil, digest: hasher.finalize())
      ]
    } catch {
      faults.add(nil, "The file's name names no deck: \(error.message)")
    }
  }
}

/// What is wrong with one file, as far as anybody reads it.
struct FaultList: Equatable {
  /// Who has more has one reason for all of them.
  private static let maximumShown = 20

  private var shown: [String] = []
  private var others = 0

  mutating func add(_ line: Int?, _ message: String) {
    guard shown.count < Self.maximumShown else { return others += 1 }
    shown.append((line.map { ", line \($0): " } ?? ": ") + message)
  }

  /// A sentence for each fault, and one for those that are not shown.
  func sentences(about path: String) -> [String] {
    shown.map { path + $0 } + (others == 0 ? [] : ["\(path): and \(others) more faults."])
  }
}
