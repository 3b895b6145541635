internal import PlainText

/// How many cards an opponent remembers.
package enum MemorySpan: Hashable, Sendable {
  /// The last different cards that were face up, from 0.
  case cards(Int)
  /// Every card that was face up.
  case perfect

  /// From `7` or `perfect`; nil for anything else.
  package init?(_ text: String) {
    if text == "perfect" {
      self = .perfect
    } else if let count = Int(digits: text) {
      self = .cards(count)
    } else {
      return nil
    }
  }

  package var text: String {
    switch self {
    case .cards(let count): String(count)
    case .perfect: "perfect"
    }
  }

  var limit: Int {
    switch self {
    case .cards(let count): count
    case .perfect: .max
    }
  }
}
