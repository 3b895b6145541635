import CellDrawing
import EventLoop
import MemorizeBus
import MemorizeText
import PlainText
import Screens
import Translation

/// Cards as a table for people.
struct CardListing {
  /// In cells: both sides fit on a usual terminal.
  private static let widestSide = 30

  let cards: [CardSummary]
  let showsDeck: Bool
  private let now = WallClock.microseconds

  func text(_ options: Options) -> String {
    let isBackward = cards.contains { $0.backward != nil }
    let memory: [TextTable.Column] = [
      // Translators: when a card is due.
      .init(heading: tr("due", context: "column of times")),
      .init(heading: tr("stability", context: "column"), isRight: true),
    ]
    let backward: [TextTable.Column] = [
      .init(heading: tr("due backward", context: "column")), memory[1],
    ]
    return table(options, memory + (isBackward ? backward : [])) {
      [due($0, $0.forward), $0.forward.stabilityText]
        + (isBackward ? [due($0, $0.backward), $0.backward.stabilityText] : [])
    }
  }

  /// With how often each was forgotten.
  func hardText(_ options: Options) -> String {
    // Translators: how often a card was forgotten.
    let forgotten = tr("forgotten", context: "column")
    return table(options, [.init(heading: forgotten, isRight: true)]) { [String($0.lapses)] }
  }

  private func table(
    _ options: Options, _ columns: [TextTable.Column], _ cells: (CardSummary) -> [String]
  ) -> String {
    func clipped(_ text: String) -> String {
      text.harmless.clipped(to: Self.widestSide, options.symbols.ellipsis)
    }
    let id = TextTable.Column(heading: tr("id", context: "column"), isRight: true)
    let deck = TextTable.Column(heading: tr("deck", context: "column"), isCut: true)
    // Translators: the first side of cards.
    let front = TextTable.Column(heading: tr("front", context: "column"), isCut: true)
    // Translators: the second side of cards.
    let back = TextTable.Column(heading: tr("back", context: "column"), isCut: true)
    return TextTable(
      columns: [id] + (showsDeck ? [deck] : []) + [front, back] + columns,
      rows: cards.map {
        [String($0.id)] + (showsDeck ? [clipped(shownThemeName($0.deck))] : [])
          + [clipped($0.spokenFront), clipped($0.backText)] + cells($0)
      }
    ).text(options)
  }

  private func due(_ card: CardSummary, _ memory: CardMemory?) -> String {
    if card.isSuspended { return tr("suspended", context: "state") }
    guard let memory else { return tr("new", context: "state") }
    if memory.due <= now { return tr("now", context: "state") }
    // Translators: when a card is due, as “in 4 days”.
    return tr("in {time}", ["time": RoughTime(seconds: (memory.due - now) / 1_000_000).text])
  }
}

extension CardSummary {
  /// `猫 [ねこ]`.
  var spokenFront: String {
    pronunciation.isEmpty || gap > 0 ? frontText : "\(frontText) [\(pronunciation)]"
  }

  private var frontText: String { Self.text(front, picture: frontPicture) }
  fileprivate var backText: String {
    Self.text(back.shownSide(ofDeck: deck), picture: backPicture)
  }

  /// A side without text has a picture or a sound.
  private static func text(_ side: String, picture: String) -> String {
    if !side.isEmpty { return side }
    return picture.isEmpty ? tr("[sound]") : tr("[picture]")
  }

  /// In the direction in which it was forgotten more often.
  var lapses: UInt32 { max(forward?.lapses ?? 0, backward?.lapses ?? 0) }

  /// For scripts.
  var fields: [String] {
    [
      String(id), deck, front, back, pronunciation, isSuspended ? "suspended" : "active",
      forward?.due.localTime ?? "", forward.stability, backward?.due.localTime ?? "",
      backward.stability,
    ]
  }
}

extension CardMemory? {
  /// In days; empty without one.
  fileprivate var stability: String { map { $0.stability.tenths } ?? "" }
  fileprivate var stabilityText: String { map { $0.stability.tenthsText } ?? "" }
}
