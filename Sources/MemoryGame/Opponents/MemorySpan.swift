internal import PlainText

/// How many cards an opponent remembers: the last different cards that were face up, from 0.
package struct MemorySpan: Hashable, Sendable {
  let limit: Int

  /// Every card that was face up.
  package static let perfect = MemorySpan(limit: .max)

  package static func cards(_ count: Int) -> MemorySpan { MemorySpan(limit: count) }

  package var text: String { self == .perfect ? "perfect" : String(limit) }
}

extension MemorySpan {
  /// From `7` or `perfect`; nil for anything else.
  package init?(_ text: String) {
    guard let limit = text == "perfect" ? .max : Int(digits: text) else { return nil }
    self.init(limit: limit)
  }
}
