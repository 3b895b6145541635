import Testing

@testable import MemoryGame

@Suite struct StoredThemeTests {
  @Test func everyThemeComesBackAsItWas() throws {
    for theme in Themes.builtIn {
      #expect(Theme(storedText: theme.storedText) == theme, "\(theme.name)")
    }
    let pairs = try [Pair("一", "one", pronunciation: "いち"), Pair("شمس", "sun"), Pair("👩‍👩‍👧", "c")]
    for rule in [PairRule.random, .fixed(2), .range(2...3), .all] {
      let theme = try Theme(
        name: "Zahlen 7-8", icon: "🎴", colors: ["#123456", "#abcdef"], pairs: pairs, rule: rule)
      #expect(Theme(storedText: theme.storedText) == theme)
    }
    // Of a game that is older than the rule for icons.
    let older = try Theme(stored: "Words", icon: "hello", colors: [], pairs: pairs)
    #expect(Theme(storedText: older.storedText) == older)
    let largest = try makeTheme(size: Theme.maximumPairs)
    #expect(Theme(storedText: largest.storedText) == largest)
  }

  /// Databases have this text: it stays the same to the byte.
  @Test func theTextIsTheOneThatIsStored() throws {
    let pairs = try [Pair("一", "one", pronunciation: "いち"), Pair("🦇")]
    let theme = try Theme(
      name: "A", icon: "🎴", colors: ["#123456", "#abcdef"], pairs: pairs, rule: .range(2...3))
    #expect(theme.storedText == "A\t🎴\t#123456,#abcdef\t2-3\n一\tone\tいち\n🦇\t\t")
  }

  @Test func whatIsNoThemeIsRefused() throws {
    let full = try makeTheme(size: Theme.maximumPairs).storedText
    for text in [
      "", "a\tb\tc\tall\nx\t\t", "a\tb\t\tall\nx\t\t\ty\ny\t\t", full + "\none more\t\t",
      full + "\n", String(repeating: "\n", count: 1_000_000),
    ] {
      #expect(Theme(storedText: text) == nil, "\(text.prefix(20))")
    }
  }
}
