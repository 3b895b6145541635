/// Fills the verbs of key bindings and status bars from the few words that those use, in a
/// hundredth of the time that ArgumentParser takes to begin.
///
/// What it does not know, and all that is wrong, is ArgumentParser's.
struct QuickReader {
  private var words: ArraySlice<String>
  private var common = CommonOptions.unset
  private var board = BoardOptions.unset

  /// The verb of a command line without the program's name; nil if it needs ArgumentParser.
  static func verb(_ arguments: [String]) -> (any Verb)? {
    var reader = QuickReader(words: arguments.dropFirst())
    switch arguments.first {
    case "flip": return reader.flip()
    case "conceal": return reader.read() ? reader.filled(ConcealVerb()) : nil
    case "board": return reader.read() ? reader.filled(BoardVerb()) : nil
    case "status": return reader.status()
    default: return nil
    }
  }

  /// Options for all verbs, as `MEMORIZE_OPTIONS` holds them.
  static func options(_ words: [String]) -> Options.ForAllVerbs? {
    var reader = QuickReader(words: words[...])
    return reader.read() ? reader.filled(Options.ForAllVerbs()) : nil
  }

  private mutating func flip() -> FlipVerb? {
    var cards: [UInt32] = []
    let isRead = read { word, _ in
      guard word.first?.isNumber == true, let card = UInt32(word) else { return false }
      cards.append(card)
      return true
    }
    var verb = filled(FlipVerb())
    (verb.cards, verb.peek) = (cards, nil)
    return isRead && !cards.isEmpty ? verb : nil
  }

  private mutating func status() -> StatusVerb? {
    var (verb, format) = (StatusVerb(), FormatOption())
    (verb.tellsByExitCode, format.format) = (false, nil)
    let isRead = read { word, words in
      guard word == "--format" else {
        verb.tellsByExitCode = true
        return word == "--exit-code"
      }
      guard format.format == nil, let value = words.popFirst() else { return false }
      format.format = value.hasPrefix("-") ? nil : try? LineFormat(argument: value)
      return format.format != nil
    }
    (verb.format, verb.common) = (format, common)
    return isRead && !board.ascii && (try? verb.validate()) != nil ? verb : nil
  }

  /// Reads the options for all verbs, and what else `own` takes from the beginning of the words.
  private mutating func read(
    _ own: (String, inout ArraySlice<String>) -> Bool = { _, _ in false }
  ) -> Bool {
    while let word = words.popFirst() {
      switch word {
      case "--quiet", "-q": common.quiet = true
      case "--plain": common.plain = true
      case "--json": common.json = true
      case "--no-autostart": common.noAutostart = true
      case "--ascii": board.ascii = true
      default: guard own(word, &words) else { return false }
      }
    }
    return true
  }

  private func filled<Verb: HasBoardOptions>(_ verb: Verb) -> Verb {
    var verb = verb
    (verb.board, verb.common) = (board, common)
    return verb
  }
}
