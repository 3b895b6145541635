import CellDrawing
import EventLoop
import MemorizeBus
import PlainText
import Screens

/// Cards as a table for people.
struct CardListing {
  /// In cells: both sides fit on a usual terminal.
  private static let widestSide = 30

  let cards: [CardSummary]
  let showsDeck: Bool
  private let now = WallClock.microseconds

  func text(_ options: Options) -> String {
    let isBackward = cards.contains { $0.backward != nil }
    func clipped(_ text: String) -> String {
      text.harmless.clipped(to: Self.widestSide, options.symbols.ellipsis)
    }
    let rows = cards.map { card in
      [String(card.id)] + (showsDeck ? [clipped(card.deck)] : [])
        + [clipped(card.spokenFront), clipped(card.backText)]
        + [due(card, card.forward), card.forward.stability]
        + (isBackward ? [due(card, card.backward), card.backward.stability] : [])
    }
    let memory: [TextTable.Column] = [
      .init(heading: "due"), .init(heading: "stability", isRight: true),
    ]
    return TextTable(
      columns: [.init(heading: "id", isRight: true)]
        + (showsDeck ? [.init(heading: "deck", isCut: true)] : [])
        + [.init(heading: "front", isCut: true), .init(heading: "back", isCut: true)] + memory
        + (isBackward ? [.init(heading: "due backward"), memory[1]] : []),
      rows: rows
    ).text(options)
  }

  private func due(_ card: CardSummary, _ memory: CardMemory?) -> String {
    if card.isSuspended { return "suspended" }
    guard let memory else { return "new" }
    return memory.due <= now ? "now" : "in " + roughTime(seconds: (memory.due - now) / 1_000_000)
  }
}

extension CardSummary {
  /// `猫 [ねこ]`.
  var spokenFront: String {
    pronunciation.isEmpty || gap > 0 ? frontText : "\(frontText) [\(pronunciation)]"
  }

  private var frontText: String { Self.text(front, picture: frontPicture) }
  fileprivate var backText: String { Self.text(back, picture: backPicture) }

  /// A side without text has a picture or a sound.
  private static func text(_ side: String, picture: String) -> String {
    side.isEmpty ? picture.isEmpty ? "[sound]" : "[picture]" : side
  }

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
}
