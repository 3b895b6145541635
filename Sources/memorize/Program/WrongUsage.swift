import ArgumentParser
import PlainText
import Screens

/// Explains what is wrong with the words after a verb, and suggests the nearest ones.
extension VerbLookup {
  /// The arguments of the verb, or of its default verb.
  private func declared(withHidden: Bool = false) -> [DeclaredArgument] {
    let verb = verb.configuration.defaultSubcommand ?? verb
    return (try? DeclaredArgument.all(of: verb, withHidden: withHidden)) ?? []
  }

  /// The first word that is neither an option nor the value of one.
  var firstArgument: String? {
    let declared = declared()
    var words = rest.prefix { $0 != "--" }
    while let word = words.popFirst() {
      guard word.hasPrefix("-") else { return word }
      if declared.contains(where: { $0.takesValue && $0.words.contains(word) }) {
        words = words.dropFirst()
      }
    }
    return nil
  }

  /// The error for the first unknown option, with the nearest known one; nil if there is none.
  func unknownOption() -> ProgramError? {
    let declared = declared(withHidden: true)
    var words = rest.prefix { $0 != "--" }
    while let word = words.popFirst() {
      guard word.hasPrefix("-"), word != "-", !Options.requests.contains(word) else { continue }
      let name = String(word.prefix { $0 != "=" })
      if let option = declared.first(where: { $0.words.contains(name) }) {
        if option.takesValue, name == word { words = words.dropFirst() }
        continue
      }
      let isShort = !word.hasPrefix("--")
      let letters = word.dropFirst().map { "-\($0)" }
      if isShort, letters.allSatisfy({ letter in declared.contains { $0.words.contains(letter) } })
      {
        continue
      }
      let option = name.harmless
      return .usage(
        english("Unknown option “\(option)” of “\(line(path))”."),
        hint: place(of: name) ?? nearest(to: name) ?? seeHelp)
    }
    return nil
  }

  /// Suggests the verbs below that have the option, if they are few.
  private func place(of option: String) -> String? {
    let owners = Self.all(below: path.isEmpty ? Memorize.self : verb, at: path).filter {
      (try? DeclaredArgument.all(of: $0.verb))?.contains { $0.words.contains(option) } == true
    }
    guard (1...3).contains(owners.count) else { return nil }
    return didYouMean(owners.map { "\(line($0.path)) \(option)" })
  }

  private func nearest(to option: String) -> String? {
    let names = declared().flatMap(\.words).filter { $0.hasPrefix("--") }.map { $0.dropFirst(2) }
    return String(option.drop { $0 == "-" }).nearest(among: names.map(String.init))
      .map { didYouMean(["--" + $0]) }
  }

  private func didYouMean(_ candidates: [String]) -> String {
    let candidates = candidates.map { "“\($0)”" }
    return english("Did you mean \(candidates.alternatives)?")
  }

  private var seeHelp: String {
    let page = line(["help"] + (verb == Overview.self ? [HelpPage.options] : path))
    return english("See “\(page)”.")
  }

  /// Explains another error of ArgumentParser in this program's words.
  func wrongUsage(_ message: String) -> ProgramError {
    let message = ParserMessage(message)
    return .usage(message.sentence, hint: hint(for: message) ?? seeHelp)
  }

  private func hint(for message: ParserMessage) -> String? {
    switch message {
    case .invalid(let value, let place, let reason):
      let choices = argument(at: place)?.values ?? []
      let near = value.lowercased().nearest(among: choices).map { didYouMean([$0]) }
      return near ?? reason ?? choose(among: choices)
    case .valueMissing(let option): return choose(among: argument(at: option)?.values ?? [])
    case .argumentMissing:
      let examples = (verb as? any DocumentedCommand.Type)?.examples ?? []
      return examples.first.map { example in english("For example: \(example)") }
    case .unexpected:
      let takesName = declared().contains { $0.isPositional && $0.isName }
      return takesName ? english("Put quotes around a name that has spaces.") : nil
    case .valueUnexpected, .other: return nil
    }
  }

  private func argument(at place: String) -> DeclaredArgument? {
    declared().first {
      $0.words.contains(place) || ($0.isPositional && "<\($0.valueName ?? "")>" == place)
    }
  }

  private func choose(among choices: [String]) -> String? {
    choices.isEmpty ? nil : english("Choose \(choices.alternatives).")
  }
}

extension DeclaredArgument {
  fileprivate var isName: Bool { ["name", "theme", "deck"].contains(valueName) }
}
