import ArgumentParser
import TestSupport
import Testing

@testable import memorize

/// The quick reader must never read a command line otherwise than ArgumentParser does.
@Suite struct QuickReaderTests {
  private static let verbs = ["flip", "new", "conceal", "board", "status"]
  private static let words =
    [
      "--quiet", "-q", "--plain", "--json", "--no-autostart", "--ascii", "--exit-code", "--daily",
      "--timeout", "--color", "--matched", "--theme", "--pairs", "--seed", "--scoring", "--format",
      "--player", "--peek", "--help", "-h", "--version", "--", "-", "--timeout=3", "--quite", "-qq",
      "0", "3", "7", "+3", "-3", "03", "4294967296", "3.5", "1e3", "٣", "", " ", "4-9", "9-4",
      "random", "all", "classic", "timed", "auto", "never", "blank", "show", "waybar", "i3blocks",
      "{score} {state=won?w|p}", "{", "Halloween", "Sea creatures", "nan", "0x10", "status",
    ]

  /// What ArgumentParser makes of a command line; nil where it is wrong, or asks for help.
  private func parsed(_ words: [String]) -> Invocation? {
    guard (try? VerbCheck.check(words)) != nil else { return nil }
    return (try? Memorize.parseAsRoot(words) as? any Verb)?.invocation
  }

  @Test func readsAsArgumentParserDoes() {
    var random = SeededGenerator(for: "readsAsArgumentParserDoes")
    var read = 0
    for _ in 0..<1500 {
      let count = Int.random(in: 0...5, using: &random)
      let words =
        [Self.verbs.randomElement(using: &random) ?? ""]
        + (0..<count).compactMap { _ in Self.words.randomElement(using: &random) }
      guard let quick = QuickReader.invocation(words) else { continue }
      read += 1
      let full = parsed(words)
      #expect(full.map { "\($0)" } == "\(quick)", "\(words)")
    }
    #expect(read > 150)
  }

  @Test func inheritedOptionsAreReadAsArgumentParserDoes() {
    var random = SeededGenerator(for: "inheritedOptionsAreReadAsArgumentParserDoes")
    var read = 0
    for _ in 0..<1500 {
      let count = Int.random(in: 0...4, using: &random)
      let words = (0..<count).compactMap { _ in Self.words.randomElement(using: &random) }
      guard let quick = QuickReader.choices(words) else { continue }
      read += 1
      let full = (try? Options.ForAllVerbs.parse(words)).map { Choices($0.common, $0.board) }
      #expect(full.map { "\($0)" } == "\(quick)", "\(words)")
    }
    #expect(read > 150)
  }

  /// What is not quick here is slow in every key binding.
  @Test(arguments: [
    "flip 3", "flip 3 7 --quiet", "flip -q 0", "flip 3 --plain", "new", "new -q --theme Halloween",
    "new --pairs 4-9 --seed 7 --scoring timed", "conceal", "conceal --quiet", "status",
    "status --json", "status --exit-code", "status --format i3blocks", "board", "board --ascii",
    "board --plain --no-autostart", "flip 3 --timeout 2 --color never --matched blank",
  ])
  func keyBindingsAreReadQuickly(line: String) throws {
    #expect(QuickReader.invocation(try ShellWords.split(line)) != nil)
  }

  @Test(arguments: [
    "", "play", "watch", "theme list", "flip", "flip --help", "new --daily", "-q flip 3",
  ])
  func othersAreLeft(line: String) throws {
    #expect(QuickReader.invocation(try ShellWords.split(line)) == nil)
  }
}
