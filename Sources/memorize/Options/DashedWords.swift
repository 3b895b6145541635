import ArgumentParser

/// Names a negative number or an answer with a dash on a command line, which ArgumentParser takes
/// for an option: what it was meant for would be told to be missing.
enum DashedWords {
  /// The options that take a number.
  private static let options: Set = [
    "--timeout", "--pairs", "--seed", "--peek", "--conceal-after", "--coalesce", "--count",
    "--since", "--limit", "--before", "--speed", "--delay", "--front", "--back", "--pronunciation",
    "--question", "--questions",
  ]

  /// Options that take a word; what is wrong with that, ArgumentParser tells.
  private static let others: Set = ["--color", "--matched"]

  /// The verbs that take the number of a game.
  private static let ofGames: Set = ["log", "replay", "verify"]

  /// Looks at what follows a verb.
  ///
  /// - Throws: `ValidationError` that names the first that is no option.
  static func check(_ words: ArraySlice<String>, of verb: String) throws {
    let words = Array(words.prefix { $0 != "--" })
    if verb == "answer" { try checkAnswer(words) }
    for (index, word) in words.enumerated() where isNegative(word) {
      let before = index > 0 ? words[index - 1] : ""
      if options.contains(before) {
        throw ValidationError(
          "“\(word)” is no value for \(before), which takes no negative number.")
      }
      if verb == "flip", !others.contains(before) {
        throw ValidationError("“\(word)” is no card's number: cards count from 0.")
      }
      if verb == "answer", !others.contains(before) {
        throw ValidationError(
          "“\(word)” is no choice's number: they count from 1. Where it is an answer, put -- before it."
        )
      }
      if verb == "grade", !others.contains(before) {
        throw ValidationError("“\(word)” is no grade: those are 1 to 4.")
      }
      if verb == "set", !others.contains(before) {
        throw ValidationError("“\(word)” is no value of a setting: none is negative.")
      }
      if ofGames.contains(verb), before != "--from", !others.contains(before) {
        throw ValidationError(
          "“\(word)” is no game's number; “memorize history” tells the numbers.")
      }
    }
  }

  /// An answer that looks like an option would be told to be missing.
  private static func checkAnswer(_ words: [String]) throws {
    for (index, word) in words.enumerated() where word.count > 1 && word != "-h" {
      guard word.hasPrefix("-"), !word.hasPrefix("--"), !isNegative(word) else { continue }
      guard index == 0 || !options.union(others).contains(words[index - 1]) else { continue }
      throw ValidationError(
        "“\(word.harmless)” is no option. Where it is an answer, put -- before it.")
    }
  }

  private static func isNegative(_ word: String) -> Bool {
    let digits = word.dropFirst()
    return word.first == "-" && digits.first?.isASCII == true && digits.first?.isNumber == true
      && Double(digits) != nil
  }
}
