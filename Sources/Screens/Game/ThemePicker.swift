import BoardLayout
import CellDrawing
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Translation

/// The list of themes, with what is known of them so far.
struct ThemePicker {
  private var themes: [ThemeSummary] = []
  private var statistics = GameStatistics()
  private var pairs: [String: [ThemePair]] = [:]
  private var look = BoardLook()

  /// Of a face.
  private static let pictureSize = Size(10, 5)
  /// No list has room for more.
  private static let shownPictures = 18
  /// The details of a theme show no more of its pairs.
  static let shownPairs: UInt32 = 24

  init() {}

  init(_ themes: [ThemeSummary], _ statistics: GameStatistics, _ look: BoardLook) {
    (self.themes, self.statistics, self.look) = (themes, statistics, look)
  }

  func picker(chosen name: String) -> Picker {
    let items = themes.map { theme in
      Picker.Item(
        icon: look.isASCII ? "" : theme.icon.harmless, name: shownThemeName(theme.name).harmless,
        // Translators: beside a deck in the list of themes.
        note: theme.isDeck ? tr("deck", context: "theme kind") : "", summary: summary(of: theme))
    }
    return Picker(
      tr("Themes", context: "title"), items, action: tr("start", context: "key"),
      chosen: themes.firstIndex { $0.name == name } ?? 0)
  }

  func name(of item: Int) -> String? { themes.indices.contains(item) ? themes[item].name : nil }

  func themeWithoutPairs(at item: Int) -> String? {
    name(of: item).flatMap { pairs[$0] == nil ? $0 : nil }
  }

  mutating func learn(_ pairs: [ThemePair], of name: String) { self.pairs[name] = pairs }

  /// Below the list, if it has no details beside it.
  private func summary(of theme: ThemeSummary) -> String {
    let best =
      best(of: theme).map {
        tr($0.pairs, "1 pair, score {score}", "{n} pairs, score {score}", ["score": $0.score])
      } ?? Self.notWon
    return theme.isDeck
      // Translators: {pairs} is a number, or “4-9”, “all 12” or “8 of 20”.
      ? tr("{pairs} pairs, a deck; best: {best}", ["pairs": theme.pairsText, "best": best])
      // Translators: {pairs} is a number, or “4-9”, “all 12” or “8 of 20”.
      : tr("{pairs} pairs; best: {best}", ["pairs": theme.pairsText, "best": best])
  }

  // Translators: there is no best game of a theme.
  private static var notWon: String { tr("not won yet") }

  /// The best won game with the most pairs.
  private func best(of theme: ThemeSummary) -> GameStatistics.Best? {
    let key = ThemeName.comparisonKey(of: theme.name)
    return statistics.best.filter { ThemeName.comparisonKey(of: $0.theme) == key }
      .max { $0.pairs < $1.pairs }
  }

  private func bestText(of theme: ThemeSummary) -> String {
    best(of: theme).map { ([pairsText($0.pairs)] + $0.facts).listText } ?? Self.notWon
  }

  func details(of item: Int) -> [PanelBlock] {
    guard themes.indices.contains(item) else { return [] }
    let theme = themes[item]
    let palette = Palette(depth: look.depth, colors: theme.colors)
    let icon = look.isASCII ? "" : theme.icon.harmless + " "
    var blocks: [PanelBlock] = [
      .tiles([(text: icon + shownThemeName(theme.name).harmless, paint: palette.title)], lines: 1),
      .gap,
    ]
    // The name has the color of a theme of one.
    if look.depth != .none, theme.colors.count > 1 {
      let tiles = (0..<8).map {
        (text: "  ", paint: palette.back(at: Double($0) / 7))
      }
      blocks += [.tiles(tiles, lines: 1), .gap]
    }
    blocks.append(.row(tr("Pairs", context: "label"), theme.pairsSentence))
    if theme.isDeck {
      blocks.append(.row(tr("Deck", context: "label"), tr("its cards can be practiced too")))
    }
    // Translators: the best game.
    blocks.append(.row(tr("Best", context: "label"), bestText(of: theme)))
    // Last, since a short screen does not show them all.
    return blocks + faces(of: theme, palette)
  }

  private func faces(of theme: ThemeSummary, _ palette: Palette) -> [PanelBlock] {
    guard let pairs = pairs[theme.name] else { return [] }
    if theme.isTwoSided {
      let shown = pairs.prefix(5).map { $0.shown(ofTheme: theme.name) }
      return [.gap] + shown.map { .text(look.isASCII ? $0.namedLine : $0.line) }
    }
    let pictures = pairs.prefix(Self.shownPictures).compactMap { pair in
      look.pictures?.cells(of: pair.first, in: Self.pictureSize, on: palette.open, look.depth)
    }
    let tiles = pairs.map { pair in
      let face = look.isASCII ? faceName(pair.first) : pair.first
      return (text: face.harmless, paint: palette.open)
    }
    return [
      .gap,
      pictures.count == min(pairs.count, Self.shownPictures)
        ? .pictures(pictures, otherwise: tiles) : .tiles(tiles, lines: 3),
    ]
  }
}

extension ThemeSummary {
  fileprivate var pairsSentence: String {
    if minPairs != maxPairs {
      // Translators: how many of a theme's pairs a game has.
      return tr(
        "{fewest} to {most} of {size}, at random",
        ["fewest": minPairs, "most": maxPairs, "size": size])
    }
    return maxPairs == size ? allText : partText
  }
}
