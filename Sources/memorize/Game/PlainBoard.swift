import BoardLayout

/// The board in words, for a listener.
struct PlainBoard {
  let game: GameView

  /// The game as a whole.
  var summary: String {
    guard game.isThere else { return "no game: “new” starts one" }
    guard game.moves > 0 else { return game.statusLine }
    return game.statusLine + ", regret \(game.regret.tenths)"
  }

  /// The cards that are up and not matched.
  var up: String {
    let cards = game.cards.filter { $0.state == .up }
    return cards.isEmpty ? "none up" : "up: " + cards.map(Self.spoken).joined(separator: ", ")
  }

  /// The cards of a row, counted from 1; the rows are those of a screen of 80×24.
  func row(_ number: Int) -> String {
    guard game.isThere else { return summary }
    let columns = max(bestGrid(count: game.cards.count, width: 80, height: 21, gap: 1).columns, 1)
    let rows = (game.cards.count + columns - 1) / columns
    guard (1...max(rows, 1)).contains(number) else {
      return "no row \(number): there are \(rows), of \(columns) cards"
    }
    let cards = game.cards.dropFirst((number - 1) * columns).prefix(columns)
    return "row \(number): " + cards.map(Self.described).joined(separator: ", ")
  }

  /// All cards, a line each.
  var lines: [String] { game.isThere ? game.cards.map(plainLine) : [summary] }

  private static func spoken(_ card: BoardCard) -> String { "\(card.number) \(card.name)" }

  private static func described(_ card: BoardCard) -> String {
    switch card.state {
    case .down: "\(card.number) down"
    case .up: spoken(card) + " up"
    case .matched: spoken(card) + " matched"
    }
  }
}
