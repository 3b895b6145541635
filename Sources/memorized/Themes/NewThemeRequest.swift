internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import PlainText

struct NewThemeRequest {
  /// It meets every rule, except those about other themes.
  let theme: Theme

  /// Throws `InvalidArgs` for an unknown key or a wrong type, `InvalidTheme` for every other fault.
  init(options given: [String: Value]) throws(BusError) {
    let options = try NewThemeOptions(given)
    guard (options.faces == nil) != (options.pairs == nil) else {
      throw Self.invalid(
        options.faces == nil
          ? english("A theme needs pairs or faces, but neither is given.")
          : english("A theme needs either pairs or faces, but both are given."))
    }
    let sides = options.pairs ?? options.faces?.map { ThemePair($0, "", "") } ?? []
    var number: Int?
    do throws(ThemeError) {
      let themeName = try ThemeName(options.name ?? "")
      if sides.count > Theme.maximumPairs { throw .tooManyPairs(sides.count) }
      let rule = try PairRule(
        minimum: options.minPairs.map { Int($0) }, maximum: options.maxPairs.map { Int($0) })
      var pairs: [Pair] = []
      for side in sides {
        number = pairs.count + 1
        pairs.append(try Pair(side))
      }
      number = nil
      theme = try Theme(
        name: themeName.text, icon: options.icon, colors: options.colors ?? [], pairs: pairs,
        rule: rule)
    } catch {
      let fault = error
      throw Self.invalid(
        number.map { pair in english("Pair \(pair): \(fault.message)") } ?? fault.message)
    }
  }

  /// A fault may quote the request, which may have any length.
  private static func invalid(_ message: String) -> BusError {
    BusError(.invalidTheme, message.printable(upTo: 400))
  }
}
