internal import PlainText

/// A text with which others are compared, without case: `*` stands for any text and `_` for any character,
/// unless a backslash is before it.
struct TextPattern: Hashable {
  private enum Part: Hashable {
    case any
    case one
    case character(Character)
  }

  private let parts: [Part]

  /// What it stands for if it has no wildcards, in its own case.
  let literal: String?

  init(_ written: String) {
    var (parts, literal, hasWildcards, isEscaped) = ([Part](), "", false, false)
    for character in written {
      switch character {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "*" where !isEscaped:
        hasWildcards = true
        if parts.last != .any { parts.append(.any) }
      case "_" where !isEscaped:
        hasWildcards = true
        parts.append(.one)
      default:
        literal.append(character)
        parts += WrittenText.caselessKey("x\(character)x").dropFirst().dropLast().map {
          .character($0)
        }
      }
      isEscaped = false
    }
    self.parts = parts
    self.literal = hasWildcards ? nil : literal
  }

  private init(_ parts: [Part]) { (self.parts, literal) = (parts, nil) }

  /// The same anywhere in a text.
  var anywhere: TextPattern {
    TextPattern((parts.first == .any ? [] : [.any]) + parts + (parts.last == .any ? [] : [.any]))
  }

  /// Whether a whole text fits.
  func matches(_ text: String) -> Bool {
    let text = Array(WrittenText.caselessKey(text))
    // The last `*`, and how much of the text it has taken: only that one needs another try.
    var (part, place, star, taken) = (0, 0, -1, 0)
    while place < text.count {
      if part < parts.count, parts[part] == .one || parts[part] == .character(text[place]) {
        (part, place) = (part + 1, place + 1)
      } else if part < parts.count, parts[part] == .any {
        (star, taken, part) = (part, place, part + 1)
      } else if star >= 0 {
        taken += 1
        (part, place) = (star + 1, taken)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .any }
  }
}
