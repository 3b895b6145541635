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
    let names = flags.union(values).sorted().map { String($0.drop { $0 == "-" }) }
    guard let near = String(typed.drop { $0 == "-" }).nearest(among: names) else { return "" }
    return " Did you mean --\(near)?"
  }
}

package struct OptionMistake: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

extension String {
  /// The word that was probably meant: one slip away, or two if five letters or more were typed.
  ///
  /// Up to three letters must begin alike, or “foo” and “go” would be “log”.
  package func nearest(among words: [String]) -> String? {
    guard utf8.count <= 40, !isEmpty else { return nil }
    let limit = count < 5 ? 1 : 2
    let candidates = count > 3 ? words : words.filter { $0.first == first }
    let near = candidates.map { ($0, distance(to: $0)) }.min { $0.1 < $1.1 }
    return near.flatMap { $0.1 <= limit ? $0.0 : nil }
  }

  /// How many letters were changed, added, left out or exchanged with their neighbour; only the
  /// first 40 letters of `other` count.
  func distance(to other: String) -> Int {
    let (letters, other) = (Array(unicodeScalars), Array(other.unicodeScalars.prefix(40)))
    var rows = [Array(0...other.count)]
    for (i, letter) in letters.enumerated() {
      var row = [i + 1]
      for (j, match) in other.enumerated() {
        let changed = rows[i][j] + (letter == match ? 0 : 1)
        row.append(Swift.min(changed, rows[i][j + 1] + 1, row[j] + 1))
        guard i > 0, j > 0, letter == other[j - 1], letters[i - 1] == match else { continue }
        row[j + 1] = Swift.min(row[j + 1], rows[i - 1][j - 1] + 1)
      }
      rows.append(row)
    }
    return rows[letters.count][other.count]
  }
}
