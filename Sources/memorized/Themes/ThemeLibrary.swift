internal import CLinux
internal import EventLoop
internal import MemoryGame
internal import UserFiles
internal import UserService

/// All themes that can be played: those of the program, and those in files, which are followed.
///
/// Nothing is read before ``open()``. Then all files are read when they are first asked for, or a
/// second after ``begin()``. A change is noticed by the kernel's word and read when it has been
/// quiet for a moment, a part at a time, so that nobody waits for it who does not need it. So is all
/// that is read again by ``readAgain(_:)``.
final class ThemeLibrary {
  /// How long nobody may have asked before the files are read all the same.
  private static let patience: Duration = .seconds(1)
  /// How long a burst of changes has to be over.
  private static let quiet: Duration = .milliseconds(100)
  /// When it is read at the latest.
  private static let longestBurst: Duration = .seconds(1)
  /// How long others may wait while files are read that nobody asked for.
  private static let slice: Duration = .milliseconds(10)
  /// For how long nobody looks again after what the kernel tells nobody.
  private static let calm: Duration = .seconds(1)

  /// Where the user's own themes stand; nil where the environment names no place.
  var ownDirectory: String? { places.own }
  /// Called with what has changed since the last call; with nothing when all was read first.
  var onChange: (([ThemeChange]) -> Void)?

  private let places: ThemePlaces
  private let loop: Loop
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
  private var round: LibraryRound?
  private var rounds: UInt64 = 0
  private var isRoundStale = false
  private var isStepDue = false
  /// How many changes were noticed, and how many of them have been read.
  private var noticed: UInt64 = 0
  private var taken: UInt64 = 0
  private var lastLook: ContinuousClock.Instant?
  private var reload: Reload?
  /// Told when the reload after this one has ended.
  private var nextReload: ((String) -> Void)?

  /// All files are being read again.
  private struct Reload {
    /// The first round that counts.
    let since: UInt64
    let onEnd: (String) -> Void
    var changes: [ThemeChange] = []
  }

  /// Names the places; nothing is opened yet.
  init(places: ThemePlaces = .current, loop: Loop, log: Log) {
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
      stepLater()
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

  /// All themes as their files are now: one may have been written a moment ago, by a command before
  /// this one in a script.
  var latest: ThemeCatalogue {
    watch?.drain()
    if wasRead, taken != noticed { refresh() }
    return current
  }

  /// The theme of a name; for those of the program nothing has to be read.
  func theme(named name: String) -> LibraryTheme? {
    if let known = ThemeCatalogue.program.theme(named: name) ?? latest.theme(named: name) {
      return known
    }
    if mayBeOutdated { refresh() }
    return catalogue.theme(named: name)
  }

  /// Whether a look at all files might find what the last one did not; names that nobody has must
  /// not make us look each time.
  private var mayBeOutdated: Bool {
    guard let watch, let lastLook else { return true }
    watch.drain()
    return taken != noticed || (reload == nil && ContinuousClock.now - lastLook >= Self.calm)
  }

  /// What `Add` has added, by the digests of the lines.
  var addedLines: [Int: Theme] { files.first { $0.key.isAdded }?.value.lines ?? [:] }

  /// Reads now what is no longer as it was read.
  func refresh() {
    guard isOpen else { return }
    beginRound(reloads: false)
    finish()
    guard reload != nil else { return }
    // What has been read of it is not read once more.
    beginRound()
    stepLater()
  }

  /// Reads all files again, a part at a time.
  ///
  /// - Parameter onEnd: told what came of it. Who asks while that goes on is told of one more
  ///   reading afterwards; of several who do so, the last one.
  func readAgain(_ onEnd: @escaping (String) -> Void) {
    guard isOpen else { return onEnd("no theme has been read yet") }
    guard reload == nil else { return nextReload = onEnd }
    if watch == nil, !isEnding { follow() }
    reload = Reload(since: rounds + 1, onEnd: onEnd)
    beginRound()
    stepLater()
  }

  /// Begins to look at all files; what a round that was going on has read need not be read again.
  private func beginRound(reloads: Bool = true, keepsPartial: Bool = true) {
    prepare()
    var known = files
    for (listing, file) in round?.files ?? [:] where !file.isPartial { known[listing] = file }
    rounds += 1
    round = LibraryRound(
      of: places, number: rounds, known: known, since: reloads ? reload?.since ?? 0 : 0,
      noticed: noticed, keepsPartial: keepsPartial)
    lastLook = .now
    isRoundStale = false
  }

  private func finish() {
    if round == nil { beginRound() }
    while round != nil { readOn() }
    if isRoundStale { refresh() }
  }

  private func stepLater() {
    guard !isStepDue else { return }
    isStepDue = true
    loop.enqueue { [weak self] in self?.step() }
  }

  private func step() {
    isStepDue = false
    let end = ContinuousClock.now + Self.slice
    while round != nil {
      readOn()
      if ContinuousClock.now >= end { break }
    }
    if round == nil, isRoundStale { beginRound() }
    if round != nil { stepLater() }
  }

  /// Reads one file, or a part of it; after the last one, takes all of them over.
  private func readOn() {
    guard round?.readOn() == false, let finished = round else { return }
    // There may be room now for what was left out of a file that was not read.
    if finished.hasKeptPartial, !finished.catalogue.keepsAll(of: catalogue) {
      return beginRound(reloads: finished.since > 0, keepsPartial: false)
    }
    round = nil
    take(finished)
    endReload(finished)
  }

  private func take(_ finished: LibraryRound) {
    var faults = finished.faults
    for (listing, file) in finished.files { faults[listing.path] = file.faults }
    tell(faults)
    files = finished.files
    taken = finished.noticed
    if finished.hasRead { malloc_trim(0) }
    let isFirst = !wasRead
    if isFirst {
      for listing in finished.listings {
        guard var file = files[listing], file.fingerprint == atOpening[listing] else { continue }
        catalogue.add(&file)
      }
      atOpening = [:]
      wasRead = true
    }
    let next = finished.catalogue
    let changes = next.changes(since: catalogue)
    catalogue = next
    reload?.changes += changes
    if changes.isEmpty {
      if isFirst { onChange?([]) }
    } else {
      log.write(.info, "Themes: \(Self.summary(changes, files: nil)).")
      onChange?(changes)
    }
  }

  private func endReload(_ finished: LibraryRound) {
    guard let ended = reload, finished.since >= ended.since else { return }
    reload = nil
    ended.onEnd(Self.summary(ended.changes, files: files.count))
    guard let onEnd = nextReload else { return }
    nextReload = nil
    readAgain(onEnd)
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

  private func notice(_ changes: Set<String>) {
    let concerns = changes.contains { path in
      places.all.contains { $0.path == path || path.hasSuffix($0.kind.suffix) }
    }
    guard concerns else { return }
    noticed += 1
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
    stepLater()
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
