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

/// A sentence that is made in English, for scripts and logs too, and translated where people read it:
/// marked so that it is in the catalogues' template.
///
/// `context` is `sentence`, which `translatedSentence` looks for, unless it is the name of something.
package func english(_ sentence: String, context: StaticString = "sentence") -> String { sentence }

/// Both forms of such a sentence about a number of things.
package func plural(_ count: some BinaryInteger, one: String, other: String) -> String {
  count == 1 ? one : other
}

/// `1 pair`, `2 pairs`, in lines for scripts and logs.
package func counted(_ count: some BinaryInteger, _ noun: String) -> String {
  "\(count) \(noun)" + (count == 1 ? "" : "s")
}

/// A time in its largest unit, rounded, as people tell it until a review.
package enum RoughTime {
  case minutes(Int), hours(Int), days(Int), months(Int), years(Int)

  package init(seconds: UInt64) {
    let days = Double(seconds) / 86_400
    func rounded(_ time: Double) -> Int { max(Int(time.rounded()), 1) }
    let (minutes, hours) = (rounded(days * 24 * 60), rounded(days * 24))
    // Averages of the calendar's months and years.
    let (months, years) = (rounded(days / 30.44), rounded(days / 365.25))
    if minutes < 60 {
      self = .minutes(minutes)
    } else if hours < 24 {
      self = .hours(hours)
    } else if days.rounded() < 60 {
      self = .days(rounded(days))
    } else {
      self = months < 24 ? .months(months) : .years(years)
    }
  }
}

/// In lines for scripts: `10 minutes`, `4 days`, `2 months`.
package func roughTime(seconds: UInt64) -> String {
  switch RoughTime(seconds: seconds) {
  case .minutes(let count): counted(count, "minute")
  case .hours(let count): counted(count, "hour")
  case .days(let count): counted(count, "day")
  case .months(let count): counted(count, "month")
  case .years(let count): counted(count, "year")
  }
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
