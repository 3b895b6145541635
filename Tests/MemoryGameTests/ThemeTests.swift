import PlainText
import Testing

@testable import MemoryGame

@Suite struct ThemeTests {
  private func pairs(_ faces: String...) throws -> [Pair] {
    try faces.map { try Pair($0) }
  }

  @Test func defaults() throws {
    let theme = try Theme(name: " Bats ", pairs: pairs("🦇", "🎃", "👻"))
    #expect(theme.name == "Bats")
    #expect(theme.icon == "🦇")
    #expect(theme.colors == Theme.defaultColors)
    #expect(theme.gameSizes == 3...3)
    #expect(!theme.isTwoSided)
    let words = try makeTheme(sides: [("いち", "one"), ("に", "two")])
    #expect(words.icon == "🎴" && words.isTwoSided && words.size == 2)
  }

  @Test(arguments: [
    ("🐙", "🐙"), ("❤️", "❤️"), ("❤", "❤"), ("1️⃣", "1️⃣"), ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"), ("🇩🇪", "🇩🇪"), ("7", "🎴"),
    ("cat", "🎴"), ("🐙🦑", "🎴"), ("x\u{FE0F}", "🎴"), ("犬", "🎴"),
  ])
  func theIconIsOneEmoji(_ face: String, _ icon: String) throws {
    let faces = try pairs(face, "other")
    #expect(try Theme(name: "A", pairs: faces).icon == icon)
    #expect(try Theme(name: "A", icon: "", pairs: faces).icon == icon)
    #expect(try Theme(stored: "A", icon: face, colors: [], pairs: faces).icon == face)
    if icon == face {
      #expect(try Theme(name: "A", icon: " \(face) ", pairs: pairs("a", "b")).icon == face)
    } else {
      #expect(throws: ThemeError.badIcon) { try Theme(name: "A", icon: face, pairs: faces) }
    }
  }

  @Test func faults() throws {
    let good = try pairs("🦇", "🎃")
    #expect(throws: ThemeError.name(.empty)) { try Theme(name: "", pairs: good) }
    #expect(throws: ThemeError.badIcon) { try Theme(name: "A", icon: "\n", pairs: good) }
    #expect(throws: ThemeError.tooFewPairs(1)) { try Theme(name: "A", pairs: pairs("🦇")) }
    #expect(throws: ThemeError.tooManyPairs(513)) { try makeTheme(size: 513) }
    #expect(try makeTheme(size: 512).size == 512)
    #expect(throws: ThemeError.repeatedPair("✏\u{FE0F}")) {
      try Theme(name: "A", pairs: pairs("✏", "🎃", "✏\u{FE0F}"))
    }
    #expect(throws: ThemeError.gameTooSmall(1)) {
      try Theme(name: "A", pairs: good, rule: .fixed(1))
    }
    #expect(throws: ThemeError.gameTooSmall(0)) {
      try Theme(name: "A", pairs: good, rule: .range(0...4))
    }
  }

  @Test(arguments: ["", "ff9300", "#ff930", "#ff93000", "#gg9300", "#ff93é", "red", " #ff9300"])
  func badColors(_ color: String) throws {
    let good = try pairs("🦇", "🎃")
    #expect(throws: ThemeError.badColor(color)) {
      try Theme(name: "A", colors: ["#000000", color], pairs: good)
    }
  }

  /// A damaged file's color must not be printed whole.
  @Test func aLongColorIsCutInItsMessage() {
    let message = ThemeError.badColor(String(repeating: "#ff\n", count: 9000)).message
    #expect(message.count < 120 && !message.contains("\n"), "\(message)")
  }

  @Test func colors() throws {
    let good = try pairs("🦇", "🎃")
    #expect(try Theme(name: "A", colors: ["#FF9300"], pairs: good).colors == ["#ff9300"])
    let many = Array(repeating: "#ff9300", count: 17)
    #expect(throws: ThemeError.tooManyColors) { try Theme(name: "A", colors: many, pairs: good) }
  }

  @Test func twoSidedPairs() throws {
    #expect(throws: ThemeError.equalSides("é")) { try Pair("é", "e\u{301}") }
    #expect(throws: ThemeError.repeatedPair("hello")) {
      try makeTheme(sides: [("hello", "hola"), ("bye", "adiós"), ("hello ", "hola")])
    }
    let shared = try makeTheme(sides: [("hello", "hola"), ("hello", "salut"), ("bye", "ciao")])
    #expect(shared.size == 3)
    #expect(try Pair("🦇", "").second == nil)
    #expect(try Pair("いち", "one", pronunciation: "ichi").pronunciation == "ichi")
    #expect(try Pair("いち", "one", pronunciation: "").pronunciation == nil)
    #expect(throws: ThemeError.face(.control)) { try Pair("a", "b", pronunciation: "\r") }
  }

  @Test func rulesFromTwoNumbers() throws {
    #expect(try PairRule(minimum: nil, maximum: nil) == .all)
    #expect(try PairRule(minimum: nil, maximum: 5) == .fixed(5))
    #expect(try PairRule(minimum: 5, maximum: 5) == .fixed(5))
    #expect(try PairRule(minimum: 4, maximum: 9) == .range(4...9))
    #expect(try PairRule(minimum: 4, maximum: nil).gameSizes(of: 7) == 4...7)
    #expect(throws: ThemeError.minimumAboveMaximum(9, 4)) { try PairRule(minimum: 9, maximum: 4) }
    #expect(throws: ThemeError.gameTooSmall(1)) { try PairRule(minimum: 1, maximum: 4) }
    #expect(throws: ThemeError.gameTooSmall(0)) { try PairRule(minimum: nil, maximum: 0) }
  }

  @Test(arguments: [
    (PairRule.all, 9...9), (.fixed(4), 4...4), (.fixed(99), 9...9), (.range(4...6), 4...6),
    (.range(4...99), 4...9), (.range(50...99), 9...9), (.random, 2...9),
  ])
  func gameSizes(_ rule: PairRule, _ sizes: ClosedRange<Int>) {
    #expect(rule.gameSizes(of: 9) == sizes)
  }

  @Test(arguments: [
    (PairRule.fixed(1), DealError.tooFewPairs(1)), (.fixed(-5), .tooFewPairs(-5)),
    (.range(0...0), .tooFewPairs(0)), (.range(1...4), .tooFewPairs(1)),
  ])
  func aGameOfOnePairIsRefused(_ rule: PairRule, _ refusal: DealError) {
    var generator = testGenerator()
    #expect(throws: refusal) { try rule.number(of: 9, using: &generator) }
    #expect(!refusal.message.isEmpty)
  }

  @Test(arguments: [PairRule.range(4...20), .random, .range(3...3), .all, .fixed(20)])
  func drawsBothEndsAndAllBetween(_ rule: PairRule) throws {
    var generator = testGenerator()
    var drawn = Set<Int>()
    for _ in 0..<1000 { drawn.insert(try rule.number(of: 9, using: &generator)) }
    #expect(drawn == Set(rule.gameSizes(of: 9)))
  }

  @Test(arguments: [
    ("all", PairRule.all), ("random", .random), ("8", .fixed(8)), ("4-9", .range(4...9)),
    ("3-3", .range(3...3)), ("", nil), ("All", nil), ("+8", nil), ("-1", nil), ("4-9-", nil),
    ("4-", nil), ("٤", nil), ("99999999999999999999", nil),
  ])
  func rulesAreReadFromText(_ text: String, _ rule: PairRule?) throws {
    #expect(try PairRule(text) == rule)
    #expect(rule == nil || rule?.description == text)
    #expect(throws: ThemeError.minimumAboveMaximum(9, 4)) { try PairRule("9-4") }
  }
}
