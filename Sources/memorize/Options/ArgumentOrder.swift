/// Lets the options for all verbs stand before the verb too: `memorize --plain board`; and `-` for
/// the verb `batch`.
enum ArgumentOrder {
  private static let valued: Set = ["--timeout", "--color", "--matched"]
  /// The verbs that have verbs of their own.
  private static let groups: Set = [["theme"], ["practice"], ["practice", "config"], ["profile"]]
  /// What asks about the program instead of playing.
  static let asked: Set = [
    "--help", "-h", "--help-hidden", "--version", "--generate-completion-script",
    "--experimental-dump-help",
  ]

  /// Moves what stands before the verb behind it.
  ///
  /// - Parameter arguments: the arguments as they came, without the program's name.
  /// - Returns: the same ones, the verb first where there is one.
  static func verbFirst(_ arguments: [String]) -> [String] {
    var rest = arguments[...]
    var verbs: [String] = []
    var options: [String] = []
    repeat {
      while let next = rest.first, next.hasPrefix("-"), next != "-" {
        guard next != "--", !asked.contains(next) else { return arguments }
        options.append(rest.removeFirst())
        if valued.contains(next), let value = rest.popFirst() { options.append(value) }
      }
      guard let verb = rest.popFirst() else { break }
      verbs.append(verb == "-" && verbs.isEmpty ? "batch" : verb)
    } while groups.contains(verbs)
    return verbs + options + rest
  }
}
