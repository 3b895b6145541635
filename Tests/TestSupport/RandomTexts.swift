package import MemoryGame
package import Practice
internal import ThemeFiles

/// Texts that are hard to write down and to read back, and values made of them.
package enum RandomTexts {
  /// Marks of our own formats, all kinds of scripts, and what joins or turns characters.
  package static let pieces = [
    "a", "Z", "7", "é", "e\u{301}", "\u{301}", "ß", " ", "  ", " = ", "=", " =", "= ", "[", "]",
    "[x]", ";", "\\", "\\\\", "#", ",", "\"", "'", "&", "<", ">", "&amp;", "<b>", "]]>", "|", "-",
    "\u{A0}", "\u{3000}", "\u{200B}", "\u{200D}", "\u{FE0F}", "\u{FEFF}", "\u{AD}", "漢字", "かな",
    "한글", "\u{1112}\u{1161}", "שלום", "مرحبا", "\u{200F}", "नमस्ते", "क्ष", "ไทย", "🎃", "👨‍👩‍👧‍👦",
    "👍🏽", "🇩🇪", "🇪", "❤️", "☎︎", "\u{E0061}", "\u{1F3FB}", "𝒳", "\u{FFFD}", "\u{10FFFF}",
  ]

  package static func text(_ most: Int, using generator: inout some RandomNumberGenerator) -> String
  {
    (0..<Int.random(in: 1...most, using: &generator)).map { _ in
      pieces.randomElement(using: &generator) ?? ""
    }.joined()
  }

  /// Repeats `make` until it returns a value.
  package static func first<Value>(_ make: () -> Value?) -> Value {
    while true {
      if let value = make() { return value }
    }
  }

  package static func pair(
    twoSided: Bool, using generator: inout some RandomNumberGenerator
  ) -> Pair {
    first {
      let said = Int.random(in: 0..<4, using: &generator) == 0
      return try? Pair(
        text(4, using: &generator), twoSided ? text(4, using: &generator) : nil,
        pronunciation: said ? text(3, using: &generator) : nil)
    }
  }

  package static func theme(
    name: String? = nil, pairs most: Int = 6, using generator: inout some RandomNumberGenerator
  ) -> Theme {
    first {
      let kind = Int.random(in: 0..<4, using: &generator)
      var pairs: [Pair] = []
      for _ in 0..<Int.random(in: 2...most, using: &generator) {
        let twoSided = kind == 1 || (kind == 2 && Bool.random(using: &generator))
        let pair = pair(twoSided: twoSided, using: &generator)
        guard kind == 3, let plain = try? Pair(pair.first.text) else {
          pairs.append(pair)
          continue
        }
        pairs.append(plain)
      }
      let colors = ["#ff9300", "#012345", "#ABCDEF"].prefix(
        Int.random(in: 0...3, using: &generator))
      return try? Theme(
        name: name ?? text(6, using: &generator),
        icon: ["🎃", "❤️", "🇩🇪", "👨‍👩‍👧‍👦", "1️⃣", nil].randomElement(using: &generator) ?? nil,
        colors: Array(colors), pairs: pairs, rule: rule(using: &generator))
    }
  }

  private static func rule(using generator: inout some RandomNumberGenerator) -> PairRule {
    let low = Int.random(in: 2...9, using: &generator)
    let rules: [PairRule] = [
      .all, .random, .fixed(low), .fixed(.max), .range(low...low), .range(low...600),
    ]
    return rules.randomElement(using: &generator) ?? .all
  }

  package static func deckPair(
    guid: String? = nil, using generator: inout some RandomNumberGenerator
  ) -> WordCard {
    first {
      let said = Bool.random(using: &generator)
      return try? WordCard(
        checking: text(8, using: &generator), text(8, using: &generator),
        pronunciation: said ? text(4, using: &generator) : nil, guid: guid)
    }
  }

  /// Returns cards of which no two are alike.
  package static func deck(
    _ count: Int, using generator: inout some RandomNumberGenerator
  ) -> [WordCard] {
    var pairs: [WordCard] = []
    for number in 0..<count {
      let guid =
        Bool.random(using: &generator) ? "\(number)" : text(2, using: &generator) + "\(number)"
      let pair = deckPair(
        guid: Bool.random(using: &generator) ? guid : nil, using: &generator)
      // By the rules of comparison, too, a number at its end makes it differ from all others.
      let first = pair.first + "\(number)"
      let numbered = try? WordCard(
        checking: first, pair.second, pronunciation: pair.pronunciation, guid: pair.guid)
      if let numbered { pairs.append(numbered) }
    }
    return pairs
  }
}

extension Theme {
  /// All of a theme to the byte: its own `==` takes canonically equivalent texts for one.
  package var spelled: [[UInt8]] {
    var texts = [name, icon] + colors + ["\(rule)"]
    for pair in pairs {
      texts += [pair.first.text, pair.second?.text ?? "\0", pair.pronunciation ?? "\0"]
    }
    return texts.map { Array($0.utf8) }
  }
}

extension WordCard {
  /// All of a card to the byte.
  package var spelled: [[UInt8]] {
    [first, second, pronunciation ?? "\0", guid ?? "\0"].map { Array($0.utf8) }
  }
}

extension [Theme] {
  /// The theme of a name in any spelling that compares equal.
  package func theme(named name: String) -> Theme? {
    first { $0.themeName.comparisonKey == ThemeName.comparisonKey(of: name) }
  }
}
