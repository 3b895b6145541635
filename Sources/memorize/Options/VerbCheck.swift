import ArgumentParser

/// Looks at the verb before all else, so that a mistyped one is not taken for a wrong option.
enum VerbCheck {
  /// Checks the verb, and those that `help` is asked about; and the numbers behind it.
  ///
  /// - Parameter arguments: the arguments, the verb first.
  /// - Throws: `ValidationError` where a verb is unknown, or is missing beside options; or where a
  ///   number is negative.
  static func check(_ arguments: [String]) throws {
    let isAboutHelp = arguments.first == "help"
    let words = isAboutHelp ? arguments.dropFirst().filter { !$0.hasPrefix("-") } : arguments
    guard !isAboutHelp || words != ["help"] else { return }
    var command: any ParsableCommand.Type = Memorize.self
    var path: [String] = []
    for (index, word) in words.enumerated() {
      let verbs = command.configuration.subcommands
      guard isAboutHelp || !verbs.isEmpty else {
        return try DashedWords.check(words[index...], of: path.last ?? "")
      }
      guard !word.hasPrefix("-") else {
        let options = Array(words[index...])
        guard ArgumentOrder.asked.isDisjoint(with: options) else { return }
        // Options alone are for the verb that is meant where none is named.
        guard command.configuration.defaultSubcommand == nil else { return }
        // A wrong option is told by its own name.
        if let fault = Options.fault(ofOptionsForAllVerbs: options) {
          throw ValidationError(fault)
        }
        throw ValidationError("A verb is missing. " + list(verbs, after: path))
      }
      guard let verb = verbs.first(where: { name(of: $0) == word }) else {
        throw ValidationError(unknown(word, among: verbs, after: path))
      }
      command = verb
      path.append(word)
    }
  }

  private static func unknown(
    _ typed: String, among verbs: [any ParsableCommand.Type], after path: [String]
  ) -> String {
    let place = path.isEmpty ? "" : " of “\(path.joined(separator: " "))”"
    let start = "Unknown verb “\(typed.harmless)”\(place)."
    // Nobody mistypes that much of a verb; and the table grows with the word.
    guard typed.count <= 20,
      let nearest = verbs.map(name(of:)).min(by: { distance(typed, $0) < distance(typed, $1) }),
      distance(typed, nearest) <= 2
    else { return start + (verbs.isEmpty ? "" : " " + list(verbs, after: path)) }
    return start + " Did you mean “\(nearest)”?"
  }

  private static func list(
    _ verbs: [any ParsableCommand.Type], after path: [String]
  ) -> String {
    let place = path.isEmpty ? "" : "of “\(path.joined(separator: " "))” "
    return "The verbs \(place)are \(verbs.map(name(of:)).joined(separator: ", "))."
  }

  private static func name(of verb: any ParsableCommand.Type) -> String {
    verb.configuration.commandName ?? ""
  }

  /// How many letters are to be put in, left out or exchanged to make one word of the other.
  private static func distance(_ one: String, _ other: String) -> Int {
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var next = [index + 1]
      for (column, candidate) in other.enumerated() {
        let exchanged = row[column] + (letter == candidate ? 0 : 1)
        next.append(min(exchanged, row[column + 1] + 1, next[column] + 1))
      }
      row = next
    }
    return row.last ?? 0
  }
}
