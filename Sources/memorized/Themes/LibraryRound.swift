/// One walk over all files, of which those are read that are no longer as they were.
///
/// It is done a part at a time, in the order in which themes win, so that what is left out is let
/// go at once.
struct LibraryRound {
  /// What all files of themes of one kind may take together, as much as four of the largest.
  private static let maximumThemeBytes = 4 * LibraryFile.maximumThemeBytes
  /// What all decks may take together, as much as four of the largest.
  private static let maximumDeckBytes = 4 * LibraryFile.maximumDeckBytes

  /// The files, those first that win.
  private(set) var listings: [FileListing] = []
  /// What is wrong with directories, and with files that are left out as a whole.
  private(set) var faults: [String: FaultList] = [:]
  /// The files that were come to.
  private(set) var files: [FileListing: LibraryFile] = [:]
  /// What they hold.
  private(set) var catalogue = ThemeCatalogue.program
  /// Whether a file was read, not only looked at.
  private(set) var hasRead = false
  /// Whether a file was taken as it was known, of which something had been left out.
  private(set) var hasKeptPartial = false
  /// From which reading on a file need not be read again.
  let since: UInt64
  /// How many changes had been noticed before.
  let noticed: UInt64

  private let number: UInt64
  private let known: [FileListing: LibraryFile]
  private let keepsPartial: Bool
  private var next = 0
  private var bytes: [ThemePlaces.Kind: Int] = [:]
  /// The one that is read a part at a time.
  private var reading: LibraryReading?

  /// Lists the directories.
  ///
  /// - Parameters:
  ///   - places: the directories.
  ///   - number: larger than that of any round before.
  ///   - known: what was read before.
  ///   - since: from which round on that is good enough, where the file is still the same.
  ///   - noticed: how many changes have been noticed.
  ///   - keepsPartial: whether that is so for a file of which something was left out, too.
  init(
    of places: ThemePlaces, number: UInt64, known: [FileListing: LibraryFile], since: UInt64,
    noticed: UInt64, keepsPartial: Bool
  ) {
    self.number = number
    self.known = known
    self.since = since
    self.noticed = noticed
    self.keepsPartial = keepsPartial
    for place in places.all {
      let (listings, faults) = FileListing.files(in: place)
      self.listings += listings
      self.faults[place.path] = faults
    }
  }

  /// Reads one file, or a part of it.
  ///
  /// - Returns: False where the end has been reached.
  mutating func readOn() -> Bool {
    if var reading {
      // Two that hold it would copy it.
      self.reading = nil
      if var file = reading.readOn() {
        if let earlier = known[reading.listing] { file.reuse(earlier) }
        take(file, of: reading.listing)
      } else {
        self.reading = reading
      }
    } else if next < listings.count {
      look(at: listings[next])
      next += 1
    } else {
      return false
    }
    return true
  }

  private mutating func look(at listing: FileListing) {
    let fingerprint = try? FileContents.fingerprint(of: listing.bytes)
    guard makesRoom(for: fingerprint?.size ?? 0, of: listing) else { return }
    if let file = known[listing], file.isSettled, file.fingerprint == fingerprint,
      file.reading >= since, keepsPartial || !file.isPartial
    {
      if file.isPartial { hasKeptPartial = true }
      return take(file, of: listing)
    }
    reading = try? LibraryReading(listing, number: number, known: known[listing]?.lines ?? [:])
    hasRead = true
  }

  /// One that is too large by itself is not read, and needs no room.
  private mutating func makesRoom(for size: Int, of listing: FileListing) -> Bool {
    let kind = listing.place.kind
    let isDeck = kind == .decks
    guard size <= (isDeck ? LibraryFile.maximumDeckBytes : LibraryFile.maximumThemeBytes) else {
      return true
    }
    let limit = isDeck ? Self.maximumDeckBytes : Self.maximumThemeBytes
    let sum = bytes[kind, default: 0] + size
    guard sum <= limit else {
      let all =
        switch kind {
        case .own: "All theme files of your own"
        case .system: "All theme files of the system"
        case .decks: "All decks"
        }
      faults[listing.path, default: FaultList()].add(
        nil, "\(all) together may take \(limit >> 20) MB: take some out.")
      return false
    }
    bytes[kind] = sum
    return true
  }

  private mutating func take(_ file: LibraryFile, of listing: FileListing) {
    var file = file
    catalogue.add(&file)
    files[listing] = file
  }
}
