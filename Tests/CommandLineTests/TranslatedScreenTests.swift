import CellDrawing
import Foundation
import TestSupport
import Testing

/// Screens of all sizes in a language in which each text is another, and two fifths longer.
@Suite(.timeLimit(.minutes(30))) struct TranslatedScreenTests {
  private static let sizes = [(30, 10), (40, 12), (60, 16), (80, 24), (120, 40)]
  /// Names of keys, and of the program.
  private static let known: Set<String> = [
    "memorize", "home", "end", "enter", "space", "tab", "esc", "backspace", "pgup",
    "pgdn",
  ]

  /// English words on the screen: those of the language have an accent on each vowel and n.
  private static func english(_ screen: String) -> [String] {
    screen.matches(of: /[\p{L}]{3,}/).map { $0.output.lowercased() }
      .filter { $0.allSatisfy(\.isASCII) && $0.contains(where: "aeioun".contains) }
      .filter { !known.contains($0) }
  }

  /// Waits until the screen has that text in frames that are closed, and looks whether the rest of it is
  /// translated.
  private static func look(
    _ screen: TmuxScreen, _ columns: Int, for text: String,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let shown = try screen.waitFor {
      $0.contains(TestLanguage.pseudo(text)) && hasClosedFrames($0)
    }
    let left = english(shown)
    #expect(left.isEmpty, "\(left)\n\(shown)", sourceLocation: place)
  }

  /// Whether a panel's border closes each of its lines; the axis of a chart is no border.
  private static func hasClosedFrames(_ screen: String) -> Bool {
    guard screen.contains("╭") else { return true }
    let lines = screen.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return screen.contains("╰")
      && lines.allSatisfy { !"│╭╰".contains($0.first ?? " ") || "│╮╯".contains($0.last ?? " ") }
  }

  /// With a deck without vowels, which is no English.
  private static func desk() throws -> Desk {
    let desk = try Desk()
    let file = try desk.bus.files.write("Bcd.csv", "Bc,Df\nGh,Jk\nLm,Pq\nRs,Tv\n")
    try desk.memorize("deck", "import", file, "--quiet")
    return desk
  }

  @Test(arguments: sizes) func gamesFit(columns: Int, rows: Int) throws {
    let (desk, language) = (try Self.desk(), try TestLanguage())
    try desk.memorize("new", "Bcd", "--quiet")
    let screen = try TmuxScreen(
      desk, columns: columns, rows: rows, with: language.environment)
    try screen.start("memorize play")
    try Self.look(screen, columns, for: "turn up")
    try screen.press("?")
    try Self.look(screen, columns, for: "Keys")
    try screen.press("Escape")
    try Self.look(screen, columns, for: "turn up")
    try screen.press("t")
    try Self.look(screen, columns, for: "Themes")
    try screen.press("Escape")
    try Self.look(screen, columns, for: "turn up")
    try Person(desk).win()
    try Self.look(screen, columns, for: "You have won")
    try screen.press("q")
    try screen.waitFor("ended 0\n$")
  }

  @Test(arguments: sizes) func practiceFits(columns: Int, rows: Int) throws {
    let (desk, language) = (try Self.desk(), try TestLanguage())
    let screen = try TmuxScreen(
      desk, columns: columns, rows: rows, with: language.environment)
    try desk.memorize("practice", "start", "--deck", "Bcd", "--mode", "choices", "--quiet")
    try screen.start("memorize practice play")
    try Self.look(screen, columns, for: "answer")
    try screen.press("n")
    try Self.look(screen, columns, for: "start")
    try screen.press("Escape")
    try Self.look(screen, columns, for: "answer")
    try screen.press("?")
    try Self.look(screen, columns, for: "Keys")
    // Escape and a letter at once would be another key.
    try screen.press("?")
    try screen.waitFor { !$0.contains(TestLanguage.pseudo("Keys")) }
    try screen.press("S")
    for page in ["5", "4", "3", "2", "1"] {
      try screen.press(page)
      try Self.look(screen, columns, for: "page")
    }
    try screen.press("q")
    try Self.look(screen, columns, for: "answer")
    try screen.press("r")
    try Self.look(screen, columns, for: "next")
    try screen.press("q")
    try screen.waitFor("ended 0\n$")
  }

  /// Letters that take two cells break no frame, and no key is cut.
  @Test(arguments: try TestLanguage.all, [(40, 12), (80, 24)]) func framesHold(
    language: String, size: (columns: Int, rows: Int)
  ) throws {
    let (desk, catalogue) = (try Self.desk(), try TestLanguage(language))
    try desk.memorize("new", "Bcd", "--quiet")
    let screen = try TmuxScreen(
      desk, columns: size.columns, rows: size.rows, with: catalogue.environment)
    for (program, keys) in [
      ("play", ["?", "?", "t", "Escape"]), ("practice play", ["Enter", "?"]),
    ] {
      try screen.start("memorize \(program)")
      try screen.waitFor { $0.contains("Enter") }
      for key in keys {
        let before = try screen.text
        try screen.press(key)
        // A frame may be looked at while it is drawn.
        let shown = try screen.waitFor {
          $0 != before && !$0.isEmpty && $0.contains("╭") == $0.contains("╰")
        }
        let lines = shown.split(separator: "\n").map { String($0) }
        guard let top = lines.first(where: { $0.contains("╮") }) else { continue }
        let right = Self.cells(before: "╮", in: top)
        let left = Self.cells(before: "╭", in: top)
        let panel = lines.filter { $0.contains("│") && Self.cells(before: "│", in: $0) == left }
        #expect(!panel.isEmpty, "\(shown)")
        for line in panel {
          #expect(Self.cells(before: "│", in: line, last: true) == right, "\(language)\n\(shown)")
        }
      }
      try screen.press("q", "q", "q")
      try screen.waitFor("ended 0\n$")
    }
  }

  private static func cells(before mark: Character, in line: String, last: Bool = false) -> Int {
    let place = last ? line.lastIndex(of: mark) : line.firstIndex(of: mark)
    return place.map { String(line[..<$0]).cells } ?? -1
  }
}
