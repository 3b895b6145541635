import ArgumentParser
import UserService

/// The verb of a command line; what ArgumentParser would report badly is checked first.
struct TypedVerb {
  /// Empty for the program itself.
  private(set) var path: [String] = []
  private(set) var verb: any ParsableCommand.Type = Memorize.self
  /// The words after the verb.
  private(set) var rest: ArraySlice<String>
  /// Whether help is wanted, and not for a verb but for the options of all.
  private(set) var wantsHelp: Bool
  private(set) var isAboutOptions = false

  /// Requests for information about the program.
  static let asked: Set = [
    "--help", "-h", "--help-hidden", "--version", "--generate-completion-script",
    "--experimental-dump-help",
  ]

  /// Throws for the first unknown or missing verb, and for negative numbers.
  init(_ arguments: [String]) throws(ProgramError) {
    let isAboutHelp = arguments.first == "help"
    let words = isAboutHelp ? arguments.dropFirst().filter { !$0.hasPrefix("-") } : arguments
    wantsHelp =
      isAboutHelp
      || !Set(["--help", "-h", "--help-hidden"]).isDisjoint(with: words.prefix { $0 != "--" })
    rest = words[...]
    if isAboutHelp, words == [HelpPage.options] {
      (isAboutOptions, rest) = (true, [])
      return
    }
    guard !isAboutHelp || words != ["help"] else {
      rest = []
      return
    }
    while let word = rest.first {
      let verbs = verb.configuration.subcommands
      guard isAboutHelp || !verbs.isEmpty else {
        try checkDashes()
        return
      }
      if word.hasPrefix("-") {
        guard try isAboutVerb(verbs) else { return }
      }
      guard let next = verbs.first(where: { $0.configuration.commandName == word }) else {
        throw unknown(word, among: verbs)
      }
      verb = next
      path.append(word)
      rest = rest.dropFirst()
    }
    // A verb that only has verbs below it explains them.
    let isIncomplete = !verb.configuration.subcommands.isEmpty
    wantsHelp = wantsHelp || (isIncomplete && verb.configuration.defaultSubcommand == nil)
  }

  /// Throws if options come before the verb; false if they belong to a default verb, or ask for
  /// information.
  private func isAboutVerb(_ verbs: [any ParsableCommand.Type]) throws(ProgramError) -> Bool {
    guard Self.asked.isDisjoint(with: rest), verb.configuration.defaultSubcommand == nil,
      let option = rest.first
    else { return false }
    let names = verbs.map { $0.configuration.commandName ?? "" }
    guard let next = rest.first(where: names.contains) else {
      throw .usage("A verb is missing.", hint: allVerbs)
    }
    throw .usage(
      "Options follow the verb.", hint: "Write “\(line(path + [next])) \(option.harmless) …”.")
  }

  /// Reports a negative number, or an answer with a dash; ArgumentParser would report it as
  /// missing.
  private func checkDashes() throws(ProgramError) {
    var before = ""
    for word in rest.prefix(while: { $0 != "--" }) {
      defer { before = word }
      guard word.first == "-", word != "-0" else { continue }
      guard let start = word.dropFirst().first, start != "-" else { continue }
      let isNumber = start.isASCII && start.isNumber
      guard isNumber || (path.last == "answer" && !["-h", "-q"].contains(word)) else { continue }
      let place = before.hasPrefix("--") ? before : "“\(path.joined(separator: " "))”"
      throw .usage(
        "“\(word.harmless)” is not a value for \(place), which takes no negative numbers.",
        hint: "Put -- before text that begins with -.")
    }
  }

  /// Suggests the verbs of that name elsewhere, or the nearest one here or elsewhere.
  private func unknown(_ typed: String, among verbs: [any ParsableCommand.Type]) -> ProgramError {
    let place = path.isEmpty ? "" : " of “\(path.joined(separator: " "))”"
    let names = verbs.map { $0.configuration.commandName ?? "" }
    let all = Self.paths(below: Memorize.self)
    var found = all.filter { $0.count > 1 && $0.last == typed }
    if found.isEmpty, let near = typed.nearest(among: names) { found = [path + [near]] }
    if found.isEmpty, let near = typed.nearest(among: all.compactMap(\.last)) {
      found = all.filter { $0.last == near }
    }
    let candidates = found.map { "“\(line($0))”" }
    return .usage(
      "Unknown verb “\(typed.harmless)”\(place).",
      hint: candidates.isEmpty ? allVerbs : "Did you mean \(candidates.alternatives)?")
  }

  /// An unknown option with the nearest one; nil if there is none.
  func unknownOption() -> ProgramError? {
    let target = verb.configuration.defaultSubcommand ?? verb
    guard let declared = try? DeclaredArgument.all(of: target) else { return nil }
    var words = rest.prefix { $0 != "--" }
    while let word = words.popFirst() {
      guard word.hasPrefix("-"), word != "-", !Self.asked.contains(word) else { continue }
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
      let names = declared.flatMap(\.words).filter { $0.hasPrefix("--") }
      let near = String(name.drop { $0 == "-" }).nearest(
        among: names.map { String($0.dropFirst(2)) })
      return .usage(
        "Unknown option “\(name.harmless)” of “\(line(path))”.",
        hint: near.map { "Did you mean “--\($0)”?" } ?? seeHelp)
    }
    return nil
  }

  /// Another error of ArgumentParser, whose choices go to the second line.
  func wrongUsage(_ message: String) -> ProgramError {
    // More than a few choices come as a list, one a line.
    let text = message.split(whereSeparator: \.isNewline).joined(separator: " ")
      .replacing(":   - ", with: ": ").replacing("   - ", with: ", ")
    guard let choices = text.firstRange(of: " Please provide") else {
      return .usage(text.last == "." ? text : text + ".", hint: seeHelp)
    }
    return .usage(
      String(text[..<choices.lowerBound]), hint: String(text[choices.lowerBound...].dropFirst()))
  }

  var help: HelpPage {
    get throws {
      isAboutOptions
        ? try HelpPage(ofOptionsIn: HelpPage.width)
        : try HelpPage(path, verb, width: HelpPage.width)
    }
  }

  private var seeHelp: String { "See “\(line(["help"] + path))”." }

  private var allVerbs: String {
    path.isEmpty
      ? "“memorize help” lists the verbs." : "“\(line(["help"] + path))” lists its verbs."
  }

  private func line(_ path: [String]) -> String {
    (["memorize"] + path).joined(separator: " ")
  }

  private static func paths(
    below verb: any ParsableCommand.Type, at path: [String] = []
  ) -> [[String]] {
    verb.configuration.subcommands.flatMap { next in
      let place = path + [next.configuration.commandName ?? ""]
      return [place] + paths(below: next, at: place)
    }
  }
}

extension [String] {
  /// `a`, `a or b`, `a, b or c`.
  var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
