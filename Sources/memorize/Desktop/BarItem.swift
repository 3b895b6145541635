import BoardLayout
import MemorizeBus
import PlainText

/// What a status bar shows.
struct BarItem {
  /// For a bar's styles.
  private let state: String
  /// Another class, beside the state.
  private let mark: String?
  /// As i3bar writes it; nil for the bar's own colour.
  private let color: String?
  private let text: String
  private let shortText: String
  private let percentage: Int
  private let tooltip: String

  static let offline = BarItem(
    phase: .offline, text: "offline", tooltip: "The memorized service is not running.")

  init(_ game: GameState) {
    guard game.isThere else {
      self.init(phase: .noGame, text: "no game", tooltip: game.statusLine)
      return
    }
    let matched = "\(game.matchedPairs)/\(game.pairs)"
    let last = game.phase == .won ? "won" : game.upText
    let mark = game.countsAsDaily ? "daily" : nil
    let text = [game.icon, mark ?? "", matched, last].filter { !$0.isEmpty }
    self.init(
      phase: game.phase, mark: mark, text: text.joined(separator: " ").harmless,
      shortText: mark.map { "\($0) \(matched)" } ?? matched,
      percentage: Int(game.matchedPairs.percent(of: game.pairs) ?? 0),
      tooltip: ([game.statusLine] + BoardTable.lines(game)).joined(separator: "\n"))
  }

  private init(
    phase: GamePhase, mark: String? = nil, text: String, shortText: String? = nil,
    percentage: Int = 0, tooltip: String
  ) {
    self.init(
      state: phase.rawValue, mark: mark, color: phase.color, text: text,
      shortText: shortText ?? text, percentage: percentage, tooltip: tooltip)
  }

  init(
    state: String, mark: String? = nil, color: String?, text: String, shortText: String,
    percentage: Int, tooltip: String
  ) {
    (self.state, self.mark, self.color, self.percentage) = (state, mark, color, percentage)
    (self.text, self.shortText, self.tooltip) = (text, shortText, tooltip)
  }

  /// Without the line's end.
  func line(for bar: BarFormat) -> String {
    switch bar {
    case .waybar: waybar.text
    case .i3blocks: i3blocks.text
    case .polybar: text.withoutPolybarTags
    }
  }

  /// Waybar reads text and tooltip as Pango markup.
  private var waybar: JSON {
    [
      "text": .string(text.markupEscaped), "alt": .string(state),
      "class": mark.map { .array([.string(state), .string($0)]) } ?? .string(state),
      "percentage": .integer(percentage),
      // The columns line up only in a monospaced font.
      "tooltip": .string("<tt>" + tooltip.markupEscaped + "</tt>"),
    ]
  }

  /// With `interval=persist` each line is an update, so the text format's three lines would be
  /// three updates.
  private var i3blocks: JSON {
    let json: JSON = ["full_text": .string(text), "short_text": .string(shortText)]
    // i3bar then reads it as text even if blocks are configured as Pango markup.
    return json.with("color", color.map(JSON.string)).with("markup", .string("none"))
  }
}

extension GamePhase {
  fileprivate var color: String? {
    switch self {
    case .playing: nil
    case .noGame, .offline: "#888888"
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

extension String {
  /// polybar has no escape for the beginning of a formatting tag.
  fileprivate var withoutPolybarTags: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "{", result.last == "%" { result.append(" ") }
      result.append(scalar)
    }
    return String(result)
  }
}
