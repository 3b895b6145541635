import ArgumentParser
import TestSupport
import Testing

@testable import Screens
@testable import memorize

/// The quick reader must read every command line as ArgumentParser does.
@Suite struct QuickReaderTests {
  private static let verbs = ["flip", "conceal", "board", "status", "new"]
  private static let words =
    [
      "--quiet", "-q", "--plain", "--json", "--no-autostart", "--ascii", "--exit-code", "--wait",
      "--timeout", "--color", "--matched", "--format", "--peek", "--help", "-h", "--version", "--",
      "-", "--timeout=3", "--quite", "-qq", "0", "3", "7", "+3", "-3", "03", "4294967296", "3.5",
      "1e3", "٣", "", " ", "auto", "blank", "waybar", "i3blocks", "{score} {state=won?w|p}", "{",
      "0x10", "status", "--host", "ada@pi", "--host=pi", "--theme", "--theme=Sea",
      "--pairs", "--seed", "Sea", "4-9", "all",
    ]

  /// ArgumentParser's reading of a command line; nil if it is wrong or asks for help.
  private func parsed(_ words: [String]) -> String? {
    guard (try? VerbLookup(words)) != nil else { return nil }
    return (try? Memorize.parseAsRoot(words)).map { "\($0)" }
  }

  /// Compares the readings of random words that the quick reader takes.
  private func compare(
    _ what: String, _ quick: ([String]) -> String?, _ thorough: ([String]) -> String?
  ) {
    var random = SeededGenerator(for: what)
    let lines = rounds(400, ofAll: 1500)
    var read = 0
    for _ in 0..<lines {
      let count = Int.random(in: 0...5, using: &random)
      let verb = Self.verbs.randomElement(using: &random) ?? ""
      let words = [verb] + (0..<count).compactMap { _ in Self.words.randomElement(using: &random) }
      guard let quick = quick(words) else { continue }
      read += 1
      #expect(thorough(words) == quick, "\(words)")
    }
    #expect(read > lines / 20)
  }

  /// Among random words these options hardly ever meet a value that fits.
  @Test func theOptionsOfANewGameAreReadAsArgumentParserDoes() {
    let options = [
      ["--theme", "Sea"], ["--theme", ""], ["--pairs", "4"], ["--pairs", "4-9"],
      ["--pairs", "all"], ["--pairs", "1"], ["--pairs", "-4"], ["--seed", "7"], ["--seed", "+7"],
      ["--seed", "-7"], ["--seed", "Sea"], ["--quiet"], ["--ascii"], ["--theme"],
    ]
    var random = SeededGenerator(for: "theOptionsOfANewGame")
    let lines = rounds(200, ofAll: 600)
    var read = 0
    for _ in 0..<lines {
      let count = Int.random(in: 0...4, using: &random)
      let words = ["new"] + options.shuffled(using: &random).prefix(count).joined()
      guard let quick = QuickReader.verb(words) else { continue }
      if count > 1 { read += 1 }
      #expect(parsed(words) == "\(quick)", "\(words)")
    }
    #expect(read > lines / 50)
  }

  @Test func readsAsArgumentParserDoes() {
    compare("a command line", { QuickReader.verb($0).map { "\($0)" } }, parsed)
    compare(
      "MEMORIZE_OPTIONS", { QuickReader.options($0.dropFirst()).map { "\($0)" } },
      { (try? CommonOptions.parse(Array($0.dropFirst()))).map { "\($0)" } })
  }

  /// What is not quick here is slow in every key binding and every bar.
  @Test(arguments: [
    "flip 3", "flip 3 7 --quiet", "flip -q 0", "flip 3 --plain", "conceal", "conceal --quiet",
    "status", "status --json", "status --format i3blocks", "board",
    "board --ascii", "board --plain --no-autostart", "new", "new --quiet",
    "new --theme Sea --pairs 4 --seed 7",
  ])
  func keyBindingsAreReadQuickly(line: String) {
    #expect(QuickReader.verb(line.split(separator: " ").map(String.init)) != nil)
  }

  @Test(arguments: ["", "play", "flip", "flip --help", "flip 0 --peek 1", "-q flip 3"])
  func otherLinesAreLeftToArgumentParser(line: String) {
    #expect(QuickReader.verb(line.split(separator: " ").map(String.init)) == nil)
  }
}
