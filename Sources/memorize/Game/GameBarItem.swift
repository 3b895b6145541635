import BoardLayout
import MemorizeBus
import MemorizeText
import PlainText
import Screens
import Translation

extension BarItem {
  init(_ game: GameState) {
    let phase = game.barPhase
    guard game.exists else {
      self.init(
        state: phase.rawValue, color: phase.color, text: tr("no game", context: "bar"),
        tooltip: game.statusLine)
      return
    }
    let matched = "\(game.matchedPairs)/\(game.pairs)"
    let isDaily = game.countsAsDaily
    let mark = isDaily ? tr("daily", context: "bar") : nil
    // The dot keeps the count from running into a card's number.
    let up = game.up.isEmpty ? "" : "· \(game.up.text)"
    let last = game.phase == .won ? tr("won", context: "bar") : up
    let text = [game.icon, mark ?? "", matched, last].filter { !$0.isEmpty }
    self.init(
      state: phase.rawValue, mark: isDaily ? "daily" : nil, color: phase.color,
      text: text.joined(separator: " ").harmless,
      shortText: mark.map { "\($0) \(matched)" } ?? matched,
      percentage: Int(game.matchedPairs.percent(of: game.pairs) ?? 0),
      tooltip: ([game.statusLine] + game.boardTable).joined(separator: "\n"))
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

extension GameState {
  /// A board without borders for a tooltip: numbers and faces, about as many rows as columns.
  fileprivate var boardTable: [String] {
    let columns = Double(cards.count).squareRoot().rounded(.up)
    let plan = BoardLook().plan(of: self, columns: Int(columns))
    return BoardLook().drawing(plan, BoardLook().palette(of: self)).lines(
      board, placesCursor: false)
  }
}
