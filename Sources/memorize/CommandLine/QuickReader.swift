/// Parses what key bindings and status bars use: ArgumentParser takes 1.2 ms of CPU before it has
/// read a word, this takes 0.1; everything else, and every error, is left to ArgumentParser.
enum QuickReader {
  static func verb(_ arguments: [String]) -> (any Verb)? {
    let name = arguments.first
    var (cards, format): ([UInt32], GameFormat?) = ([], nil)
    let options = options(arguments.dropFirst()) { word, rest in
      if name == "flip", word.first?.isNumber == true, let card = UInt32(word) {
        cards.append(card)
        return true
      }
      guard name == "status", word == "--format", format == nil else { return false }
      format = rest.popFirst().flatMap { $0.hasPrefix("-") ? nil : try? GameFormat(argument: $0) }
      return format != nil
    }
    guard let options else { return nil }
    var verb: any Verb & HasBoardOptions
    switch name {
    case "flip" where !cards.isEmpty:
      var flip = FlipVerb()
      (flip.cards, flip.peek, flip.full) = (cards, nil, false)
      verb = flip
    case "new":
      var new = NewVerb()
      (new.name, new.theme, new.pairs, new.seed, new.scoring) = (nil, nil, nil, nil, nil)
      (new.daily, new.players, new.force) = (false, [], ForceOption())
      new.force.force = false
      new.opponent = .unset
      verb = new
    case "conceal": verb = ConcealVerb()
    case "board": verb = BoardVerb()
    case "status" where !options.board.ascii:
      var status = StatusVerb()
      (status.usesExitCode, status.format, status.common) = (
        false, FormatOption<GamePlaceholder>(), options.common
      )
      status.format.format = format
      return (try? status.validate()) == nil ? nil : status
    default: return nil
    }
    (verb.board, verb.common) = (options.board, options.common)
    return verb
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
