internal import DBus
internal import MemorizeBus
internal import MemorizeFiles
internal import MemoryGame
internal import PlainText
internal import Practice
internal import ThemeFiles
internal import UserFiles
internal import UserService

final class ThemesOnBus: ThemesService {
  private let library: ThemeLibrary
  private let log: Log
  private var bus: Export<any ThemesService>?
  var onChange: (([ThemeChange]) -> Void)?

  private let preparation: Preparation

  init(library: ThemeLibrary, preparation: Preparation, log: Log) {
    self.library = library
    self.preparation = preparation
    self.log = log
    library.onChange = { [unowned self] in publish($0) }
  }

  func export(to objects: ObjectServer) {
    bus = objects.export(
      ThemesContract.interface, of: self, at: MemorizeContract.path,
      after: preparation.gate(library.files(withDecks: true)))
  }

  var names: [String] { library.current.themes.map(\.name) }

  func list() -> [ThemeSummary] {
    library.current.themes.map(ThemeSummary.init)
  }

  func get(_ name: String) throws -> ThemeSummary {
    ThemeSummary(try theme(name))
  }

  func pairs(_ name: String, offset: UInt32, limit: UInt32) throws -> [ThemePair] {
    let start = Int(offset)
    let count = Int(min(limit, ThemesContract.maximumPairs))
    return switch try theme(name).content {
    case .theme(let theme):
      theme.pairs.dropFirst(start).prefix(count).map { ThemePair($0) }
    case .deck(let deck):
      // A side without text would look like one that is on both cards.
      deck.load().lazy.filter { !$0.first.isEmpty && !$0.second.isEmpty }.dropFirst(start)
        .prefix(count).map { ThemePair($0.first, $0.second, $0.pronunciation ?? "") }
    }
  }

  func add(_ options: [String: Value]) throws {
    let theme = try NewThemeRequest(options: options).theme
    library.refresh()
    if let other = library.theme(named: theme.name) {
      let (theme, place) = (other.name.printable, other.location.clause)
      // Translators: {place} is as “it is in FILE, line 3”.
      throw BusError(.themeExists, english("There is already a theme named “\(theme)”; \(place)."))
    }
    guard !library.current.isFull else {
      throw BusError(
        .limitsExceeded,
        english(
          "There are already \(ThemeClaims.maximumThemes) themes of your own: remove one first."))
    }
    try OwnThemeFile(addedIn: ownDirectory()).add(theme)
    // It is read back, so that everything is published before the reply.
    library.refresh()
  }

  func remove(_ name: String) throws {
    library.refresh()
    let theme = try theme(name)
    guard let file = theme.file, file.kind != .shared else {
      let (name, place) = (theme.name.printable, theme.location.clause)
      throw BusError(
        .themeBuiltIn,
        theme.isBuiltIn
          ? english("The theme “\(name)” comes with the program and cannot be removed.")
          : english("The theme “\(name)” comes with the system and cannot be removed: \(place)."))
    }
    if file.kind == .own {
      try OwnThemeFile(file).remove(theme.themeName)
    } else {
      try delete(file)
    }
    library.refresh()
  }

  private func ownDirectory() throws(BusError) -> String {
    if let directory = library.directory(of: .own) { return directory }
    throw BusError(
      .storageFailed, english("No directory for themes: neither XDG_DATA_HOME nor HOME names one."))
  }

  /// Deletes a deck's file; if it is a link, only the link.
  private func delete(_ file: ThemePath) throws(BusError) {
    do throws(FileError) {
      try UserFile.remove(file.path)
    } catch {
      let (path, reason) = (file.shown, error.serviceReason)
      throw BusError(.storageFailed, english("\(path) could not be deleted: \(reason)."))
    }
  }

  private func publish(_ changes: [ThemeChange]) {
    for change in changes {
      log.publishing {
        try bus?.emit(ThemesContract.changed, change.name, change.kind.rawValue)
      }
    }
    log.publishing { try bus?.publishChanges() }
    onChange?(changes)
  }

  private func theme(_ name: String) throws -> LibraryTheme {
    try refusing {
      guard let theme = library.theme(named: name) else { throw NoSuchThemeError(name: name) }
      return theme
    }
  }
}

extension ThemeSummary {
  init(_ source: LibraryTheme) {
    self.init()
    name = source.name
    isBuiltIn = source.isBuiltIn
    isImported = source.isImported
    colors = source.colors
    let pairs: Int
    let gameSizes: ClosedRange<Int>
    switch source.content {
    case .theme(let theme):
      (icon, pairs) = (theme.icon, theme.size)
      gameSizes = theme.gameSizes
    case .deck(let deck):
      (icon, pairs) = (Theme.defaultIcon, deck.size)
      gameSizes = deck.rule.gameSizes(of: deck.gamePairs)
    }
    size = UInt32(clamping: pairs)
    minPairs = UInt32(clamping: gameSizes.lowerBound)
    maxPairs = UInt32(clamping: gameSizes.upperBound)
    isTwoSided = source.isTwoSided
    isDeck = isTwoSided
  }
}
