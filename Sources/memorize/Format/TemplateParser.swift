import PlainText

struct TemplateParser<Name: Placeholder> {
  /// Limit: each level takes room on the stack.
  private static var maximumDepth: Int { 16 }

  private let characters: [Character]
  private var position = 0
  private var depth = 0

  init(_ text: String) {
    characters = Array(text)
  }

  mutating func template() throws(TemplateFault) -> Template<Name> {
    let template = try level()
    guard position == characters.count else {
      throw fault(english("this } closes nothing; write \\} for a literal }"))
    }
    return template
  }

  /// Reads up to the end or a }, within a placeholder also up to a |.
  private mutating func level() throws(TemplateFault) -> Template<Name> {
    var parts: [Template<Name>.Part] = []
    var text = ""
    while let character = next {
      if character == "}" || (character == "|" && depth > 0) { break }
      if character == "{" {
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts.append(try placeholder())
      } else {
        text.append(try plainCharacter())
      }
    }
    return Template(parts: text.isEmpty ? parts : parts + [.text(text)])
  }

  private mutating func plainCharacter() throws(TemplateFault) -> Character {
    guard consume("\\") else {
      defer { position += 1 }
      return characters[position]
    }
    guard let escaped = next, "{}|\\".contains(escaped) else {
      position -= 1
      throw fault(english("\\ must be followed by {, }, | or \\"))
    }
    position += 1
    return escaped
  }

  private mutating func placeholder() throws(TemplateFault) -> Template<Name>.Part {
    let start = position
    position += 1
    let placeholder = try name()
    let wanted = consume("=") ? try value(of: placeholder) : nil
    guard consume("?") else {
      guard next == "}" || next == nil else {
        throw fault(english("a name must be followed by }, ? or ="))
      }
      guard wanted == nil else { throw fault(english("{name=value must be followed by ?")) }
      try close(from: start)
      return .value(placeholder)
    }
    guard depth < Self.maximumDepth else {
      position = start
      throw fault(english("it is nested too deeply"))
    }
    depth += 1
    let then = try level()
    let otherwise = consume("|") ? try level() : Template(parts: [])
    depth -= 1
    guard next != "|" else {
      throw fault(english("this is a second |; write \\| for a literal |"))
    }
    try close(from: start)
    return .choice(
      .init(placeholder: placeholder, wanted: wanted), then: then, otherwise: otherwise)
  }

  private mutating func name() throws(TemplateFault) -> Name {
    let start = position
    while let next, next.isLetter || next.isNumber || "-_".contains(next) { position += 1 }
    let name = String(characters[start..<position])
    guard let placeholder = Name(rawValue: name) else {
      position = start
      let (word, list) = (name.harmless, Name.list)
      throw fault(
        word.isEmpty
          ? english("a name is missing; the placeholders are \(list); write \\{ for a literal {")
          : english(
            "“\(word)” is not a placeholder; the placeholders are \(list); write \\{ for a "
              + "literal {"))
    }
    return placeholder
  }

  private mutating func value(of placeholder: Name) throws(TemplateFault) -> String {
    let start = position
    while let character = next, !"?{}|".contains(character) { position += 1 }
    let value = String(characters[start..<position])
    guard placeholder == .state, !Name.states.contains(value) else { return value }
    position = start
    let states = Name.states.joined(separator: ", ")
    throw fault(english("“\(value.harmless)” is not a state; the states are \(states)"))
  }

  private mutating func close(from start: Int) throws(TemplateFault) {
    guard !consume("}") else { return }
    position = start
    throw fault(english("this { is not closed"))
  }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private mutating func consume(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  private func fault(_ reason: String) -> TemplateFault {
    TemplateFault(place: position + 1, reason: reason)
  }
}
