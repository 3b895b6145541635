import TestSupport
import Testing

@testable import MemoryGame

@Suite struct ThemesTests {
  @Test func chanceNeverPicksTheLastThemeAndEveryOther() throws {
    var generator = testGenerator()
    let names = (0..<3000).compactMap { _ in
      Themes.builtIn.random(excluding: "halloween", using: &generator)?.name
    }
    #expect(names.count == 3000)
    #expect(Set(names) == Set(Themes.builtIn.map(\.name)).subtracting(["Halloween"]))
  }

  @Test func chanceWithFewThemes() throws {
    var generator = testGenerator()
    let only = [try makeTheme(size: 4)]
    #expect(only.random(excluding: "test", using: &generator)?.name == "Test")
    #expect([Theme]().random(excluding: nil, using: &generator) == nil)
  }
}

@Suite struct BuiltInThemeTests {
  private let themes = Themes.builtIn

  @Test func thereAreEnoughOfEachKind() {
    #expect(themes.count >= 14)
    #expect(Set(themes.map(\.themeName)).count == themes.count)
    for name in ["Halloween", "Vehicles", "Flowers", "Animals"] {
      #expect(Themes.builtIn.theme(named: name) != nil)
    }
    #expect(themes.filter(\.isTwoSided).count >= 2)
    #expect(
      themes.contains { $0.pairs.contains { $0.first.text == "7×8" && $0.second?.text == "56" } })
    #expect(themes.contains { $0.isTwoSided && $0.pairs.allSatisfy { $0.pronunciation != nil } })
    #expect(themes.filter { $0.colors.count >= 2 }.count >= 2)
    #expect(
      themes.contains { theme in
        if case .fixed(let count) = theme.rule { count < theme.size } else { false }
      })
    #expect(themes.contains { if case .range = $0.rule { true } else { false } })
    #expect(themes.contains { $0.rule == .random })
  }

  @Test func halloweenIsAsAsked() throws {
    let halloween = try #require(Themes.builtIn.theme(named: "Halloween"))
    #expect(halloween.pairs.map(\.first.text).joined() == "🦇😱🙀👿🎃👻🍭🍬🍎")
    #expect(halloween.colors == ["#ff9300"])
    #expect(halloween.rule == .all)
  }

  /// They are made without checks, for a fast start; so they are checked here.
  @Test func allPassTheChecksOfAnyTheme() throws {
    for theme in themes {
      let pairs = try theme.pairs.map {
        try Pair($0.first.text, $0.second?.text, pronunciation: $0.pronunciation)
      }
      let checked = try Theme(
        name: theme.name, icon: theme.icon, colors: theme.colors, pairs: pairs, rule: theme.rule)
      #expect(checked == theme)
      #expect(checked.pairs.map(\.first.text) == theme.pairs.map(\.first.text))
      #expect(theme.gameSizes.upperBound <= theme.size)
    }
  }

  @Test func emojiAreWideByDefault() throws {
    for theme in themes {
      let faces = theme.isTwoSided ? [] : theme.pairs.map(\.first.text)
      for emoji in faces + [theme.icon] {
        #expect(emoji.unicodeScalars.count == 1, "\(theme.name): \(emoji)")
        let scalar = try #require(emoji.unicodeScalars.first)
        #expect(scalar.properties.isEmojiPresentation, "\(theme.name): \(emoji)")
      }
    }
  }
}
