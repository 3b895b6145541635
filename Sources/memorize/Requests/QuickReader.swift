/// Reads the command lines that key bindings and bars run, in a hundredth of the time that
/// ArgumentParser takes to begin.
///
/// What it does not know, and all that is wrong, is ArgumentParser's: that has the only word about
/// what may be said and how faults are told. The tests hold the two to the same answer.
struct QuickReader {
  private var words: ArraySlice<String>
  private var choices = Choices()
  private var cards: [UInt32] = []
  private var new = NewRequest()
  private var tellsByExitCode = false
  private var format: LineFormat?

  private enum Verb: String {
    case flip, new, conceal, board, status
  }

  /// Reads a command line.
  ///
  /// - Parameter arguments: the arguments, without the program's name.
  /// - Returns: what it asks for; nil where that is not certain.
  static func invocation(_ arguments: [String]) -> Invocation? {
    guard let verb = arguments.first.flatMap(Verb.init) else { return nil }
    var reader = QuickReader(words: arguments.dropFirst())
    while let word = reader.words.popFirst() {
      guard reader.take(word, of: verb) else { return nil }
    }
    return reader.request(verb).map { Invocation(request: $0, choices: reader.choices) }
  }

  /// Reads options for all verbs, as `MEMORIZE_OPTIONS` holds them.
  ///
  /// - Returns: the options; nil where they are not certain.
  static func choices(_ words: [String]) -> Choices? {
    var reader = QuickReader(words: words[...])
    while let word = reader.words.popFirst() {
      guard reader.takeCommon(word) || reader.takeOfBoard(word) else { return nil }
    }
    return reader.choices
  }

  private init(words: ArraySlice<String>) {
    self.words = words
  }

  private func request(_ verb: Verb) -> (any Request)? {
    switch verb {
    case .flip: cards.isEmpty ? nil : FlipRequest(cards: cards, peek: nil)
    case .new: new
    case .conceal: ConcealRequest()
    case .board: BoardRequest()
    case .status:
      format != nil && (choices.json || choices.plain)
        ? nil : StatusRequest(tellsByExitCode: tellsByExitCode, format: format)
    }
  }

  /// Takes a word, and its value where it has one.
  ///
  /// - Returns: whether it is understood.
  private mutating func take(_ word: String, of verb: Verb) -> Bool {
    if takeCommon(word) { return true }
    switch verb {
    case .flip: return takeCard(word) || takeOfBoard(word)
    case .new: return takeOfNew(word) || takeOfBoard(word)
    case .conceal, .board: return takeOfBoard(word)
    case .status: return takeOfStatus(word)
    }
  }

  private mutating func takeCommon(_ word: String) -> Bool {
    switch word {
    case "--quiet", "-q": choices.quiet = true
    case "--plain": choices.plain = true
    case "--json": choices.json = true
    case "--no-autostart": choices.noAutostart = true
    case "--timeout": return keep(value().flatMap(Self.seconds), as: &choices.timeout)
    case "--color": return keep(value().flatMap(ColorChoice.init), as: &choices.color)
    default: return false
    }
    return true
  }

  private mutating func takeOfBoard(_ word: String) -> Bool {
    switch word {
    case "--ascii": choices.ascii = true
    case "--matched": return keep(value().flatMap(MatchedChoice.init), as: &choices.matched)
    default: return false
    }
    return true
  }

  private mutating func takeCard(_ word: String) -> Bool {
    guard let card = word.first?.isNumber == true ? UInt32(word) : nil else { return false }
    cards.append(card)
    return true
  }

  private mutating func takeOfNew(_ word: String) -> Bool {
    switch word {
    case "--theme": keep(value(), as: &new.theme)
    case "--pairs": keep(value().flatMap(PairsChoice.init), as: &new.pairs)
    case "--seed": keep(value().flatMap { UInt64($0) }, as: &new.seed)
    case "--scoring": keep(value().flatMap(ScoringChoice.init), as: &new.scoring)
    default: false
    }
  }

  private mutating func takeOfStatus(_ word: String) -> Bool {
    switch word {
    case "--exit-code": tellsByExitCode = true
    case "--format": return keep(value().flatMap(Self.format), as: &format)
    default: return false
    }
    return true
  }

  /// The value that stands behind an option.
  private mutating func value() -> String? {
    guard let word = words.popFirst(), !word.hasPrefix("-") else { return nil }
    return word
  }

  private static func seconds(_ text: String) -> Duration? {
    (try? Seconds(argument: text))?.duration
  }

  private static func format(_ text: String) -> LineFormat? { try? LineFormat(argument: text) }
}

/// Keeps the value of an option that has not been given before.
private func keep<T>(_ value: T?, as place: inout T?) -> Bool {
  guard place == nil, let value else { return false }
  place = value
  return true
}
