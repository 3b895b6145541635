internal import DBus
internal import EventLoop
internal import MemorizeBus
internal import MemorizeFiles
internal import MemoryGame
internal import PlainText
internal import Practice
internal import Store
internal import ThemeFiles
internal import UserFiles
internal import UserService

/// Merges the copies that synchronizers made of decks' files, one in each turn of the loop.
///
/// What cannot be merged waits for the next change of a file.
final class DeckCopies {
  /// Called with how many cards a deck got, and of how many the newer text was kept.
  var onMerge: ((_ deck: String, _ cards: Int, _ texts: Int) -> Void)?

  private let library: ThemeLibrary
  private let store: Store
  private let preparation: Preparation
  private let log: Log
  /// The next one last.
  private var waiting: [DeckCopy] = []
  private let isDue = Loop.Flag()
  private var isReading = false
  private var isRefreshing = false
  /// Why copies wait, by their paths: each is logged once.
  private var faults: [String: String] = [:]
  /// When the texts of a merged file were written: merging makes the file newer than its texts.
  private var merged: (version: FileVersion, writtenAt: UInt64)?

  init(library: ThemeLibrary, store: Store, preparation: Preparation, log: Log) {
    (self.library, self.store) = (library, store)
    (self.preparation, self.log) = (preparation, log)
  }

  /// Called with all copies after each pass over the files.
  func follow(_ copies: [DeckCopy]) {
    // After a merge, those that failed need not be tried again.
    if isRefreshing { return }
    faults = faults.filter { fault in copies.contains { $0.file.path == fault.key } }
    // Of three texts the newest stands if the oldest two are merged first.
    let dated = copies.map { ($0, (try? FileVersion(of: $0.file.path))?.modifiedAt ?? 0) }
    waiting = dated.sorted { $0.1 > $1.1 }.map(\.0)
    mergeLater()
  }

  /// Whether a deck may soon change because of its copy.
  var isMerging: Bool { isReading || !waiting.isEmpty }

  private func mergeLater() {
    if waiting.isEmpty { return }
    library.loop.enqueueOnce(isDue) { [weak self] in self?.readNext() }
  }

  /// Reads large files in steps, then merges a copy.
  private func readNext() {
    guard !isReading, let copy = waiting.popLast() else { return }
    isReading = true
    // Two files that are not small together take as long as a large one.
    let smallest = DeckFileReading.smallest >> 6
    let readings = (
      copy: DeckFileReading(copy.file, smallest: smallest),
      deck: DeckFileReading(copy.deck, smallest: smallest)
    )
    preparation.prepare([readings.copy, readings.deck].compactMap { $0 }) { [weak self] in
      guard let self else { return }
      isReading = false
      merge(copy, readings.copy, readings.deck)
      mergeLater()
    }
  }

  private func merge(
    _ copy: DeckCopy, _ reading: DeckFileReading?, _ deckReading: DeckFileReading?
  ) {
    // Meanwhile its synchronizer or the user may have removed it.
    if FilePath.kind(of: copy.file.path, followingLinks: false) == nil { return }
    do throws(BusError) {
      if FilePath.kind(of: copy.deck.path, followingLinks: false) == nil {
        try takeAsDeck(copy)
      } else {
        try merge(copy, reading, into: OwnDeckFile(copy.deck, of: library, deckReading))
      }
      faults[copy.file.path] = nil
    } catch {
      let fault = "The copy \(copy.file.shown) could not be merged into its deck: \(error.message)"
      if faults.updateValue(fault, forKey: copy.file.path) != fault { log.write(.warning, fault) }
    }
  }

  private func takeAsDeck(_ copy: DeckCopy) throws(BusError) {
    if let code = UserFile.move(copy.file.path, to: copy.deck.path, overwrites: false) {
      throw copy.deck.writeFailure(.system(code))
    }
    log.write(.info, "\(copy.file.shown) is now \(copy.deck.shown), which was missing.")
    refresh(after: nil)
  }

  private func merge(
    _ copy: DeckCopy, _ reading: DeckFileReading?, into deck: OwnDeckFile
  ) throws(BusError) {
    guard let directory = UserDirectories.current.mergedCopies else { return }
    let name = try name(of: copy.deck)
    let (bytes, writtenAt) = try Result { () throws(FileError) in
      // Before the deck is changed, since without it the copy could not be moved.
      try UserFile.makeDirectory(directory)
      return (try copy.file.read(), try FileVersion(of: copy.file.path).modifiedAt)
    }.mapError { BusError(.storageFailed, $0.sentence) }.get()
    let content = reading?.edit(of: bytes)?.content ?? DeckFile.read(bytes)
    // Only one machine may have given the cards guids.
    let copied = Set(content.cards.flatMap { $0.identities(in: name.comparisonKey).map(\.named) })
    let gone = try Result { () throws(StoreError) in
      Set(try store.use { tables throws(StoreError) in try tables.log.gone() }.map(\.named))
    }.mapError { BusError(.storageFailed, $0.message) }.get()
    var (union, removed, newest) = (nil as DeckUnion?, [WordCard](), writtenAt)
    let change = try deck.change { edit throws(BusError) in
      let deckWrittenAt = self.writtenAt(copy.deck)
      newest = max(writtenAt, deckWrittenAt)
      do throws(DeckEditError) {
        // The other machine has removed them.
        removed = try edit.removeAll { line in
          line.identities(in: name.comparisonKey).allSatisfy {
            gone.contains($0.named) && !copied.contains($0.named)
          }
        }
        union = try DeckUnion(
          content, isNewer: writtenAt > deckWrittenAt, into: &edit, of: name
        ) {
          gone.contains($0.named)
        }
      } catch {
        throw BusError(error)
      }
    }
    merged = (try? FileVersion(of: copy.deck.path)).map { ($0, newest) }
    let kept = Result { () throws(FileError) in
      try UserFile.move(copy.file.path, into: directory)
    }.mapError(copy.file.writeFailure)
    refresh(after: change)
    let path = try kept.get()
    guard let union else { return }
    report(union, removed, of: copy, in: name, path)
  }

  private func refresh(after change: OwnDeckFile.Change?) {
    isRefreshing = true
    library.refresh(after: change)
    isRefreshing = false
  }

  private func name(of deck: ThemePath) throws(BusError) -> ThemeName {
    let known = library.current.themes.first { $0.file == deck }?.themeName
    guard let name = known ?? (try? ThemeName(deck.stem)) else {
      throw BusError(
        .storageFailed, english("\(deck.shown) has no name that a deck can have."))
    }
    return name
  }

  /// When a deck's texts were written last, not counting what was merged.
  private func writtenAt(_ deck: ThemePath) -> UInt64 {
    guard let version = try? FileVersion(of: deck.path) else { return 0 }
    if let merged, merged.version == version { return merged.writtenAt }
    return version.modifiedAt
  }

  private func report(
    _ union: DeckUnion, _ removed: [WordCard], of copy: DeckCopy, in deck: ThemeName,
    _ path: String
  ) {
    let (cards, texts) = (union.added.count, union.replaced.count)
    let lost = removed + union.replaced.map(\.old)
    let shown = lost.prefix(20).map { card in
      let fields = [card.first, card.second, card.pronunciation ?? "", card.note]
      return "“\(fields.filter { !$0.isEmpty }.joined(separator: " = ").printable(upTo: 200))”"
    }
    let more = lost.count > shown.count ? ["and \(lost.count - shown.count) more"] : []
    log.write(
      .info,
      "Merged \(copy.file.name.printable) into the deck “\(deck.text.printable)”: "
        + "\(counted(cards, "card")) added, \(counted(removed.count, "card")) removed, "
        + "\(counted(texts, "text")) replaced. The copy is now \(path.printable)."
        + (lost.isEmpty ? "" : " Not kept: \((shown + more).joined(separator: ", "))."))
    if cards + texts > 0 { onMerge?(deck.text, cards, texts) }
  }
}

extension DeckEdit {
  /// Removes cards before all other changes, and returns them.
  fileprivate mutating func removeAll(
    where isUnwanted: (WordCard) -> Bool
  ) throws(DeckEditError) -> [WordCard] {
    let unwanted = cards.indices.filter { isUnwanted(cards[$0]) }
    let removed = unwanted.map { cards[$0] }
    if unwanted.isEmpty { return [] }
    for index in unwanted { remove(index) }
    self = DeckEdit(try applied())
    return removed
  }
}
