import MemoryGame

extension QuickReader {
  static func verb(_ arguments: [String]) -> (any Verb)? {
    let name = arguments.first
    var (cards, format): ([UInt32], GameFormat?) = ([], nil)
    var (theme, pairs, seed): (String?, PairRule?, UInt64?) = (nil, nil, nil)
    let options = options(arguments.dropFirst()) { word, rest in
      switch (name, word) {
      case ("flip", _):
        guard word.first?.isNumber == true, let card = UInt32(word) else { return false }
        cards.append(card)
        return true
      case ("status", "--format"):
        return parse(&format, from: &rest) { try? GameFormat(argument: $0) }
      case ("new", "--theme"): return parse(&theme, from: &rest) { $0 }
      case ("new", "--pairs"): return parse(&pairs, from: &rest) { try? PairRule(argument: $0) }
      case ("new", "--seed"): return parse(&seed, from: &rest) { UInt64($0) }
      default: return false
      }
    }
    guard let options else { return nil }
    var verb: any Verb
    switch name {
    case "flip" where !cards.isEmpty:
      var flip = FlipVerb()
      (flip.cards, flip.peek, flip.full, flip.board) = (cards, nil, false, .unset)
      verb = flip
    case "new":
      var new = NewVerb()
      (new.game, new.board) = (.unset, .unset)
      (new.game.theme, new.game.pairs, new.game.seed) = (theme, pairs, seed)
      verb = new
    case "conceal":
      var conceal = ConcealVerb()
      conceal.board = .unset
      verb = conceal
    case "board":
      var board = BoardVerb()
      board.board = .unset
      verb = board
    case "status":
      var status = StatusVerb()
      (status.usesExitCode, status.format, status.common) = (
        false, FormatOption<GamePlaceholder>(), options
      )
      status.format.format = format
      return (try? status.validate()) == nil ? nil : status
    default: return nil
    }
    verb.common = options
    return verb
  }

  /// Parses the next word as an option's value; false if it is wrong, or the option has one already.
  private static func parse<Value>(
    _ value: inout Value?, from rest: inout ArraySlice<String>, _ read: (String) -> Value?
  ) -> Bool {
    guard value == nil, let word = rest.popFirst(), !word.hasPrefix("-") else { return false }
    value = read(word)
    return value != nil
  }
}
