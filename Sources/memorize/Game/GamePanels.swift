import MemorizeBus
import MemoryGame

extension Panel {
  static let help = Panel(
    "Keys",
    [
      "arrows, h j k l   go from card to card",
      "Home, End         first or last card",
      "PgUp, PgDn        first or last row, or turn pages",
      "digits            go to a card by its number",
      "Enter, Space      turn the card up",
      "mouse             turn a card up",
      "c, Backspace      turn a mismatch face down",
      "n                 start a new game",
      "t                 choose a theme",
      "?                 show these keys",
      "q, Ctrl-C         leave; the game is saved",
    ])

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
    if let grade = result.knownGrade { lines.append("Grade   \(grade.harmless)") }
    lines.append("Time    \(result.seconds.tenths) s")
    let winners = result.winnersText.harmless
    return Panel(winners.isEmpty ? "Won!" : "Won by \(winners)!", lines)
  }

  static func themes(_ themes: [ThemeSummary], isASCII: Bool) -> Panel {
    let lines = themes.map { theme in
      let icon = isASCII ? "" : theme.icon.harmless + " "
      return icon + "\(theme.name.harmless), \(theme.pairsText) pairs"
    }
    return Panel("Themes", lines, isChoice: true)
  }
}
