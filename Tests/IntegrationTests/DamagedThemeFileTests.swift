import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// Damaged files harm neither the daemon nor the lines beside them.
@Suite(.timeLimit(.minutes(30))) struct DamagedThemeFileTests {
  private static let themeLines = [
    "NAME\t🌲\t#00ff00,#003300\t2-3\t🌲🌳🌴🎄", "NAME\t\t\trandom\tいく [iku] = to go; くる = to come; a =",
    "NAME\t🎃\t#ff9300\t8\tone two \\= three", "NAME\t\t\t\t👨‍👩‍👧‍👦 🇩🇪 ❤️",
  ]
  /// The first and the last of a file are dealt into one game, so no two share a side.
  private static let cardLines = [
    "NAME 漢[かん]字\tthe meaning of NAME\tyomi\tguid NAME",
    "\"NAME \"\"quoted\"\"\"\tsecond of NAME", "NAME\t<b>bold NAME</b> &amp; more",
    "NAME\tplain NAME\t\tNAME",
  ]

  /// So few at a time that damaged themes which are still valid do not reach the user's limit.
  private static let themes = 200
  private static let decks = 1800

  /// How often two thousand of them are tried: MEMORIZE_DAMAGED_FILES of `make test-hostile`, or
  /// once.
  private static let rounds: Int = {
    let files = ProcessInfo.processInfo.environment["MEMORIZE_DAMAGED_FILES"].flatMap(Int.init)
    return max((files ?? 0) / (themes + decks), 1)
  }()

  @Test func manyOfThemDoNoHarm() throws {
    var generator = SeededGenerator(for: "manyOfThemDoNoHarm")
    for _ in 0..<Self.rounds { try twoThousandDoNoHarm(&generator) }
  }

  private func twoThousandDoNoHarm(_ generator: inout SeededGenerator) throws {
    let user = try ThemeSession()
    let files = user.bus.files
    for number in 0..<Self.themes {
      let file = Self.damaged(Self.themeLines, "Theme \(number)", using: &generator)
      try files.write("data/memorize/themes/\(number).themes", file)
    }
    for number in 0..<Self.decks {
      let file = Self.damaged(Self.cardLines, "Deck \(number)", using: &generator)
      try files.write("data/memorize/decks/Deck \(number).tsv", file)
    }
    try user.settle()
    let names = Set(try user.list().compactMap { $0["name"]?.get(String.self) })
    for number in 0..<Self.themes {
      #expect(names.isSuperset(of: ["Theme \(number) first", "Theme \(number) last"]))
    }
    for number in 0..<Self.decks where number % 100 == 0 {
      let pairs = try user.pairs("Deck \(number)")
      #expect(pairs.contains { $0.first.hasPrefix("Deck \(number) first") }, "\(number)")
      #expect(pairs.contains { $0.first.hasPrefix("Deck \(number) last") }, "\(number)")
    }
    #expect((0..<Self.decks).allSatisfy { names.contains("Deck \($0)") })
    for name in ["Last", "Theme 7 first", "Deck 7"] {
      try user.newGame(["theme": .string(name)])
      #expect(try user.game().theme == name)
    }
    #expect(user.daemon.isRunning)
    user.daemon.signal(SIGTERM)
    #expect(user.daemon.wait() == 0)
  }

  /// A file with a good line at both ends, and damaged ones between.
  private static func damaged(
    _ patterns: [String], _ name: String, using generator: inout SeededGenerator
  ) -> [UInt8] {
    func line(_ part: String) -> [UInt8] {
      let pattern = patterns.randomElement(using: &generator) ?? ""
      return Array(pattern.replacing("NAME", with: "\(name) \(part)").utf8)
    }
    var file = line("first") + [0x0A]
    for number in 0..<Int.random(in: 1...3, using: &generator) {
      var bytes = line("damaged \(number)")
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        Mutation.damage(&bytes, breaks: false, using: &generator)
      }
      file += bytes + [0x0A]
    }
    return file + line("last") + [0x0A]
  }
}
