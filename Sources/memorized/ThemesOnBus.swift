internal import DBus
internal import MemorizeBus
internal import MemoryGame

/// The themes as the bus sees them.
final class ThemesOnBus: ThemesService {
  /// What one answer may hold, so that the largest theme cannot make a huge message.
  private static let largestPage: UInt32 = 500

  private let themes: Themes

  init(themes: Themes) {
    self.themes = themes
  }

  var names: [String] { themes.names }

  func list() -> [[String: Value]] {
    themes.all.map(\.onBus)
  }

  func get(_ name: String) throws -> [String: Value] {
    try theme(name).onBus
  }

  func pairs(_ name: String, offset: UInt32, limit: UInt32) throws -> [ThemePair] {
    try theme(name).pairs.dropFirst(Int(offset)).prefix(Int(min(limit, Self.largestPage))).map {
      ThemePair($0.first.text, $0.second?.text ?? "", $0.pronunciation ?? "")
    }
  }

  private func theme(_ name: String) throws(BusError) -> Theme {
    guard let theme = themes.theme(named: name) else {
      throw BusError(.noSuchTheme, "There is no theme “\(name.printable)”.")
    }
    return theme
  }
}

extension Theme {
  /// The theme as `List` and `Get` tell it; until there are files, every theme is built in.
  fileprivate var onBus: [String: Value] {
    [
      "name": .string(name), "icon": .string(icon), "colors": Value(colors),
      "size": .uint32(UInt32(clamping: size)),
      "min-pairs": .uint32(UInt32(clamping: gameSizes.lowerBound)),
      "max-pairs": .uint32(UInt32(clamping: gameSizes.upperBound)),
      "two-sided": .boolean(isTwoSided), "built-in": .boolean(true), "deck": .boolean(isTwoSided),
      "imported": .boolean(false),
    ]
  }
}
