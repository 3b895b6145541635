import ArgumentParser
import PlainText
import Screens

/// A default verb whose first argument may stand where other verbs do.
protocol DefaultVerbWithArgument: ParsableCommand {}

/// Finds the verb of a command line, and checks first what ArgumentParser would report badly.
struct VerbLookup {
  /// Empty for the program itself.
  private(set) var path: [String] = []
  private(set) var verb: any ParsableCommand.Type = Memorize.self
  /// The words after the verb.
  private(set) var rest: ArraySlice<String>
  private(set) var wantsHelp: Bool
  /// Whether help is wanted for the options of all verbs.
  private(set) var isAboutOptions = false

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
        try parseOptions(before: verbs)
        return
      }
      guard let next = verbs.first(where: { $0.configuration.commandName == word }) else {
        if verb.configuration.defaultSubcommand is any DefaultVerbWithArgument.Type { return }
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

  /// Accepts options before a verb only for the program itself or for a default verb.
  private mutating func parseOptions(
    before verbs: [any ParsableCommand.Type]
  ) throws(ProgramError) {
    guard Options.requests.isDisjoint(with: rest), verb.configuration.defaultSubcommand == nil,
      let option = rest.first
    else { return }
    let names = verbs.map { $0.configuration.commandName ?? "" }
    if let next = rest.first(where: names.contains) {
      throw .usage(
        english("Options follow the verb."),
        hint: english("Write “\(line(path + [next])) \(option.harmless) …”."))
    }
    guard path.isEmpty else { throw .usage(english("A verb is missing."), hint: allVerbs) }
    verb = Overview.self
    if let error = unknownOption() { throw error }
    if let word = firstArgument { throw unknown(word, among: verbs) }
  }

  /// Verbs with options whose value is any text; of “deck import” these name columns.
  private static let textOptions: [String: Set] = [
    "add": ["--pronunciation"], "edit": ["--front", "--back", "--pronunciation"],
  ]
  /// Verbs whose arguments are any text.
  private static let textVerbs: Set = ["add", "answer", "search"]

  /// Reports a negative number, or text that begins with a dash; ArgumentParser would report it as
  /// missing, or take it for a group of options.
  private func checkDashes() throws(ProgramError) {
    var before = ""
    for word in rest.prefix(while: { $0 != "--" }) {
      defer { before = word }
      guard word.first == "-", !["-0", "-h"].contains(word) else { continue }
      guard let start = word.dropFirst().first, start != "-" else { continue }
      let isNumber = start.isASCII && start.isNumber
      let isOfOption = before.hasPrefix("--")
      if Self.textOptions[path.last ?? ""]?.contains(before) == true {
        throw .usage(
          english("\(before) needs a value, and “\(word.harmless)” looks like an option."),
          hint: english("Write “\(before)=\(word.harmless)” if it is the value."))
      }
      if Self.textVerbs.contains(path.last ?? ""), isNumber ? !isOfOption : word != "-q" {
        throw .usage(
          english("“\(word.harmless)” looks like an option."), hint: Self.putDashes)
      }
      guard isNumber else { continue }
      let place = isOfOption ? before : "“\(path.joined(separator: " "))”"
      throw .usage(
        english(
          "“\(word.harmless)” is not a value for \(place), which takes no negative numbers."),
        hint: Self.putDashes)
    }
  }

  private static var putDashes: String { english("Put -- before text that begins with -.") }

  /// Verbs of earlier versions, with their names now.
  private static let renamed = [["theme", "import"]: ["deck", "import"]]

  /// Suggests the verbs of that name elsewhere, or the nearest one here or elsewhere.
  private func unknown(_ typed: String, among verbs: [any ParsableCommand.Type]) -> ProgramError {
    if let now = Self.renamed[path + [typed]] {
      return .usage(
        english("“\(line(path + [typed]))” is now “\(line(now))”."),
        hint: english("Write that instead."))
    }
    let (word, verb) = (typed.harmless, path.joined(separator: " "))
    let names = verbs.map { $0.configuration.commandName ?? "" }
    let all = Self.all(below: Memorize.self).map(\.path)
    var found = all.filter { $0.count > 1 && $0.last == typed }
    if found.isEmpty, let near = typed.nearest(among: names) { found = [path + [near]] }
    if found.isEmpty, let near = typed.nearest(among: all.compactMap(\.last)) {
      found = all.filter { $0.last == near }
    }
    let candidates = found.map { "“\(line($0))”" }
    return .usage(
      verb.isEmpty
        ? english("Unknown verb “\(word)”.") : english("Unknown verb “\(word)” of “\(verb)”."),
      hint: candidates.isEmpty
        ? allVerbs : english("Did you mean \(candidates.alternatives)?"))
  }

  var help: HelpPage {
    get throws {
      if isAboutOptions { return try HelpPage(ofOptionsIn: HelpPage.width) }
      if path.isEmpty { return HelpPage(ofVerbsIn: HelpPage.width) }
      return try HelpPage(path, verb, width: HelpPage.width)
    }
  }

  private var allVerbs: String {
    path.isEmpty
      ? english("“memorize help” lists the verbs.")
      : english("“\(line(["help"] + path))” lists its verbs.")
  }

  func line(_ path: [String]) -> String {
    (["memorize"] + path).joined(separator: " ")
  }

  /// All verbs below one.
  static func all(
    below verb: any ParsableCommand.Type, at path: [String] = []
  ) -> [(path: [String], verb: any ParsableCommand.Type)] {
    verb.configuration.subcommands.flatMap { next in
      let place = path + [next.configuration.commandName ?? ""]
      return [(place, next)] + all(below: next, at: place)
    }
  }
}
