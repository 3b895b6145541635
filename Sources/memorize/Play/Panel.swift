import MemorizeBus

/// A list that takes the board's place: keys, themes, a result.
///
/// One line of it is chosen, even where there is only to read: the cursor stands there.
struct Panel {
  let title: String
  let lines: [String]
  /// Whether lines are there to be chosen from, and not just to be read.
  let isChoice: Bool
  private(set) var chosen = 0

  /// Makes a list whose first line is chosen.
  init(_ title: String, _ lines: [String], isChoice: Bool = false) {
    self.title = title
    self.lines = lines
    self.isChoice = isChoice
  }

  /// Goes to another line.
  mutating func walk(_ walk: Walk, page: Int) {
    let step =
      switch walk {
      case .left, .right: 0
      case .up: -1
      case .down: 1
      case .first: -lines.count
      case .last: lines.count
      case .pageUp: -max(page, 1)
      case .pageDown: max(page, 1)
      }
    choose(chosen + step)
  }

  /// Goes to the line of a number.
  mutating func choose(_ line: Int) {
    chosen = min(max(line, 0), max(lines.count - 1, 0))
  }

  /// The first line that is shown, so that the chosen one is.
  func top(rows: Int) -> Int {
    let rows = max(rows, 1)
    return min(chosen / rows * rows, max(lines.count - rows, 0))
  }

  /// The keys, in words.
  static let help = Panel(
    "Keys",
    [
      "arrows, h j k l   go from card to card",
      "Home, End         first and last card",
      "PgUp, PgDn        first and last row, or pages",
      "digits            go to a card by its number",
      "Enter, Space      turn the card up",
      "mouse             turn a card up",
      "c, Backspace      turn a mismatch down",
      "n                 new game",
      "t                 themes",
      "?                 these lines",
      "q, Ctrl-C         leave; the game stays",
    ])

  /// The result of a game that was won.
  static func result(_ result: FinalResult) -> Panel {
    let luck = result.luck.tenths
    let fortune =
      switch luck.first {
      case _ where luck == "0.0": "0.0 moves"
      case "-": "\(luck.dropFirst()) moves lucky"
      default: "\(luck) moves unlucky"
      }
    var lines = [
      "Score   \(result.score)", "Moves   \(result.moves)", "Par     \(result.par.tenths)",
      "Regret  \(result.regret.tenths)", "Luck    \(fortune)",
    ]
    if result.grade != "none" { lines.append("Grade   \(result.grade.harmless)") }
    lines.append("Time    \(result.seconds.tenths) s")
    let winners = result.winners.joined(separator: " and ").harmless
    return Panel(winners.isEmpty ? "Won!" : "Won by \(winners)!", lines)
  }

  /// The themes to choose from.
  static func themes(_ themes: [ThemeSummary], isASCII: Bool) -> Panel {
    let lines = themes.map { theme in
      let icon = isASCII ? "" : theme.icon.harmless + " "
      return icon + "\(theme.name.harmless), \(theme.pairsText) pairs"
    }
    return Panel("Themes", lines, isChoice: true)
  }
}
