extension FixedWidthInteger {
  /// Reads ASCII digits only, without a sign; nil if there are none or the number does not fit.
  package init?(digits text: some StringProtocol) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(text)
  }

  /// With zeros before a number that is not negative.
  package func zeroPadded(to width: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: Swift.max(width - digits.count, 0)) + digits
  }
}

/// `1 pair`, `2 pairs`.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
  "\(count) \(noun)" + (count == 1 ? "" : "s")
}

/// A time until a review, in its largest unit: `10 minutes`, `4 days`, `2 months`.
package func roughTime(seconds: UInt64) -> String {
  let days = Double(seconds) / 86_400
  // Averages of the calendar's months and years.
  let units = [
    (days * 24 * 60, 60.0, "minute"), (days * 24, 24, "hour"), (days, 60, "day"),
    (days / 30.44, 24, "month"), (days / 365.25, .infinity, "year"),
  ]
  let fitting = units.first { $0.0.rounded() < $0.1 } ?? units[4]
  return counted(max(Int(fitting.0.rounded()), 1), fitting.2)
}

extension Double {
  /// Rounded to one decimal place, and never `-0.0`.
  package var tenths: String {
    let rounded = (self * 10).rounded() / 10
    return rounded == 0 ? "0.0" : "\(rounded)"
  }
}

extension [String] {
  /// The texts with a separator between them, on the paths of every run: for `joined(separator:)` the
  /// Swift runtime searches all protocol conformances of the program.
  package func joined(by separator: String) -> String {
    guard var joined = first else { return "" }
    for text in dropFirst() {
      joined += separator
      joined += text
    }
    return joined
  }
}

extension Duration {
  /// The duration as people write it: `2.5 s`.
  package var inSeconds: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    let whole = milliseconds / 1000
    var fraction = String(milliseconds % 1000 + 1000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? "\(whole) s" : "\(whole).\(fraction) s"
  }
}
