extension FixedWidthInteger {
  /// Reads ASCII digits only, without a sign; nil if there are none or the number does not fit.
  package init?(digits text: some StringProtocol) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(text)
  }

  /// Pads a number that is not negative with zeros on the left.
  package func zeroPadded(to width: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: Swift.max(width - digits.count, 0)) + digits
  }
}

extension UInt64 {
  /// Reads ASCII digits only, without making a text of them: a log has millions.
  package init?(digits: ArraySlice<UInt8>) {
    if digits.isEmpty { return nil }
    self = 0
    for digit in digits {
      let (product, isTooLarge) = multipliedReportingOverflow(by: 10)
      let (sum, isSumTooLarge) = product.addingReportingOverflow(Self(digit &- 0x30))
      guard (0x30...0x39).contains(digit), !isTooLarge, !isSumTooLarge else { return nil }
      self = sum
    }
  }
}

/// What people read about a number of things: both forms are whole texts, so that each can be
/// translated.
package func plural(_ count: some BinaryInteger, one: String, other: String) -> String {
  count == 1 ? one : other
}

/// `1 pair`, `2 pairs`, in lines for scripts and logs.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
  "\(count) \(noun)" + (count == 1 ? "" : "s")
}

/// A time until a review, in its largest unit: `10 minutes`, `4 days`, `2 months`.
package func roughTime(seconds: UInt64) -> String {
  let days = Double(seconds) / 86_400
  func rounded(_ time: Double) -> Int { max(Int(time.rounded()), 1) }
  let minutes = rounded(days * 24 * 60)
  if minutes < 60 { return plural(minutes, one: "1 minute", other: "\(minutes) minutes") }
  let hours = rounded(days * 24)
  if hours < 24 { return plural(hours, one: "1 hour", other: "\(hours) hours") }
  if days.rounded() < 60 {
    return plural(rounded(days), one: "1 day", other: "\(rounded(days)) days")
  }
  // Averages of the calendar's months and years.
  let (months, years) = (rounded(days / 30.44), rounded(days / 365.25))
  if months < 24 { return plural(months, one: "1 month", other: "\(months) months") }
  return plural(years, one: "1 year", other: "\(years) years")
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
