internal import CLinux
internal import EventLoop
internal import MemorizeFiles
internal import MemoryGame
internal import PlainText
internal import Practice
internal import ThemeFiles
internal import UserFiles
internal import UserService

/// All themes that can be played: the program's own, and those in files, which it watches.
///
/// One file is read in each turn of the loop, so that other calls do not wait. Later only changed
/// files are read. The cards of decks are read when they are needed.
final class ThemeLibrary {
  /// A burst of changes ends after this time without a change.
  private static let quiet: Duration = .milliseconds(100)
  /// The files are read at the latest this long after the first change.
  private static let maximumBurst: Duration = .seconds(1)
  /// How long an unknown name is not looked up again if the files are not watched.
  private static let recheckDelay: Duration = .seconds(1)
  /// How long the cards of a deck are kept for the next call that needs them.
  private static let deckDelay: Duration = .seconds(5)

  /// The user's directory of themes or decks; nil if the environment names none.
  func directory(of kind: ThemeDirectory.Kind) -> String? {
    directories.first { $0.kind == kind }?.path
  }

  /// Called with the changes since the last call; with none when everything was read for the first
  /// time.
  var onChange: (([ThemeChange]) -> Void)?
  /// Called after each pass with the copies of decks' files that there are.
  var onCopies: (([DeckCopy]) -> Void)?

  private let directories: [ThemeDirectory]
  let loop: Loop
  private let log: Log
  private var watch: DirectoryWatch?
  private lazy var burst = Debouncer(
    loop: loop, delay: Self.quiet, maximumDelay: Self.maximumBurst
  ) { [weak self] in self?.readLater() }
  private var isEnding = false
  private var hasLoggedWatch = false
  private var wasRead = false
  /// The numbers of changes noticed, and of those already read.
  private var changesSeen: UInt64 = 0
  private var changesRead: UInt64 = 0
  private var lastScan: MonotonicTime?
  private var scan: Scan?
  private let isStepDue = Loop.Flag()
  private let program = ThemeCatalog.program
  /// All themes that have been read.
  private(set) var current: ThemeCatalog
  private var files: [ThemePath: LibraryFile] = [:]
  private var loggedFaults: [String: FaultList] = [:]
  /// The bytes just written to decks' files, and their cards, which need not be read again.
  private var written: [OwnDeckFile.Change] = []
  private var loaded: (file: ThemePath, version: FileVersion, cards: CardList)?
  private lazy var forgetting = Debouncer(loop: loop, delay: Self.deckDelay) { [weak self] in
    self?.loaded = nil
    malloc_trim(0)
  }
  private var onReload: [(String) -> Void] = []

  /// A pass over all files, which reads the changed ones.
  private struct Scan {
    /// The number of changes noticed at its start.
    let changesSeen: UInt64
    var rest: ArraySlice<ThemePath>
    var copies: [DeckCopy] = []
    var files: [LibraryFile] = []
    var faults: [String: FaultList] = [:]
    var room = ThemeRoom()
    var claims = ThemeClaims()
    var hasRead = false
  }

  init(directories: [ThemeDirectory] = ThemeDirectory.all(), loop: Loop, log: Log) {
    self.directories = directories
    self.loop = loop
    self.log = log
    current = program
  }

  /// Watches the files from now on, and reads them in the next turns of the loop.
  func begin() {
    follow()
    if !wasRead { readLater() }
  }

  /// Stops watching for changes; themes that were read stay.
  ///
  /// The kernel takes some milliseconds to release a watch, and the next daemon would wait for that
  /// at the end of the process.
  func close() {
    isEnding = true
    watch = nil
  }

  /// All files as they are now, or all except the decks.
  func files(withDecks: Bool) -> Files { Files(library: self, areDecksNeeded: withDecks) }

  struct Files: Preparation.Need {
    fileprivate unowned let library: ThemeLibrary
    fileprivate let areDecksNeeded: Bool

    func begin() { library.watch?.drain() }

    var isMet: Bool {
      guard library.isBehind else { return true }
      guard let scan = library.scan, scan.changesSeen == library.changesSeen else { return false }
      return !areDecksNeeded && scan.rest.first?.kind == .decks
    }

    func advance(while mayContinue: () -> Bool) -> Bool {
      if library.isBehind, library.scan?.changesSeen != library.changesSeen { library.beginScan() }
      library.readFile()
      return library.scan != nil
    }
  }

  /// What dealing a game of a theme needs; a random theme is never a deck.
  func needs(toDeal name: String?) -> [any Preparation.Need] {
    if let name, program.theme(named: name) != nil { return [] }
    return [files(withDecks: name != nil)]
  }

  /// Whether a call must not be answered from what was read.
  private var isBehind: Bool { changesRead != changesSeen || !wasRead }

  /// Continues an unfinished pass until one file was read, or all were looked at; returns false if
  /// there is none.
  @discardableResult
  func readFile() -> Bool {
    guard var now = scan else { return false }
    scan = nil
    while let file = now.rest.popFirst() {
      if read(file, &now) { break }
    }
    if now.rest.isEmpty { finish(now) } else { scan = now }
    return true
  }

  /// The themes for a random draw, which needs no decks.
  var drawable: ThemeCatalog {
    guard !wasRead, let scan else { return current }
    var faults: [String: FaultList] = [:]
    return ThemeCatalog(of: scan.files, faults: &faults)
  }

  func theme(named name: String) -> LibraryTheme? {
    if let known = program.theme(named: name) ?? current.theme(named: name) { return known }
    let isRecent = lastScan.map { MonotonicTime.now - $0 < Self.recheckDelay } == true
    if watch == nil || !isRecent { refresh() }
    return current.theme(named: name)
  }

  /// Why a deck's file with this content would exceed the limits on all decks; nil if it would not.
  func refusal(of bytes: [UInt8], in file: ThemePath) -> String? {
    var (room, claims) = (ThemeRoom(), ThemeClaims())
    for other in files.values
    where other.file.kind == .decks && other.file != file && !other.isLeftOut {
      _ = room.reserve(other.version?.size ?? 0, of: .decks)
      _ = claims.claim(cards: other.cards)
    }
    return room.reserve(bytes.count, of: .decks)
      ?? claims.claim(cards: DeckFile.maximumCards(in: bytes))
  }

  func refresh() {
    beginScan()
    while readFile() {}
  }

  /// Reads the files after changes of decks' files.
  func refresh(after written: OwnDeckFile.Change?) {
    refresh(after: written.map { [$0] } ?? [])
  }

  func refresh(after written: [OwnDeckFile.Change]) {
    self.written = written
    refresh()
    self.written = []
  }

  /// Reads one file in each turn of the loop; calls back with a summary.
  func reload(_ onEnd: @escaping (String) -> Void) {
    onReload.append(onEnd)
    (files, scan) = ([:], nil)
    beginScan()
    stepLater()
  }

  private func readLater() {
    // An unfinished pass may already be past the changed file.
    beginScan()
    stepLater()
  }

  private func stepLater() {
    loop.enqueueOnce(isStepDue) { [weak self] in
      guard let self else { return }
      readFile()
      if scan != nil { stepLater() }
    }
  }

  /// Starts a pass; files that an unfinished pass has read need not be read again.
  private func beginScan() {
    follow()
    watch?.drain()
    for file in scan?.files ?? [] { files[file.file] = file }
    lastScan = .now
    var next = Scan(changesSeen: changesSeen, rest: [])
    for directory in directories {
      let (files, copies, faults) = directory.files()
      next.rest += files
      next.copies += copies
      for fault in faults { next.faults[directory.path, default: FaultList()].add(nil, fault) }
    }
    scan = next
  }

  /// Uses a known file or reads it; a file that has disappeared is skipped.
  private func read(_ file: ThemePath, _ scan: inout Scan) -> Bool {
    let version: FileVersion?
    do throws(FileError) {
      version = try FileVersion(of: file.path)
    } catch {
      if error.isMissing { return false }
      version = nil
    }
    if let reason = scan.room.reserve(version?.size ?? 0, of: file.kind) {
      scan.files.append(LibraryFile(file, leftOut: reason))
      return false
    }
    if var known = files[file], known.isStill(version) {
      let reason = scan.claims.claim(cards: known.cards)
      if let reason { known.leaveOut(reason) }
      if reason != nil || !known.isLeftOut {
        scan.files.append(known)
        return false
      }
      // Now there is room for it.
      scan.claims.release(cards: known.cards)
    }
    scan.files.append(LibraryFile(file, version: version, &scan.claims, of: self))
    scan.hasRead = true
    return true
  }

  private func finish(_ scan: Scan) {
    var faults = scan.faults
    let next = ThemeCatalog(of: scan.files, faults: &faults)
    report(faults)
    files = Dictionary(scan.files.map { ($0.file, $0) }) { first, _ in first }
    changesRead = scan.changesSeen
    if scan.hasRead { malloc_trim(0) }
    let changes = wasRead ? next.changes(since: current) : []
    let isFirst = !wasRead
    (current, wasRead) = (next, true)
    if !changes.isEmpty { log.write(.info, "Themes: \(Self.summary(changes, files: nil)).") }
    if isFirst || !changes.isEmpty { onChange?(changes) }
    if !scan.copies.isEmpty { onCopies?(scan.copies) }
    let ended = onReload
    onReload = []
    for onEnd in ended { onEnd(Self.summary(changes, files: files.count)) }
  }

  /// Logs faults, once while they stay the same.
  private func report(_ faults: [String: FaultList]) {
    for (path, list) in faults.sorted(by: { $0.key < $1.key }) where loggedFaults[path] != list {
      for sentence in list.sentences(about: path) { log.write(.warning, sentence) }
    }
    loggedFaults = faults
  }

  /// Reads a deck's cards, unless they have just been read.
  ///
  /// A change of the file since then will be noticed.
  func cards(of file: ThemePath) -> CardList {
    guard let version = try? FileVersion(of: file.path) else { return CardList([]) }
    if let loaded, loaded.file == file, loaded.version == version { return loaded.cards }
    guard let bytes = try? file.read() else { return CardList([]) }
    let cards = CardList(DeckFile.read(bytes).cards)
    keep(cards, of: file, version)
    return cards
  }

  /// Whether bytes are still the content of a deck's file, which has no faults.
  func isFaultless(_ file: ThemePath, with bytes: [UInt8]) -> Bool {
    files[file]?.faultlessDigest.map { $0 == LibraryFile.digest(of: bytes) } ?? false
  }

  /// Whether a deck's file has no faults, as far as is known.
  func isFaultless(_ file: ThemePath) -> Bool { files[file]?.faultlessDigest != nil }

  /// The cards of a file with this content, if it was just written.
  func written(_ bytes: [UInt8]) -> DeckCards? {
    written.first { $0.after.isSame(as: bytes) }?.cards
  }

  /// Keeps a deck's cards for the next call that needs them.
  func keep(_ cards: CardList, of file: ThemePath, _ version: FileVersion) {
    loaded = (file, version, cards)
    forgetting.restart()
  }

  /// Starts watching, before the first pass, so that no change is missed in between.
  private func follow() {
    guard watch == nil, !isEnding else { return }
    do throws(SystemError) {
      let watch = try DirectoryWatch(directories.map(\.path), loop: loop) { [weak self] in
        self?.notice($0)
      }
      self.watch = watch
      if let fault = watch.fault { throw fault }
    } catch  where !hasLoggedWatch {
      hasLoggedWatch = true
      log.write(
        .warning, "\(error) Changes to theme files are read only on SIGHUP (systemctl reload).")
    } catch {}
  }

  private func notice(_ paths: Set<String>) {
    let concerns = paths.contains { path in
      directories.contains { $0.path == path || path.hasSuffix($0.kind.suffix) }
    }
    guard concerns else { return }
    changesSeen += 1
    burst.restart()
  }

  private static func summary(_ changes: [ThemeChange], files: Int?) -> String {
    let most = 10
    let named = changes.prefix(most).map { "“\($0.name)” \($0.kind.rawValue)" }
    let more = changes.count > most ? ["and \(changes.count - most) more"] : []
    let list = changes.isEmpty ? "nothing has changed" : (named + more).joined(separator: ", ")
    guard let files else { return list }
    return "read \(counted(files, "file")), \(list)"
  }
}
