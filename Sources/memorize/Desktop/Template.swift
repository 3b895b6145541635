import MemorizeBus

/// A line with places to fill in: `{icon} {matched}/{pairs}{up?, up: {up}}`.
///
/// - `{name}` is a value.
/// - `{name?text}` is the text if the value is neither empty nor 0, `{name?text|other}` else the
///   other; `{name=value?text|other}` compares. Texts may hold placeholders again.
/// - `\{`, `\}`, `\|` and `\\` stand for themselves.
struct Template: Equatable, Sendable {
  indirect enum Part: Equatable, Sendable {
    case text(String)
    case value(Placeholder)
    case choice(Condition, then: [Part], otherwise: [Part])
  }

  struct Condition: Equatable, Sendable {
    let placeholder: Placeholder
    /// The value to compare with; nil tests whether there is a value.
    let wanted: String?

    func holds(in game: GameState, due: UInt32) -> Bool {
      let value = placeholder.value(in: game, due: due)
      if let wanted { return value == wanted }
      return !["", "0", "0.0"].contains(value)
    }
  }

  /// Why a template is invalid, and where.
  struct Fault: Error, Equatable {
    /// The character's number, from 1.
    let place: Int
    let reason: String

    var message: String { "The template is invalid at character \(place): \(reason)." }
  }

  let parts: [Part]

  init(_ text: String) throws(Fault) {
    var parser = TemplateParser(text)
    parts = try parser.template()
  }

  /// Whether it is all text: the line would be the same for every game.
  var isConstant: Bool {
    parts.allSatisfy { if case .text = $0 { true } else { false } }
  }

  /// Whether it shows the due count or depends on it.
  var asksForDue: Bool { Self.asksForDue(parts) }

  private static func asksForDue(_ parts: [Part]) -> Bool {
    parts.contains { part in
      switch part {
      case .text: false
      case .value(let placeholder): placeholder == .due
      case .choice(let condition, let then, let otherwise):
        condition.placeholder == .due || asksForDue(then) || asksForDue(otherwise)
      }
    }
  }

  func line(_ game: GameState, due: UInt32 = 0) -> String { Self.line(parts, game, due) }

  private static func line(_ parts: [Part], _ game: GameState, _ due: UInt32) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .value(let placeholder): placeholder.value(in: game, due: due)
      case .choice(let condition, let then, let otherwise):
        line(condition.holds(in: game, due: due) ? then : otherwise, game, due)
      }
    }.joined()
  }
}
