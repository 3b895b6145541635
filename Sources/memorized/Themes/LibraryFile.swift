internal import MemorizeFiles
internal import PlainText
internal import Practice
internal import ThemeFiles
internal import UserFiles

struct LibraryFile {
  let file: ThemePath
  /// The version that was read; nil if the file could not be read.
  private(set) var version: FileVersion?
  private(set) var themes: [LibraryTheme] = []
  private(set) var faults = FaultList()
  /// For a deck, an upper bound on its cards.
  private(set) var cards = 0
  /// Whether it is a deck left out because all decks together reached their limit.
  private(set) var isLeftOut = false

  init(
    _ file: ThemePath, version: FileVersion?, _ claims: inout ThemeClaims, of library: ThemeLibrary
  ) {
    self.file = file
    self.version = version
    do throws(FileError) {
      let bytes = try file.read()
      if file.kind == .decks {
        cards = DeckFile.maximumCards(in: bytes)
        let fault = claims.claim(cards: cards)
        if let fault {
          leaveOut(fault)
        } else {
          read(deck: bytes, of: library)
        }
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

  /// Whether the file still has the content that was read.
  mutating func isStill(_ later: FileVersion?) -> Bool {
    guard let version, let later else { return false }
    if version.isStill(later) { return true }
    // The file may have changed within the resolution of its time stamp: then compare its bytes,
    // which is much faster than reading its cards.
    guard version == later, file.kind == .decks, let digest = themes.first?.digest,
      let bytes = try? file.read(), Self.digest(of: bytes) == digest
    else { return false }
    self.version = later
    return true
  }

  /// The digest of a deck's content; nil if it has faults.
  var faultlessDigest: Int? { faults.isEmpty ? themes.first?.digest : nil }

  static func digest(of bytes: [UInt8]) -> Int {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  /// Drops a deck that exceeds the limit.
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

  /// Stores only the count: most decks are neither played nor practiced on a given day.
  private mutating func read(deck bytes: [UInt8], of library: ThemeLibrary) {
    let content = library.written(bytes) ?? DeckCards(DeckFile.read(bytes))
    let cards = content.cards
    if let version { library.keep(cards, of: file, version) }
    for fault in content.faults { faults.add(fault.line, fault.message) }
    do throws(LineError) {
      let name = try content.deckName(ofFile: file.stem)
      let file = file
      let deck = LibraryDeck(name: name, cards: cards, languages: content.languages) {
        [weak library] in
        library?.cards(of: file) ?? CardList([])
      }
      themes = [
        LibraryTheme(content: .deck(deck), file: file, line: nil, digest: Self.digest(of: bytes))
      ]
    } catch {
      faults.add(nil, error.message)
    }
  }
}

/// The faults of one file, as many as people will read.
struct FaultList: Equatable {
  /// More faults than this have a common cause.
  private static let maximumShown = 20

  private var faults = FirstFaults<String>(upTo: maximumShown)

  var isEmpty: Bool { faults.listed.isEmpty }

  mutating func add(_ line: Int?, _ message: String) {
    faults.add((line.map { ", line \($0): " } ?? ": ") + message)
  }

  /// One sentence for each fault, and one for those that are not shown.
  func sentences(about path: String) -> [String] {
    faults.listed.map { path + $0 }
      + (faults.others == 0 ? [] : ["\(path): \(counted(faults.others, "more fault"))."])
  }
}
