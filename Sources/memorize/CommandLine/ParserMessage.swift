import PlainText

/// ArgumentParser's message about a wrong command line, in its parts; unknown ones pass unchanged.
enum ParserMessage: Equatable {
  /// The place is an option or, as `<card>`, an argument; the reason is our own, if there is one.
  case invalid(value: String, place: String, reason: String?)
  case valueMissing(option: String)
  case valueUnexpected(option: String)
  case argumentMissing(String)
  case unexpected([String])
  /// Our own message, or one that we do not know.
  case other(String)

  init(_ message: String) {
    let text = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    if let match = text.wholeMatch(of: /The value '(.*)' is invalid for '([^']*)'(: (.*)|.*)/) {
      self = .invalid(
        value: String(match.1), place: Self.place(match.2), reason: match.4.map(Self.sentence))
    } else if let match = text.wholeMatch(of: /Missing value for '([^']*)'.*/) {
      self = .valueMissing(option: Self.place(match.1))
    } else if let match = text.wholeMatch(of: /The option '([^']*)' does not take any value.*/) {
      self = .valueUnexpected(option: Self.place(match.1))
    } else if let match = text.wholeMatch(of: /Missing expected argument '([^']*)'/) {
      self = .argumentMissing(Self.place(match.1))
    } else if let match = text.wholeMatch(of: /Unexpected argument '(.*)'/) {
      self = .unexpected([String(match.1)])
    } else if let match = text.wholeMatch(of: /\d+ unexpected arguments: '(.*)'/) {
      self = .unexpected(match.1.split(separator: "', '").map(String.init))
    } else if text.hasPrefix("Unknown option ") {
      let option = text.firstMatch(of: /'([^']*)'/).map { String($0.1) } ?? ""
      self = .other(english("Unknown option “\(option)”."))
    } else {
      self = .other(Self.sentence(text))
    }
  }

  /// What is wrong, in this program's words.
  var sentence: String {
    switch self {
    case .invalid(let value, let place, _): english("“\(value)” is not a value for \(place).")
    case .valueMissing(let option): english("\(option) needs a value.")
    case .valueUnexpected(let option): english("\(option) takes no value.")
    case .argumentMissing(let place): english("An argument is missing: \(place).")
    case .unexpected(let words):
      english("Unexpected argument \(words.map { "“\($0)”" }.joined(separator: ", ")).")
    case .other(let text): text
    }
  }

  /// Why a value is refused, if we said so.
  var reason: String? {
    if case .invalid(_, _, let reason) = self { reason } else { nil }
  }

  /// `--color` of `--color <color>`, and `<card>` of `<card> ...`.
  private static func place(_ text: some StringProtocol) -> String {
    String(text.prefix { $0 != " " })
  }

  private static func sentence(_ text: some StringProtocol) -> String {
    text.last == "." || text.last == "?" ? String(text) : text + "."
  }
}
