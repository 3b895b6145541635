internal import PlainText

/// Reads the few options of a long-running program.
struct OptionScanner {
  /// Without a value: `--replace`.
  let flags: Set<String>
  /// With a value: `--log-level debug` or `--log-level=debug`.
  let values: Set<String>

  /// Splits arguments into options, in order, and their values; the value of a flag is empty.
  func scan(
    _ arguments: some Collection<String>
  ) throws(OptionError) -> [(name: String, value: String)] {
    var options: [(name: String, value: String)] = []
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(parts[0])
      if flags.contains(argument) {
        options.append((argument, ""))
      } else if values.contains(option) {
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
          throw OptionError(english("\(option) needs a value."))
        }
        options.append((option, value))
      } else if flags.contains(option) {
        throw OptionError(english("\(option) takes no value."))
      } else {
        throw OptionError(
          english("Unknown argument “\(argument.printable)”.") + suggestion(for: option))
      }
    }
    return options
  }

  /// Asks whether the nearest option was meant.
  private func suggestion(for typed: String) -> String {
    let names = flags.union(values).sorted().map { String($0.drop { $0 == "-" }) }
    guard let near = String(typed.drop { $0 == "-" }).nearest(among: names) else { return "" }
    return " " + english("Did you mean --\(near)?")
  }
}

package struct OptionError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
