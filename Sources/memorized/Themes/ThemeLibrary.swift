internal import CLinux
internal import EventLoop
internal import MemoryGame
internal import UserService

/// All themes that can be played: those of the program, and those in files, which are followed.
///
/// Nothing is read before ``open()``. Then all files are read when they are first asked for, or a
/// second after ``begin()``. A change is noticed by the kernel's word and read when it has been
/// quiet for a moment, a part at a time, so that nobody waits for it who does not need it.
final class ThemeLibrary {
  /// How long nobody may have asked before the files are read all the same.
  private static let patience: Duration = .seconds(1)
  /// How long a burst of changes has to be over.
  private static let quiet: Duration = .milliseconds(100)
  /// When it is read at the latest.
  private static let longestBurst: Duration = .seconds(1)
  /// How long others may wait while files are read that nobody asked for.
  private static let slice: Duration = .milliseconds(10)
  /// What all decks may take together, as much as four of the largest.
  private static let maximumDeckBytes = 4 * LibraryFile.maximumDeckBytes

  /// Where the user's own themes stand; nil where the environment names no place.
  var ownDirectory: String? { places.own }
  /// Called with what has changed since the last call; with nothing when all was read first.
  var onChange: (([ThemeChange]) -> Void)?

  private let places: ThemePlaces
  private let loop: EventLoop
  private let log: Log
  private var watch: DirectoryWatch?
  private var pause: BurstTimer?
  private var isOpen = false
  private var isEnding = false
  private var isPrepared = false
  private var wasRead = false
  /// What was there before anybody could have been told of a change.
  private var atOpening: [FileListing: FileFingerprint] = [:]
  private var catalogue = ThemeCatalogue.program
  private var files: [FileListing: LibraryFile] = [:]
  private var toldFaults: [String: FaultList] = [:]
  private var readings: UInt64 = 0
  private var round: Round?
  private var isRoundStale = false
  private var areReadAnew = false

  /// Files that are being read again, up to which they have been.
  private struct Round {
    var listings: [FileListing] = []
    var faults: [String: FaultList] = [:]
    var next = 0
    var deckBytes = 0
    var isEverything = false
    var read: [FileListing: LibraryFile] = [:]
    /// The one that is read a part at a time.
    var reading: LibraryReading?
  }

  /// Names the places; nothing is opened yet.
  init(places: ThemePlaces = .current, loop: EventLoop, log: Log) {
    self.places = places
    self.loop = loop
    self.log = log
  }

  /// Lets the files be read for whoever asks: the call that has started us may come before the
  /// answer to who has the name.
  func open() {
    isOpen = true
  }

  /// Follows the files from now on, and reads them soon even if nobody asks.
  func begin() {
    prepare()
    loop.schedule(after: Self.patience) { [weak self] in
      guard let self, !wasRead, round == nil else { return }
      beginRound()
      step()
    }
  }

  /// Sees which files there are, before any of them is read.
  private func prepare() {
    guard !isPrepared else { return }
    isPrepared = true
    follow()
    for listing in places.all.flatMap({ FileListing.files(in: $0).files }) {
      atOpening[listing] = try? FileContents.fingerprint(of: listing.bytes)
    }
  }

  /// Changes are followed no more, while what was read is there to the end.
  ///
  /// The kernel takes some milliseconds to give a watch back. Left to the end of the process, this
  /// would hold up what else it lets go of, for which the next daemon may wait.
  func close() {
    isEnding = true
    watch = nil
  }

  /// All themes, read where they have not been.
  var current: ThemeCatalogue {
    if isOpen, !wasRead { finish() }
    return catalogue
  }

  /// The theme of a name; for those of the program nothing has to be read.
  func theme(named name: String) -> LibraryTheme? {
    if let known = ThemeCatalogue.program.theme(named: name) ?? current.theme(named: name) {
      return known
    }
    // Its file may have been written a moment ago, by a command before this one in a script.
    refresh()
    return catalogue.theme(named: name)
  }

  /// Reads now what is no longer as it was read.
  func refresh() {
    guard isOpen else { return }
    beginRound()
    finish()
  }

  /// Reads all files again, and says what has changed.
  func readAgain() -> String {
    guard isOpen else { return "no theme has been read yet" }
    if watch == nil, !isEnding { follow() }
    let before = catalogue
    beginRound(everything: true)
    finish()
    return Self.summary(catalogue.changes(since: before), files: files.count)
  }

  private func beginRound(everything: Bool = false) {
    prepare()
    let everything = everything || round?.isEverything == true
    var next = Round(isEverything: everything)
    for place in places.all {
      let (listings, faults) = FileListing.files(in: place)
      next.listings += listings
      next.faults[place.path] = faults
    }
    round = next
    isRoundStale = false
  }

  private func finish() {
    if round == nil { beginRound() }
    while round != nil { readNext() }
    if isRoundStale { refresh() }
  }

  private func step() {
    let end = ContinuousClock.now + Self.slice
    while round != nil {
      readNext()
      if ContinuousClock.now >= end { break }
    }
    if round == nil, isRoundStale { beginRound() }
    if round != nil { loop.enqueue { [weak self] in self?.step() } }
  }

  /// Reads one file, or a part of it, where it is another than it was; after the last one, takes
  /// all of them over.
  private func readNext() {
    guard var now = round else { return }
    // Two that hold it would copy it.
    round = nil
    if var reading = now.reading {
      now.reading = nil
      if let file = reading.readOn() {
        now.read[reading.listing] = file
      } else {
        now.reading = reading
      }
    } else if now.next < now.listings.count {
      look(at: now.listings[now.next], in: &now)
      now.next += 1
    } else {
      return take(now)
    }
    round = now
  }

  private func look(at listing: FileListing, in now: inout Round) {
    let fingerprint = try? FileContents.fingerprint(of: listing.bytes)
    if listing.place.kind == .decks {
      now.deckBytes += fingerprint?.size ?? 0
      guard now.deckBytes <= Self.maximumDeckBytes else {
        now.faults[listing.path, default: FaultList()].add(
          nil, "All decks together may take \(Self.maximumDeckBytes >> 20) MB: take some out.")
        return
      }
    }
    if !now.isEverything, let known = files[listing], known.isSettled,
      known.fingerprint == fingerprint
    {
      now.read[listing] = known
      return
    }
    readings += 1
    now.reading = try? LibraryReading(listing, number: readings)
    areReadAnew = true
  }

  private func take(_ finished: Round) {
    var faults = finished.faults
    let inOrder = finished.listings.compactMap { finished.read[$0] }
    for (listing, file) in finished.read { faults[listing.path] = file.faults }
    let next = ThemeCatalogue(adding: inOrder) { theme, reason in
      guard case .file(_, let path, let line, _) = theme.origin else { return }
      faults[path, default: FaultList()].add(theme.isImported ? nil : line, reason)
    }
    tell(faults)
    files = finished.read
    if areReadAnew { malloc_trim(0) }
    areReadAnew = false
    let isFirst = !wasRead
    if isFirst {
      let old = finished.listings.filter { finished.read[$0]?.fingerprint == atOpening[$0] }
      catalogue = ThemeCatalogue(adding: old.compactMap { finished.read[$0] }) { _, _ in }
      atOpening = [:]
      wasRead = true
    }
    let changes = next.changes(since: catalogue)
    catalogue = next
    if changes.isEmpty {
      if isFirst { onChange?([]) }
    } else {
      log.write(.info, "Themes: \(Self.summary(changes, files: nil)).")
      onChange?(changes)
    }
  }

  /// Says what is wrong, once for as long as it stays the same.
  private func tell(_ faults: [String: FaultList]) {
    for (path, list) in faults.sorted(by: { $0.key < $1.key }) where toldFaults[path] != list {
      for sentence in list.sentences(about: path) { log.write(.warning, sentence) }
    }
    toldFaults = faults
  }

  /// Before the first look, so that no change falls between.
  private func follow() {
    do throws(SystemError) {
      let watch = try DirectoryWatch(places.all.map(\.path), loop: loop) { [weak self] in
        self?.notice($0)
      }
      self.watch = watch
      if let fault = watch.fault { throw fault }
    } catch {
      log.write(
        .warning, "\(error) Changes of theme files are read on SIGHUP (systemctl reload) alone.")
    }
  }

  private func notice(_ changes: Set<DirectoryWatch.Change>) {
    let concerns = changes.contains { change in
      switch change {
      case .file(let name, let directory):
        places.all.contains { $0.path == directory && name.hasSuffix($0.kind.suffix) }
      case .directory: true
      case .everything: true
      }
    }
    guard concerns else { return }
    // What the kernel has lost may have been anything.
    if changes.contains(.everything) { files = [:] }
    let pause =
      pause
      ?? BurstTimer(loop: loop, quiet: Self.quiet, longest: Self.longestBurst) {
        [weak self] in self?.readChanges()
      }
    self.pause = pause
    pause.touch()
  }

  private func readChanges() {
    guard round == nil else { return isRoundStale = true }
    beginRound()
    step()
  }

  /// What has changed, for the log.
  private static func summary(_ changes: [ThemeChange], files: Int?) -> String {
    let most = 10
    let told = changes.prefix(most).map { "“\($0.name)” \($0.kind.rawValue)" }
    let more = changes.count > most ? ["and \(changes.count - most) more"] : []
    let list = changes.isEmpty ? "nothing has changed" : (told + more).joined(separator: ", ")
    guard let files else { return list }
    return "read \(files == 1 ? "1 file" : "\(files) files"), \(list)"
  }
}
