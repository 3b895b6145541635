import CellDrawing
import MemorizeBus
import PlainText
import Practice

/// The list of decks for a session; its first line stands for all of them.
struct DeckPicker {
  private var decks: [DeckSummary] = []

  private static let modes: [(mode: PracticeMode, text: String)] = [
    (.choices, "Choices"), (.typed, "Typed"), (.recall, "Recall"),
  ]
  private let symbols: Symbols
  private static let directions: [Direction?] = [nil, .forward, .backward]

  init(_ decks: [DeckSummary] = [], _ symbols: Symbols = .unicode) {
    (self.decks, self.symbols) = (decks, symbols)
  }

  private func name(of direction: Direction?) -> String {
    direction.map { directionName(isBackward: $0 == .backward, symbols) } ?? "Any"
  }

  /// Starts with the mode and deck of the last session.
  func picker(after last: PracticeState?) -> Picker {
    let all = decks.reduce((due: 0, new: 0)) { ($0.due + Int($1.due), $0.new + Int($1.new)) }
    let items =
      [
        Picker.Item(
          name: "All decks", note: Self.note(due: all.due),
          summary: all.due > 0 ? "\(all.due) due" : "nothing is due")
      ]
      + decks.map { deck in
        Picker.Item(
          name: deck.name.harmless,
          note: deck.isSuspended ? "suspended" : Self.note(due: Int(deck.due)),
          summary: deck.isSuspended
            ? "suspended, \(deck.unseen) unseen"
            : "\(deck.due) due, \(deck.new) new today, \(deck.unseen) unseen")
      }
    let chosen = decks.firstIndex { !$0.name.isEmpty && $0.name == last?.deck }.map { $0 + 1 }
    return Picker(
      title(due: all.due, new: all.new, last), items, action: "start",
      choices: [
        Picker.Choice(
          name: "Mode", values: Self.modes.map(\.text),
          chosen: Self.modes.firstIndex { $0.mode == last?.mode.known } ?? 0, key: "Tab"),
        Picker.Choice(
          name: "Direction", values: Self.directions.map(name), key: symbols.sideKeys),
      ], chosen: all.due > 0 ? 0 : chosen ?? min(1, decks.count))
  }

  /// Says so if nothing is due; of decks that were never started nothing ever was.
  private func title(due: Int, new: Int, _ last: PracticeState?) -> String {
    guard due == 0, new == 0, decks.contains(where: \.offersNew) else { return "Practice" }
    guard let wait = last?.wait else { return "Nothing is due" }
    return "Nothing is due; the next card is due in \(roughTime(seconds: wait))"
  }

  private var isAllowanceUsed: Bool {
    decks.contains { $0.offersNew && $0.unseen > 0 && $0.new == 0 }
  }

  private static func note(due: Int) -> String { due > 0 ? "\(due) due" : "" }

  func details(of item: Int) -> [PanelBlock] {
    guard item > 0, decks.indices.contains(item - 1) else {
      return [
        .text("All decks", .strong), .gap,
        .text("Everything that is due, from all decks and in both directions, then new cards."),
      ]
    }
    let deck = decks[item - 1]
    let directions: [PanelBlock] =
      deck.due == 0
      ? []
      : [
        .row(name(of: .forward), "\(deck.dueForward) due"),
        .row(name(of: .backward), "\(deck.dueBackward) due"),
      ]
    let due = deck.isSuspended ? "suspended" : "\(deck.due)"
    return [.text(deck.name.harmless, .strong), .gap, .row("Due", due)] + directions + [
      .row("New", "\(deck.new) today"),
      .row(
        "Unseen",
        plural(
          deck.cards, one: "\(deck.unseen) of 1 card",
          other: "\(deck.unseen) of \(deck.cards) cards")),
    ]
  }

  /// The options of the session that a line starts; due cards come first.
  func options(_ item: Int, of picker: Picker) -> StartOptions {
    var options = StartOptions()
    options.mode = Self.modes[picker.choices[0].chosen].mode
    options.direction = Self.directions[picker.choices[1].chosen]
    if item > 0, decks.indices.contains(item - 1) {
      let deck = decks[item - 1]
      options.deck = deck.name
      // A deck that was not started has its new cards asked in their order, too.
      let isFresh = !deck.offersNew && deck.unseen > 0 && !isAllowanceUsed
      if deck.due > 0 || deck.new > 0 || isFresh { options.isDue = true }
    } else {
      options.isDue = true
    }
    return options
  }
}
