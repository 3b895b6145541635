import PlainText

/// The names that a template may contain, and the values they stand for.
protocol Placeholder: RawRepresentable<String>, CaseIterable, Equatable, Sendable {
  /// What a line shows.
  associatedtype Subject

  /// The one that is only compared with one of the `states`.
  static var state: Self { get }
  static var states: [String] { get }
  /// The classes of a bar's item, for the help: the end of a sentence, made in English.
  static var barHelp: String { get }
  /// The placeholders, and how to choose between texts, for the help; made in English.
  static var templateHelp: String { get }

  static func barItem(of subject: Subject) -> BarItem
  /// Empty if there is none.
  func value(in subject: Subject) -> String
}

extension Placeholder {
  /// For messages.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// A line with places to fill in: `{icon} {matched}/{pairs}{up?, up: {up}}`.
///
/// - `{name}` is a value.
/// - `{name?text}` is the text if the value is neither empty nor 0, `{name?text|other}` else the
///   other; `{name=value?text|other}` compares. Texts may hold placeholders again.
/// - `\{`, `\}`, `\|` and `\\` stand for themselves.
struct Template<Name: Placeholder>: Equatable, Sendable {
  indirect enum Part: Equatable, Sendable {
    case text(String)
    case value(Name)
    case choice(Condition, then: Template, otherwise: Template)
  }

  struct Condition: Equatable, Sendable {
    let placeholder: Name
    /// The value to compare with; nil tests whether there is a value.
    let wanted: String?

    func holds(in subject: Name.Subject) -> Bool {
      let value = placeholder.value(in: subject).harmless
      if let wanted { return value == wanted }
      return !["", "0", "0.0"].contains(value)
    }
  }

  let parts: [Part]

  /// Whether it is all text: the line would always be the same.
  var isConstant: Bool {
    parts.allSatisfy { if case .text = $0 { true } else { false } }
  }

  /// Whether it shows a value or depends on it.
  func shows(_ name: Name) -> Bool {
    parts.contains { part in
      switch part {
      case .text: false
      case .value(let placeholder): placeholder == name
      case .choice(let condition, let then, let otherwise):
        condition.placeholder == name || then.shows(name) || otherwise.shows(name)
      }
    }
  }

  func line(_ subject: Name.Subject) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .value(let placeholder): placeholder.value(in: subject).harmless
      case .choice(let condition, let then, let otherwise):
        (condition.holds(in: subject) ? then : otherwise).line(subject)
      }
    }.joined()
  }
}

extension Template {
  init(_ text: String) throws(TemplateFault) {
    var parser = TemplateParser<Name>(text)
    self = try parser.template()
  }
}

/// Why a template is invalid, and where.
struct TemplateFault: Error, Equatable {
  /// The character's number, from 1.
  let place: Int
  let reason: String

  var message: String { english("The template is invalid at character \(place): \(reason).") }
}
