internal import DBus
internal import MemorizeBus
internal import MemoryGame

struct NewThemeRequest {
  /// It meets every rule, except those about other themes.
  let theme: Theme

  /// Throws `InvalidArgs` for an unknown key or a wrong type, `InvalidTheme` for every other fault.
  init(options: [String: Value]) throws(BusError) {
    var name = ""
    var icon = ""
    var colors: [String] = []
    var faces: [String]?
    var pairs: [ThemePair]?
    var minimum: UInt32?
    var maximum: UInt32?
    // Sorted, so that the error does not depend on the dictionary's order.
    for (key, value) in options.sorted(by: { $0.key < $1.key }) {
      switch key {
      case "name": name = try Self.take(key, value)
      case "icon": icon = try Self.take(key, value)
      case "colors": colors = try Self.take(key, value)
      case "faces": faces = try Self.take(key, value)
      case "pairs": pairs = try Self.take(key, value)
      case "min-pairs": minimum = try Self.take(key, value)
      case "max-pairs": maximum = try Self.take(key, value)
      default: throw .invalidArguments("A theme has no key “\(key.printable)”.")
      }
    }
    guard (faces == nil) != (pairs == nil) else {
      throw Self.invalid(
        faces == nil
          ? "A theme needs pairs or faces, and neither is given."
          : "A theme has either pairs or faces, and both are given.")
    }
    let sides = pairs ?? faces?.map { ThemePair($0, "", "") } ?? []
    var place: Int?
    do throws(ThemeFault) {
      let themeName = try ThemeName(name)
      if sides.count > Theme.maximumPairs { throw .tooManyPairs(sides.count) }
      let rule = try PairRule(minimum: minimum.map { Int($0) }, maximum: maximum.map { Int($0) })
      var pairs: [Pair] = []
      for side in sides {
        place = pairs.count + 1
        pairs.append(try Pair(side.first, side.second, pronunciation: side.pronunciation))
      }
      place = nil
      theme = try Theme(
        name: themeName.text, icon: icon, colors: colors, pairs: pairs, rule: rule)
    } catch {
      throw Self.invalid((place.map { "Pair \($0): " } ?? "") + error.message)
    }
  }

  private static func take<T: BusType>(_ key: String, _ value: Value) throws(BusError) -> T {
    guard value.signature == T.signature, let typed = T(exactly: value) else {
      throw .invalidArguments(
        "A theme's \(key) is of type “\(T.signature)”, not “\(value.signature)”.")
    }
    return typed
  }

  /// A fault may quote the request, of any length.
  private static func invalid(_ message: String) -> BusError {
    BusError(.invalidTheme, message.printable(upTo: 400))
  }
}
