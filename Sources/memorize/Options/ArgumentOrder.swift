/// Lets the options for all verbs stand before the verb too: `memorize --plain board`.
enum ArgumentOrder {
  private static let valued: Set = ["--timeout", "--color", "--matched"]
  private static let asked: Set = ["--help", "-h", "--version"]

  /// Moves what stands before the verb behind it.
  ///
  /// - Parameter arguments: the arguments as they came, without the program's name.
  /// - Returns: the same ones, the verb first; unchanged where there is no verb.
  static func verbFirst(_ arguments: [String]) -> [String] {
    var rest = arguments[...]
    var leading: [String] = []
    while let next = rest.first, next.hasPrefix("-") {
      guard next != "--", !asked.contains(next) else { return arguments }
      leading.append(rest.removeFirst())
      if valued.contains(next), let value = rest.popFirst() { leading.append(value) }
    }
    guard !leading.isEmpty, let verb = rest.popFirst() else { return arguments }
    // `theme` has verbs of its own.
    let inner = verb == "theme" ? rest.popFirst() : nil
    return [verb] + (inner.map { [$0] } ?? []) + leading + rest
  }
}
