import CellDrawing
import MemorizeBus
import MemorizeText
import PlainText
import Practice
import Translation

/// The list of decks for a session; its first line stands for all of them.
struct DeckPicker {
  private var decks: [DeckSummary] = []

  private static var modes: [(mode: PracticeMode, text: String)] {
    [
      (.choices, tr("Choices", context: "mode")), (.typed, tr("Typed", context: "mode")),
      (.recall, tr("Recall", context: "mode")),
    ]
  }
  private let symbols: Symbols
  private static let directions: [Direction?] = [nil, .forward, .backward]

  init(_ decks: [DeckSummary] = [], _ symbols: Symbols = .unicode) {
    (self.decks, self.symbols) = (decks, symbols)
  }

  static var allDecks: String { tr("All decks") }

  private func name(of direction: Direction?) -> String {
    direction.map { directionName(isBackward: $0 == .backward, symbols) }
      ?? tr("Any", context: "direction")
  }

  /// Starts with the mode and deck of the last session.
  func picker(after last: PracticeState?) -> Picker {
    // The session may not be known yet; a card of two decks counts twice then.
    let ready = last?.ready ?? decks.reduce(0) { $0 + $1.ready }
    let new = last?.new ?? decks.reduce(0) { $0 + $1.new }
    let items =
      [
        Picker.Item(
          name: Self.allDecks, note: Self.note(due: ready),
          summary: ready > 0 ? dueCountText(ready) : tr("nothing is due"))
      ]
      + decks.map(Self.item)
    let chosen = decks.firstIndex { !$0.name.isEmpty && $0.name == last?.deck }.map { $0 + 1 }
    return Picker(
      title(ready: ready, new: new, last), items, action: tr("start", context: "key"),
      choices: [
        Picker.Choice(
          name: tr("Mode", context: "label"), values: Self.modes.map(\.text),
          chosen: Self.modes.firstIndex { $0.mode == last?.mode.known } ?? 0, key: "Tab",
          hint: tr("mode", context: "key")),
        Picker.Choice(
          name: tr("Direction", context: "label"), values: Self.directions.map(name),
          key: symbols.sideKeys, hint: tr("direction", context: "key")),
      ], chosen: ready > 0 ? 0 : chosen ?? min(1, decks.count))
  }

  private static func item(_ deck: DeckSummary) -> Picker.Item {
    let name = shownThemeName(deck.name).harmless
    let unseen = tr(deck.unseen, "1 unseen", "{n} unseen")
    if deck.isSuspended {
      return Picker.Item(name: name, note: suspended, summary: [suspended, unseen].listText)
    }
    let new = tr(deck.new, "1 new today", "{n} new today")
    return Picker.Item(
      name: name, note: note(due: deck.ready),
      summary: [dueCountText(deck.ready), new, unseen].listText)
  }

  /// Says so if nothing is due; of decks that were never started nothing ever was.
  private func title(ready: UInt32, new: UInt32, _ last: PracticeState?) -> String {
    guard ready == 0, new == 0, decks.contains(where: \.offersNew) else {
      return tr("Practice", context: "title")
    }
    guard let wait = last?.wait else { return tr("Nothing is due", context: "title") }
    // Translators: {time} is as “3 hours”.
    return tr(
      "Nothing is due; the next card is due in {time}", ["time": RoughTime(seconds: wait).text])
  }

  private static func note(due: UInt32) -> String { due > 0 ? dueCountText(due) : "" }

  private static var suspended: String { tr("suspended", context: "deck") }

  func details(of item: Int) -> [PanelBlock] {
    guard item > 0, decks.indices.contains(item - 1) else {
      return [
        .text(Self.allDecks, .strong), .gap,
        .text(
          tr("Everything that is due, from all decks and in both directions, then new cards.")),
      ]
    }
    let deck = decks[item - 1]
    let directions: [PanelBlock] =
      deck.due == 0
      ? []
      : [
        .row(name(of: .forward), dueCountText(deck.dueForward)),
        .row(name(of: .backward), dueCountText(deck.dueBackward)),
      ]
    let head: [PanelBlock] = [
      .text(shownThemeName(deck.name).harmless, .strong), .gap,
      .row(
        tr("Due", context: "label"), deck.isSuspended ? Self.suspended : "\(deck.ready)"),
    ]
    let new = tr(deck.new, "1 today", "{n} today")
    let unseen = tr(
      deck.cards, "{unseen} of 1 card", "{unseen} of {n} cards", ["unseen": deck.unseen])
    return head + directions + [
      // Translators: new cards.
      .row(tr("New", context: "label"), new),
      // Translators: cards that were never asked.
      .row(tr("Unseen", context: "label"), unseen),
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

/// `12 due`: cards, in a narrow place.
func dueCountText(_ cards: some BinaryInteger) -> String { tr(cards, "1 due", "{n} due") }
