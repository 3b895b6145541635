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
    // The session may not be known yet; a card of two decks counts twice then.
    let ready = last?.ready ?? decks.reduce(0) { $0 + $1.ready }
    let new = last?.new ?? decks.reduce(0) { $0 + $1.new }
    let items =
      [
        Picker.Item(
          name: "All decks", note: Self.note(due: ready),
          summary: ready > 0 ? "\(ready) due" : "nothing is due")
      ]
      + decks.map { deck in
        Picker.Item(
          name: deck.name.harmless,
          note: deck.isSuspended ? "suspended" : Self.note(due: deck.ready),
          summary: deck.isSuspended
            ? "suspended, \(deck.unseen) unseen"
            : "\(deck.ready) due, \(deck.new) new today, \(deck.unseen) unseen")
      }
    let chosen = decks.firstIndex { !$0.name.isEmpty && $0.name == last?.deck }.map { $0 + 1 }
    return Picker(
      title(ready: ready, new: new, last), items, action: "start",
      choices: [
        Picker.Choice(
          name: "Mode", values: Self.modes.map(\.text),
          chosen: Self.modes.firstIndex { $0.mode == last?.mode.known } ?? 0, key: "Tab"),
        Picker.Choice(
          name: "Direction", values: Self.directions.map(name), key: symbols.sideKeys),
      ], chosen: ready > 0 ? 0 : chosen ?? min(1, decks.count))
  }

  /// Says so if nothing is due; of decks that were never started nothing ever was.
  private func title(ready: UInt32, new: UInt32, _ last: PracticeState?) -> String {
    guard ready == 0, new == 0, decks.contains(where: \.offersNew) else { return "Practice" }
    guard let wait = last?.wait else { return "Nothing is due" }
    return "Nothing is due; the next card is due in \(roughTime(seconds: wait))"
  }

  private static func note(due: UInt32) -> String { due > 0 ? "\(due) due" : "" }

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
    let due = deck.isSuspended ? "suspended" : "\(deck.ready)"
    return [.text(deck.name.harmless, .strong), .gap, .row("Due", due)] + directions + [
      .row("New", "\(deck.new) today"),
      .row(
        "Unseen",
        plural(
          deck.cards, one: "\(deck.unseen) of 1 card",
          other: "\(deck.unseen) of \(deck.cards) cards")),
    ]
  }

  /// The options of the session that a line starts; due cards come first, of all decks in portions.
  func options(_ item: Int, of picker: Picker, portion: UInt32) -> StartOptions {
    var options = StartOptions()
    options.mode = Self.modes[picker.choices[0].chosen].mode
    options.direction = Self.directions[picker.choices[1].chosen]
    if item > 0, decks.indices.contains(item - 1) {
      let deck = decks[item - 1]
      options.deck = deck.name
      if deck.ready > 0 || deck.new > 0 { options.isDue = true }
    } else {
      (options.isDue, options.questions) = (true, portion)
    }
    return options
  }
}
