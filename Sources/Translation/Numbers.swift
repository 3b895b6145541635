package import PlainText

// Numbers and times as people write them in the user's language.
extension RoughTime {
  package var text: String {
    switch self {
    case .minutes(let count): tr(count, "1 minute", "{n} minutes")
    case .hours(let count): tr(count, "1 hour", "{n} hours")
    case .days(let count): tr(count, "1 day", "{n} days")
    case .months(let count): tr(count, "1 month", "{n} months")
    case .years(let count): tr(count, "1 year", "{n} years")
    }
  }
}

extension Double {
  /// Rounded to one decimal place: `2.5`, or `2,5`.
  package var tenthsText: String { tenths.localDecimal }

  /// A share: `91.2%`.
  package var percentText: String { tr("{number}%", ["number": (self * 100).tenthsText]) }
}

extension String {
  /// A number with a point, as people write it.
  package var localDecimal: String {
    // Translators: what stands between the whole number and its tenths.
    let separator = tr(".", context: "decimal separator")
    return separator == "." ? self : split(separator: ".").joined(separator: separator)
  }
}
