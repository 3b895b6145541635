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
    let memory: [TextTable.Column] = [
      .init(heading: "due"), .init(heading: "stability", isRight: true),
    ]
    return table(options, memory + (isBackward ? [.init(heading: "due backward"), memory[1]] : []))
    {
      [due($0, $0.forward), $0.forward.stability]
        + (isBackward ? [due($0, $0.backward), $0.backward.stability] : [])
    }
  }

  /// With how often each was forgotten.
  func hardText(_ options: Options) -> String {
    table(options, [.init(heading: "forgotten", isRight: true)]) { [String($0.lapses)] }
  }

  private func table(
    _ options: Options, _ columns: [TextTable.Column], _ cells: (CardSummary) -> [String]
  ) -> String {
    func clipped(_ text: String) -> String {
      text.harmless.clipped(to: Self.widestSide, options.symbols.ellipsis)
    }
    return TextTable(
      columns: [.init(heading: "id", isRight: true)]
        + (showsDeck ? [.init(heading: "deck", isCut: true)] : [])
        + [.init(heading: "front", isCut: true), .init(heading: "back", isCut: true)] + columns,
      rows: cards.map {
        [String($0.id)] + (showsDeck ? [clipped($0.deck)] : [])
          + [clipped($0.spokenFront), clipped($0.backText)] + cells($0)
      }
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
}
