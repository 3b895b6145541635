import ArgumentParser
import UserService

/// Checks the verb first, so that a mistyped one is not reported as a wrong option, and negative
/// numbers, which ArgumentParser takes for options.
enum VerbCheck {
  /// Requests for information about the program.
  static let asked: Set = [
    "--help", "-h", "--help-hidden", "--version", "--generate-completion-script",
    "--experimental-dump-help",
  ]

  /// Also checks the verbs after `help`, and the words after the verb.
  ///
  /// Throws a `ValidationError` for the first error.
  static func check(_ arguments: [String]) throws {
    let isAboutHelp = arguments.first == "help"
    let words = isAboutHelp ? arguments.dropFirst().filter { !$0.hasPrefix("-") } : arguments
    guard !isAboutHelp || words != ["help"] else { return }
    var command: any ParsableCommand.Type = Memorize.self
    var path: [String] = []
    for (index, word) in words.enumerated() {
      let verbs = command.configuration.subcommands
      let rest = words[index...]
      guard isAboutHelp || !verbs.isEmpty else {
        return try checkDashes(rest.prefix { $0 != "--" }, of: path)
      }
      let names = verbs.map { $0.configuration.commandName ?? "" }
      if word.hasPrefix("-") {
        // Options without a verb belong to the default verb.
        guard asked.isDisjoint(with: rest), command.configuration.defaultSubcommand == nil
        else { return }
        guard let verb = rest.first(where: names.contains) else {
          throw ValidationError("A verb is missing. " + list(names, after: path))
        }
        let place = (["memorize"] + path + [verb]).joined(separator: " ")
        throw ValidationError("Options follow the verb: “\(place) \(word.harmless) …”.")
      }
      guard let place = names.firstIndex(of: word) else {
        throw ValidationError(unknown(word, among: names, after: path))
      }
      command = verbs[place]
      path.append(word)
    }
  }

  /// Reports a negative number, or an answer with a dash; ArgumentParser would report it as
  /// missing.
  private static func checkDashes(_ words: ArraySlice<String>, of path: [String]) throws {
    var before = ""
    for word in words {
      defer { before = word }
      guard word.first == "-", word != "-0" else { continue }
      guard let start = word.dropFirst().first, start != "-" else { continue }
      let isNumber = start.isASCII && start.isNumber
      guard isNumber || (path.last == "answer" && !["-h", "-q"].contains(word)) else { continue }
      let place = before.hasPrefix("--") ? before : "“\(path.joined(separator: " "))”"
      throw ValidationError(
        "“\(word.harmless)” is not a value for \(place), which takes no negative numbers. "
          + "Put -- before text that begins with -.")
    }
  }

  private static func unknown(
    _ typed: String, among names: [String], after path: [String]
  ) -> String {
    let place = path.isEmpty ? "" : " of “\(path.joined(separator: " "))”"
    let start = "Unknown verb “\(typed.harmless)”\(place)."
    if let nearest = typed.nearest(among: names) { return start + " Did you mean “\(nearest)”?" }
    return start + (names.isEmpty ? "" : " " + list(names, after: path))
  }

  private static func list(_ names: [String], after path: [String]) -> String {
    let place = path.isEmpty ? "" : "of “\(path.joined(separator: " "))” "
    return "The verbs \(place)are \(names.joined(separator: ", "))."
  }
}
