internal import DBus

/// Reads the few options of a long-running program.
///
/// A parser library would load Foundation for a handful of options.
struct OptionScanner {
  /// Without a value: `--replace`.
  let flags: Set<String>
  /// With a value: `--log-level debug` or `--log-level=debug`.
  let values: Set<String>

  /// Splits arguments into options, in order, and their values; the value of a flag is empty.
  func scan(
    _ arguments: some Collection<String>
  ) throws(OptionMistake) -> [(name: String, value: String)] {
    var options: [(name: String, value: String)] = []
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      if flags.contains(argument) {
        options.append((argument, ""))
      } else if values.contains(name) {
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
          throw OptionMistake("\(name) needs a value.")
        }
        options.append((name, value))
      } else if flags.contains(name) {
        throw OptionMistake("\(name) takes no value.")
      } else {
        throw OptionMistake("Unknown argument “\(argument.printable)”.\(suggestion(for: name))")
      }
    }
    return options
  }

  /// Asks whether the nearest option was meant.
  private func suggestion(for typed: String) -> String {
    guard let near = typed.nearest(among: flags.union(values).sorted()), near.utf8.count > 3 else {
      return ""
    }
    return " Did you mean \(near)?"
  }
}

package struct OptionMistake: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

extension String {
  /// The word with the smallest edit distance, if that is at most two; words have up to 40 letters.
  package func nearest(among words: [String]) -> String? {
    guard utf8.count <= 40 else { return nil }
    let near = words.map { ($0, distance(to: $0)) }.min { $0.1 < $1.1 }
    return near.flatMap { $0.1 <= 2 ? $0.0 : nil }
  }

  /// The Levenshtein distance; only the first 40 letters of `other` count.
  func distance(to other: String) -> Int {
    let other = Array(other.unicodeScalars.prefix(40))
    var row = Array(0...other.count)
    for (i, letter) in unicodeScalars.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, match) in other.enumerated() {
        let changed = diagonal + (letter == match ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = Swift.min(changed, row[j] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
