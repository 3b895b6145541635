/// Parses the few words that key bindings and status bars use.
///
/// ArgumentParser takes 1.2 ms of CPU before it has read a word, this takes 0.1. Everything else,
/// and every error, is left to ArgumentParser.
enum QuickReader {
  static func verb(_ arguments: [String]) -> (any Verb)? {
    let name = arguments.first
    var (cards, format): ([UInt32], LineFormat?) = ([], nil)
    let options = options(arguments.dropFirst()) { word, rest in
      if name == "flip", word.first?.isNumber == true, let card = UInt32(word) {
        cards.append(card)
        return true
      }
      guard name == "status", word == "--format", format == nil else { return false }
      format = rest.popFirst().flatMap { $0.hasPrefix("-") ? nil : try? LineFormat(argument: $0) }
      return format != nil
    }
    switch (name, options) {
    case ("flip", let options?) where !cards.isEmpty:
      var verb = FlipVerb()
      (verb.cards, verb.peek) = (cards, nil)
      (verb.board, verb.common) = (options.board, options.common)
      return verb
    case ("conceal", let options?):
      var verb = ConcealVerb()
      (verb.board, verb.common) = (options.board, options.common)
      return verb
    case ("board", let options?):
      var verb = BoardVerb()
      (verb.board, verb.common) = (options.board, options.common)
      return verb
    case ("status", let options?) where !options.board.ascii:
      var verb = StatusVerb()
      (verb.usesExitCode, verb.format, verb.common) = (false, FormatOption(), options.common)
      verb.format.format = format
      return (try? verb.validate()) == nil ? nil : verb
    default: return nil
    }
  }

  /// Reads the common options; `own` takes a verb's own options from the beginning of the words.
  static func options(
    _ words: ArraySlice<String>,
    _ own: (String, inout ArraySlice<String>) -> Bool = { _, _ in false }
  ) -> Options.ForAllVerbs? {
    var (rest, options) = (words, Options.ForAllVerbs())
    (options.common, options.board) = (.unset, .unset)
    while let word = rest.popFirst() {
      switch word {
      case "--quiet", "-q": options.common.quiet = true
      case "--plain": options.common.plain = true
      case "--json": options.common.json = true
      case "--no-autostart": options.common.noAutostart = true
      case "--ascii": options.board.ascii = true
      default: guard own(word, &rest) else { return nil }
      }
    }
    return options
  }
}
