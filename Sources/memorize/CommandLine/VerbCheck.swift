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
      guard isAboutHelp || !verbs.isEmpty else {
        return try checkDashes(words[index...].prefix { $0 != "--" }, of: path)
      }
      guard !word.hasPrefix("-") else {
        let rest = words[index...]
        // Options without a verb belong to the default verb.
        guard asked.isDisjoint(with: rest), command.configuration.defaultSubcommand == nil
        else { return }
        throw ValidationError(missing(behind: rest, among: verbs, after: path))
      }
      guard let verb = verbs.first(where: { name(of: $0) == word }) else {
        throw ValidationError(unknown(word, among: verbs, after: path))
      }
      command = verb
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
        "“\(word.harmless)” is no value for \(place), which takes no negative numbers. "
          + "Put -- before a text that begins with -.")
    }
  }

  private static func missing(
    behind options: ArraySlice<String>, among verbs: [any ParsableCommand.Type],
    after path: [String]
  ) -> String {
    let names = verbs.map(name(of:))
    guard let verb = options.first(where: names.contains) else {
      return "A verb is missing. " + list(verbs, after: path)
    }
    let place = (["memorize"] + path + [verb]).joined(separator: " ")
    return "Options follow the verb: “\(place) \((options.first ?? "").harmless) …”."
  }

  private static func unknown(
    _ typed: String, among verbs: [any ParsableCommand.Type], after path: [String]
  ) -> String {
    let place = path.isEmpty ? "" : " of “\(path.joined(separator: " "))”"
    let start = "Unknown verb “\(typed.harmless)”\(place)."
    let near = verbs.map(name(of:)).map { ($0, typed.distance(to: $0)) }.min { $0.1 < $1.1 }
    guard let (nearest, distance) = near, distance <= 2, typed.count <= 40 else {
      return start + (verbs.isEmpty ? "" : " " + list(verbs, after: path))
    }
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
}
