internal import DBus
internal import MemorizeBus
internal import MemoryGame

struct NewThemeRequest {
  /// It meets every rule, except those about other themes.
  let theme: Theme

  /// Throws `InvalidArgs` for an unknown key or a wrong type, `InvalidTheme` for every other fault.
  init(options given: [String: Value]) throws(BusError) {
    var options = CallOptions(given)
    let name: String = try options.take("name") ?? ""
    let icon: String? = try options.take("icon")
    let colors: [String] = try options.take("colors") ?? []
    let faces: [String]? = try options.take("faces")
    let pairs: [ThemePair]? = try options.take("pairs")
    let minimum: UInt32? = try options.take("min-pairs")
    let maximum: UInt32? = try options.take("max-pairs")
    try options.end("A theme has no key")
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
        pairs.append(try Pair(side))
      }
      place = nil
      theme = try Theme(
        name: themeName.text, icon: icon, colors: colors, pairs: pairs, rule: rule)
    } catch {
      throw Self.invalid((place.map { "Pair \($0): " } ?? "") + error.message)
    }
  }

  /// A fault may quote the request, of any length.
  private static func invalid(_ message: String) -> BusError {
    BusError(.invalidTheme, message.printable(upTo: 400))
  }
}
