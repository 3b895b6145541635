/// Fills the verbs of key bindings and status bars from the few words that those use: ArgumentParser
/// takes 1.2 ms of CPU before it has read a word, and this 0.1.
///
/// What it does not know, and all that is wrong, is ArgumentParser's.
enum QuickReader {
  /// The verb of a command line without the program's name; nil if it needs ArgumentParser.
  static func verb(_ arguments: [String]) -> (any Verb)? {
    let words = arguments.dropFirst()
    switch arguments.first {
    case "flip": return flip(words)
    case "conceal": return options(words).map { filled(ConcealVerb(), $0) }
    case "board": return options(words).map { filled(BoardVerb(), $0) }
    case "status": return status(words)
    default: return nil
    }
  }

  /// Options for all verbs, and by `own` what else a verb takes from the beginning of the words.
  static func options(
    _ words: ArraySlice<String>,
    _ own: (String, inout ArraySlice<String>) -> Bool = { _, _ in false }
  ) -> Options.ForAllVerbs? {
    var (rest, common, board) = (words, CommonOptions.unset, BoardOptions.unset)
    while let word = rest.popFirst() {
      switch word {
      case "--quiet", "-q": common.quiet = true
      case "--plain": common.plain = true
      case "--json": common.json = true
      case "--no-autostart": common.noAutostart = true
      case "--ascii": board.ascii = true
      default: guard own(word, &rest) else { return nil }
      }
    }
    var options = Options.ForAllVerbs()
    (options.common, options.board) = (common, board)
    return options
  }

  private static func flip(_ words: ArraySlice<String>) -> FlipVerb? {
    var cards: [UInt32] = []
    let options = options(words) { word, _ in
      guard word.first?.isNumber == true, let card = UInt32(word) else { return false }
      cards.append(card)
      return true
    }
    guard let options, !cards.isEmpty else { return nil }
    var verb = filled(FlipVerb(), options)
    (verb.cards, verb.peek) = (cards, nil)
    return verb
  }

  private static func status(_ words: ArraySlice<String>) -> StatusVerb? {
    var (verb, format) = (StatusVerb(), FormatOption())
    (verb.usesExitCode, format.format) = (false, nil)
    let options = options(words) { word, rest in
      guard word == "--format", format.format == nil, let value = rest.popFirst() else {
        return false
      }
      format.format = value.hasPrefix("-") ? nil : try? LineFormat(argument: value)
      return format.format != nil
    }
    guard let options, !options.board.ascii else { return nil }
    (verb.format, verb.common) = (format, options.common)
    return (try? verb.validate()) == nil ? nil : verb
  }

  private static func filled<Verb: HasBoardOptions>(
    _ verb: Verb, _ options: Options.ForAllVerbs
  ) -> Verb {
    var verb = verb
    (verb.board, verb.common) = (options.board, options.common)
    return verb
  }
}
