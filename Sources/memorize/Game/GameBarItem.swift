import BoardLayout
import MemorizeBus
import PlainText
import Screens

extension BarItem {
  init(_ game: GameState) {
    guard game.exists else {
      self.init(phase: .noGame, text: "no game", tooltip: game.plainStatus)
      return
    }
    let matched = "\(game.matchedPairs)/\(game.pairs)"
    let last = game.phase == .won ? "won" : game.up.text
    let mark = game.countsAsDaily ? "daily" : nil
    let text = [game.icon, mark ?? "", matched, last].filter { !$0.isEmpty }
    self.init(
      phase: game.barPhase, mark: mark, text: text.joined(separator: " ").harmless,
      shortText: mark.map { "\($0) \(matched)" } ?? matched,
      percentage: Int(game.matchedPairs.percent(of: game.pairs) ?? 0),
      tooltip: ([game.plainStatus] + BoardTable.lines(game)).joined(separator: "\n"))
  }

  private init(
    phase: BarPhase, mark: String? = nil, text: String, shortText: String? = nil,
    percentage: Int = 0, tooltip: String
  ) {
    self.init(
      state: phase.rawValue, mark: mark, color: phase.color, text: text,
      shortText: shortText ?? text, percentage: percentage, tooltip: tooltip)
  }
}

extension BarPhase {
  fileprivate var color: String? {
    switch self {
    case .playing: nil
    case .noGame, .offline: BarItem.quietColor
    case .oneUp: "#d79921"
    case .mismatch: "#e5534b"
    case .won: "#57ab5a"
    }
  }
}

/// A board without borders for a tooltip: numbers and faces, about as many rows as columns.
private enum BoardTable {
  static func lines(_ game: GameState) -> [String] {
    let columns = Double(game.cards.count).squareRoot().rounded(.up)
    let plan = BoardLook().plan(of: game, columns: Int(columns))
    return BoardLook().drawing(plan, BoardLook().palette(of: game)).lines(
      game.board, placesCursor: false)
  }
}
