internal import PlainText

/// A search as tools write it: terms with blanks or `OR` between them, which `-` denies and brackets group.
indirect enum NoteQuery: Equatable {
  case term(Term)
  case not(NoteQuery)
  case all([NoteQuery])
  case any([NoteQuery])

  enum Term: Equatable {
    case note([UInt64])
    case card([UInt64])
    /// Also the decks below it.
    case deck(TextPattern)
    case model(TextPattern)
    /// Also those below it; nil for cards without tags.
    case tag(TextPattern?)
    case field(NoteModel.Field, TextPattern)
    /// Cards that were added in the last days, today among them.
    case added(days: Int)
    case state(State)
    case text(TextPattern)
  }

  enum State: String {
    case due, new, suspended
  }

  /// An empty text means all cards.
  init(_ text: String) throws(Refusal) {
    var reader = QueryReader(rest: text[...])
    self = try reader.query()
  }
}

/// Reads a search.
private struct QueryReader {
  /// More nesting than any tool writes.
  private static let maximumDepth = 32

  var rest: Substring
  private var depth = 0

  init(rest: Substring) { self.rest = rest }

  mutating func query() throws(Refusal) -> NoteQuery {
    let query = try alternatives()
    guard rest.isEmpty else { throw Refusal("The search has a bracket too many.") }
    return query
  }

  private mutating func alternatives() throws(Refusal) -> NoteQuery {
    var alternatives = [[NoteQuery]()]
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first, first != ")" else { break }
      if let word = keyword() {
        if word == "or" { alternatives.append([]) }
      } else {
        alternatives[alternatives.count - 1].append(try factor())
      }
    }
    guard alternatives.count == 1 || alternatives.allSatisfy({ !$0.isEmpty }) else {
      throw Refusal("The search has an OR with nothing beside it.")
    }
    let all = alternatives.map { $0.count == 1 ? $0[0] : NoteQuery.all($0) }
    return all.count == 1 ? all[0] : .any(all)
  }

  /// Takes `OR`, or `AND`, which is what a blank means.
  private mutating func keyword() -> String? {
    let word = rest.prefix { !$0.isWhitespace && $0 != "(" && $0 != ")" }.lowercased()
    guard ["or", "and"].contains(word) else { return nil }
    rest = rest.dropFirst(word.count)
    return word
  }

  private mutating func factor() throws(Refusal) -> NoteQuery {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw Refusal("The search is nested more than \(Self.maximumDepth) deep.")
    }
    if rest.first == "-" {
      rest = rest.dropFirst()
      return .not(try factor())
    }
    guard rest.first == "(" else { return .term(try term()) }
    rest = rest.dropFirst()
    let inner = try alternatives()
    guard rest.first == ")" else { throw Refusal("The search has a bracket that does not end.") }
    rest = rest.dropFirst()
    return inner
  }

  /// One term, perhaps in quotation marks, which may also stand around what follows the colon.
  private mutating func term() throws(Refusal) -> NoteQuery.Term {
    var (name, text, isQuoted, isEscaped) = (String?.none, "", false, false)
    guard let first = rest.first, !first.isWhitespace, first != ")" else {
      throw Refusal("The search has a - with nothing behind it.")
    }
    while let character = rest.first {
      if !isEscaped {
        if character == "\"" {
          isQuoted.toggle()
          rest = rest.dropFirst()
          continue
        }
        if !isQuoted, character.isWhitespace || character == "(" || character == ")" { break }
        if character == ":", name == nil {
          (name, text) = (text, "")
          rest = rest.dropFirst()
          continue
        }
      }
      isEscaped = character == "\\" && !isEscaped
      text.append(character)
      rest = rest.dropFirst()
    }
    guard !isQuoted else { throw Refusal("The search has a quotation mark that does not end.") }
    guard let name else { return .text(TextPattern(text).anywhere) }
    guard let term = try Self.term(name.lowercased(), text) else {
      throw Refusal(
        "The search term “\("\(name):\(text)".printable(upTo: 200))” is not supported: use nid, cid, "
          + "deck, note, tag, added, is:due, is:new, is:suspended, a field, or text.")
    }
    return term
  }

  private static func term(_ name: String, _ text: String) throws(Refusal) -> NoteQuery.Term? {
    switch name {
    case "nid": return .note(numbers(text))
    case "cid": return .card(numbers(text))
    case "deck": return .deck(TextPattern(text))
    case "tag": return .tag(text == "none" ? nil : TextPattern(text))
    // Anki means the type of the note, but there is a field of this name.
    case "note" where text.lowercased() == NoteModel.name.lowercased():
      return .model(TextPattern(text))
    case "added": return Int(text).flatMap { $0 > 0 ? .added(days: min($0, 36_500)) : nil }
    case "is": return NoteQuery.State(rawValue: text.lowercased()).map { .state($0) }
    default:
      guard let field = try? NoteModel.Field(named: name) else { return nil }
      return .field(field, TextPattern(NoteFields.plain(text)))
    }
  }

  /// Those that are no numbers of cards, such as −1, name none.
  private static func numbers(_ text: String) -> [UInt64] {
    text.split(separator: ",").compactMap { UInt64($0) }
  }
}
