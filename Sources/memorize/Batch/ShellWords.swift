/// Splits a line into words as a POSIX shell does, without expanding anything.
enum ShellWords {
  /// Why a line cannot be split.
  enum Fault: Error, Equatable {
    /// A quotation mark has no second one.
    case unclosed(Character)
    /// A \ stands at the end.
    case trailingBackslash

    /// What is wrong, for a person.
    var message: String {
      switch self {
      case .unclosed(let mark): "The quotation mark \(mark) is not closed."
      case .trailingBackslash: "Nothing follows the \\ at its end."
      }
    }
  }

  /// The words of a line.
  ///
  /// `'…'` keeps all as it is, `"…"` all but a `\` before `"`, `\`, `$` or a backquote; a `\`
  /// elsewhere keeps the next character. A `#` that begins a word begins a comment.
  static func split(_ line: String) throws(Fault) -> [String] {
    var words: [String] = []
    var word: String?
    var rest = Substring(line)
    while let character = rest.popFirst() {
      switch character {
      case " ", "\t", "\r":
        if let whole = word { words.append(whole) }
        word = nil
      case "#" where word == nil:
        return words
      case "'", "\"":
        // Added in place: a sum would copy what is there for each character.
        word = word ?? ""
        word?.append(try quoted(by: character, &rest))
      case "\\":
        guard let next = rest.popFirst() else { throw .trailingBackslash }
        word = word ?? ""
        word?.append(next)
      default:
        word = word ?? ""
        word?.append(character)
      }
    }
    return words + [word].compactMap { $0 }
  }

  /// Takes what stands up to the second mark, and the mark.
  private static func quoted(
    by mark: Character, _ rest: inout Substring
  ) throws(Fault) -> String {
    var text = ""
    while let character = rest.popFirst() {
      if character == mark { return text }
      if mark == "\"", character == "\\", let next = rest.first, "\"\\$`".contains(next) {
        text.append(rest.removeFirst())
      } else {
        text.append(character)
      }
    }
    throw .unclosed(mark)
  }
}
